import { domainToUnicode } from 'node:url';

/**
 * The host of an address as people write it: without `www.`, in their own script. A text that is no address, which a
 * database may have from elsewhere, is shown as it is.
 */
export function hostOf(address: string): string {
  const url = URL.parse(address);
  return url ? (domainToUnicode(url.hostname) || url.hostname).replace(/^www\./, '') : address;
}

/** An address as it is typed from paper: without what browsers add by themselves. What is none, as it is. */
export function shortAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const { protocol, hostname, host } = url;
  const rest = address.slice(address.indexOf(host) + hostname.length).replace(/\/$/, '');
  return `${protocol === 'https:' ? '' : `${protocol}//`}${domainToUnicode(hostname) || hostname}${rest}`;
}
