import { describe, expect, test } from 'vitest';
import { KINDS, measureDelay, Workload } from '../../src/server/workload.ts';

describe('What is being made', () => {
  /** How many of a kind find room beside what is there. */
  const fill = (workload: Workload, kind: (typeof KINDS)[number]) => {
    let count = 0;
    while (workload.begin(kind)) count += 1;
    return count;
  };

  test('leaves room for what is behind it: searches give way first, then lists, then clubs', () => {
    const workload = new Workload(100, () => 0);
    expect(KINDS.map((kind) => fill(workload, kind))).toEqual([50, 20, 15, 15]);
    expect(workload.count).toBe(100);
  });

  test('is one of each kind where one is made at a time', () => {
    for (const kind of KINDS) expect(fill(new Workload(1, () => 0), kind)).toBe(1);
  });

  test.each([
    [49, [50, 70, 85, 100]],
    [50, [7, 70, 85, 100]],
    [100, [7, 7, 85, 100]],
    [200, [7, 7, 7, 100]],
    [10_000, [7, 7, 7, 100]],
  ])('gives way while the process is %i ms late, but for what is one visitor’s own', (delay, expected) => {
    expect(KINDS.map((kind) => fill(new Workload(100, () => delay), kind))).toEqual(expected);
  });

  test('makes room where it ends, once', () => {
    const workload = new Workload(2, () => 0);
    const end = workload.begin('own');
    workload.begin('own');
    expect(workload.begin('own')).toBeNull();
    end?.();
    end?.();
    expect(workload.count).toBe(1);
    expect(fill(workload, 'own')).toBe(1);
  });

  test('counts what goes on, whether or not there is room', () => {
    const workload = new Workload(1, () => 0);
    workload.begin('own');
    const end = workload.join();
    expect(workload.count).toBe(2);
    end();
    expect(workload.begin('own')).toBeNull();
  });
});

describe('How late the process is', () => {
  /** Keeps the process at work so long without a pause, again and again, in ms. */
  const work = async (turn: number, duration: number) => {
    const end = performance.now() + duration;
    while (performance.now() < end) {
      const until = performance.now() + turn;
      while (performance.now() < until);
      await new Promise((done) => setImmediate(done));
    }
  };

  test.each([
    [150, 1000],
    // As late as that, it is looked no more often than something is measured.
    [400, 1300],
  ])('is seen while it works %i ms at each thing, and is over with it', async (turn, duration) => {
    const read = measureDelay();
    await work(turn, duration);
    expect(read()).toBeGreaterThan(50);
    await expect.poll(read, { timeout: 10_000, interval: 100 }).toBeLessThan(50);
  });
});
