import { describe, expect, test } from 'vitest';
import { markName } from '../../../src/components/clubs/mark-name.ts';

describe('markName', () => {
  test.each([
    ['<h4 class="x">Chess</h4>', 'Chess', [0, 3], '<h4 class="x"><mark>Che</mark>ss</h4>'],
    ['<p>é</p><h4>\n  Échecs\n</h4>', 'Échecs', [1, 6], '<p>é</p><h4>\n  É<mark>checs</mark>\n</h4>'],
    [
      '<h4><span class="words">words</span> <i>no</i></h4>',
      'words',
      [0, 5],
      '<h4><span class="words"><mark>words</mark></span> <i>no</i></h4>',
    ],
    ['<h4>A &amp; &lt;b&gt;</h4>', 'A & <b>', [2, 5], '<h4>A <mark>&amp; &lt;</mark>b&gt;</h4>'],
  ] as const)('marks the match in %s', (html, name, match, expected) => {
    expect(markName(html, name, match)).toBe(expected);
  });

  test('leaves other HTML unchanged', () => {
    for (const html of ['<h4>Other</h4>', '<h4>Chess Club</h4>'.slice(0, 7), '<p>Chess</p>', '<h4>', '']) {
      expect(markName(html, 'Chess', [0, 2])).toBe(html);
    }
  });
});
