/** What was just done is told once: not to who loads the page again, nor to who is sent its address. */
export function forgetDone(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('done')) return;
  url.searchParams.delete('done');
  history.replaceState(history.state, '', url);
}
