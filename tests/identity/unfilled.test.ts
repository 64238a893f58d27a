import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findUnfilledPages } from '../../src/identity/unfilled.ts';
import { makeAssociation } from '../support/association.ts';

const PROJECT = resolve('src/content');
const PAGES = ['imprint', 'privacy'];

describe('Pages with places to fill in', () => {
  test('are the imprint and the page on privacy that the project comes with, in both languages', async () => {
    const files = PAGES.flatMap((name) => [`pages/${name}.en.md`, `pages/${name}.fr.md`]);
    expect(await findUnfilledPages(PROJECT)).toEqual(files);
  });

  test('are none of an association that has filled them in, nor of a folder that is not there', async () => {
    expect(await findUnfilledPages(await makeAssociation())).toEqual([]);
    expect(await findUnfilledPages('/nowhere/at/all')).toEqual([]);
  });

  test('are told by one place that is left, in either language', async () => {
    const page = (text: string) => `---\ntitle: 'T'\n---\n\n${text}\n`;
    const folder = await makeAssociation({
      'pages/imprint.en.md': page('Hill Union, **[To fill in: number]**'),
      'pages/imprint.fr.md': page('**[À compléter\u00a0: adresse]**'),
      'pages/ae.en.md': page('[A link](https://example.org/) to fill in.'),
    });
    expect(await findUnfilledPages(folder)).toEqual(['pages/imprint.en.md', 'pages/imprint.fr.md']);
  });

  test.each(PAGES)('have the same places and headings in both languages: %s', async (name) => {
    const [english = '', french = ''] = await Promise.all(
      ['en', 'fr'].map((locale) => readFile(`${PROJECT}/pages/${name}.${locale}.md`, 'utf8')),
    );
    const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
    expect(count(english, /\*\*\[To fill in: [^\]]+\]\*\*/g)).toBeGreaterThan(2);
    expect(count(french, /\*\*\[À compléter\u00a0: [^\]]+\]\*\*/g)).toBe(count(english, /\[To fill in/g));
    for (const part of [/^## /gm, /^- /gm]) expect(count(french, part)).toBe(count(english, part));
  });
});
