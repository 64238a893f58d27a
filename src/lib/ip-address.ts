import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IP address. One that was written as `::ffff:192.0.2.1` is an IPv4 address. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: its address and the length of its prefix. */
export type Network = [address: IpAddress, bits: number];

/** Parses an IP address; null for any other text, including abbreviated and octal IPv4 addresses. */
export function readIpAddress(text: string): IpAddress | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

/** The networks of this machine. */
const LOOPBACK: readonly Network[] = [
  [ipaddr.parse('127.0.0.0'), 8],
  [ipaddr.parse('::1'), 128],
];

/** The name of these in a list of networks. */
const LOOPBACK_NAME = 'loopback';

/** Parses networks such as `loopback 192.0.2.1 2001:db8::/32`, separated by spaces or commas; null if one is invalid. */
export function readNetworks(text: string): Network[] | null {
  const networks: Network[] = [];
  for (const word of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    const read = word.toLowerCase() === LOOPBACK_NAME ? LOOPBACK : readNetwork(word);
    if (!read) return null;
    networks.push(...read);
  }
  return networks;
}

/** An address without a prefix length is a network of one. */
function readNetwork(word: string): readonly Network[] | null {
  const [, written = '', digits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(word) ?? [];
  const address = readIpAddress(written);
  if (!address) return null;
  const most = address.kind() === 'ipv4' ? 32 : 128;
  // The prefix of `::ffff:192.0.2.0/120` counts the bits of an IPv6 address.
  if (digits !== undefined && most === 32 && written.includes(':')) return null;
  const bits = Number(digits ?? most);
  return bits <= most ? [[address, bits]] : null;
}

export const isWithin = (address: IpAddress, networks: readonly Network[]): boolean =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));

export function isLoopbackAddress(text: string): boolean {
  const address = readIpAddress(text);
  return address !== null && isWithin(address, LOOPBACK);
}

/** The key of a client in rate limits: its IPv4 address, or the first 64 bits of its IPv6 address, which one customer has. */
export function toClientKey(text: string): string {
  const address = readIpAddress(text);
  if (!address) return text;
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toRFC5952String()}/64`;
}

export const spellIpAddress = (address: IpAddress): string =>
  address instanceof ipaddr.IPv4 ? address.toString() : address.toRFC5952String();

/**
 * An address without the bits that identify a person: the first 24 bits of an IPv4 address, the first 48 of an IPv6
 * address. Empty for any other text.
 */
export function shortenAddress(text: string): string {
  const address = readIpAddress(text);
  if (!address) return '';
  if (address instanceof ipaddr.IPv4) return new ipaddr.IPv4([...address.octets.slice(0, 3), 0]).toString();
  return new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]).toRFC5952String();
}
