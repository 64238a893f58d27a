import { describe, expect, test, vi } from 'vitest';
import { renderCached, type HtmlCache } from '../../src/components/html-cache.ts';

const textsOf = async (all: Buffer[] | Promise<Buffer[]>) => (await all).map(String);

describe('renderCached', () => {
  test('renders each item once, in the order of the items', async () => {
    const cache: HtmlCache = new WeakMap();
    const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'ć' }];
    const render = vi.fn((item: { name: string }) => Promise.resolve(`<p>${item.name}</p>`));
    expect(await textsOf(renderCached(cache, [a, b], render))).toEqual(['<p>a</p>', '<p>b</p>']);
    expect(await textsOf(renderCached(cache, [c, b, a], render))).toEqual(['<p>ć</p>', '<p>b</p>', '<p>a</p>']);
    expect(render.mock.calls).toEqual([[a], [b], [c]]);
  });

  test('renders again after a failure', async () => {
    const cache: HtmlCache = new WeakMap();
    const item = {};
    await expect(renderCached(cache, [item], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await textsOf(renderCached(cache, [item], () => Promise.resolve('yes')))).toEqual(['yes']);
  });
});
