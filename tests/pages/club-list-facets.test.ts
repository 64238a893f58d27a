import { describe, expect, test } from 'vitest';
import { readHtml, type Element } from '../support/html.ts';
import { describeSite, type TestSite } from '../support/site.ts';

const list = async (site: TestSite, query = '') => readHtml(await (await site.get(`/club/${query}`)).text());
const names = (page: Element) => page.all('h4').map((name) => name.text);
const links = (page: Element, selector: string) =>
  page.all(`${selector} a`).map((link): [string, string | undefined] => [link.text, link.attributes.href]);

describeSite('The club list', (site) => {
  type NewClub = readonly [name: string, category: string, isActive?: boolean, aliases?: string];
  let inserted = 0;
  /** The suggestions, without the link to propose a club. */
  const suggested = (page: Element) =>
    page
      .all('.club-suggestions a')
      .map(({ text, attributes }) => ({ text, href: attributes.href }))
      .filter(({ href }) => !href?.includes('/propose/'));
  /** Waits until the site has all names in memory. */
  const insert = async (...clubs: readonly NewClub[]) => {
    inserted += 1;
    const ready = `zzqqjj${inserted}`;
    for (const [index, [name, category, isActive = true, aliases = '']] of clubs.entries()) {
      const others = index === clubs.length - 1 ? [aliases, ready].filter(Boolean).join('|') : aliases;
      await site.database.insertClub({ name, category, isActive, aliases: others });
    }
    await expect
      .poll(async () =>
        suggested(await list(site, `?name=${ready.slice(2)}`)).filter(({ href }) => href?.startsWith('/club/')),
      )
      .toHaveLength(1);
  };

  describe('has categories', () => {
    test('with the number of clubs, which are links to add or remove a filter', async () => {
      await insert(
        ...([
          ['Ski', 'Sport; Plein air'],
          ['Chess', 'Games'],
          ['Judo', 'sport'],
          ['Jazz', 'Music', false],
        ] as const),
      );
      const page = await list(site, '?page_size=24');
      expect(links(page, '.category-links > ul')).toEqual([
        ['Sport 2', '?category=sport&page_size=24'],
        ['Games 1', '?category=games&page_size=24'],
        ['Plein air 1', '?category=plein+air&page_size=24'],
      ]);
      const sport = await list(site, '?category=SPORT&page_size=24');
      expect(names(sport)).toEqual(['Judo', 'Ski']);
      expect(sport.one('h3').text).toBe('2 active clubs');
      expect(sport.one('.category-links > ul a[aria-current]').attributes.href).toBe('?page_size=24');
      expect(sport.one('form.club-search input[name="category"]').attributes).toMatchObject({
        type: 'hidden',
        value: 'sport',
      });
      expect(names(await list(site, '?category=sport&category=games&page_size=24'))).toEqual(['Chess', 'Judo', 'Ski']);
      expect(links(await list(site, '?name=j&club_status='), '.category-links > ul')).toEqual([
        ['Music 1', '?name=j&club_status=&category=music'],
        ['Sport 1', '?name=j&club_status=&category=sport'],
      ]);
      expect(names(await list(site, '?category=none'))).toEqual([]);
    });
  });

  test('has links to remove each filter, and all', async () => {
    await insert(['Ski', 'Sport', false]);
    const page = await list(site, '?name=ski&club_status=false&category=sport&page_size=24');
    expect(links(page, '.filter-chips ul')).toEqual([
      ['Remove filter: ski', '?club_status=false&category=sport&page_size=24'],
      ['Remove filter: Inactive', '?name=ski&club_status=true&category=sport&page_size=24'],
      ['Remove filter: Sport', '?name=ski&club_status=false&page_size=24'],
    ]);
    expect(page.one('.filter-chips .clear').attributes.href).toBe('?page_size=24');
    expect((await list(site)).one('.filter-chips').attributes).toHaveProperty('hidden');
    expect(links(await list(site, '?name=ski'), '.filter-chips ul')[0]).toEqual([
      'Remove filter: ski',
      '?club_status=',
    ]);
  });

  test('shows how many clubs of the other status match', async () => {
    await insert(['Ski', ''], ['Skiing', '', false], ['Chess', '', false]);
    const page = await list(site, '?name=ski&club_status=true');
    expect(page.one('h3').text).toBe('1 active club matching “ski”, and 1 inactive club');
    expect(links(page, 'h3')).toEqual([['and 1 inactive club', '/club/?name=ski&club_status=false']]);
    expect((await list(site, '?name=ski')).all('h3 a')).toEqual([]);
    expect((await list(site)).all('h3 a')).toEqual([]);
  });

  test('marks the searched text in names, escaped', async () => {
    await insert(['Théâtre & <b> "x\'y"', '']);
    for (const [text, marked] of [
      ['theatre', 'Théâtre'],
      ['& <B', '&amp; &lt;b'],
      [`x'y`, 'x&#39;y'],
    ] as const) {
      const page = await list(site, `?${new URLSearchParams({ name: text }).toString()}`);
      expect(page.one('h4 mark').html).toBe(marked);
      expect(names(page)).toEqual(['Théâtre & <b> "x\'y"']);
    }
    expect((await list(site)).all('mark')).toEqual([]);
  });

  describe('has suggestions', () => {
    const suggestions = (page: Element) => suggested(page).map(({ text }) => text);
    /** Each list with what it is called. */
    const lists = (page: Element) =>
      page
        .all('.club-suggestions ul')
        .map((items): [string, string[]] => [
          page.one(`[id="${items.attributes['aria-labelledby']}"]`).text,
          items.all('a').map(({ text }) => text),
        ]);

    test('by acronyms and categories', async () => {
      await insert(
        ...([
          ['Échecs', 'Games', true, 'Chess Club|CC'],
          ['Bureau des Élèves', ''],
          ['Chess Boxing', 'Sport'],
          ['Mah-Jong', 'Chess and such'],
          ['Sleeping Kings', '', false, 'Chess Nap'],
        ] as const),
      );
      const page = await list(site, '?name=chess&club_status=true&page_size=24');
      expect(names(page)).toEqual(['Chess Boxing']);
      expect(suggestions(page)).toEqual(['Category Chess and such (1)']);
      expect(suggestions(await list(site, '?name=BDE'))).toEqual(expect.arrayContaining(['Bureau des Élèves']));
      expect(await (await site.get('/api/club/search?search=bde')).json()).toMatchObject({ count: 0 });
      expect(suggestions(await list(site, '?name=che&page=2'))).toEqual([]);
      expect(suggestions(await list(site))).toEqual([]);
    });

    test('of the chosen status', async () => {
      await insert(['Ski', 'Sport'], ['Chess', 'Games'], ['Judo', 'Sport', false], ['Go', 'Games', false]);
      await insert(['Curling', 'Sport', false]);
      const categoriesOf = (page: Element) => suggested(page).filter(({ text }) => text.startsWith('Category'));
      for (const [query, category] of [
        ['?name=sport&club_status=true', { text: 'Category Sport (1)', href: '?club_status=true&category=sport' }],
        ['?name=sport&club_status=false', { text: 'Category Sport (2)', href: '?club_status=false&category=sport' }],
        ['?name=sport&club_status=', { text: 'Category Sport (3)', href: '?club_status=&category=sport' }],
        ['?name=sport', { text: 'Category Sport (3)', href: '?club_status=&category=sport' }],
      ] as const) {
        expect(categoriesOf(await list(site, query))[0]).toMatchObject(category);
      }
    });

    test('of similar names when nothing is found', async () => {
      await insert(['Badminton', 'Sport'], ['Ski', 'Winter']);
      const page = await list(site, '?name=badmitnon&club_status=true');
      expect(page.one('h3').text).toBe('0 active clubs matching “badmitnon”');
      expect(page.all('.club-cards li')).toEqual([]);
      expect(lists(page)).toEqual([
        ['Did you mean:', ['Badminton']],
        ['Try instead:', ['All active clubs', 'Propose a club']],
      ]);
    });

    test('of all clubs when the chosen category is empty', async () => {
      await insert(['Ski', 'Sport'], ['Chess', 'Games'], ['Judo', 'Martial arts', false]);
      for (const query of ['?category=martial+arts', '?category=none', '?category=none&club_status=true']) {
        expect(lists(await list(site, query))).toEqual([['Try instead:', ['All active clubs', 'Propose a club']]]);
      }
      expect(lists(await list(site, '?category=sport'))).toEqual([]);
    });

    test('in the fragment too', async () => {
      await insert(['Badminton', 'Sport']);
      const answer = await site.get('/club/?name=badmitnon', { headers: { 'HX-Request': 'true' } });
      const [html = ''] = (await answer.text()).split('<hx-partial');
      expect(readHtml(html).all('.club-suggestions')).toHaveLength(1);
      // Only pagination links have hx-get.
      expect(html).not.toContain('hx-get');
      expect(readHtml(html).all('form, nav, template')).toEqual([]);
    });
  });
});
