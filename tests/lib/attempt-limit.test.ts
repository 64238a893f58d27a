import { expect, test } from 'vitest';
import { AttemptLimit } from '../../src/lib/attempt-limit.ts';

/** The number of attempts that are accepted. */
const accepted = (limit: AttemptLimit, addresses: (index: number) => string, count = 20) =>
  Array.from({ length: count }, (_, index) => limit.countAddress(addresses(index))).filter((wait) => !wait).length;

test('Attempts are limited until the key is reset or the window ends', async () => {
  const limit = new AttemptLimit(2, 60);
  expect([1, 2, 3].map(() => limit.count('ada'))).toEqual([null, null, { waitSeconds: 60 }]);
  expect(limit.count('bob')).toBeNull();
  limit.reset('ada');
  expect(limit.count('ada')).toBeNull();
  const short = new AttemptLimit(1, 0.2);
  expect([short.count('ada'), short.count('ada')]).toEqual([null, { waitSeconds: 1 }]);
  await expect.poll(() => short.count('ada')).toBeNull();
});

test.each([
  ['an IPv4 address', () => '203.0.113.7', '203.0.113.8'],
  ['an IPv4 address, however it is written', (index: number) => (index % 2 ? '::ffff:' : '') + '203.0.113.9', '::1'],
  ['all addresses of one IPv6 network', (index: number) => `2001:db8:7:7::${index.toString(16)}`, '2001:db8:7:8::1'],
])('Attempts are counted for %s together, and for no other', (_, addresses, other) => {
  const limit = new AttemptLimit(10, 60);
  expect(accepted(limit, addresses)).toBe(10);
  expect(accepted(limit, () => other, 1)).toBe(1);
});

test.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])(
  'Attempts from this machine (%s), which may be an unconfigured proxy, are not counted',
  (address) => {
    expect(accepted(new AttemptLimit(10, 60), () => address)).toBe(20);
  },
);
