import { expect, test, vi } from 'vitest';
import { ImageMemory } from '../../src/images/memory.ts';
import type { Rendition } from '../../src/images/rendition.ts';
import type { ImageName } from '../../src/paths.ts';

const nameOf = (number: number): ImageName => ({ hash: number.toString(16).padStart(64, '0'), size: 400 });
const rendition = (length = 10): Rendition => ({
  size: 400,
  type: 'image/webp',
  width: 400,
  height: 400,
  bytes: Buffer.alloc(length),
});

test('loads an image once for concurrent and later requests', async () => {
  const load = vi.fn(() => Promise.resolve(rendition()));
  const memory = new ImageMemory(load);
  const found = await Promise.all(Array.from({ length: 100 }, async () => await memory.find(nameOf(1))));
  expect(new Set(found).size).toBe(1);
  expect(await memory.find(nameOf(1))).toBe(found[0]);
  expect(load).toHaveBeenCalledTimes(1);
});

test('keeps the sizes of an image apart', async () => {
  const memory = new ImageMemory((name) => Promise.resolve({ ...rendition(), size: name.size }));
  expect((await memory.find({ ...nameOf(1), size: 200 }))?.size).toBe(200);
  expect((await memory.find({ ...nameOf(1), size: 400 }))?.size).toBe(400);
});

test('retries a missing image and a failed load', async () => {
  const load = vi.fn<() => Promise<Rendition | null>>();
  const memory = new ImageMemory(load);
  load.mockResolvedValueOnce(null).mockRejectedValueOnce(new Error('lost')).mockResolvedValueOnce(rendition());
  expect(await memory.find(nameOf(1))).toBeNull();
  await expect(memory.find(nameOf(1))).rejects.toThrow('lost');
  expect(await memory.find(nameOf(1))).not.toBeNull();
});

test('stays within its memory and keeps the latest images', async () => {
  const load = vi.fn(() => Promise.resolve(rendition(100_000)));
  const memory = new ImageMemory(load);
  for (let number = 0; number < 1000; number += 1) await memory.find(nameOf(number));
  const cached = Array.from({ length: 1000 }, (_, number) => memory.kept(nameOf(number)) !== null);
  expect(cached.indexOf(true)).toBeGreaterThan(800);
  expect(cached.slice(850)).not.toContain(false);
  expect(load).toHaveBeenCalledTimes(1000);
});
