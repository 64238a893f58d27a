import { expect, test } from 'vitest';
import { addDays, today } from '../../src/clubs/record/day.ts';
import { weekdayOf } from '../../src/lib/weekdays.ts';
import { readHtml, type Element } from '../support/html.ts';
import { visit, type Visitor } from '../support/people.ts';
import { describeOwnSite, describeSite } from '../support/site.ts';

/** The names of the clubs in a section. */
const namesIn = (page: Element, section: string) =>
  page.all(`[aria-labelledby=${section}-heading] :is(.what a, .club-card-name)`).map(({ text }) => text);

describeSite('The home page', (site) => {
  const read = async (prefix = '') => readHtml(await (await site.get(`${prefix}/`)).text());

  test.each(['', '/fr'])('has everything in its first response: %s/', async (prefix) => {
    const days = [2, 0].map((offset) => weekdayOf(addDays(today(), offset)));
    for (const name of ['Chess', 'Choir', 'Échecs', 'Chorale', 'Ski', 'Robots'])
      await site.database.insertClub({
        name,
        category: 'Leisure',
        shortDescription: `${name} & tea. ${'We play. '.repeat(30)}`,
      });
    await site.database.sql`update club set category = 'Music' where name like 'Cho%'`;
    await site.database.insertClub({ name: 'Gone', isActive: false, category: 'Past' });
    for (const [index, name] of ['Ski', 'Chess'].entries())
      await site.database
        .sql`update club set meeting_days = ${days[index] ?? ''}, meeting_times = '7 pm' where name = ${name}`;
    await site.database.sql`update club set beginners_welcome = true where name in ('Chess', 'Choir', 'Gone')`;
    await site.database.sql`update club set created_at = now() - interval '10 days' where name <> 'Robots'`;
    await expect.poll(async () => namesIn(await read(prefix), 'newest')).toEqual(['Robots']);
    const page = await read(prefix);
    expect(namesIn(page, 'meetings')).toEqual(['Chess', 'Ski']);
    expect(page.one('.home-meetings li:first-child time').attributes.datetime).toBe(today());
    expect(page.one('.home-meetings li:first-child .when').text).toMatch(prefix === '/fr' ? /, 19\sh$/ : /^7 pm$/);
    expect(page.one('.home-meetings li:first-child .day').text).toContain('1 club');
    // Chess is above.
    expect(namesIn(page, 'beginners')).toEqual(['Choir']);
    expect(page.one('[aria-labelledby=beginners-heading] .club-card-description').text).toMatch(
      /^(\(en anglais\) )?Choir & tea\. We play\./,
    );
    expect(page.all('.home-wall a')).toHaveLength(6);
    const examples = page.all('.home-examples a').map(({ text, attributes }) => [text, attributes.href]);
    const word = prefix === '' ? 'chess' : 'échecs';
    const query = new URLSearchParams({ name: word, club_status: 'true', page_size: '24' }).toString();
    expect(examples[0]).toEqual([word, `${prefix}/club/?${query}`]);
    expect(examples.slice(-2)).toEqual([
      ['Leisure', `${prefix}/club/?category=leisure&page_size=24`],
      ['Music', `${prefix}/club/?category=music&page_size=24`],
    ]);
    for (const [, href = ''] of examples) expect((await site.get(href)).status).toBe(200);
    const categories = page.all('.home-categories li');
    expect(categories.map(({ text }) => text)).toEqual(['Leisure 4', 'Music 2']);
    expect(categories.map((category) => category.all('.club-face').length)).toEqual([3, 2]);
    expect(page.html).not.toContain('Gone');
    expect(page.html).not.toContain('<!--home-clubs-->');
  });

  test('leaves out what no club has', async () => {
    await expect.poll(async () => (await read()).all('main section').length).toBe(1);
    expect((await read()).all('.home-ways')).toHaveLength(0);
    await site.database.insertClubs('Chess', 'Ski');
    await expect.poll(async () => (await read()).all('.home-examples a').map(({ text }) => text)).toEqual(['chess']);
    // All clubs are equally new.
    expect((await read()).all('.home-section, .home-wall')).toHaveLength(0);
  });

  test('shows no contact of a club', async () => {
    await site.database.insertClub({ name: 'Chess', contact: 'ada@example.org', category: 'Games' });
    await site.database
      .sql`update club set meeting_days = 'mon; tue; wed; thu; fri; sat; sun', beginners_welcome = true`;
    await expect.poll(async () => namesIn(await read(), 'meetings')).toEqual(['Chess']);
    expect(await (await site.get('/')).text()).not.toContain('ada@');
  });

  test('redirects to a random active club without caching, or to the list if there is none', async () => {
    await site.database.insertClub({ name: 'Gone', isActive: false });
    const go = async (prefix = '') => {
      const answer = await site.get(`${prefix}/club/random/`);
      return [answer.status, answer.headers.get('Location'), answer.headers.get('Cache-Control')];
    };
    await expect.poll(() => go()).toEqual([303, '/club/?page_size=24', 'private, no-store']);
    const ids = await site.database.insertClubs('Chess', 'Go', 'Ski');
    const places = new Set<unknown>();
    await expect
      .poll(async () => {
        places.add((await go('/fr'))[1]);
        return ids.every((id) => places.has(`/fr/club/${id}/`));
      })
      .toBe(true);
    expect([...places].filter((place) => place !== '/fr/club/?page_size=24')).toHaveLength(3);
  });
});

