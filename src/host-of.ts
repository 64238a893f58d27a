import { domainToUnicode } from 'node:url';

/** The host of an address as people write it: without `www.`, in their own script. */
export function hostOf(address: string): string {
  const { hostname } = new URL(address);
  return (domainToUnicode(hostname) || hostname).replace(/^www\./, '');
}

/** An address as it is typed from paper: without what browsers add by themselves. */
export function shortAddress(address: string): string {
  const { protocol, hostname, host } = new URL(address);
  const rest = address.slice(address.indexOf(host) + hostname.length).replace(/\/$/, '');
  return `${protocol === 'https:' ? '' : `${protocol}//`}${domainToUnicode(hostname) || hostname}${rest}`;
}
