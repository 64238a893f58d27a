/** Whether a request only reads. */
export const isRead = ({ method }: { method?: string }): boolean => method === 'GET' || method === 'HEAD';

/**
 * Whether a request is for the fragment of a page; `has` checks for a header by its lower-case name. Going back in the
 * browser's history always needs the whole page.
 */
export const wantsFragment = (has: (header: string) => boolean): boolean =>
  has('hx-request') && !has('hx-history-restore-request');

/** Whether a page of this site sent a form, by headers that browsers set and pages cannot. Without them it is refused. */
export function isFromThisSite(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  return headers.get('origin') === siteUrl;
}
