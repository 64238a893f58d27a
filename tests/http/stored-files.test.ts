import { expect, test, vi } from 'vitest';
import { createResponse } from '../../src/http/buffered-response.ts';
import { StoredFiles } from '../../src/http/stored-files.ts';

const file = (length = 10) => createResponse(200, {}, Buffer.alloc(length), { isCacheable: true });

test('loads a file once for concurrent and later requests', async () => {
  const load = vi.fn(() => Promise.resolve(file()));
  const files = new StoredFiles(load);
  const responses = await Promise.all(Array.from({ length: 100 }, () => files.fetch('/a')));
  expect(new Set(responses).size).toBe(1);
  expect(await files.fetch('/a')).toBe(responses[0]);
  expect(files.get('/a')).toBe(responses[0]);
  expect(load).toHaveBeenCalledTimes(1);
  expect(await files.fetch('/b')).not.toBe(responses[0]);
});

test('retries a missing file and a failed load', async () => {
  const load = vi.fn<() => Promise<ReturnType<typeof file> | null>>();
  const files = new StoredFiles(load);
  load.mockResolvedValueOnce(null).mockRejectedValueOnce(new Error('lost')).mockResolvedValueOnce(file());
  expect(await files.fetch('/a')).toBeUndefined();
  await expect(files.fetch('/a')).rejects.toThrow('lost');
  expect(await files.fetch('/a')).toBeDefined();
});

test('stays within its memory and keeps the latest files', async () => {
  const load = vi.fn(() => Promise.resolve(file(100_000)));
  const files = new StoredFiles(load);
  for (let number = 0; number < 1000; number += 1) await files.fetch(`/${number}`);
  const cached = Array.from({ length: 1000 }, (_, number) => files.get(`/${number}`) !== undefined);
  expect(cached.indexOf(true)).toBeGreaterThan(800);
  expect(cached.slice(850)).not.toContain(false);
  expect(load).toHaveBeenCalledTimes(1000);
});
