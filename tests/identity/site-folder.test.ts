import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast, READABLE } from '../../src/identity/contrast.ts';
import { readGrounds, readSiteFolder } from '../../src/identity/site-folder.ts';
import { ASSOCIATION, makeAssociation } from '../support/association.ts';

/** The faults of a folder in which some files differ. */
const faultsOf = async (changed: Record<string, string | null>) => await faultsOfFolder(await makeAssociation(changed));

async function faultsOfFolder(folder: string): Promise<string[]> {
  const message = await readSiteFolder(folder).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
  const [first, ...faults] = message.split('\n');
  if (first) expect(first).toMatch(/^Errors in .* \(SITE_DIR\):$/);
  return faults;
}

const site = JSON.parse(ASSOCIATION['site.json'] ?? '') as Record<string, unknown>;

/** The faults of a `site.json` in which some keys differ; `undefined` removes a key. */
const faultsOfSite = (changed: Record<string, unknown>) =>
  faultsOf({ 'site.json': JSON.stringify({ ...site, ...changed }) });

describe('The folder of a site', () => {
  test('is read', async () => {
    const { name, associationClubs, accent, links } = await readSiteFolder(await makeAssociation());
    expect({ name, associationClubs, accent, footer: links.footer }).toEqual({
      name: { en: 'Clubs on the Hill', fr: 'Clubs de la Colline' },
      associationClubs: { en: null, fr: 'Les clubs de la Hill Union' },
      accent: '#8a1c4f',
      footer: [
        { label: { en: 'Imprint', fr: 'Mentions légales' }, page: 'imprint' },
        { label: { en: 'Start', fr: 'Début' }, page: 'home' },
      ],
    });
  });

  test('needs neither links nor a contact', async () => {
    expect(await faultsOfSite({ links: undefined, contact: undefined, association_clubs: undefined })).toEqual([]);
    expect(await faultsOfSite({ links: { footer: [] }, contact: 'office@hill.example.org' })).toEqual([]);
  });

  test('may contain other files', async () => {
    const ofEditors = ['.#home.en.md', '.home.en.md.swp', '#home.en.md#', 'home.en.md~', 'home.en.md.bak', '.old/x.md'];
    const ofPeople = ['notes.txt', 'foyer.jpg', 'plan.en.png', 'pictures/foyer.jpg', 'minutes.2026.pdf'];
    const others = Object.fromEntries([...ofEditors, ...ofPeople].map((name) => [`pages/${name}`, '']));
    const hidden = { '.git/config': '', 'pages/.DS_Store': '', 'pages/._home.en.md': '\0' };
    expect(await faultsOf({ ...others, ...hidden, 'logo.psd': '' })).toEqual([]);
  });

  test.each([
    '![Foyer](there.svg)',
    '![Foyer](./the%20foyer.SVG) ![Foyer](<the foyer.SVG>) ![Foyer](foyér.svg)',
    '[Foyer]: ./pictures/there.svg\n\n![Foyer]',
    '[No picture](x.png)\n\n<img src="./x.png" alt="passed on">',
  ])('may contain a page with %j', async (text) => {
    const svg = ASSOCIATION['mark.svg'] ?? '';
    const names = ['there.svg', 'the foyer.SVG', 'foyér.svg', 'pictures/there.svg'];
    expect(
      await faultsOf({
        'pages/ae.en.md': `---\ntitle: T\n---\n\n${text}\n`,
        ...Object.fromEntries(names.map((name) => [`pages/${name}`, svg])),
      }),
    ).toEqual([]);
  });

  test('counts characters as people do', async () => {
    expect(await faultsOfSite({ name: '😀'.repeat(60) })).toEqual([]);
    expect(await faultsOfSite({ name: '😀'.repeat(61) })).toEqual(['site.json: name must have at most 60 characters.']);
  });

  test('of the project is valid', async () => {
    expect(await readSiteFolder(resolve('src/content'))).toMatchObject({ association: { en: 'AE', fr: 'AE' } });
  });
});

