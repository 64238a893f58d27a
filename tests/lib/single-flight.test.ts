import { describe, expect, test } from 'vitest';
import { keepUnlessFailed, shareCalls } from '../../src/lib/single-flight.ts';

/** A call that the test answers, with the number of calls before it. */
function createCall(patience?: number) {
  const open: { answer: () => void; fail: () => void }[] = [];
  const call = () =>
    new Promise<number>((resolve, reject) => {
      const number = open.length;
      open.push({ answer: () => resolve(number), fail: () => reject(new Error(`call ${number} failed`)) });
    });
  return { open, shared: shareCalls(call, patience) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('A shared call', () => {
  test('serves requests during a call by one next call', async () => {
    const { open, shared } = createCall();
    const answers = [shared(), shared(), shared()];
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
    const second = shared();
    open[0]?.fail();
    await expect(first).rejects.toThrow('call 0 failed');
    open[1]?.answer();
    expect(await second).toBe(1);
    const third = shared();
    open[2]?.answer();
    expect(await third).toBe(2);
  });

  test('does not block others if it hangs', async () => {
    const { open, shared } = createCall(20);
    const hanging = shared();
    const second = shared();
    await expect.poll(() => open.length).toBe(2);
    open[1]?.answer();
    expect(await second).toBe(1);
    const third = shared();
    open[2]?.answer();
    expect(await third).toBe(2);
    open[0]?.answer();
    expect(await hanging).toBe(0);
  });
});

describe('keepUnlessFailed', () => {
  test('calls once, and again after a failure', async () => {
    const answers = [Promise.reject(new Error('down')), Promise.resolve('there'), Promise.resolve('again')];
    const kept = keepUnlessFailed(() => answers.shift() ?? Promise.reject(new Error('one too many')));
    await expect(Promise.all([kept(), kept()])).rejects.toThrow('down');
    expect(await Promise.all([kept(), kept()])).toEqual(['there', 'there']);
    expect(await kept()).toBe('there');
    expect(answers).toHaveLength(1);
  });
});
