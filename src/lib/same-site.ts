/** Whether a page of this site sent a form, by headers that browsers set and pages cannot. Without them it is refused. */
export function isFromThisSite(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  return headers.get('origin') === siteUrl;
}
