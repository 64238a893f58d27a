import { describe, expect, test } from 'vitest';
import { shareCalls, shareNextCall } from '../../src/lib/single-flight.ts';

/** A call that the test answers, with the number of calls before it. */
function createCall(patience?: number) {
  const open: { answer: () => void; fail: () => void }[] = [];
  const call = () =>
    new Promise<number>((resolve, reject) => {
      const number = open.length;
      open.push({ answer: () => resolve(number), fail: () => reject(new Error(`call ${number} failed`)) });
    });
  return { open, shared: shareNextCall(call, patience) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('A shared next call', () => {
  test('serves requests during a call', async () => {
    const { open, shared } = createCall();
    const answers = [shared()];
    await settle();
    answers.push(shared(), shared());
    expect(open).toHaveLength(1);
    open[0]?.answer();
    await settle();
    expect(open).toHaveLength(2);
    const late = shared();
    open[1]?.answer();
    expect(await Promise.all(answers)).toEqual([0, 1, 1]);
    await settle();
    open[2]?.answer();
    expect(await late).toBe(2);
    expect(open).toHaveLength(3);
  });

  test('fails only for those who share it', async () => {
    const { open, shared } = createCall();
    const first = shared();
    await settle();
    const second = shared();
    open[0]?.fail();
    await expect(first).rejects.toThrow('call 0 failed');
    await settle();
    open[1]?.answer();
    expect(await second).toBe(1);
    const third = shared();
    await settle();
    open[2]?.answer();
    expect(await third).toBe(2);
  });

  test('does not block others if it hangs', async () => {
    const { open, shared } = createCall(20);
    const hanging = shared();
    await settle();
    const second = shared();
    await expect.poll(() => open.length).toBe(2);
    open[1]?.answer();
    expect(await second).toBe(1);
    const third = shared();
    await settle();
    open[2]?.answer();
    expect(await third).toBe(2);
    open[0]?.answer();
    expect(await hanging).toBe(0);
  });
});

describe('Callers share a call', () => {
  const values = () => {
    const results = [Promise.reject(new Error('down')), Promise.resolve(1), Promise.resolve(2)];
    return () => results.shift() ?? Promise.reject(new Error('too many calls'));
  };

  test('until it has settled', async () => {
    const shared = shareCalls(values());
    await expect(Promise.all([shared(), shared()])).rejects.toThrow('down');
    expect(await Promise.all([shared(), shared()])).toEqual([1, 1]);
    expect(await shared()).toBe(2);
  });

  test('until it has failed', async () => {
    const shared = shareCalls(values(), 'failed');
    await expect(Promise.all([shared(), shared()])).rejects.toThrow('down');
    expect(await Promise.all([shared(), shared()])).toEqual([1, 1]);
    expect(await shared()).toBe(1);
  });
});
