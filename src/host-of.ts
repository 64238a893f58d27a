import { domainToUnicode } from 'node:url';

/** The host of an address as people write it: without `www.`, in their own script. */
export function hostOf(address: string): string {
  const { hostname } = new URL(address);
  return (domainToUnicode(hostname) || hostname).replace(/^www\./, '');
}

/** An address as it is typed from paper: without what browsers add by themselves. */
export const shortAddress = (address: string): string => address.replace(/^https:\/\//, '').replace(/\/$/, '');
