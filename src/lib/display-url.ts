import { domainToUnicode } from 'node:url';

/** The host of a URL as people write it: without `www.`, in Unicode. Any other text is returned as it is. */
export function hostOf(address: string): string {
  const url = URL.parse(address);
  return url ? readableHost(url).replace(/^www\.(?=.)/, '') : address;
}

/** A URL for print: without the parts that browsers add. Any other text is returned as it is. */
export function shortAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const { protocol, port } = url;
  const scheme = protocol === 'https:' ? '' : `${protocol}//`;
  return `${scheme}${readableHost(url)}${port && `:${port}`}${typedPath(address).replace(/^([^?#]*)\/$/, '$1')}`;
}

/** The part of a URL after the host, as typed: the parser percent-encodes it. */
const typedPath = (address: string) => address.replace(/[\t\n\r]/g, '').replace(/^\w+:[/\\]*[^/\\?#]*/, '');

const readableHost = ({ hostname }: URL) => domainToUnicode(hostname) || hostname;
