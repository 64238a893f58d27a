import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IP address. One that was written as `::ffff:192.0.2.1` is an IPv4 address. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** Parses an IP address; null for any other text, including abbreviated and octal IPv4 addresses. */
export function readIpAddress(text: string): IpAddress | null {
  return isIP(text) === 0 || !ipaddr.isValid(text) ? null : ipaddr.process(text);
}

/** The networks of this machine; `loopback` in a list. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Parses networks such as `loopback 192.0.2.1 2001:db8::/32`, separated by spaces or commas; null if one is invalid. */
export function readNetworks(text: string): BlockList | null {
  const networks = new BlockList();
  const words = text.split(/[\s,;]+/).flatMap((word) => (word.toLowerCase() === 'loopback' ? LOOPBACK : word));
  try {
    for (const word of words.filter(Boolean)) {
      const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(word) ?? [];
      const [family, most] = address.includes(':') ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
      networks.addSubnet(address, Number(bits ?? most), family);
    }
  } catch {
    return null;
  }
  return networks;
}

export const isWithin = (address: IpAddress, networks: BlockList): boolean =>
  networks.check(address.toString(), address.kind());

export const isLoopbackAddress = (text: string): boolean => readIpAddress(text)?.range() === 'loopback';

/** The key of a client in rate limits: its IPv4 address, or the first 64 bits of its IPv6 address, which one customer has. */
export function toClientKey(text: string): string {
  const address = readIpAddress(text);
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? text;
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** An address without the bits that identify a person: 24 bits of IPv4, 48 of IPv6. Empty for any other text. */
export function shortenAddress(text: string): string {
  const address = readIpAddress(text);
  if (!address) return '';
  if (address instanceof ipaddr.IPv4) return new ipaddr.IPv4([...address.octets.slice(0, 3), 0]).toString();
  return new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]).toString();
}
