import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IP address that was read; one of IPv4 is so also where it was written as one of IPv6 (`::ffff:192.0.2.1`). */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: its address, and how many of its bits all addresses there have in common. */
export type Network = [address: IpAddress, bits: number];

/** An IP address in one of its usual spellings; null for any other text, also for short and octal ones. */
export function readIpAddress(text: string): IpAddress | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

/** This machine. */
const LOOPBACK: readonly Network[] = [
  [ipaddr.parse('127.0.0.0'), 8],
  [ipaddr.parse('::1'), 128],
];

/** What stands for this machine in a list of networks. */
const LOOPBACK_NAME = 'loopback';

/** Networks from a text, such as `loopback 192.0.2.1 2001:db8::/32`, with spaces or commas; the first word that is none. */
export function readNetworks(text: string): { networks: Network[] } | { wrong: string } {
  const networks: Network[] = [];
  for (const word of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    const read = word.toLowerCase() === LOOPBACK_NAME ? LOOPBACK : readNetwork(word);
    if (!read) return { wrong: word };
    networks.push(...read);
  }
  return { networks };
}

/** An address alone is a network of one. */
function readNetwork(word: string): readonly Network[] | null {
  const [, written = '', digits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(word) ?? [];
  const address = readIpAddress(written);
  if (!address) return null;
  const most = address.kind() === 'ipv4' ? 32 : 128;
  // An IPv4 address that was written as one of IPv6 has other bits than its prefix counts.
  if (digits !== undefined && most === 32 && written.includes(':')) return null;
  const bits = Number(digits ?? most);
  return bits <= most ? [[address, bits]] : null;
}

export const isWithin = (address: IpAddress, networks: readonly Network[]): boolean =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));

/** Whether a text is the address of this machine. */
export function isLoopbackAddress(text: string): boolean {
  const address = readIpAddress(text);
  return address !== null && isWithin(address, LOOPBACK);
}

/** What a client is counted by: an IPv4 address, or the first 64 bits of one of IPv6, which are one customer's. Any other text counts as it is. */
export function toClientKey(text: string): string {
  const address = readIpAddress(text);
  if (!address) return text;
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toRFC5952String()}/64`;
}

/** An address in its one spelling. */
export const spellIpAddress = (address: IpAddress): string =>
  address instanceof ipaddr.IPv4 ? address.toString() : address.toRFC5952String();

/**
 * An address without what tells one person from their neighbours: the first 24 bits of one of IPv4, the first 48 of one
 * of IPv6, which are those of a campus or a provider. Any other text is nobody's.
 */
export function shortenAddress(text: string): string {
  const address = readIpAddress(text);
  if (!address) return '';
  if (address instanceof ipaddr.IPv4) return new ipaddr.IPv4([...address.octets.slice(0, 3), 0]).toString();
  return new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]).toRFC5952String();
}
