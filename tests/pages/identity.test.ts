import { describe, expect, test } from 'vitest';
import { ASSOCIATION, makeAssociation } from '../support/association.ts';
import { readHtml } from '../support/html.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { describeOwnSite, type TestSite } from '../support/site.ts';

const folder = await makeAssociation({ 'files/en/statutes.pdf': '%PDF-1.4', 'files/.DS_Store': 'hidden' });

const read = async (site: TestSite, path: string) => readHtml(await (await site.get(path)).text());

/** Every kind of page, in the default language. */
const PATHS = ['/', '/club/', '/club/1/', '/page/ae/', '/page/imprint/', '/nothing/', '/club/?name=nothing'];

describeOwnSite(
  'A site of another association',
  (site) => {
    test.each([
      ['', 'Clubs on the Hill', ['Hill Union', "Hill Union's clubs", 'Rooms'], 'All that happens uphill.'],
      [
        '/fr',
        'Clubs de la Colline',
        ['Hill Union', 'Les clubs de la Hill Union', 'Salles'],
        'Tout ce qui se passe en haut.',
      ],
    ])('says so on every page, in %s/', async (prefix, name, entries, tagline) => {
      await site.database.insertClub({ id: 1, name: 'Ski' });
      for (const path of PATHS) {
        const page = await read(site, prefix + path);
        expect(page.one('header .site-name').text, path).toBe(name);
        expect(page.one('meta[property="og:site_name"]').attributes.content).toBe(name);
        expect(page.all('nav details a').map(({ text }) => text)).toEqual(entries);
        expect(page.one('footer p').text).toBe(tagline);
      }
      expect((await read(site, `${prefix}/club/`)).one('h1').text).toBe(name);
    });

    test('has its links, those to its own pages in the language of the page', async () => {
      for (const [prefix, imprint, contact, start] of [
        ['', 'Imprint', 'Contact', 'Start'],
        ['/fr', 'Mentions légales', 'Nous contacter', 'Début'],
      ] as const) {
        const page = await read(site, `${prefix}/club/`);
        expect(
          page
            .all('footer a')
            .map(({ text, attributes }) => [text, attributes.href])
            .slice(2),
        ).toEqual([
          [contact, 'https://hill.example.org/contact'],
          [imprint, `${prefix}/page/imprint/`],
          [start, `${prefix}/`],
        ]);
        expect(page.one('nav details li:last-child a').attributes.href).toBe('https://hill.example.org/rooms');
      }
    });

    test('has its own pages, and describes itself where a page does not', async () => {
      const home = await read(site, '/fr/');
      expect([home.one('title').text, home.one('h1').text]).toEqual(['En haut', 'En haut']);
      const description = (page: typeof home) => page.one('meta[name="description"]').attributes.content;
      expect(description(home)).toBe('Les clubs des étudiants de la colline.');
      expect(home.one('meta[property="og:description"]').attributes.content).toBe(description(home));
      const union = await read(site, '/fr/page/ae/');
      expect([description(union), union.one('article').attributes.lang]).toEqual(['Who we are.', 'en']);
      expect(union.all('.other-language')).toHaveLength(1);
      expect((await read(site, '/page/imprint/')).one('article').text).toContain('Écrit ici.');
    });

    test('has its mark beside its name and in the tab', async () => {
      for (const path of PATHS) {
        const page = await read(site, path);
        const mark = page.one('header .site-name img').attributes.src ?? '';
        expect(page.one('link[rel="icon"]').attributes.href).toBe(mark);
        const answer = await site.get(mark);
        expect(await answer.text()).toBe(ASSOCIATION['mark.svg']);
        expect(answer.headers.get('cache-control')).toContain('immutable');
      }
    });

    test('has its colours', async () => {
      for (const path of PATHS) {
        const styles = (await read(site, path)).all('link[rel="stylesheet"]').map(({ attributes }) => attributes.href);
        const texts = await Promise.all(styles.map(async (href) => await (await site.get(href ?? '')).text()));
        const accents = texts.join('').match(/--accent:[^;}]*/g);
        expect(accents, path).toEqual(['--accent:light-dark(#8a1c4f,#f2a1c4)']);
      }
    });

    test('has nothing of the association that the project comes with', async () => {
      for (const path of PATHS.flatMap((path) => [path, `/fr${path}`])) {
        const html = await (await site.get(path)).text();
        expect(html, path).not.toMatch(/\bAE\b|bureau@|#1a5680/);
      }
    });

    test('has its files as they are', async () => {
      const answer = await site.get('/files/en/statutes.pdf');
      expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
        200,
        'application/pdf',
        '%PDF-1.4',
      ]);
      const policy = answer.headers.get('content-security-policy');
      for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"])
        expect(policy).toContain(part);
      expect(policy).not.toContain('unsafe-');
      for (const path of ['/files/.DS_Store', '/files/', '/files/en/', '/files/EN/statutes.pdf', '/files/../site.json'])
        expect((await site.get(path)).status, path).toBe(404);
    });

    test('tells visitors of an error where to write to', async () => {
      // That there is none, a site knows without its database.
      await site.database.insertClubs('Ski');
      await site.database.sql.unsafe('alter table club rename to club_gone');
      try {
        const page = await read(site, '/club/?name=ski&page_size=7');
        expect(page.one('h1').text).toBe('Something went wrong');
        expect(page.all('main a').map(({ attributes }) => attributes.href)).toContain(
          'https://hill.example.org/contact',
        );
      } finally {
        await site.database.sql.unsafe('alter table club_gone rename to club');
      }
    });
  },
  { SITE_DIR: folder },
);

describe('A folder of a site that does not fit', () => {
  test.each(['src/server/main.ts', 'src/server/build-command.ts'])('stops %s before it builds', async (program) => {
    const wrong = await makeAssociation({ 'site.json': '{ "name": "Clubs" }', 'mark.svg': null });
    const { code, output } = await runProgram(program, [], siteEnvironment({ SITE_DIR: wrong }));
    expect(code).toBe(1);
    expect(output).toMatch(/\(SITE_DIR\), does not fit:\n(?:\S+ error )?site\.json: association is missing\.\n/);
    expect(output).toContain('mark.svg: cannot be read: there is no such file or folder.');
    expect(output).not.toMatch(/\bat .*\.ts:\d+/);
  });

  test('is told when it is not there', async () => {
    const { code, output } = await runProgram(
      'src/server/main.ts',
      [],
      siteEnvironment({ SITE_DIR: '/nowhere/at/all' }),
    );
    expect(code).toBe(1);
    expect(output).toContain('There is no folder /nowhere/at/all, which SITE_DIR names.');
  });
});
