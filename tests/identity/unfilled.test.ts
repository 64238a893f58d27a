import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findUnfilledPages } from '../../src/identity/unfilled.ts';
import { makeAssociation } from '../support/association.ts';

const PROJECT = resolve('src/content');
const PAGES = ['imprint', 'privacy'];

describe('Pages with places to fill in', () => {
  test('are the default imprint and privacy page in both languages', async () => {
    const files = PAGES.flatMap((name) => [`pages/${name}.en.md`, `pages/${name}.fr.md`]);
    expect(await findUnfilledPages(PROJECT)).toEqual(files);
  });

  test('are not found in a filled-in or missing folder', async () => {
    expect(await findUnfilledPages(await makeAssociation())).toEqual([]);
    expect(await findUnfilledPages('/nowhere/at/all')).toEqual([]);
  });

  test('are found by one remaining place in either language', async () => {
    const page = (text: string) => `---\ntitle: 'T'\n---\n\n${text}\n`;
    const folder = await makeAssociation({
      'pages/imprint.en.md': page('Hill Union, **[To fill in: number]**'),
      'pages/imprint.fr.md': page('**[À compléter\u00a0: adresse]**'),
      'pages/ae.en.md': page('[A link](https://example.org/) to fill in.'),
    });
    expect(await findUnfilledPages(folder)).toEqual(['pages/imprint.en.md', 'pages/imprint.fr.md']);
  });
});
