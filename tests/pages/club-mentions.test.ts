import { expect, test } from 'vitest';
import { readHtml, type Element } from '../support/html.ts';
import { describeSite } from '../support/site.ts';

describeSite('Clubs that mention a search text', (site) => {
  const open = async (query: string, headers?: Record<string, string>) =>
    readHtml(await (await site.get(`/club/${query}`, { headers })).text());
  const mentions = (page: Element) => page.all('.club-mentions .club-card-name').map(({ text }) => text.trim());
  const mentioned = async (...asked: Parameters<typeof open>) => mentions(await open(...asked));
  const heading = (page: Element) => page.one('.club-result').text;
  /** The parts of the list in their order. */
  const parts = (page: Element) =>
    page
      .all('.club-mentions, .club-suggestions, ul.club-cards, nav.pagination')
      .map(({ attributes }) => attributes.class?.split(' ')[0]);

  test('are below the list and its pagination, without a heading of a card', async () => {
    await site.database.insertClubs('Chess', 'Chess Boxing');
    await site.database.insertClub({ name: 'Mind Sports', shortDescription: 'Go, **chess** and draughts' });
    for (const headers of [undefined, { 'HX-Request': 'true' }]) {
      await expect.poll(() => mentioned('?name=chess&club_status=true', headers)).toEqual(['Mind Sports']);
      const page = await open('?name=chess&club_status=true', headers);
      expect(page.all('h4').map(({ text }) => text)).toEqual(['Chess']);
      expect(parts(page).slice(-3)).toEqual(['pagination', 'club-mentions', 'club-cards']);
      expect(page.all('h3').map(({ text }) => text)).toEqual([
        '2 clubs called “chess”, 1 more about it',
        'About “chess”',
      ]);
    }
    expect(mentions(await open('?name=chess&club_status=true&page=3'))).toEqual([]);
  });

  test('are cards with the passage and the words that match', async () => {
    await site.database.insertClub({
      name: 'Mind & Sports',
      shortDescription: 'We meet at noon. We play chess & <b>.',
      category: 'Games',
      isActive: false,
    });
    await expect.poll(() => mentioned('?name=chess&club_status=')).toEqual(['Mind & Sports (inactive)']);
    const page = await open('?name=chess&club_status=');
    const card = page.one('.club-mentions article');
    expect(card.one('.club-card-description').text).toBe('… We play chess & <b>.');
    expect(card.one('.club-card-description mark').text).toBe('chess');
    expect(card.one('.tag').text).toBe('Games');
    expect(card.all('[data-star]')).toHaveLength(1);
    expect((await open('?name=minds&club_status=')).one('.club-mentions mark').text).toBe('Mind');
  });

  test('are counted by the heading, its announcement and the link to the result', async () => {
    await site.database.insertClub({ name: 'Les Abeilles', aliases: 'Bee' });
    await expect.poll(() => mentioned('?name=bees&club_status=true')).toEqual(['Les Abeilles']);
    const page = await open('?name=bees&club_status=true');
    expect(page.all('h4')).toEqual([]);
    expect(heading(page)).toBe('1 club about “bees”');
    expect(page.one('.club-result').attributes['data-announcement']).toBe('1 club about “bees”');
    expect(page.one('#to-result').text).toBe('Show 1 club');
    expect(page.all('.club-suggestions')).toEqual([]);
  });

  test('follow the status', async () => {
    await site.database.insertClubs('Ski 1');
    await site.database.insertClub({ name: 'Snow', shortDescription: 'ski', isActive: false });
    const inactive = async () => heading(await open('?name=ski&club_status=false'));
    await expect.poll(inactive).toBe('1 inactive club about “ski”, and 1 active club');
    expect(await mentioned('?name=ski&club_status=true')).toEqual([]);
    expect(await mentioned('?name=ski&club_status=')).toEqual(['Snow (inactive)']);
  });

  test('end in a link to all clubs about the text', async () => {
    for (let number = 10; number < 23; number += 1)
      await site.database.insertClub({ name: `Band ${number}`, shortDescription: 'Music', category: 'Arts' });
    const query = '?name=Music&club_status=true&page_size=24';
    const links = async () => (await open(query)).all('.club-about-all a').map(({ text }) => text);
    await expect.poll(links).toEqual(['Show all 13 clubs about “Music”']);
    const page = await open(query);
    expect(mentions(page)).toHaveLength(12);
    expect(heading(page)).toBe('13 clubs about “Music”');
    expect(page.one('#to-result').text).toBe('Show 13 clubs');
    expect(page.one('.club-about-all a').attributes.href).toBe('?club_status=true&about=music&page_size=24');

    const list = await open('?about=MUSIC&page_size=5');
    expect(heading(list)).toBe('13 clubs about “music”');
    expect(list.all('h4')).toHaveLength(5);
    expect(list.one('#page-next').attributes.href).toBe('?about=music&page_size=5&page=2');
    expect(list.one('.filter-chips li').text).toBe('Remove filter: About: music');
    expect(list.one('.filter-chips li a').attributes.href).toBe('?page_size=5');
    expect(list.one('form.club-search input[name=about]').attributes).toMatchObject({ type: 'hidden', value: 'music' });
    expect(list.one('form.club-search input[name=name]').attributes.value).toBe('');
    expect(heading(await open('?about=chess'))).toBe('Nothing found for “chess”');
    // Long lists have no mentions.
    await site.database.insertClub({ name: 'Choir', shortDescription: 'With a band.' });
    await expect
      .poll(async () => (await open('?name=band&club_status=true&page_size=24')).all('.club-about-all').length)
      .toBe(1);
    const long = await open('?name=band&club_status=true&page_size=24');
    expect(heading(long)).toBe('13 clubs called “band”');
    expect(long.one('.club-about-all').text).toBe('Show all 14 clubs about “band”');
  });

  test('are those about its rarest word if none has all, also in other formats', async () => {
    for (let number = 10; number < 23; number += 1)
      await site.database.insertClub({ name: `Band ${number}`, shortDescription: 'Music' });
    const query = '?name=underwater+music&club_status=true&page_size=24';
    await expect.poll(async () => heading(await open(query))).toMatch(/^\d\d clubs about “music”$/);
    const page = await open(query);
    expect(mentions(page)).toHaveLength(12);
    expect(page.one('.club-correction').text).toContain('Showing clubs about “music”.');
    const csv = page.one('link[type="text/csv"]').attributes.href ?? '';
    const rows = (await site.get(csv).then((response) => response.text())).trim().split('\r\n');
    expect(heading(page)).toBe(`${rows.length - 1} clubs about “music”`);
  });

  test('may be those about a corrected text, with a link to search for the text itself', async () => {
    await site.database.insertClub({ name: 'Mountains', shortDescription: 'Climbing' });
    const query = '?name=Climing&club_status=true';
    await expect.poll(async () => heading(await open(query))).toBe('1 club about “climbing”');
    const page = await open(query);
    expect(page.one('.club-correction').text).toBe('Showing clubs about “climbing”. Search for “Climing” instead.');
    expect(page.one('.club-correction a').attributes.href).toBe('?club_status=true&about=climing');
    expect(heading(await open('?club_status=true&about=climing'))).toBe('Nothing found for “climing”');
  });
});
