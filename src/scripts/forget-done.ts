/** Removes `done` and its details from the address, so that reloading or sharing the page does not repeat its notice. */
export function forgetDone(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('done')) return;
  for (const name of ['done', 'kept', 'changed', 'already', 'step', 'closed', 'created']) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}