describe('A wrong folder is reported with file and reason:', () => {
  test.each<[string, Record<string, string | null>, RegExp[]]>([
    ['no site.json', { 'site.json': null }, [/^site\.json: /]],
    ['a site.json that is not UTF-8', { 'site.json': '{\0' }, [/^site\.json: .*UTF-8/]],
    ['a site.json that is not JSON', { 'site.json': '{ "name": "x", }' }, [/^site\.json: .*line 1 column 16/]],
    ['a mark that is not an SVG', { 'mark.svg': 'PNG' }, [/^mark\.svg: /]],
    ['a mark that browsers do not show', { 'mark.svg': '<svg width="10"></svg>' }, [/xmlns=/, /viewBox=/]],
    [
      'a mark that is too large',
      { 'mark.svg': `${ASSOCIATION['mark.svg']}<!--${'x'.repeat(70_000)}-->` },
      [/^mark\.svg: .*64 KiB/],
    ],
    ['a missing page', { 'pages/ae.en.md': null }, [/^pages\/ae\.\{en,fr\}\.md: /]],
    ['a page in an unknown language', { 'pages/ae.de.md': 'Text' }, [/^pages\/ae\.de\.md: /]],
    ['a page without a title', { 'pages/ae.en.md': 'Text' }, [/^pages\/ae\.en\.md: title /]],
    [
      'an unknown key in a page',
      { 'pages/ae.en.md': '---\ntitle: T\ndesciption: D\n---\n' },
      [/^pages\/ae\.en\.md: desciption .*description/],
    ],
    ['a page in a subfolder', { 'pages/sub/x.en.md': '---\ntitle: X\n---\n' }, [/^pages\/sub\/x\.en\.md: /]],
    ['a page with TOML', { 'pages/ae.en.md': '+++\ntitle = "X"\n+++\n\nText' }, [/^pages\/ae\.en\.md: .*TOML/]],
    ['a page with invalid YAML', { 'pages/ae.en.md': '---\ntitle: "x\n---\n' }, [/^pages\/ae\.en\.md: .*YAML/]],
    ['a link to a missing page', { 'pages/imprint.fr.md': null }, [/^site\.json: links\.footer\.0\.page .*imprint/]],
    [
      'several at once',
      { 'site.json': '{ "accent": "#fff" }', 'mark.svg': 'x', 'pages/home.en.md': null, 'pages/home.fr.md': null },
      [/^pages\/home/, /name/, /association/, /tagline/, /description/, /accent_dark/, /accent/, /^mark\.svg/],
    ],
  ])('%s', async (_, changed, patterns) => {
    const faults = await faultsOf(changed);
    expect(faults).toEqual(patterns.map((pattern) => expect.stringMatching(pattern) as string));
  });

  test.each([
    ...['ae.en.mdx', 'ae.en.txt', 'ae.en', 'README.md', 'ae.EN.md', 'a e.en.md', 'аe.en.md', 'x-.en.md', 'en.md'],
    ...['home.en.md\ufeff', 'ho\u200bme.en.md'],
  ])('a page with the wrong name %j', async (name) => {
    const faults = await faultsOf({ [`pages/${name}`]: ASSOCIATION['pages/ae.en.md'] ?? '' });
    expect(faults).toEqual([expect.stringMatching(/^pages\/.*<name>\.<language>\.md/) as string]);
  });

  test.each<[string, string[]]>([
    ['![Foyer](foyer.png)', ['foyer.png: cannot be read: no such file or folder']],
    ['![Foyer](./img/foyer.png "By night")', ['./img/foyer.png: cannot be read: no such file or folder']],
    ['[![Foyer][f]](/club/)\n\n[f]: ../foyer.png', ['../foyer.png: cannot be read: no such file or folder']],
    ['- A list\n\n  > ![a](a.png) ![b](b.gif) ![a](a.png)', ['a.png: cannot', 'b.gif: cannot']],
    ['![Foyer](hidden\u200b.png)', ['hidden\\u{200b}.png: cannot be read']],
    ['![Foyer](%ff.png)', ['%ff.png: the name must not contain %, ? or #']],
    [
      '![Foyer](drawing.bmp)',
      ['drawing.bmp: must be one of these formats: apng, avif, gif, jpeg, jpg, png, svg, tiff, webp'],
    ],
    ['![Foyer](../../x.png)', ['../../x.png: must be in SITE_DIR']],
    ['![Foyer](folder.png)', ['folder.png: is a folder']],
    ['![Foyer](text.png)', ['text.png: is not an image']],
    ['![Foyer](pipe.png)', ['pipe.png: is not a regular file']],
  ])('an image that a page cannot show, %j', async (text, told) => {
    const folder = await makeAssociation({
      'pages/ae.en.md': `---\ntitle: T\n---\n\n${text}\n`,
      'pages/text.png': 'text',
      'pages/folder.png/x': '',
    });
    execFileSync('mkfifo', [join(folder, 'pages/pipe.png')]);
    expect(await faultsOfFolder(folder)).toEqual(
      told.map((one) => expect.stringContaining(`pages/ae.en.md: picture ${one}`) as string),
    );
  });

  test.each([
    ['[Rules](/files/rules.pdf)', 'rules.pdf'],
    ['[Rules](/files/en/rules%20.pdf#page=2 "Title")', 'en/rules .pdf'],
    ['![Logo](/files/logo.svg)', 'logo.svg'],
    ['<p><a href="/files/rules.pdf">Rules</a></p>', 'rules.pdf'],
    ['[Hidden](/files/.DS_Store)', '.DS_Store'],
  ])('a link to a missing file, %j', async (text, file) => {
    const [fault, ...others] = await faultsOf({
      'pages/ae.en.md': `---\ntitle: T\n---\n\n[There](/files/statutes.pdf#1) \`[x](/files/x)\`\n\n${text}\n`,
      'files/statutes.pdf': '',
      'files/.DS_Store': '',
    });
    expect(fault).toMatch(/^pages\/ae\.en\.md: links to \/files\//);
    expect(fault?.endsWith(` files/${file} does not exist.`)).toBe(true);
    expect(others).toEqual([]);
  });

  test('a file that cannot be served', async () => {
    const allowed = ['a.PDF', 'en/logo-2_x.min.svg', 'LICENSE', '.DS_Store', '.git/config', 'console.txt'];
    const wrong = ['CON', 'a b.pdf', 'aux.txt', 'ends.', 'règles.pdf', 'x\u200b.pdf', 'é/a.pdf'];
    const folder = await makeAssociation(
      Object.fromEntries([...allowed, ...wrong, 'node_modules/x.txt'].map((name) => [`files/${name}`, ''])),
    );
    await writeFile(join(folder, 'files/large.zip'), Buffer.alloc(16 * 2 ** 20 + 1));
    await symlink('/etc/passwd', join(folder, 'files/link.txt'));
    await symlink('/etc', join(folder, 'files/links'));
    execFileSync('mkfifo', [join(folder, 'files/pipe')]);
    const faults = await faultsOfFolder(folder);
    const others = ['large.zip', 'link.txt', 'links', 'node_modules/x.txt', 'pipe'];
    expect(faults.map((fault) => fault.replace(/: .*/, '')).sort()).toEqual(
      [...wrong, ...others].map((name) => `files/${name}`).sort(),
    );
  });

  test('a file that is a folder, a broken link or a pipe', async () => {
    const folder = await makeAssociation({ 'site.json': null, 'mark.svg': null });
    const pages = join(folder, 'pages');
    await mkdir(join(folder, 'site.json'));
    await mkdir(join(pages, 'folder.en.md'));
    await symlink('nowhere', join(pages, 'lost.en.md'));
    await symlink('round.en.md', join(pages, 'round.en.md'));
    await symlink('.', join(pages, 'again'));
    await symlink('home.en.md', join(pages, 'linked.en.md'));
    execFileSync('mkfifo', [join(pages, 'pipe.en.md'), join(folder, 'mark.svg')]);
    const wrong = ['folder.en.md', 'lost.en.md', 'pipe.en.md', 'round.en.md'].map((name) => `pages/${name}`);
    const faults = await faultsOfFolder(folder);
    expect(faults.map((fault) => fault.replace(/: .*/, ''))).toEqual([...wrong, 'site.json', 'mark.svg']);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ name: undefined }, 'name is missing'],
    [{ name: ' ' }, 'name must not be empty'],
    [{ name: 'x'.repeat(61) }, 'name must have at most 60 characters'],
    [{ tagline: 'one\ntwo' }, 'tagline must be a single line'],
    [{ description: { en: 'English' } }, 'description.fr is missing'],
    [{ asociation: 'AE' }, 'asociation is unknown (did you mean association?)'],
    [{ accent: 'red' }, 'accent must be a colour such as #1a5680'],
    [{ accent: '#fc0' }, 'accent has too little contrast with #efeae0: 1.26 instead of 4.5; try #'],
    [{ accent_dark: '#123456' }, 'accent_dark has too little contrast with #2a303b'],
    [{ contact: 'javascript:alert(1)' }, 'contact must be an e-mail address'],
    [{ links: [] }, 'links must be an object with menu, footer'],
    [{ links: { footer: [{ href: 'https://x.org/' }] } }, 'links.footer.0.label is missing'],
    [{ name: '\u200b' }, 'name must contain a letter'],
    [
      { links: { footer: [{ label: 'X', href: '/files/none.pdf' }] } },
      'links.footer.0.href links to /files/none.pdf, but files/none.pdf does not exist',
    ],
    [{ links: { footer: [{ label: 'X', href: 'javascript:x' }] } }, 'links.footer.0.href must be an address such as'],
    [{ links: { footer: [{ label: 'X', page: '../x' }] } }, 'links.footer.0.page must be a page name'],
  ])('%j', async (changed, fault) => {
    const [first, ...others] = await faultsOfSite(changed);
    expect(first).toContain(`site.json: ${fault}`);
    expect(others).toEqual([]);
  });

  test('an unreadable colour, with a readable shade', async () => {
    const [fault = ''] = await faultsOfSite({ accent: '#ffcc00' });
    const shade = /try (#[\da-f]{6})\.$/.exec(fault)?.[1] ?? '';
    expect(await faultsOfSite({ accent: shade })).toEqual([]);
  });
});

test('The default accent is readable on every background', async () => {
  const { light, dark } = await readGrounds();
  expect([light.length, dark.length]).toEqual([5, 5]);
  const { accent, accentDark } = await readSiteFolder(resolve('src/content'));
  for (const ground of light) expect(contrast(accent, ground)).toBeGreaterThanOrEqual(READABLE);
  for (const ground of dark) expect(contrast(accentDark, ground)).toBeGreaterThanOrEqual(READABLE);
});
