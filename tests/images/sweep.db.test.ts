import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../db/client.ts';
import { sweepDaily } from '../../src/images/sweep.ts';
import { describeDatabase } from '../support/database.ts';

const DAY = 24 * 60 * 60 * 1000;

describeDatabase('Images that nothing uses', (database) => {
  const addOld = (hash: string) => database.sql`
    insert into image (hash, size, type, width, height, bytes, uploaded_at)
    values (${hash}, 400, 'image/webp', 400, 400, 'x', now() - interval '2 hours')`;
  const count = async () => (await database.sql`select from image`).length;

  test('are removed at the start and daily until stopped', async () => {
    // The client keeps its real timers.
    const { client } = database;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await addOld('a'.repeat(64));
    const lines: string[] = [];
    const stop = sweepDaily(client, (line) => lines.push(line));
    onTestFinished(stop);
    const linesOf = async (number: number) => {
      while (lines.length < number) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await linesOf(1);
    expect(await count()).toBe(0);

    await addOld('b'.repeat(64));
    await addOld('c'.repeat(64));
    vi.advanceTimersByTime(DAY - 1);
    expect(await count()).toBe(2);
    vi.advanceTimersByTime(1);
    await linesOf(2);
    expect(lines).toEqual(['Removed 1 unused image.', 'Removed 2 unused images.']);

    stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('A failed sweep is logged', async () => {
  const lines: string[] = [];
  const broken = { begin: () => Promise.reject(new Error('lost')) } as unknown as Database;
  onTestFinished(sweepDaily(broken, (line) => lines.push(line)));
  await expect.poll(() => lines).toEqual(['Could not remove unused images: Error: lost']);
});
