import { describe, expect, test, vi } from 'vitest';
import { memoryOf, recall } from '../../src/components/remembered.ts';

describe('What was made of an item', () => {
  test('is made once, and repeated in the order of the items', async () => {
    const memory = new WeakMap<object, string>();
    const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'ć' }];
    const make = vi.fn((item: { name: string }) => Promise.resolve(`<p>${item.name}</p>`));
    expect(await recall(memory, [a, b], make)).toEqual(['<p>a</p>', '<p>b</p>']);
    expect(await recall(memory, [c, b, a], make)).toEqual(['<p>ć</p>', '<p>b</p>', '<p>a</p>']);
    expect(make.mock.calls).toEqual([[a], [b], [c]]);
  });

  test('is of this item and of no other that looks the same', async () => {
    const memory = new WeakMap<object, string>();
    const item = { id: 1 };
    expect(await recall(memory, [item], () => Promise.resolve('one'))).toEqual(['one']);
    expect(await recall(memory, [{ ...item }], () => Promise.resolve('other'))).toEqual(['other']);
  });

  test('is made again after it could not be made', async () => {
    const memory = new WeakMap<object, string>();
    const item = {};
    await expect(recall(memory, [item], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await recall(memory, [item], () => Promise.resolve('yes'))).toEqual(['yes']);
  });
});

test('A memory is the same by the same name, and another by another', () => {
  expect(memoryOf('one')).toBe(memoryOf('one'));
  expect(memoryOf('one')).not.toBe(memoryOf('other'));
});
