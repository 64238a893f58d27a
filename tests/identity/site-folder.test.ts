import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast, READABLE } from '../../src/identity/contrast.ts';
import { readGrounds, readSiteFolder } from '../../src/identity/site-folder.ts';
import { ASSOCIATION, makeAssociation } from '../support/association.ts';

/** What is said of a folder with other content of some files, a line each. */
const faultsOf = async (changed: Record<string, string | null>) => await faultsOfFolder(await makeAssociation(changed));

async function faultsOfFolder(folder: string): Promise<string[]> {
  const message = await readSiteFolder(folder).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
  const [first, ...faults] = message.split('\n');
  if (first) expect(first).toMatch(/^The folder of the association, .* \(SITE_DIR\), does not fit:$/);
  return faults;
}

const site = JSON.parse(ASSOCIATION['site.json'] ?? '') as Record<string, unknown>;

/** What is said of a `site.json` with other values of some keys; `undefined` leaves a key out. */
const faultsOfSite = (changed: Record<string, unknown>) =>
  faultsOf({ 'site.json': JSON.stringify({ ...site, ...changed }) });

describe('The folder of a site', () => {
  test('says who runs it', async () => {
    expect(await readSiteFolder(await makeAssociation())).toEqual({
      name: { en: 'Clubs on the Hill', fr: 'Clubs de la Colline' },
      association: { en: 'Hill Union', fr: 'Hill Union' },
      associationClubs: { en: null, fr: 'Les clubs de la Hill Union' },
      tagline: { en: 'All that happens uphill.', fr: 'Tout ce qui se passe en haut.' },
      description: { en: 'The clubs of the students on the hill.', fr: 'Les clubs des étudiants de la colline.' },
      accent: '#8a1c4f',
      accentDark: '#f2a1c4',
      contact: 'https://hill.example.org/contact',
      links: {
        menu: [
          {
            label: { en: 'Rooms', fr: 'Salles' },
            href: { en: 'https://hill.example.org/rooms', fr: 'https://hill.example.org/rooms' },
          },
        ],
        footer: [
          { label: { en: 'Imprint', fr: 'Mentions légales' }, page: 'imprint' },
          { label: { en: 'Start', fr: 'Début' }, page: 'home' },
        ],
      },
    });
  });

  test('needs neither links nor an address for questions', async () => {
    expect(await faultsOfSite({ links: undefined, contact: undefined, association_clubs: undefined })).toEqual([]);
    expect(await faultsOfSite({ links: { footer: [] }, contact: 'office@hill.example.org' })).toEqual([]);
  });

  test('may have other files beside its own', async () => {
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
    '`![no picture](x.png)`\n\n    ![nor here](x.png)\n\n```md\n![nor](x.png)\n```\n\n<!-- ![nor](x.png) --> \\![nor](x.png)',
    '![Of another site](https://example.org/x.png) ![of the public folder](/logos/escalade.svg)',
    '[No picture](x.png)\n\n<img src="./x.png" alt="passed on">',
  ])('may have a page with %j', async (text) => {
    const svg = ASSOCIATION['mark.svg'] ?? '';
    const names = ['there.svg', 'the foyer.SVG', 'foyér.svg', 'pictures/there.svg'];
    expect(
      await faultsOf({
        'pages/ae.en.md': `---\ntitle: T\n---\n\n${text}\n`,
        ...Object.fromEntries(names.map((name) => [`pages/${name}`, svg])),
      }),
    ).toEqual([]);
  });

  test('may be written by an editor that begins a file with a mark of its own', async () => {
    const marked = Object.fromEntries(Object.entries(ASSOCIATION).map(([name, text]) => [name, `\ufeff${text}`]));
    expect(await faultsOf(marked)).toEqual([]);
  });

  test('counts characters as people do', async () => {
    expect(await faultsOfSite({ name: '😀'.repeat(60) })).toEqual([]);
    expect(await faultsOfSite({ name: '😀'.repeat(61) })).toEqual(['site.json: name must have at most 60 characters.']);
  });

  test('is the one that the project comes with, unless another is named', async () => {
    expect(await readSiteFolder(resolve('src/content'))).toMatchObject({ association: { en: 'AE', fr: 'AE' } });
  });
});

