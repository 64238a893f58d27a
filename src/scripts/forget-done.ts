/** Removes `done` from the address, so that reloading or sharing the page does not repeat its notice. */
export function forgetDone(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('done')) return;
  url.searchParams.delete('done');
  history.replaceState(history.state, '', url);
}
