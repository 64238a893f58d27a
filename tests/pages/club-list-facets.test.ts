import { describe, expect, test } from 'vitest';
import { readHtml, type Element } from '../support/html.ts';
import { describeSite, type TestSite } from '../support/site.ts';

const list = async (site: TestSite, query = '') => readHtml(await (await site.get(`/club/${query}`)).text());
const names = (page: Element) => page.all('h4').map((name) => name.text);
const links = (page: Element, selector: string) =>
  page.all(`${selector} a`).map((link): [string, string | undefined] => [link.text, link.attributes.href]);

describeSite('The club list', (site) => {
  type NewClub = readonly [name: string, category: string, isActive?: boolean, aliases?: string];
  /** The suggestions, without the link to propose a club. */
  const suggested = (page: Element) =>
    page
      .all('.club-suggestions a')
      .map(({ text, attributes }) => ({ text, href: attributes.href }))
      .filter(({ href }) => !href?.includes('/propose/'));
  /** Waits until the site has all names in memory. */
  const insert = async (...clubs: readonly NewClub[]) => {
    for (const [name, category, isActive = true, aliases = ''] of clubs)
      await site.database.insertClub({ name, category, isActive, aliases });
    const [name, , isActive = true] = clubs.at(-1) ?? [''];
    const query = new URLSearchParams({ name, club_status: String(!isActive) });
    // The link to the clubs of the other status.
    await expect.poll(async () => (await list(site, `?${query.toString()}`)).all('h3 a')).toHaveLength(1);
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
    expect(links(await list(site, '?name=ski'), '.filter-chips ul')).toEqual([['Remove filter: ski', '?club_status=']]);
  });

  test('shows how many clubs of the other status match', async () => {
    await insert(['Ski', ''], ['Skiing', '', false], ['Chess', '', false]);
    const page = await list(site, '?name=ski&club_status=true');
    expect(page.one('h3').text).toBe('1 club called “ski”, and 1 inactive club');
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
        .all('.club-suggestions ul[aria-labelledby]')
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
        ] as const),
      );
      const page = await list(site, '?name=chess&club_status=true&page_size=24');
      expect(names(page)).toEqual(['Chess Boxing']);
      expect(lists(page)).toEqual([['Category:', ['Chess and such (1)']]]);
      const initials = await list(site, '?name=BDE');
      expect(lists(initials)).toEqual([['Best match:', ['Bureau des Élèves']]]);
      expect(initials.one('h3').text).toBe('1 club called “BDE”');
      expect(initials.one('h3').attributes['data-announcement']).toBe(
        '1 club called “BDE”. Best match: Bureau des Élèves',
      );
      expect(await (await site.get('/api/club/search?search=bde')).json()).toMatchObject({ count: 0 });
      expect(suggestions(await list(site, '?name=che&page=2'))).toEqual([]);
      expect(suggestions(await list(site))).toEqual([]);
    });

    test('of clubs that the alphabet hides', async () => {
      const others = Array.from({ length: 7 }, (_, number): NewClub => [`Fair ${number}`, '']);
      await insert(...others, ['MIT AI', ''], ['Sleepy AI', '', false]);
      expect(lists(await list(site, '?name=ai&club_status=true&page_size=24'))).toEqual([['Best match:', ['MIT AI']]]);
      expect(lists(await list(site, '?name=ai&page_size=24'))).toEqual([
        ['Best matches:', ['MIT AI', 'Sleepy AI (inactive)']],
      ]);
    });

    test('of the chosen status', async () => {
      await insert(['Ski', 'Sport'], ['Chess', 'Games'], ['Judo', 'Sport', false], ['Go', 'Games', false]);
      await insert(['Curling', 'Sport', false]);
      const categoriesOf = (page: Element) => suggested(page).filter(({ text }) => text.startsWith('Sport'));
      for (const [query, category] of [
        ['?name=sport&club_status=true', { text: 'Sport (1)', href: '?club_status=true&category=sport' }],
        ['?name=sport&club_status=false', { text: 'Sport (2)', href: '?club_status=false&category=sport' }],
        ['?name=sport&club_status=', { text: 'Sport (3)', href: '?club_status=&category=sport' }],
        ['?name=sport', { text: 'Sport (3)', href: '?club_status=&category=sport' }],
      ] as const) {
        expect(categoriesOf(await list(site, query))[0]).toMatchObject(category);
      }
    });

    test('and ways on when nothing is found', async () => {
      await insert(['Badminton', 'Sport'], ['Ski', 'Winter; Sport'], ['Go', 'Games'], ['Zen', 'Art', false]);
      const page = await list(site, '?name=quidditch&club_status=true&page_size=24');
      expect(page.one('h3').text).toBe('Nothing found for “quidditch”');
      expect(page.all('.club-cards li')).toEqual([]);
      expect(links(page, '.club-suggestions').slice(0, 3)).toEqual([
        ['See all 3 clubs', '?page_size=24'],
        ['Tell us about a missing club', '/club/propose/?name=quidditch'],
        ['Sport (2)', '?category=sport&page_size=24'],
      ]);
    });

    test('of filters to remove when nothing is found', async () => {
      await insert(['Ski', 'Winter'], ['Go', 'Games']);
      await site.database.sql`update club set meeting_days = 'mon'`;
      const fewer = await list(site, '?name=ski&club_status=true&category=games&day=mon');
      expect(links(fewer, '.club-suggestions')[0]).toEqual([
        'Remove filter: Games (1)',
        '?name=ski&club_status=true&day=mon',
      ]);
    });

    test('of filters by the facts that a text names', async () => {
      await insert(['Ski', ''], ['Chess', '']);
      await site.database.sql`update club set meeting_days = 'tue; fri', beginners_welcome = true where name = 'Ski'`;
      for (const [text, ...expected] of [
        ['Tuesday', ['All Tuesday clubs (1)', '/club/?club_status=true&day=tue']],
        ['d%C3%A9butants', ['All clubs for beginners (1)', '/club/?club_status=true&beginners=true']],
        ['Monday'],
        ['mon+club'],
      ] as const)
        expect(
          links(await list(site, `?name=${text}&club_status=true`), '.club-suggestions').filter(([text]) =>
            text.startsWith('All'),
          ),
        ).toEqual(expected);
    });

    test('of all clubs when the chosen category is empty', async () => {
      await insert(['Ski', 'Sport'], ['Chess', 'Games'], ['Judo', 'Martial arts', false]);
      for (const query of ['?category=martial+arts', '?category=none', '?category=none&club_status=true']) {
        const page = await list(site, query);
        const texts = links(page, '.club-suggestions').map(([text]) => text);
        expect(texts).toEqual(['See all 2 clubs', 'Tell us about a missing club']);
      }
      expect(lists(await list(site, '?category=sport'))).toEqual([]);
    });

    test('in the fragment too', async () => {
      await insert(['Badminton', 'Sport']);
      const answer = await site.get('/club/?name=spo', { headers: { 'HX-Request': 'true' } });
      const [html = ''] = (await answer.text()).split('<hx-partial');
      expect(readHtml(html).all('.club-suggestions')).toHaveLength(1);
      // Only pagination links have hx-get.
      expect(html).not.toContain('hx-get');
      expect(readHtml(html).all('form, nav, template')).toEqual([]);
    });
  });
});
