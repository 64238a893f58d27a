import { domainToUnicode } from 'node:url';

/** The host of a URL as people write it: without `www.`, in Unicode. Any other text is returned as it is. */
export function hostOf(address: string): string {
  const url = URL.parse(address);
  return url ? (domainToUnicode(url.hostname) || url.hostname).replace(/^www\.(?=.)/, '') : address;
}
