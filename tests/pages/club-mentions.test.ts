import { expect, test } from 'vitest';
import { readHtml, type Element } from '../support/html.ts';
import { describeSite } from '../support/site.ts';

describeSite('Clubs that mention a search text', (site) => {
  const open = async (query: string, headers?: Record<string, string>) =>
    readHtml(await (await site.get(`/club/${query}`, { headers })).text());
  const mentions = (page: Element) => page.all('.club-mentions .club-card-name').map(({ text }) => text);
  /** The parts of the list in their order. */
  const parts = (page: Element) =>
    page
      .all('.club-mentions, .club-suggestions, .club-cards, nav.pagination')
      .map(({ attributes }) => attributes.class?.split(' ')[0]);

  test('are below the list and its pagination, without a heading of a card', async () => {
    await site.database.insertClubs('Chess', 'Chess Boxing');
    await site.database.insertClub({ name: 'Mind Sports', shortDescription: 'Go, **chess** and draughts' });
    for (const headers of [undefined, { 'HX-Request': 'true' }]) {
      const page = await open('?name=chess&club_status=true', headers);
      expect(page.all('h4').map(({ text }) => text)).toEqual(['Chess']);
      expect(mentions(page)).toEqual(['Mind Sports']);
      expect(parts(page).at(-1)).toBe('club-mentions');
    }
    expect(mentions(await open('?name=chess&club_status=true&page=3'))).toEqual([]);
  });

  test('are above an empty list and its suggestions, each club once', async () => {
    await site.database.insertClub({ name: 'Les Abeilles', aliases: 'Bee' });
    const page = await open('?name=bees&club_status=true');
    expect(page.all('h4')).toEqual([]);
    expect(mentions(page)).toEqual(['Les Abeilles']);
    expect(parts(page).slice(0, 2)).toEqual(['club-mentions', 'club-suggestions']);
    expect(page.one('.club-suggestions').text).not.toContain('Abeilles');
    expect(page.one('h3').attributes['data-announcement']).toContain('Les Abeilles');
  });

  test('are shown only beside fewer than six clubs, and follow the status', async () => {
    await site.database.insertClubs('Ski 1', 'Ski 2', 'Ski 3', 'Ski 4', 'Ski 5');
    await site.database.insertClub({ name: 'Snow', shortDescription: 'ski', isActive: false });
    expect(mentions(await open('?name=ski&club_status=true'))).toEqual([]);
    expect(mentions(await open('?name=ski&club_status='))).toEqual(['Snow (inactive)']);
    await site.database.insertClubs('Ski 6');
    expect(mentions(await open('?name=ski&club_status='))).toEqual([]);
  });
});
