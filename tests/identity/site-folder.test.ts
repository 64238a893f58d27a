import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createContent } from '../../src/identity/content.ts';
import { identityIn } from '../../src/identity/identity.ts';
import { checkPages, isUnfilled } from '../../src/identity/pages.ts';
import { shareSiteContent } from '../../src/identity/site.ts';
import { DEFAULT_FOLDER, readColours, readSiteFolder } from '../../src/identity/site-folder.ts';
import { shareSiteSettings } from '../../src/site-settings.ts';
import { ASSOCIATION, makeAssociation } from '../support/association.ts';

/** The issues of a folder in which some files differ. */
const issuesOf = async (changed: Record<string, string | null>) => await issuesOfFolder(await makeAssociation(changed));

async function issuesOfFolder(folder: string): Promise<string[]> {
  const message = await readSiteFolder(folder).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
  const [first, ...issues] = message.split('\n');
  if (first) expect(first).toMatch(/^Errors in .* \(SITE_DIR\):$/);
  return issues;
}

const site = JSON.parse(ASSOCIATION['site.json'] ?? '') as Record<string, unknown>;

/** The issues of a `site.json` in which some keys differ; `undefined` removes a key. */
const issuesOfSite = (changed: Record<string, unknown>) =>
  issuesOf({ 'site.json': JSON.stringify({ ...site, ...changed }) });

