import { symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast, READABLE } from '../../src/identity/contrast.ts';
import { readGrounds, readSiteFolder } from '../../src/identity/site-folder.ts';
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
  test('is read', async () => {
    const { name, association, accent, links } = await readSiteFolder(await makeAssociation());
    expect({ name, association, accent, footer: links.footer }).toEqual({
      name: { en: 'Clubs on the Hill', fr: 'Clubs de la Colline' },
      association: { en: 'Hill Union', fr: 'Hill Union' },
      accent: '#8a1c4f',
      footer: [
        { label: { en: 'Imprint', fr: 'Mentions légales' }, page: 'imprint' },
        { label: { en: 'Start', fr: 'Début' }, page: 'home' },
      ],
    });
  });

  test('needs neither links nor a contact, and may contain other files', async () => {
    expect(await issuesOfSite({ links: undefined, contact: undefined, association_clubs: undefined })).toEqual([]);
    expect(await issuesOfSite({ links: { footer: [] }, contact: 'office@hill.example.org' })).toEqual([]);
    const others = ['pages/.#home.en.md', 'pages/home.en.md~', 'pages/foyer.jpg', 'pages/notes.txt', 'logo.psd'];
    expect(await issuesOf(Object.fromEntries(others.map((name) => [name, ''])))).toEqual([]);
  });

  test('of the project is valid, with an accent that is readable on every background', async () => {
    const { light, dark } = await readGrounds();
    expect([light.length, dark.length]).toEqual([5, 5]);
    const { accent, accent_dark: accentDark } = await readSiteFolder(resolve('src/content'));
    for (const ground of light) expect(contrast(accent, ground)).toBeGreaterThanOrEqual(READABLE);
    for (const ground of dark) expect(contrast(accentDark, ground)).toBeGreaterThanOrEqual(READABLE);
  });
});

describe('A wrong folder is reported with file and reason:', () => {
  test.each<[string, Record<string, string | null>, RegExp[]]>([
    ['no site.json', { 'site.json': null }, [/^site\.json: /]],
    ['a site.json that is not UTF-8', { 'site.json': '{\0' }, [/^site\.json: .*UTF-8/]],
    ['a site.json that is not JSON', { 'site.json': '{ "name": "x", }' }, [/^site\.json: .*JSON/]],
    ['a mark that is not an SVG', { 'mark.svg': 'PNG' }, [/^mark\.svg: /]],
    ['a mark that browsers do not show', { 'mark.svg': '<svg width="10"></svg>' }, [/xmlns=.*viewBox/]],
    [
      'a mark that is too large',
      { 'mark.svg': `${ASSOCIATION['mark.svg']}<!--${'x'.repeat(70_000)}-->` },
      [/^mark\.svg: .*64 KiB/],
    ],
    ['a missing page', { 'pages/ae.en.md': null }, [/^pages\/ae\.\{en,fr\}\.md: /]],
    ['a page in an unknown language', { 'pages/ae.de.md': 'Text' }, [/^pages\/ae\.de\.md: /]],
    ['a page with a wrong name', { 'pages/A e.en.md': 'Text' }, [/^pages\/A e\.en\.md: /]],
    ['a link to a missing page', { 'pages/imprint.fr.md': null }, [/^site\.json: .*imprint/]],
    [
      'links to missing files',
      {
        'pages/ae.en.md':
          '[a](/files/a.pdf#2) ![b](/files/b.svg "B") <a href="/files/c%20.pdf">c</a> [d](/files/d.pdf)',
        'files/d.pdf': '',
      },
      [/ae\.en\.md: .*\/a\.pdf/, /ae\.en\.md: .*\/b\.svg/, /ae\.en\.md: .*\/c%20\.pdf/],
    ],
    [
      'several at once',
      { 'site.json': '{ "accent": "#fff" }', 'mark.svg': 'x', 'pages/home.en.md': null, 'pages/home.fr.md': null },
      [/^pages\/home/, /name/, /association/, /tagline/, /description/, /accent has/, /accent_dark/, /^mark\.svg/],
    ],
  ])('%s', async (_, changed, patterns) => {
    expect(await issuesOf(changed)).toEqual(patterns.map((pattern) => expect.stringMatching(pattern) as string));
  });

  test('a file that cannot be served', async () => {
    const allowed = ['a.PDF', 'en/logo-2_x.min.svg', 'LICENSE', '.DS_Store', '.git/config'];
    const wrong = ['a b.pdf', 'règles.pdf', 'é/a.pdf'];
    const folder = await makeAssociation(
      Object.fromEntries([...allowed, ...wrong].map((name) => [`files/${name}`, ''])),
    );
    await writeFile(join(folder, 'files/large.zip'), Buffer.alloc(16 * 2 ** 20 + 1));
    await symlink('/etc/passwd', join(folder, 'files/link.txt'));
    await symlink('/etc', join(folder, 'files/links'));
    const issues = await issuesOfFolder(folder);
    expect(issues.map((issue) => issue.replace(/: .*/, '')).sort()).toEqual(
      [...wrong, 'large.zip', 'link.txt', 'links'].map((name) => `files/${name}`).sort(),
    );
  });

  test.each<[Record<string, unknown>, string]>([
    [{ name: undefined }, 'name is missing'],
    [{ name: ' ' }, 'name must not be empty'],
    [{ name: '😀'.repeat(61) }, 'name must have at most 60 characters'],
    [{ tagline: 'one\ntwo' }, 'tagline must be a single line'],
    [{ description: { en: 'English' } }, 'description.fr is missing'],
    [{ asociation: 'AE' }, 'asociation is unknown'],
    [{ accent: 'red' }, 'accent must be a colour such as #1a5680'],
    [{ accent: '#fc0' }, 'accent has too little contrast with #efeae0: 1.26 instead of 4.5'],
    [{ accent_dark: '#123456' }, 'accent_dark has too little contrast with #2a303b'],
    [{ contact: 'javascript:alert(1)' }, 'contact must be an e-mail address'],
    [{ links: 'x' }, 'links must be an object with menu, footer'],
    [{ links: { footer: [{ href: 'https://x.org/' }] } }, 'links.footer.0.label is missing'],
    [{ links: { footer: [{ label: 'X', href: '/files/none.pdf' }] } }, 'links to /files/none.pdf'],
    [{ links: { footer: [{ label: 'X', href: 'javascript:x' }] } }, 'links.footer.0.href must be an address such as'],
    [{ links: { footer: [{ label: 'X', page: '../x' }] } }, 'links.footer.0.page must be a page name'],
  ])('%j', async (changed, issue) => {
    const [first, ...others] = await issuesOfSite(changed);
    expect(first).toContain(`site.json: ${issue}`);
    expect(others).toEqual([]);
  });
});
