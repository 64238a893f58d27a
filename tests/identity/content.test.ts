import { expect, test } from 'vitest';
import { createContent } from '../../src/identity/content.ts';
import type { SiteEntry } from '../../src/identity/entries.ts';
import { readSiteFolder } from '../../src/identity/site-folder.ts';
import { makeAssociation } from '../support/association.ts';

const folder = await readSiteFolder(await makeAssociation());
const setting = (name: string, value: unknown): SiteEntry => ({ kind: 'setting', name, value: JSON.stringify(value) });
const page = (name: string, value: string): SiteEntry => ({ kind: 'page', name, value });

test('Saved settings replace those of the folder, and the others stay', () => {
  const { identity, stylesheet } = createContent(folder, [
    setting('name', 'Dale'),
    setting('contact', null),
    setting('accent', '#004488'),
  ]);
  expect(identity).toMatchObject({ name: { en: 'Dale', fr: 'Dale' }, association: { en: 'Hill Union' } });
  expect(identity.contact).toBeUndefined();
  expect(stylesheet?.bytes.toString()).toMatch(/#004488.*#f2a1c4/);
});

test.each([
  ['an unknown key', setting('motto', 'Up')],
  ['a text that is too long', setting('name', 'x'.repeat(61))],
  ['a required text that was removed', setting('name', null)],
  ['a colour without contrast', setting('accent', '#ffffff')],
  ['a link to nowhere', setting('links', { menu: [{ label: 'X', href: 'javascript:x' }] })],
])('%s is ignored, for example after an update', (_, entry) => {
  expect(createContent(folder, [entry]).identity).toEqual(createContent(folder).identity);
});

test('Saved pages replace, add and delete pages, but no required one in its last language', () => {
  const { pages } = createContent(folder, [
    page('ae.en', ''),
    page('home.en', ''),
    page('imprint.fr', 'Autre'),
    page('rooms.en', 'Rooms'),
    page('rooms.xx', 'Rooms'),
  ]);
  expect(pages.map(({ name, locale, hasAnyHtml }) => [`${name}.${locale}`, hasAnyHtml])).toEqual([
    ['ae.en', true],
    ['home.fr', true],
    ['imprint.fr', false],
    ['rooms.en', false],
  ]);
});

test('A saved logo has its own address', () => {
  const [before, after] = [
    createContent(folder),
    createContent(folder, [{ kind: 'mark', name: 'mark', value: '<svg/>' }]),
  ];
  expect(after.mark.bytes.toString()).toBe('<svg/>');
  expect(after.mark.path).not.toBe(before.mark.path);
});
