import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { EDGE, renderOnce, replaceParts } from '../../src/components/html-cache.ts';

const textOf = async (html: ReturnType<typeof renderOnce>) => new TextDecoder().decode((await html).bytes);

describe('renderOnce', () => {
  test('renders an item once for each variant', async () => {
    const item = {};
    const render = vi.fn(() => Promise.resolve('<p>ć</p>'));
    expect(await textOf(renderOnce(item, 'a', render))).toBe('<p>ć</p>');
    expect(renderOnce(item, 'a', render)).not.toBeInstanceOf(Promise);
    expect(await textOf(renderOnce(item, 'b', render))).toBe('<p>ć</p>');
    expect(await textOf(renderOnce({}, 'a', render))).toBe('<p>ć</p>');
    expect(render).toHaveBeenCalledTimes(3);
  });

  test('renders an item again after midnight', async () => {
    vi.useFakeTimers({ now: new Date(2026, 9, 12, 23, 59, 59), toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const item = {};
    const render = vi.fn(() => Promise.resolve(''));
    await renderOnce(item, '', render);
    vi.setSystemTime(new Date(2026, 9, 13, 0, 0, 1));
    await renderOnce(item, '', render);
    expect(render).toHaveBeenCalledTimes(2);
  });

  test('returns HTML whose parts can be replaced', async () => {
    const html = await renderOnce({}, '', () => Promise.resolve(`<p>é ${EDGE}Éco${EDGE}, ${EDGE}ć${EDGE}</p>`));
    const replaced = (parts: (string | null)[]) => new TextDecoder().decode(replaceParts(html, parts));
    expect(replaced([])).toBe('<p>é Éco, ć</p>');
    expect(replaced(['Œ', null])).toBe('<p>é Œ, ć</p>');
    expect(replaced([null, ''])).toBe('<p>é Éco, </p>');
    expect(replaced(['<b>é</b>', '!'])).toBe('<p>é <b>é</b>, !</p>');
  });

  test('renders again after a failure', async () => {
    const item = {};
    await expect(renderOnce(item, '', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await textOf(renderOnce(item, '', () => Promise.resolve('yes')))).toBe('yes');
  });
});
