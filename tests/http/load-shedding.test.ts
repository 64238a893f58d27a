import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KINDS, measureDelay, Workload } from '../../src/http/load-shedding.ts';

describe('A workload', () => {
  const fill = (workload: Workload, kind: (typeof KINDS)[number]) => {
    let count = 0;
    while (workload.begin(kind)) count += 1;
    return count;
  };

  test('never exceeds its capacity, and always lets one request begin', () => {
    const workload = new Workload(100, () => 0);
    for (const kind of KINDS) fill(workload, kind);
    expect(workload.count).toBe(100);
    for (const kind of KINDS) expect(fill(new Workload(1, () => 0), kind)).toBe(1);
  });

  test('accepts few searches while the event loop lags', () => {
    expect(fill(new Workload(100, () => 49), 'search')).toBeGreaterThan(fill(new Workload(100, () => 50), 'search'));
    expect(fill(new Workload(100, () => 10_000), 'search')).toBeGreaterThan(0);
  });

  test('frees capacity once when a request ends', () => {
    const workload = new Workload(2, () => 0);
    const end = workload.begin('own');
    workload.begin('own');
    expect(workload.begin('own')).toBeNull();
    end?.();
    end?.();
    expect(workload.count).toBe(1);
    expect(fill(workload, 'own')).toBe(1);
  });
});

describe('The lag of the event loop', () => {
  let lag = 0;
  let now = 0;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const pass = (ticks: number) => {
    for (let tick = 0; tick < ticks; tick += 1) {
      now += 20 + lag;
      vi.advanceTimersByTime(20);
    }
  };

  test.each([60, 400])('is measured while timers are %i ms late', (late) => {
    const read = measureDelay();
    pass(20);
    expect(read()).toBe(0);
    lag = late;
    pass(20);
    expect(read()).toBeGreaterThan(50);
    lag = 0;
    pass(40);
    expect(read()).toBe(0);
  });
});
