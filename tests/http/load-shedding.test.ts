import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ConcurrencyLimiter, measureEventLoopLag } from '../../src/http/load-shedding.ts';

const request = (method = 'GET', complete = true) =>
  Object.assign(new EventEmitter(), { method, complete }) as unknown as IncomingMessage;
const VISITOR = { isPersonal: false };

describe('The concurrency limiter', () => {
  const fill = (limiter: ConcurrencyLimiter, options = VISITOR) => {
    while (limiter.acquire(request(), options));
    return limiter.active;
  };

  test('refuses requests over its capacity until one ends', () => {
    const limiter = new ConcurrencyLimiter(2, () => 0);
    const release = limiter.acquire(request(), VISITOR);
    expect(fill(limiter)).toBe(2);
    release?.();
    release?.();
    expect(limiter.active).toBe(1);
    expect(fill(limiter)).toBe(2);
  });

  test('accepts few visitors while the event loop lags, but always one, and all signed-in users', () => {
    const limiter = new ConcurrencyLimiter(64, () => 100);
    expect(fill(limiter)).toBe(4);
    expect(fill(limiter, { isPersonal: true })).toBe(64);
    expect(fill(new ConcurrencyLimiter(1, () => 10_000))).toBe(1);
    expect(fill(new ConcurrencyLimiter(64, () => 99))).toBe(64);
  });

  test('counts a request with a body once the body has arrived', () => {
    const limiter = new ConcurrencyLimiter(2, () => 0);
    const [form, abandoned] = [request('POST', false), request('POST', false)];
    const release = limiter.acquire(form, VISITOR);
    limiter.acquire(abandoned, VISITOR)?.();
    expect(limiter.active).toBe(0);
    for (const one of [form, abandoned]) one.emit('end');
    expect(limiter.active).toBe(1);
    release?.();
    expect(limiter.active).toBe(0);
  });
});

test('The lag of the event loop is measured', async () => {
  const lag = measureEventLoopLag();
  const block = (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
  // Blocks for most of the time.
  const blocking = setInterval(() => block(300), 1);
  await expect.poll(lag).toBeGreaterThan(100);
  clearInterval(blocking);
  await expect.poll(lag).toBeLessThan(100);
});
