import { describe, expect, test, vi } from 'vitest';
import { recall, type Memory } from '../../src/components/remembered.ts';

const textsOf = async (all: Buffer[] | Promise<Buffer[]>) => (await all).map(String);

describe('recall', () => {
  test('renders each item once, in the order of the items', async () => {
    const memory: Memory = new WeakMap();
    const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'ć' }];
    const make = vi.fn((item: { name: string }) => Promise.resolve(`<p>${item.name}</p>`));
    expect(await textsOf(recall(memory, [a, b], make))).toEqual(['<p>a</p>', '<p>b</p>']);
    expect(await textsOf(recall(memory, [c, b, a], make))).toEqual(['<p>ć</p>', '<p>b</p>', '<p>a</p>']);
    expect(make.mock.calls).toEqual([[a], [b], [c]]);
  });

  test('does not confuse equal items', async () => {
    const memory: Memory = new WeakMap();
    const item = { id: 1 };
    expect(await textsOf(recall(memory, [item], () => Promise.resolve('one')))).toEqual(['one']);
    expect(await textsOf(recall(memory, [{ ...item }], () => Promise.resolve('other')))).toEqual(['other']);
  });

  test('renders again after a failure', async () => {
    const memory: Memory = new WeakMap();
    const item = {};
    await expect(recall(memory, [item], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await textsOf(recall(memory, [item], () => Promise.resolve('yes')))).toEqual(['yes']);
  });
});
