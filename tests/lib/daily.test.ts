import { expect, onTestFinished, test, vi } from 'vitest';
import { daily } from '../../src/lib/daily.ts';

const DAY = 24 * 60 * 60 * 1000;

test('Daily work is done at once and each day, also after an error, until it is stopped', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const work = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('lost')).mockResolvedValue();
  const errors: unknown[] = [];
  const stop = daily(work, (error) => errors.push(error));
  await vi.advanceTimersByTimeAsync(DAY - 1);
  expect([work.mock.calls.length, errors]).toEqual([1, [new Error('lost')]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
  stop();
  await vi.advanceTimersByTimeAsync(2 * DAY);
  expect(work).toHaveBeenCalledTimes(2);
});
