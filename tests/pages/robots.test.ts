import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGES, type Route } from '../../src/routes.ts';
import { crawl, readRobotsRules } from '../support/crawler.ts';
import { readHtml } from '../support/html.ts';
import { inFull } from '../support/scope.ts';
import { describeSite, type TestSite } from '../support/site.ts';

const read = async (site: TestSite, path: string) => readHtml(await (await site.get(path)).text());
const relOf = (attributes: Record<string, string>) => (attributes.rel ?? '').split(' ');

const CLUBS = inFull(300, 1000);
const STARTS = ['/club/', '/', '/fr/club/?category=kind+7'].slice(0, inFull(1, 3));

describeSite('A robot that obeys', (site) => {
  test.each(STARTS)('reaches every club and fewer than twice as many addresses from %s', async (start) => {
    await site.database.sql`
      insert into club (name, category)
      select 'Club ' || number, 'Kind ' || number % 30 || '; Sort ' || number % 7 from generate_series(1, ${CLUBS}::integer) number`;
    const reached = [...(await crawl(site.url, start, 2 * CLUBS))];
    expect(reached.filter((address) => /^(?:\/fr)?\/club\/\d+\/$/.test(address))).toHaveLength(CLUBS);
    expect(reached.length).toBeLessThan(2 * CLUBS);
  });

  test('finds the address of a list without its page size, and both languages', async () => {
    await site.database.insertClubs(...Array.from({ length: 60 }, (_, number) => `Club ${number}`));
    const hrefs = async (path: string) =>
      (await read(site, path))
        .all('link[rel=canonical], link[rel=alternate][hreflang=fr]')
        .map(({ attributes }) => attributes.href);
    expect(await hrefs('/club/?page_size=24')).toEqual([
      'https://clubs.example.org/club/',
      'https://clubs.example.org/fr/club/',
    ]);
    // The page of the default size that begins with the same club.
    expect(await hrefs('/club/?page_size=24&page=2')).toEqual([
      'https://clubs.example.org/club/?page=25',
      'https://clubs.example.org/fr/club/?page=25',
    ]);
    const french = (await read(site, '/club/?page_size=24&page=2')).one('a[data-translation]');
    expect(french.attributes.href).toBe('/fr/club/?page_size=24&page=2');
  });

  test.each([
    ['', 0],
    ['?category=sport&page_size=24', 0],
    ['?name=ski&club_status=true', 0],
    ['?category=sport&category=outdoor', 1],
    ['?category=sport&club_status=false', 1],
    ['?name=ski&category=sport&club_status=true', 1],
  ])('indexes lists with at most one filter: %s', async (query, count) => {
    expect((await read(site, `/club/${query}`)).all('meta[name=robots][content=noindex]')).toHaveLength(count);
  });

  test('follows links to single categories and pages of the grid, and to no other filters, views or page sizes', async () => {
    for (let number = 0; number < 30; number += 1)
      await site.database.insertClub({ name: `Ski ${number}`, category: 'Sport; Outdoor' });
    const followed = async (query: string) =>
      (await read(site, `/club/${query}`))
        .all('.club-list-page a[href^="?"]')
        .filter(({ attributes }) => !relOf(attributes).includes('nofollow'))
        .map(({ attributes }) => attributes.href);
    expect(await followed('?page_size=24')).toEqual(
      expect.arrayContaining(['?category=sport&page_size=24', '?page_size=24&page=2']),
    );
    expect(await followed('?category=sport&page_size=24')).not.toContain(
      '?category=outdoor&category=sport&page_size=24',
    );
    expect(await followed('?category=sport&category=outdoor&page_size=24')).not.toContain(
      '?category=outdoor&category=sport&page_size=24&page=2',
    );
    for (const query of [
      '?club_status=&page_size=24',
      '?name=ski&page_size=24',
      '?about=ski&page_size=24',
      '?page_size=10',
    ])
      expect((await followed(query)).filter((href) => href?.includes('&'))).toEqual([]);
    expect(await followed('')).not.toContain('?page=2');
  });
});

test('robots.txt allows pages of clubs, lists and files, and excludes sets of filters in every language', async () => {
  const text = readFileSync(new URL('../../public/robots.txt', import.meta.url), 'utf8');
  const isAllowed = readRobotsRules(text);
  for (const prefix of ['', '/fr']) {
    const may = (path: string) => isAllowed(prefix + path);
    for (const path of [
      '/',
      '/club/',
      '/club/7/',
      '/page/ae/',
      '/club/?page_size=24&page=2',
      '/club/?category=a',
      '/club/?page_size=100',
    ])
      expect([path, may(path)]).toEqual([path, true]);
    for (const path of [
      ...['/club/random/', '/club/propose/', '/club/7/suggest/', '/login/', '/login/?next=%2F'],
      ...[
        '/club/?name=a',
        '/club/?club_status=&page_size=24',
        '/club/?about=a&page_size=24',
        '/club/?category=a&category=b',
        '/club/?page_size=1&page=7',
      ],
    ])
      expect([path, may(path)]).toEqual([path, false]);
  }
  for (const { access, pattern } of Object.values<Route>(PAGES))
    for (const segment of access === 'public'
      ? []
      : pattern.split('/').filter((one) => /^\w+$/.test(one) && one !== 'club'))
      expect(text).not.toContain(`/${segment}/`);
});