describe('The folder of a site', () => {
  test('must be a folder', async () => {
    const folder = await makeAssociation();
    await expect(readSiteFolder(join(folder, 'none'))).rejects.toThrow(/none \(SITE_DIR\) does not exist/);
    await expect(readSiteFolder(join(folder, 'site.json'))).rejects.toThrow(/\(SITE_DIR\) is a file/);
  });

  test('is read', async () => {
    const { identity, stylesheet } = createContent(await readSiteFolder(await makeAssociation()));
    const { name, association, accent, links } = identity;
    expect(stylesheet?.bytes.toString()).toMatch(/#8a1c4f.*#f2a1c4/);
    expect({ name, association, accent, footer: links.footer }).toMatchObject({
      name: { en: 'Clubs on the Hill', fr: 'Clubs de la Colline' },
      association: { en: 'Hill Union', fr: 'Hill Union' },
      accent: '#8a1c4f',
      footer: [
        { label: { en: 'Imprint', fr: 'Mentions légales' }, page: 'imprint' },
        { label: { en: 'Start', fr: 'Début' }, page: 'home' },
      ],
    });
  });

  test('shows a text of another language where site.json has none, that of the default language first', async () => {
    const changed = {
      ...site,
      name: { fr: 'Clubs' },
      links: { menu: [{ label: { de: 'R', en: 'Rooms' }, page: 'home' }] },
    };
    shareSiteContent(
      createContent(await readSiteFolder(await makeAssociation({ 'site.json': JSON.stringify(changed) }))),
    );
    onTestFinished(() => shareSiteSettings(null));
    const { name, links } = identityIn('en');
    expect([name, links.menu[0]?.label, identityIn('fr').links.menu[0]?.label]).toEqual(['Clubs', 'Rooms', 'Rooms']);
  });

  test('needs neither links nor a contact, and may contain other files', async () => {
    expect(await issuesOfSite({ links: undefined, contact: undefined, association_clubs: undefined })).toEqual([]);
    expect(await issuesOfSite({ links: { footer: [] }, contact: 'office@hill.example.org' })).toEqual([]);
    const others = ['pages/.#home.en.md', 'pages/home.en.md~', 'logo.psd', 'files/.git/config'];
    expect(await issuesOf(Object.fromEntries(others.map((name) => [name, ''])))).toEqual([]);
  });

  test('of the project is valid, with an accent that is readable on every background', async () => {
    const { light, dark, accent } = await readColours();
    expect([light.length, dark.length]).toEqual([5, 5]);
    const { identity, stylesheet } = createContent(await readSiteFolder(DEFAULT_FOLDER));
    expect([identity.accent, identity.accent_dark, stylesheet]).toEqual([accent.light, accent.dark, null]);
  });
});

describe('A wrong folder is reported with file and reason:', () => {
  test.each<[string, Record<string, string | null>, RegExp[]]>([
    ['no site.json', { 'site.json': null }, [/^site\.json: cannot be read/]],
    ['a site.json that is not JSON', { 'site.json': '{ "name": "x", }' }, [/^site\.json: .*JSON/]],
    ['a mark that is not an SVG', { 'mark.svg': 'PNG' }, [/^mark\.svg: /]],
    ['a mark that browsers do not show', { 'mark.svg': '<svg width="10"></svg>' }, [/xmlns=.*viewBox/]],
    [
      'a mark that is too large',
      { 'mark.svg': `${ASSOCIATION['mark.svg']}<!--${'x'.repeat(70_000)}-->` },
      [/^mark\.svg: .*64 KiB/],
    ],
    ['a missing page', { 'pages/ae.en.md': null }, [/^pages\/ae\.\{en,.*\}\.md: /]],
    ['a page in an unknown language', { 'pages/ae.xx.md': 'Text' }, [/^pages\/ae\.xx\.md: /]],
    ['a page with a wrong name', { 'pages/A e.en.md': 'Text' }, [/^pages\/A e\.en\.md: /]],
    ['a link to a missing page', { 'pages/imprint.fr.md': null }, [/^site\.json: .*imprint/]],
    ['files that cannot be served', { 'files/a b.pdf': '', 'files/a.pdf': '', 'files/é': '' }, [/a b\.pdf/, /é/]],
    [
      'several at once',
      { 'site.json': '{ "accent": "#fff" }', 'mark.svg': 'x', 'pages/home.en.md': null, 'pages/home.fr.md': null },
      [/^pages\/home/, /name/, /association/, /tagline/, /description/, /accent: /, /^mark\.svg/],
    ],
  ])('%s', async (_, changed, patterns) => {
    expect(await issuesOf(changed)).toEqual(patterns.map((one) => expect.stringMatching(one) as string).sort());
  });

  test('another encoding, and links and large files among the files', async () => {
    const folder = await makeAssociation({ 'files/a.pdf': '' });
    await writeFile(join(folder, 'mark.svg'), Buffer.from('<svg>é</svg>', 'latin1'));
    await writeFile(join(folder, 'files/large.zip'), Buffer.alloc(16 * 2 ** 20 + 1));
    await symlink('/etc', join(folder, 'files/links'));
    const issues = await issuesOfFolder(folder);
    expect(issues.map((issue) => issue.replace(/: .*/, '')).sort()).toEqual([
      ...['files/large.zip', 'files/links', 'mark.svg'],
    ]);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ name: undefined }, 'name'],
    [{ name: ' ' }, 'name: must not be empty'],
    [{ name: 'x'.repeat(61) }, 'name: must have at most 60 characters'],
    [{ tagline: 'one\ntwo' }, 'tagline: must be a single line'],
    [{ description: {} }, 'description: must have a text in one language'],
    [{ languages: ['en', 'en'] }, 'languages: must be different languages'],
    [{ languages: ['tlh'] }, 'languages.0: must be en, fr, de'],
    [{ asociation: 'AE' }, 'asociation'],
    [{ accent: 'red' }, 'accent: must be a colour such as #1a5680'],
    [{ accent: '#ffcc00' }, 'accent: has a contrast of 1.29 '],
    [{ accent_dark: '#123456' }, 'accent_dark: has a contrast of 1.13 '],
    [{ contact: 'javascript:alert(1)' }, 'contact: must be an e-mail address'],
    [{ links: { footer: [{ href: 'https://x.org/' }] } }, 'links.footer.0.label'],
    [{ links: { footer: [{ label: 'X', href: '/files/none.pdf' }] } }, 'links to /files/none.pdf'],
    [{ links: { footer: [{ label: 'X', href: 'javascript:x' }] } }, 'links.footer.0.href: must be an address such as'],
    [{ links: { footer: [{ label: 'X', page: '../x' }] } }, 'links.footer.0.page: must be a page name'],
  ])('%j', async (changed, issue) => {
    const [first, ...others] = await issuesOfSite(changed);
    expect(first).toContain(`site.json: ${issue}`);
    expect(others).toEqual([]);
  });
});

test('Pages with places to fill in are found, such as those of the project', async () => {
  const unfilledIn = async (folder: string) =>
    (await readSiteFolder(folder)).pages.filter(isUnfilled).map(({ name, locale }) => `${name}.${locale}`);
  const files = ['imprint', 'privacy'].flatMap((name) => [`${name}.en`, `${name}.fr`]);
  expect(await unfilledIn(DEFAULT_FOLDER)).toEqual(files);
  const folder = await makeAssociation({
    'pages/imprint.fr.md': 'Hill Union, **[À compléter\u00a0: adresse]**',
    'pages/ae.en.md': '[A link](https://example.org/) to fill in.',
  });
  expect(await unfilledIn(folder)).toEqual(['imprint.fr']);
});

test.each([
  ['Text', 'title: '],
  ["---\ntitle: ' '\n---\n", 'title: must not be empty'],
  ['---\ntitle: A\nauthor: B\n---\n', 'author: '],
  ['---\ntitle: [\n---\n', ''],
])('A page must begin with its title in YAML: %j', async (source, issue) => {
  await expect(checkPages({ pages: [{ name: 'ae', locale: 'en', source, hasAnyHtml: true }] })).rejects.toThrow(
    `pages/ae.en.md: ${issue}`,
  );
});
