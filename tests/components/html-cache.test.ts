import { describe, expect, test, vi } from 'vitest';
import { EDGE, renderOnce } from '../../src/components/html-cache.ts';

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

  test('returns the place of the replaceable part, in bytes', async () => {
    const { bytes, start, end } = await renderOnce({}, '', () => Promise.resolve(`<p>é ${EDGE}Éco${EDGE}</p>`));
    expect([bytes.subarray(0, start), bytes.subarray(start, end), bytes.subarray(end)].map(String)).toEqual(
      ['<p>é ', 'Éco', '</p>'].map((text) => String(new TextEncoder().encode(text))),
    );
  });

  test('renders again after a failure', async () => {
    const item = {};
    await expect(renderOnce(item, '', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await textOf(renderOnce(item, '', () => Promise.resolve('yes')))).toBe('yes');
  });
});
