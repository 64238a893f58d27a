/**
 * Whether a form was sent from a page of this site, as browsers say it themselves, and no page can for them. Who says
 * nothing is no browser of today, and is believed nothing.
 */
export function isFromThisSite(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  return headers.get('origin') === siteUrl;
}