describeOwnSite(
  'A cached home page',
  (site) => {
    const read = async (visitor: Pick<Visitor, 'get'>, path = '/') => {
      const response = await visitor.get(path);
      return { html: await response.text(), headers: response.headers };
    };

    test('shows the change of a form, also to a signed-in user', async () => {
      await site.database.insertClub({ name: 'Chess', category: 'Games' });
      const ada = await visit(site, { name: 'Ada', roles: ['board'] });
      await expect.poll(async () => (await read(site)).html).toContain('Games');
      const form = readHtml(await (await ada.get('/club/1/edit/')).text());
      const fields = Object.fromEntries(
        form
          .all('main form input:not([type=radio], [type=checkbox], [type=file])')
          .map(({ attributes: { name = '', value = '' } }) => [name, value]),
      );
      const answer = await ada.post('/club/1/edit/', { ...fields, is_active: 'true', category: 'Board games' });
      expect(answer.status).toBe(303);
      // The names in memory follow a moment later.
      for (const [visitor, path] of [[site], [ada], [site, '/fr/']] as const)
        await expect.poll(async () => (await read(visitor, path)).html).toContain('Board games');
    });

    test('is the same for all, and for a CDN until midnight at most', async () => {
      await site.database.insertClubs('Chess');
      const ada = await visit(site, { name: 'Ada Lovelace' });
      await expect.poll(async () => (await read(site)).headers.has('cache-tag')).toBe(true);
      // As on a clock in the zone of the site.
      const now = new Date(new Date().toLocaleString('sv', { timeZone: 'Europe/Paris' }));
      const [visitor, user] = await Promise.all([read(site), read(ada)]);
      expect(user.html).toBe(visitor.html);
      expect(user.headers.get('x-request-id')).toBe(null);
      expect(user.html).not.toContain('Lovelace');
      const policy = visitor.headers.get('cdn-cache-control') ?? '';
      const seconds = Array.from(policy.matchAll(/\d+/g), ([digits]) => Number(digits));
      expect(seconds).toHaveLength(2);
      const left = (new Date(now).setHours(24, 0, 0, 0) - now.getTime()) / 1000;
      expect(seconds.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(left + 9);
    });
  },
  { PAGE_CACHE: 'on', CDN: 'on', TZ: 'Europe/Paris' },
);
