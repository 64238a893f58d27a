import { expect, test } from 'vitest';
import { countAddress } from '../../src/accounts/attempt-limits.ts';

/** How many of so many tries are let through. */
const tryFrom = async (addresses: (index: number) => string, count: number) => {
  let passed = 0;
  for (let index = 0; index < count; index += 1) passed += (await countAddress(addresses(index))) === null ? 1 : 0;
  return passed;
};

test.each([
  ['an IPv4 address', () => '203.0.113.7', '203.0.113.8'],
  ['an IPv4 address, however it is written', (index: number) => (index % 2 ? '::ffff:' : '') + '203.0.113.9', '::1'],
  ['all addresses of one IPv6 network', (index: number) => `2001:db8:7:7::${index.toString(16)}`, '2001:db8:7:8::1'],
])('Tries are counted for %s together, and for no other', async (_, addresses, other) => {
  expect(await tryFrom(addresses, 120)).toBe(100);
  expect(await tryFrom(() => other, 1)).toBe(1);
});

test.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])(
  'Tries from this machine (%s) are not counted, which may be a proxy that nobody has named',
  async (address) => {
    expect(await tryFrom(() => address, 150)).toBe(150);
  },
);