describe('A fault is told with its file and what is allowed:', () => {
  test.each<[string, Record<string, string | null>, string[]]>([
    ['no site.json', { 'site.json': null }, ['site.json: cannot be read: there is no such file or folder.']],
    ['a site.json of another encoding', { 'site.json': '{\0' }, ['site.json: is no UTF-8 text: save it as UTF-8.']],
    [
      'no object',
      { 'site.json': '5' },
      [expect.stringContaining('site.json: must be an object with name, association,')],
    ],
    [
      'no JSON',
      { 'site.json': '{ "name": "x", }' },
      [expect.stringMatching(/^site\.json: is no JSON: .*line 1 column 16/)],
    ],
    ['no mark', { 'mark.svg': null }, ['mark.svg: cannot be read: there is no such file or folder.']],
    ['a mark that is no image', { 'mark.svg': 'PNG' }, ['mark.svg: is no SVG image.']],
    [
      'a mark that no browser shows',
      { 'mark.svg': '<svg width="10"></svg>' },
      [
        expect.stringContaining('must have xmlns="http://www.w3.org/2000/svg"'),
        expect.stringContaining('viewBox="0 0 32 32"'),
      ],
    ],
    [
      'a large mark',
      { 'mark.svg': `${ASSOCIATION['mark.svg']}<!--${'x'.repeat(70_000)}-->` },
      ['mark.svg: must have at most 64 KiB: it comes with every page.'],
    ],
    [
      'no page of the association',
      { 'pages/ae.en.md': null },
      ['pages/ae.{en,fr}.md: is missing; one language is enough.'],
    ],
    [
      'a page in no language of the site',
      { 'pages/ae.de.md': 'Text', 'pages/Über uns.en.md': 'Text' },
      [
        expect.stringMatching(/^pages\/ae\.de\.md: is no name of a page: .* the language en or fr\.$/),
        expect.stringMatching(/^pages\/Über uns\.en\.md: is no name of a page/),
      ],
    ],
    [
      'a page without a title',
      { 'pages/ae.en.md': 'Text' },
      [expect.stringContaining('pages/ae.en.md: title is missing')],
    ],
    [
      'a page with something else than a title',
      { 'pages/ae.en.md': '---\ntitle: 5\ndescription: [a]\n---\n' },
      ['pages/ae.en.md: title must be a text.', 'pages/ae.en.md: description must be a text.'],
    ],
    [
      'a slip in the lines of a page',
      { 'pages/ae.en.md': '---\ntitle: T\ndesciption: D\n---\n' },
      ['pages/ae.en.md: desciption is not known here: there are title and description.'],
    ],
    [
      'a page in a folder of its own',
      { 'pages/sub/x.en.md': '---\ntitle: X\n---\n', 'pages/sub/deeper/y.fr.md': '' },
      [
        'pages/sub/deeper/y.fr.md: is in a folder of its own: a page must be in pages itself.',
        'pages/sub/x.en.md: is in a folder of its own: a page must be in pages itself.',
      ],
    ],
    ...['+++\ntitle = "X"\n+++\n\nText', '\n+++\ntitle = "X"\n+++', '---\ntitle: X\n+++\n'].map(
      (text): [string, Record<string, string>, string[]] => [
        `first lines that are no YAML, ${JSON.stringify(text)}`,
        { 'pages/ae.en.md': text },
        [
          "pages/ae.en.md: its first lines stand between +++, as TOML: a page begins with lines '---', title: …, '---'.",
        ],
      ],
    ),
    [
      'a page with lines that are no YAML',
      { 'pages/ae.en.md': '---\ntitle: "x\n---\n' },
      [expect.stringContaining('pages/ae.en.md: the lines between --- are no YAML')],
    ],
    [
      'a link to a page that is not there',
      { 'pages/imprint.fr.md': null },
      ['site.json: links.footer.0.page names imprint, and there is no pages/imprint.{en,fr}.md.'],
    ],
    [
      'several at once',
      { 'site.json': '{ "accent": "#fff" }', 'mark.svg': 'x', 'pages/home.en.md': null, 'pages/home.fr.md': null },
      [
        'pages/home.{en,fr}.md: is missing; one language is enough.',
        ...['name', 'association', 'tagline', 'description', 'accent_dark'].map(
          (key) => `site.json: ${key} is missing.`,
        ),
        expect.stringContaining('site.json: accent cannot be read on #'),
        'mark.svg: is no SVG image.',
      ],
    ],
  ])('%s', async (_, changed, faults) => {
    expect(await faultsOf(changed)).toEqual(faults);
  });

  test.each([
    ...['ae.en.mdx', 'ae.en.markdown', 'ae.en.mkd', 'ae.en.txt', 'ae.en.md.txt', 'ae.en.html', 'ae.en', 'README.md'],
    ...['ae.en.MD', 'ae.EN.md', 'AE.en.md', 'a e.en.md', 'аe.en.md', 'x..en.md', 'x-.en.md', 'x.fr.en.md', 'en.md'],
  ])('a file that is meant as a page and is none, %s', async (name) => {
    const [fault, ...others] = await faultsOf({ [`pages/${name}`]: ASSOCIATION['pages/ae.en.md'] ?? '' });
    expect(fault).toBe(
      `pages/${name}: is no name of a page: it must be <name>.<language>.md, the name of small letters from a to z, digits and hyphens, the language en or fr.`,
    );
    expect(others).toEqual([]);
  });

  test.each([
    ['ho\u200bme.en.md', 'ho\\u{200b}me.en.md'],
    ['home.en.md\ufeff', 'home.en.md\\u{feff}'],
    ['home.e\u00adn.md', 'home.e\\u{ad}n.md'],
    ['home.en.md\u00a0', 'home.en.md\\u{a0}'],
    ['home.en.md ', 'home.en.md '],
    ['ho\nme.en.md', 'ho\\u{a}me.en.md'],
  ])('signs of a name that nobody sees, %j', async (name, shown) => {
    const faults = await faultsOf({ [`pages/${name}`]: '' });
    expect(faults).toEqual([expect.stringContaining(`pages/${shown}: is no name of a page`)]);
  });

  test.each<[string, string[]]>([
    ['![Foyer](foyer.png)', ['foyer.png: cannot be read: there is no such file or folder']],
    ['![Foyer](./img/foyer.png "By night")', ['./img/foyer.png: cannot be read: there is no such file or folder']],
    ['![Foyer](<the foyer.png>)', ['the foyer.png: cannot be read: there is no such file or folder']],
    ['[![Foyer][f]](/club/)\n\n[f]: ../foyer.png', ['../foyer.png: cannot be read: there is no such file or folder']],
    ['- A list\n\n  > ![a](a.png) ![b](b.gif) ![a](a.png)', ['a.png: cannot', 'b.gif: cannot']],
    ['![Foyer](hidden\u200b.png)', ['hidden\\u{200b}.png: cannot be read']],
    ['![Foyer](there.png?size=2)', ['there.png?size=2: must have a name without %, ? and #']],
    ['![Foyer](50%.png)', ['50%.png: must have a name without %, ? and #']],
    ['![Foyer](%ff.png)', ['%ff.png: must have a name without %, ? and #']],
    ['![Foyer](drawing.bmp)', ['drawing.bmp: must be one of these: apng, avif, gif, jpeg, jpg, png, svg, tiff, webp']],
    ['![Foyer](../../x.png)', ['../../x.png: must be in the folder of the association']],
    ['![Foyer](.pictures/x.png)', ['.pictures/x.png: must be in the folder of the association']],
    ['![Foyer](pictures)', ['pictures: must be one of these']],
    ['![Foyer](folder.png)', ['folder.png: is a folder']],
    ['![Foyer](text.png)', ['text.png: is no image, or a broken one: save it anew']],
    ['![Foyer](pipe.png)', ['pipe.png: is no file']],
  ])('a picture that a page cannot show, %j', async (text, told) => {
    const folder = await makeAssociation({
      'pages/ae.en.md': `---\ntitle: T\n---\n\n${text}\n`,
      'pages/text.png': 'text',
      'pages/folder.png/x': '',
    });
    execFileSync('mkfifo', [join(folder, 'pages/pipe.png')]);
    expect(await faultsOfFolder(folder)).toEqual(
      told.map((one) => expect.stringContaining(`pages/ae.en.md: its picture ${one}`) as string),
    );
  });

  test.each([
    ['[Rules](/files/rules.pdf)', 'rules.pdf'],
    ['[Rules](/files/en/rules%20.pdf#page=2 "Title")', 'en/rules .pdf'],
    ['[Rules][r]\n\n[r]: /files/Statutes.pdf?x', 'Statutes.pdf'],
    ['![Logo](/files/logo.svg)', 'logo.svg'],
    ['<p><a href="/files/rules.pdf">Rules</a></p>', 'rules.pdf'],
    ['Text <img src="/files/logo.svg" alt="">', 'logo.svg'],
    ['[Hidden](/files/.DS_Store)', '.DS_Store'],
    ['[All](/files/)', ''],
  ])('a file that a page leads to and that is not there, %j', async (text, file) => {
    const [fault, ...others] = await faultsOf({
      'pages/ae.en.md': `---\ntitle: T\n---\n\n[There](/files/statutes.pdf#1) \`[x](/files/x)\`\n\n${text}\n`,
      'files/statutes.pdf': '',
      'files/.DS_Store': '',
    });
    expect(fault).toMatch(/^pages\/ae\.en\.md: leads to \/files\//);
    expect(fault?.endsWith(`, and there is no files/${file}.`)).toBe(true);
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
    const named = faults.filter((fault) => fault.includes(': must have a name of letters from a to z, digits, dots,'));
    expect(named.map((fault) => fault.replace(/: .*/, ''))).toEqual(wrong.sort().map((name) => `files/${name}`));
    expect(faults.filter((fault) => !named.includes(fault))).toEqual([
      'files/large.zip: must have at most 16 MiB: it is kept in memory.',
      'files/link.txt: is a link: put the file itself there.',
      'files/links: is a link: put the file itself there.',
      'files/node_modules/x.txt: must not be in a folder of packages: give node_modules another name.',
      'files/pipe: is no file.',
    ]);
  });

  test('two files whose names some systems do not tell apart', async () => {
    const folder = await makeAssociation({ 'files/a.txt': '', 'files/A.txt': '' });
    expect(await faultsOfFolder(folder)).toEqual([
      'files/a.txt: must not differ from A.txt by capitals alone, which some systems do not tell apart.',
    ]);
  });

  test('what has the name of a file and is none', async () => {
    const folder = await makeAssociation({ 'site.json': null, 'mark.svg': null });
    const pages = join(folder, 'pages');
    await mkdir(join(folder, 'site.json'));
    await mkdir(join(pages, 'folder.en.md'));
    await symlink('nowhere', join(pages, 'lost.en.md'));
    await symlink('round.en.md', join(pages, 'round.en.md'));
    await symlink('.', join(pages, 'again'));
    await symlink('home.en.md', join(pages, 'linked.en.md'));
    execFileSync('mkfifo', [join(pages, 'pipe.en.md'), join(folder, 'mark.svg')]);
    expect(await faultsOfFolder(folder)).toEqual([
      'pages/folder.en.md: is a folder.',
      'pages/lost.en.md: cannot be read: there is no such file or folder.',
      'pages/pipe.en.md: is no file.',
      'pages/round.en.md: cannot be read: its links lead in a circle.',
      'site.json: is a folder.',
      'mark.svg: is no file.',
    ]);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ name: undefined }, 'name is missing'],
    [{ name: ' ' }, 'name must not be empty'],
    [{ name: 5 }, 'name must be a text'],
    [{ name: 'x'.repeat(61) }, 'name must have at most 60 characters'],
    [{ tagline: 'one\ntwo' }, 'tagline must be a single line'],
    [{ description: { en: 'English' } }, 'description.fr is missing'],
    [{ description: { en: 'E', fr: 'F', de: 'D' } }, 'description.de is not known here: there are en, fr'],
    [{ asociation: 'AE' }, 'asociation is not known here: is association meant?'],
    [{ colour: 'red' }, 'colour is not known here: there are name, association'],
    [{ accent: 'red' }, 'accent must be a colour such as #1a5680'],
    [{ accent: '#fc0' }, 'accent cannot be read on #efeae0: the contrast is 1.26, and must be 4.5. #'],
    [{ accent_dark: '#123456' }, 'accent_dark cannot be read on #2a303b'],
    [
      { contact: null },
      'contact must be an e-mail address, or an address such as https://www.example.org/contact; without',
    ],
    [{ contact: 'office' }, 'contact must be an e-mail address, or an address such as https://'],
    [{ contact: 'javascript:alert(1)' }, 'contact must be an e-mail address'],
    [{ links: [] }, 'links must be an object with menu, footer'],
    [{ links: { menu: {} } }, 'links.menu must be a list of links in [ ]'],
    [{ links: { menu: ['x'] } }, 'links.menu.0 must be an object with label, and href or page'],
    [{ links: { footer: [{ href: 'https://x.org/' }] } }, 'links.footer.0.label is missing'],
    [{ links: { footer: [{ label: 'X', href: '/club/' }] } }, 'links.footer.0.href must be an address such as'],
    [{ name: '\u200b' }, 'name must have a letter, a digit or a sign that can be seen'],
    [
      { links: { footer: [{ label: 'X', href: '/files/none.pdf' }] } },
      'links.footer.0.href leads to /files/none.pdf, and there is no files/none.pdf',
    ],
    [{ links: { footer: [{ label: 'X', href: 'javascript:x' }] } }, 'links.footer.0.href must be an address such as'],
    [{ links: { footer: [{ label: 'X', href: 'https:x.org' }] } }, 'links.footer.0.href must be an address such as'],
    [{ name: 'one\u2028two' }, 'name must be a single line'],
    [{ links: { footer: [{ label: 'X', page: '../x' }] } }, 'links.footer.0.page must be the name of a page'],
  ])('%j', async (changed, fault) => {
    const [first, ...others] = await faultsOfSite(changed);
    expect(first).toContain(`site.json: ${fault}`);
    expect(others).toEqual([]);
  });

  test('of colours, with one that does', async () => {
    const [fault = ''] = await faultsOfSite({ accent: '#ffcc00' });
    const shade = /(#[\da-f]{6}) does\.$/.exec(fault)?.[1] ?? '';
    expect(await faultsOfSite({ accent: shade })).toEqual([]);
  });
});

test('The accent is looked at on every ground of the styles', async () => {
  const { light, dark } = await readGrounds();
  expect([light.length, dark.length]).toEqual([5, 5]);
  const { accent, accentDark } = await readSiteFolder(resolve('src/content'));
  for (const ground of light) expect(contrast(accent, ground)).toBeGreaterThanOrEqual(READABLE);
  for (const ground of dark) expect(contrast(accentDark, ground)).toBeGreaterThanOrEqual(READABLE);
});
