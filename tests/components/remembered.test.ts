import { describe, expect, test, vi } from 'vitest';
import { memoryOf, recall, type Memory } from '../../src/components/remembered.ts';

const textsOf = async (all: Buffer[] | Promise<Buffer[]>) => (await all).map(String);

describe('What was made of an item', () => {
  test('is made once, and repeated in the order of the items', async () => {
    const memory: Memory = new WeakMap();
    const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'ć' }];
    const make = vi.fn((item: { name: string }) => Promise.resolve(`<p>${item.name}</p>`));
    expect(await textsOf(recall(memory, [a, b], make))).toEqual(['<p>a</p>', '<p>b</p>']);
    expect(await textsOf(recall(memory, [c, b, a], make))).toEqual(['<p>ć</p>', '<p>b</p>', '<p>a</p>']);
    expect(make.mock.calls).toEqual([[a], [b], [c]]);
  });

  test('is of this item and of no other that looks the same', async () => {
    const memory: Memory = new WeakMap();
    const item = { id: 1 };
    expect(await textsOf(recall(memory, [item], () => Promise.resolve('one')))).toEqual(['one']);
    expect(await textsOf(recall(memory, [{ ...item }], () => Promise.resolve('other')))).toEqual(['other']);
  });

  test('is made again after it could not be made', async () => {
    const memory: Memory = new WeakMap();
    const item = {};
    await expect(recall(memory, [item], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await textsOf(recall(memory, [item], () => Promise.resolve('yes')))).toEqual(['yes']);
  });

  test('is there without waiting once all of it is, as bytes that are not made again', async () => {
    const memory: Memory = new WeakMap();
    const [a, b] = [{}, {}];
    const make = () => Promise.resolve('é');
    await recall(memory, [a, b], make);
    const all = recall(memory, [b, a], make);
    expect(all).toEqual([Buffer.from('é'), Buffer.from('é')]);
    expect(Array.isArray(all) && all[0]).toBe(memory.get(b));
  });

  test('holds no memory of others: each has just its own bytes', async () => {
    const memory: Memory = new WeakMap();
    const item = {};
    await recall(memory, [item], () => Promise.resolve('<p>short</p>'));
    expect(memory.get(item)?.buffer.byteLength).toBe('<p>short</p>'.length);
  });
});

test('A memory is the same by the same name, and another by another', () => {
  expect(memoryOf('one')).toBe(memoryOf('one'));
  expect(memoryOf('one')).not.toBe(memoryOf('other'));
});
