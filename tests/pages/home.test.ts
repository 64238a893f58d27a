import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { describeSite } from '../support/site.ts';

describeSite('The home page', (site) => {
  const island = async (prefix = '') => {
    const html = await (await site.get(`${prefix}/`)).text();
    const address = /\/_server-islands\/HomeClubs\?[^"']+/.exec(html)?.[0].replaceAll('&amp;', '&') ?? '';
    return readHtml(await (await site.get(address)).text());
  };

  test('shows six active clubs, the same to every visitor, and all categories', async () => {
    await site.database.insertClubs(...Array.from({ length: 9 }, (_, index) => `Club ${index}`));
    await site.database.sql`update club set category = 'Music; Arts' where name in ('Club 1', 'Club 2')`;
    await site.database.sql`update club set category = 'Arts' where name = 'Club 3'`;
    await site.database.insertClub({ name: 'Gone', isActive: false, category: 'Past' });
    const names = async (prefix?: string) =>
      (await island(prefix)).all('[aria-labelledby=meet-heading] .club-card-name').map(({ text }) => text);
    await expect.poll(() => names()).toHaveLength(6);
    const met = await names();
    expect(new Set(met).size).toBe(6);
    expect(met).not.toContain('Gone');
    expect(await names('/fr')).toEqual(met);
    const categories = (await island('/fr'))
      .all('.category-tiles a')
      .map(({ text, attributes }) => [text, attributes.href]);
    expect(categories).toEqual([
      ['Arts 3', '/fr/club/?category=arts&page_size=24'],
      ['Music 2', '/fr/club/?category=music&page_size=24'],
    ]);
  });

  test('prefers clubs with a logo or a text, and still works when they lose it', async () => {
    await site.database.insertClubs(...Array.from({ length: 40 }, (_, index) => `Nothing ${index}`));
    for (let index = 0; index < 6; index += 1)
      await site.database.insertClub({ name: `Told ${index}`, shortDescription: 'Something.' });
    const told = async () =>
      (await island())
        .all('[aria-labelledby=meet-heading] .club-card-name')
        .filter(({ text }) => text.startsWith('Told'))
        .map(({ text }) => text);
    await expect.poll(told).toHaveLength(6);
    await site.database.sql`update club set short_description = '' where name in ('Told 1', 'Told 4')`;
    // The two other places are for any of the clubs without a text.
    await expect.poll(async () => (await told()).length).toBeLessThan(6);
    await site.database.sql`update club set logo = '/logos/sample.svg' where name in ('Told 1', 'Told 4')`;
    await expect.poll(told).toHaveLength(6);
  });

  test('shows the start of the short description of each club', async () => {
    await site.database.insertClub({
      name: 'Chess',
      shortDescription: `Chess & tea. ${'We play on Mondays. '.repeat(20)}`,
    });
    const texts = async () => (await island()).all('.club-tiles .club-card-description').map(({ text }) => text);
    await expect.poll(texts).toEqual([expect.stringMatching(/^Chess & tea\. We play .{80,140}…$/)]);
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
