import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FORGOTTEN_AFTER, MOST_CLIENTS, RateLimit } from '../../src/server/rate-limit.ts';

let now: number;
beforeEach(() => {
  now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** How many of so many requests are let through. */
const ask = (limit: RateLimit, address: string, count: number) =>
  Array.from({ length: count }, () => limit.take(address)).filter(({ isExceeded }) => !isExceeded).length;

test('A client may ask ten times its rate at once, and then its rate, for long', () => {
  const limit = new RateLimit(20);
  expect(ask(limit, '192.0.2.1', 300)).toBe(200);
  for (let second = 0; second < 60; second += 1) {
    now += 1000;
    expect(ask(limit, '192.0.2.1', 100)).toBe(20);
  }
  now += 10_000;
  expect(ask(limit, '192.0.2.1', 300)).toBe(200);
});

test('What was refused costs nothing', () => {
  const limit = new RateLimit(1);
  expect(ask(limit, '192.0.2.1', 1000)).toBe(10);
  now += 1000;
  expect(ask(limit, '192.0.2.1', 1000)).toBe(1);
});

test('A client has its own limit: an IPv4 address however it is written, 64 bits of an IPv6 address', () => {
  const limit = new RateLimit(1);
  expect(ask(limit, '192.0.2.1', 10)).toBe(10);
  expect(ask(limit, '::ffff:192.0.2.1', 1)).toBe(0);
  expect(ask(limit, '192.0.2.2', 10)).toBe(10);
  expect(ask(limit, '2001:db8:1:2::1', 10)).toBe(10);
  expect(ask(limit, '2001:db8:1:2:ffff::9', 1)).toBe(0);
  expect(ask(limit, '2001:db8:1:3::1', 1)).toBe(1);
});

test('A client is told its limit and what is left of it', () => {
  const limit = new RateLimit(20);
  expect(limit.take('192.0.2.1')).toEqual({
    isExceeded: false,
    headers: ['RateLimit-Policy', '"default";q=200;w=10', 'RateLimit', '"default";r=199;t=1'],
  });
  ask(limit, '192.0.2.1', 199);
  expect(limit.take('192.0.2.1')).toMatchObject({
    isExceeded: true,
    headers: expect.arrayContaining(['"default";r=0;t=1']) as string[],
  });
});

test('A client that asks nothing any more is forgotten within a minute, and one that goes on asking is not', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const limit = new RateLimit(1);
  ask(limit, '192.0.2.1', 10);
  for (let waited = 0; waited < 60_000; waited += FORGOTTEN_AFTER / 2) {
    expect(ask(limit, '192.0.2.2', 100)).toBeGreaterThan(0);
    now += FORGOTTEN_AFTER / 2;
    vi.advanceTimersByTime(FORGOTTEN_AFTER / 2);
  }
  expect(limit.size).toBe(1);
});

test('Looking whether a client may ask costs it nothing', () => {
  const limit = new RateLimit(1);
  for (let index = 0; index < 100; index += 1) expect(limit.isExhausted('192.0.2.1')).toBe(false);
  expect(ask(limit, '192.0.2.1', 20)).toBe(10);
  expect(limit.isExhausted('192.0.2.1')).toBe(true);
  now += 1000;
  expect(limit.isExhausted('192.0.2.1')).toBe(false);
});

test('More clients than are remembered take no more memory, and whoever asks on is not forgotten', () => {
  const limit = new RateLimit(1);
  const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
  ask(limit, '192.0.2.1', 10);
  ask(limit, '192.0.2.2', 10);
  for (let index = 0; index < 2 * MOST_CLIENTS; index += 1) {
    limit.take(addressOf(index));
    if (index % 1000 === 0) expect(limit.take('192.0.2.1').isExceeded).toBe(true);
  }
  expect(limit.size).toBe(MOST_CLIENTS);
  expect(limit.take('192.0.2.2').isExceeded).toBe(false);
});
