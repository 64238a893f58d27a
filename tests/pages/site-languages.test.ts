import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { visit } from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';

describeOwnSite(
  'The languages of a site',
  (site) => {
    const read = async (path: string) => readHtml(await (await site.get(path)).text());
    const languageOf = async (path: string) => (await read(path)).one('html').attributes.lang;
    const choose = async (main: string, ...others: string[]) => {
      const ada = await visit(site, { roles: ['administrator'] });
      const form = { main_language: main, languages: others.join(' ') };
      const answer = await ada.post('/desk/site/', form);
      expect(answer.status).toBe(303);
      return { ada, location: answer.headers.get('Location') ?? '' };
    };

    test('are chosen in the browser, with the default one, on all pages at once', async () => {
      const id = await site.database.insertClub({ name: 'Ski' });
      const own = ['/', '/club/', `/club/${id}/`, '/page/imprint/', '/login/', '/nothing/'];
      for (const path of own) expect(await languageOf(path), path).toBe('en');
      expect((await site.get('/de/club/')).status).toBe(404);

      await choose('de', 'en', 'de');
      for (const path of own) {
        expect(await languageOf(path), path).toBe('de');
        expect(await languageOf(`/en${path}`), path).toBe('en');
      }
      for (const path of ['/de/', '/de/club/', '/fr/', '/fr/club/', '/fr/page/imprint/'])
        expect((await site.get(path)).status, path).toBe(404);
      const page = await read('/club/');
      expect(page.all('link[rel=alternate][hreflang]').map(({ attributes }) => attributes.hreflang)).toEqual([
        'de',
        'en',
        'x-default',
      ]);
      expect(page.one('header a[hreflang]').attributes.href).toBe('/en/club/');

      const { location } = await choose('en', 'en', 'fr');
      expect(location).toMatch(/^\/desk\/site\//);
      expect(await languageOf('/fr/club/')).toBe('fr');
      expect((await site.get('/de/club/')).status).toBe(404);
    });

    test('take the texts of clubs with them, and an undo brings all back', async () => {
      const insert = (values: Record<string, string>) => site.database.insertClub({ name: 'Ski', ...values });
      await choose('en', 'en', 'de');
      const id = await insert({ shortDescription: 'We ski.', shortDescriptionDe: 'Wir fahren Ski.', fee: 'Free' });
      const other = await site.database.insertClub({ name: 'Chess', shortDescription: 'We play on the board.' });
      const texts = async () =>
        await site.database.sql`
          select short_description, short_description_en, short_description_de, fee from club
          where id in ${site.database.sql([id, other])} order by id`;
      const before = await texts();
      const cardOf = async (path: string) => (await read(path)).text;
      expect(await cardOf('/club/?page_size=24')).toContain('We ski.');
      expect(await cardOf('/de/club/?page_size=24')).toContain('Wir fahren Ski.');

      const { ada } = await choose('de', 'en', 'de');
      expect(await texts()).toEqual([
        {
          shortDescription: 'Wir fahren Ski.',
          shortDescriptionEn: 'We ski.',
          shortDescriptionDe: '',
          fee: 'Free',
        },
        { shortDescription: 'We play on the board.', shortDescriptionEn: '', shortDescriptionDe: '', fee: '' },
      ]);
      expect(await cardOf('/club/?page_size=24')).toContain('Wir fahren Ski.');
      expect(await cardOf('/en/club/?page_size=24')).toContain('We ski.');
      const [{ step }] = await site.database.sql<[{ step: number }]>`select max(id)::int as step from club_step`;
      const undo = readHtml(await (await ada.get(`/desk/history/${step}/undo/`)).text());
      const shown = undo.one('input[name=shown]').attributes.value ?? '';
      expect((await ada.post(`/desk/history/${step}/undo/`, { shown })).status).toBe(303);
      await expect.poll(() => languageOf('/')).toBe('en');
      expect(await texts()).toEqual(before);
      expect(await cardOf('/de/club/?page_size=24')).toContain('Wir fahren Ski.');
    });

    test('keep texts and pages of a language that is switched off', async () => {
      const id = await site.database.insertClub({
        name: 'Ski',
        shortDescription: 'We ski.',
        shortDescriptionFr: 'Du ski.',
      });
      const { ada } = await choose('en', 'en');
      expect(await languageOf('/')).toBe('en');
      expect((await site.get('/fr/')).status).toBe(404);
      const edit = readHtml(await (await ada.get(`/club/${id}/edit/`)).text());
      expect(edit.all('[name=short_description_fr]')).toEqual([]);
      const csv = await (await ada.get('/desk/clubs.csv')).text();
      expect(csv.split('\r\n')[0]).not.toContain('description_fr');
      await ada.post('/desk/site/', { name_en: 'Hill' });
      await ada.post('/desk/site/', { reset: 'true' });
      const french = await read('/fr/club/?page_size=24');
      expect(french.one('header .site-name').text).toContain('Clubs de l’AE');
      expect(french.text).toContain('Du ski.');
    });
  },
  { CLUB_LIST_PAGE_SIZE: '24' },
);
