import { expect, test } from 'vitest';
import { ASSOCIATION, makeAssociation } from '../support/association.ts';
import { readHtml } from '../support/html.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { describeOwnSite, type TestSite } from '../support/site.ts';

const folder = await makeAssociation({ 'files/en/statutes.pdf': '%PDF-1.4', 'files/.DS_Store': 'hidden' });

const read = async (site: TestSite, path: string) => readHtml(await (await site.get(path)).text());

const PATHS = ['/', '/club/', '/page/ae/', '/nothing/'];

describeOwnSite(
  'A site with custom settings',
  (site) => {
    test.each([
      ['/en', 'Clubs on the Hill', ['Hill Union', "Hill Union's clubs", 'Rooms'], 'All that happens uphill.'],
      [
        '',
        'Clubs de la Colline',
        ['Hill Union', 'Les clubs de la Hill Union', 'Salles'],
        'Tout ce qui se passe en haut.',
      ],
    ])('has its name and menu on every page: %s/', async (prefix, name, entries, tagline) => {
      for (const path of PATHS) {
        const page = await read(site, prefix + path);
        expect(page.one('header .site-name').text, path).toBe(name);
        expect(page.one('meta[property="og:site_name"]').attributes.content).toBe(name);
        expect(page.all('nav details a').map(({ text }) => text)).toEqual(entries);
        expect(page.one('footer p').text).toBe(tagline);
      }
    });

    test('has French without a prefix, and English behind one', async () => {
      const id = await site.database.insertClub({ name: 'Ski' });
      for (const path of ['/', '/page/imprint/', '/club/', `/club/${id}/`, '/nothing/']) {
        expect((await read(site, path)).one('html').attributes.lang, path).toBe('fr');
        expect((await read(site, `/en${path}`)).one('html').attributes.lang, path).toBe('en');
        expect((await site.get(`/fr${path}`)).status, path).toBe(404);
      }
      const alternates = (await read(site, '/en/club/')).all('link[rel="alternate"][hreflang]');
      expect(Object.fromEntries(alternates.map(({ attributes }) => [attributes.hreflang, attributes.href]))).toEqual({
        en: 'https://clubs.example.org/en/club/',
        fr: 'https://clubs.example.org/club/',
        'x-default': 'https://clubs.example.org/club/',
      });
      await expect
        .poll(async () => (await read(site, '/')).one('.home-ways a:first-child').text)
        .toBe('Voir tous les clubs');
      const profile = (await (await site.get(`/api/club/${id}`)).json()) as { url: string };
      expect(profile.url).toBe(`https://clubs.example.org/club/${id}/`);
    });

    test.each([
      ['/en', 'Imprint', 'Contact', 'Start'],
      ['', 'Mentions légales', 'Nous contacter', 'Début'],
    ])('has its own links in the footer: %s/', async (prefix, imprint, contact, start) => {
      const links = (await read(site, `${prefix}/club/`)).all('footer a');
      expect(links.map(({ text, attributes }) => [text, attributes.href])).toEqual([
        [contact, 'https://hill.example.org/contact'],
        [imprint, `${prefix}/page/imprint/`],
        [start, `${prefix}/`],
      ]);
    });

    test('has its own pages and descriptions', async () => {
      const home = await read(site, '/');
      expect([home.one('title').text, home.one('h1').text]).toEqual(['Clubs de la Colline', 'En haut']);
      const description = (page: typeof home) => page.one('meta[name="description"]').attributes.content;
      expect(description(home)).toBe('Les clubs des étudiants de la colline.');
      const union = await read(site, '/page/ae/');
      expect(union.one('title').text).toBe('Hill Union – Clubs de la Colline');
      expect([description(union), union.one('article').attributes.lang]).toEqual(['Who we are.', 'en']);
      expect(union.all('main .hint')).toHaveLength(1);
    });

    test('has its logo and colours, and nothing of the default association', async () => {
      for (const path of PATHS.flatMap((path) => [path, `/en${path}`])) {
        const html = await (await site.get(path)).text();
        expect(html, path).not.toMatch(/\bAE\b|bureau@|#1a5680/);
        const page = readHtml(html);
        const logo = page.one('header .site-name img').attributes.src ?? '';
        expect(page.one('link[rel="icon"]').attributes.href).toBe(logo);
        const answer = await site.get(logo);
        expect(await answer.text()).toBe(ASSOCIATION['mark.svg']);
        expect(answer.headers.get('cache-control')).toContain('immutable');
        expect(page.one('link[rel="apple-touch-icon"]').attributes.href).toBe('/apple-touch-icon.png');
        const colours = page.one('link[rel="stylesheet"][href^="/brand/"]').attributes.href ?? '';
        expect(await (await site.get(colours)).text(), path).toMatch(/--accent:#8a1c4f.*--accent:#f2a1c4/);
      }
    });

    test('has its page size, until a visitor chooses another one', async () => {
      await site.database.insertClubs('A', 'B', 'C', 'D');
      const names = async (path: string) => (await read(site, path)).all('h4').map(({ text }) => text);
      expect(await names('/club/')).toEqual(['A', 'B', 'C']);
      expect(await names('/club/?page_size=2')).toEqual(['A', 'B']);
    });

    test('serves icons made of its logo', async () => {
      for (const [path, type] of [
        ['/favicon.ico', 'image/x-icon'],
        ['/apple-touch-icon.png', 'image/png'],
      ] as const) {
        // They are made after the start.
        await expect.poll(async () => (await site.get(path)).headers.get('content-type'), { message: path }).toBe(type);
      }
    });

    test('serves its files', async () => {
      const answer = await site.get('/files/en/statutes.pdf');
      expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
        200,
        'application/pdf',
        '%PDF-1.4',
      ]);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      for (const path of ['/files/.DS_Store', '/files/', '/files/EN/statutes.pdf', '/files/../site.json'])
        expect((await site.get(path)).status, path).toBe(404);
    });

    test('links to its contact on the page of an error', async () => {
      await site.database.insertClubs('Ski');
      await site.database.sql.unsafe('alter table club rename to club_gone');
      try {
        const answer = await site.get('/club/?name=ski&page_size=7');
        expect(answer.status).toBe(500);
        expect(readHtml(await answer.text()).all('main a[href="https://hill.example.org/contact"]')).toHaveLength(1);
      } finally {
        await site.database.sql.unsafe('alter table club_gone rename to club');
      }
    });
  },
  { SITE_DIR: folder, DEFAULT_LOCALE: 'fr', CLUB_LIST_PAGE_SIZE: '3' },
);

test('A server does not start with an invalid folder, and lists its errors', async () => {
  const wrong = await makeAssociation({ 'site.json': '{ "name": "Clubs" }', 'mark.svg': null });
  const { code, output } = await runProgram('src/process/start.ts', [], siteEnvironment({ SITE_DIR: wrong }));
  expect(code).toBe(1);
  expect(output).toMatch(/\(SITE_DIR\):\n(?:\S+ error )?site\.json: association: .*\n/);
  expect(output).toContain('mark.svg: cannot be read: no such file or folder.');
  expect(output).not.toMatch(/\bat .*\.ts:\d+/);
});
