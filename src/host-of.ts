import { domainToUnicode } from 'node:url';

/** The host of an address as people write it: without `www.`, in their own script. */
export function hostOf(address: string): string {
  const { hostname } = new URL(address);
  return (domainToUnicode(hostname) || hostname).replace(/^www\./, '');
}
