import { domainToUnicode } from 'node:url';

/**
 * The host of an address as people write it: without `www.`, in their own script. A text that is no address, which a
 * database may have from elsewhere, is shown as it is.
 */
export function hostOf(address: string): string {
  const url = URL.parse(address);
  return url ? readableHost(url).replace(/^www\.(?=.)/, '') : address;
}

/** An address as it is typed from paper: without what browsers add by themselves. What is none, as it is. */
export function shortAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const { protocol, port } = url;
  const scheme = protocol === 'https:' ? '' : `${protocol}//`;
  return `${scheme}${readableHost(url)}${port && `:${port}`}${typedPath(address).replace(/^([^?#]*)\/$/, '$1')}`;
}

/** What follows the host of an address, as it was written: the parser would take other scripts than Latin apart. */
const typedPath = (address: string) => address.replace(/[\t\n\r]/g, '').replace(/^\w+:[/\\]*[^/\\?#]*/, '');

const readableHost = ({ hostname }: URL) => domainToUnicode(hostname) || hostname;
