import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The public Internet; some networks in it are special. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is public, not of this machine or a private network. */
export function isPublicAddress(text: string): boolean {
  // Addresses with a zone are link-local.
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(PUBLIC_IPV6));
}
