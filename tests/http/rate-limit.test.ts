import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_CLIENTS, RateLimit } from '../../src/http/rate-limit.ts';

let now: number;
beforeEach(() => {
  now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The number of requests that are accepted. */
const ask = (limit: RateLimit, address: string, count: number) =>
  Array.from({ length: count }, () => limit.take(address)).filter(Boolean).length;

test('A client may send ten times its rate at once, and then its rate', () => {
  const limit = new RateLimit(20);
  expect(ask(limit, '192.0.2.1', 300)).toBe(200);
  for (let second = 0; second < 10; second += 1) {
    now += 1000;
    expect(ask(limit, '192.0.2.1', 100)).toBe(20);
  }
  now += 10_000;
  expect(ask(limit, '192.0.2.1', 300)).toBe(200);
});

test('A refused request costs nothing', () => {
  const limit = new RateLimit(1);
  expect(ask(limit, '192.0.2.1', 1000)).toBe(10);
  now += 1000;
  expect(ask(limit, '192.0.2.1', 1000)).toBe(1);
});

test('A client is an IPv4 address or 64 bits of an IPv6 address', () => {
  const limit = new RateLimit(1);
  expect(ask(limit, '192.0.2.1', 10)).toBe(10);
  expect(ask(limit, '::ffff:192.0.2.1', 1)).toBe(0);
  expect(ask(limit, '192.0.2.2', 10)).toBe(10);
  expect(ask(limit, '2001:db8:1:2::1', 10)).toBe(10);
  expect(ask(limit, '2001:db8:1:2:ffff::9', 1)).toBe(0);
  expect(ask(limit, '2001:db8:1:3::1', 1)).toBe(1);
});

test('The number of remembered clients is limited, and those that ask most are remembered', () => {
  const limit = new RateLimit(1);
  const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
  ask(limit, '192.0.2.1', 10);
  ask(limit, '192.0.2.2', 10);
  for (let index = 0; index < 2 * MAX_CLIENTS; index += 1) {
    limit.take(addressOf(index));
    if (index % 1000 === 0) expect(limit.take('192.0.2.1')).toBe(false);
  }
  expect(limit.take('192.0.2.2')).toBe(true);
});
