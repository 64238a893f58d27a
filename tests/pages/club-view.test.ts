import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { visit } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite('The page of a club', (site) => {
  const club = async (id: number) => readHtml(await (await site.get(`/club/${id}/`)).text());

  test('shows the club, its parent and its children by name', async () => {
    const parent = await site.database.insertClub({ name: 'Bureau des Sports' });
    const id = await site.database.insertClub({
      name: 'Ski',
      parentId: parent,
      description: 'Every Sunday.',
      website: 'https://ski.example.org/',
      category: 'Sports; Outdoors',
      logo: '/logos/ski.svg',
    });
    const [second, first] = [
      await site.database.insertClub({ name: 'Snowboard', parentId: id, isActive: false }),
      await site.database.insertClub({ name: 'Biathlon', parentId: id }),
    ];
    const page = await club(id);
    expect(page.one('h1').text).toBe('Ski');
    expect(page.one('title').text).toBe('Ski – AE student clubs');
    expect(page.one('main img').attributes.alt).toBe('logo Ski');
    expect(page.one('.description').text).toContain('Every Sunday.');
    expect(page.all('.categories li').map((label) => label.text)).toEqual(['Sports', 'Outdoors']);
    const website = page.one('a[href="https://ski.example.org/"]');
    expect(website.attributes.rel).toBe('nofollow ugc noopener');
    // The accessible name contains the visible text.
    expect(website.text.replace(/\s+/g, ' ')).toBe('Website ski.example.org');
    expect(website.all('[aria-hidden]:not(svg)')).toEqual([]);
    expect((await club(first)).one('.facts').text).toContain(
      'This club has not given any contact details. Ask the board',
    );
    expect(page.all('.family a').map((link) => [link.text, link.attributes.href])).toEqual([
      ['Bureau des Sports', `/club/${parent}/`],
      ['Biathlon', `/club/${first}/`],
      ['Snowboard (inactive)', `/club/${second}/`],
    ]);
    expect(page.one('link[rel="canonical"]').attributes.href).toBe(`https://clubs.example.org/club/${id}/`);
    expect(page.one('meta[property="og:image"]').attributes.content).toMatch(
      new RegExp(`^https://clubs\\.example\\.org/image/preview-${id}-`),
    );
  });

  test('shows the contact, the links and the day of confirmation, escaped', async () => {
    const id = await site.database.insertClub({
      name: 'Go',
      website: 'https://go.example.org/',
      contact: "o'brien+go@échecs.example",
      links: [
        { label: 'Insta', url: 'https://www.instagram.com/go' },
        { label: 'Forum "<b>"', url: 'https://example.org/?a=1&b="<' },
        { label: 'Discord', url: 'https://discord.gg/go' },
      ],
      confirmedOn: '2026-08-01',
    });
    const page = readHtml(await (await site.get(`/fr/club/${id}/`)).text());
    expect(page.one('.contact').text).toBe("o'brien+go@échecs.example");
    expect(page.one('.contact a').attributes.href).toBe("mailto:o'brien%2Bgo@%C3%A9checs.example");
    expect(page.one('.confirmed').text).toBe('Vérifié par le club en août 2026');
    expect(page.one('.confirmed time').attributes.datetime).toBe('2026-08-01');
    const links = page.all('.links a');
    expect(links.map(({ text, attributes }) => [text, attributes.href])).toEqual([
      ['Insta', 'https://www.instagram.com/go'],
      ['Forum "<b>"', 'https://example.org/?a=1&b="<'],
      ['Discord', 'https://discord.gg/go'],
    ]);
    expect(links.map(({ attributes }) => attributes.rel)).toEqual(links.map(() => 'nofollow ugc noopener'));
    const icons = page.all('.links svg:first-child path').map(({ attributes }) => attributes.d);
    expect(new Set(icons).size).toBe(3);
    // The website comes first.
    expect(page.all('.lead a, .facts a').map(({ attributes }) => attributes.href?.slice(0, 11))).toEqual([
      ...['https://go.', 'https://www', 'https://exa', 'https://dis', "mailto:o'br"],
    ]);
    expect(page.all('.club-tools')).toEqual([]);
  });

  test('links to similar clubs, and to the list', async () => {
    const ids = new Map<string, number>();
    for (const [name, category, isActive] of [
      ['Archery', 'Sports', true],
      ['Badminton', 'Games; Sports', true],
      ['Curling', 'Sports', false],
      ['Darts', 'sports', true],
      ['Esperanto', 'Languages', true],
      ['Fencing', 'SPORTS', true],
      ['Golf', 'Sports', true],
    ] as const)
      ids.set(name, await site.database.insertClub({ name, category, isActive }));
    const at = async (name: string) => {
      const page = await club(ids.get(name) ?? 0);
      const one = (selector: string) => page.all(selector)[0];
      return {
        related: page.all('.related .club-card-name').map(({ text }) => text),
        back: one('.back a')?.attributes.href,
      };
    };
    // The names in memory follow a moment later.
    await expect
      .poll(() => at('Darts'))
      .toEqual({
        related: ['Fencing', 'Golf', 'Archery', 'Badminton'],
        back: '/club/?page_size=24',
      });
    expect(await at('Badminton')).toMatchObject({ related: ['Darts', 'Fencing', 'Golf', 'Archery'] });
    expect(await at('Esperanto')).toMatchObject({ related: [] });
    expect(await at('Curling')).toMatchObject({ related: ['Darts', 'Fencing', 'Golf', 'Archery', 'Badminton'] });
    await site.database.sql`update club set is_active = false where name = 'Fencing'`;
    await expect.poll(async () => (await at('Darts')).related).toEqual(['Golf', 'Archery', 'Badminton']);
    // Words that few clubs have say more than a category that all share.
    await site.database.sql`update club set short_description = 'We throw arrows.' where name in ('Archery', 'Darts')`;
    await expect.poll(async () => (await at('Darts')).related).toEqual(['Archery', 'Golf', 'Badminton']);
  });

  test('has metadata for other sites, without Markdown', async () => {
    const text = 'We *play* [go](https://a.example) & **chess**.';
    const board = await visit(site, { roles: ['board'] });
    const answer = await board.post('/club/new/', { name: 'Go', short_description: text, logo_url: '/logos/go.svg' });
    const path = answer.headers.get('location') ?? '';
    for (const [prefix, locale, other] of [['/fr', 'fr_FR', 'en_GB']] as const) {
      const page = readHtml(await (await site.get(prefix + path)).text());
      const content = (name: string) => page.one(`meta[${name}]`).attributes.content;
      expect(content('name="description"')).toBe('We play go & chess.');
      expect(content('property="og:description"')).toBe('We play go & chess.');
      expect(content('property="og:title"')).toBe('Go');
      expect(content('property="og:url"')).toBe(`https://clubs.example.org${prefix}${path.replace(/\?.*/, '')}`);
      expect(content('property="og:image:alt"')).toMatch(/^Go – /);
      expect(content('property="og:site_name"')).not.toBe('');
      expect(content('property="og:locale"')).toBe(locale);
      expect(content('property="og:locale:alternate"')).toBe(other);
    }
  });

  test.each(['0', '2', '99999999999', 'abc', '1e0', '01', '-1', '%00', '1.0', 'news'])(
    'returns 404 for id %s',
    async (id) => {
      await site.database.insertClub({ id: 1, name: 'Ski' });
      const response = await site.get(`/club/${id}/`);
      expect(response.status).toBe(404);
      expect(readHtml(await response.text()).one('h1').text).toBe('Page not found');
    },
  );
});
