import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWithin, readIpAddress, readNetworks, toClientKey } from '../../src/lib/ip-address.ts';

const isIn = (address: string, list: string) => {
  const found = readIpAddress(address);
  return found !== null && isWithin(found, readNetworks(list) ?? new BlockList());
};

describe('A list of networks', () => {
  test.each([
    ['127.0.0.1', 'loopback', true],
    ['::ffff:127.0.0.1', 'loopback', true],
    ['192.0.2.1', 'loopback', false],
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.2', '192.0.2.1', false],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['10.255.0.1', '192.0.2.1, 10.0.0.0/8', true],
    ['11.0.0.1', '192.0.2.1 10.0.0.0/8', false],
    ['2001:db8:1::5', '2001:DB8:1::/48', true],
    ['2001:db8::1', '0.0.0.0/0', false],
    ['10.0.0.1', '::ffff:10.0.0.0/104', true],
    ['fe80::1%eth0', 'fe80::/10', true],
    ['192.0.2.1', '', false],
  ])('checks %s against %j: %s', (address, list, expected) => {
    expect(isIn(address, list)).toBe(expected);
  });

  test.each(['localhost', '010.0.0.1', '10.0.0.0/33', '1.2.3.4/', '*'])('rejects %s', (word) => {
    expect(readNetworks(`loopback ${word}`)).toBeNull();
  });
});

describe('The key of a client', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['fe80::1%a-b', 'fe80::1%a-b'],
    ['', ''],
  ])('of %s is %s', (address, key) => {
    expect(toClientKey(address)).toBe(key);
  });

  test('is the same exactly for addresses in the same /64 network', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
        const [first, second] = [one, other].map((text) => BigInt(`0x${hexOf(text)}`) >> 64n);
        const isMapped = [one, other].some((text) => hexOf(text).startsWith('00000000000000000000ffff'));
        fc.pre(!isMapped);
        expect(toClientKey(one) === toClientKey(other)).toBe(first === second);
      }),
    );
  });
});

/** The 32 digits of an IPv6 address. */
const hexOf = (text: string): string => {
  const address = readIpAddress(text);
  return Buffer.from(address?.toByteArray() ?? []).toString('hex');
};
