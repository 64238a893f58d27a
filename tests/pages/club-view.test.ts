import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
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
    expect(page.one('title').text).toBe('Ski');
    expect(page.one('main img').attributes.alt).toBe('logo Ski');
    expect(page.one('.description').text).toContain('Every Sunday.');
    expect(page.all('.categories li').map((label) => label.text)).toEqual(['Sports', 'Outdoors']);
    expect(page.one('a[href="https://ski.example.org/"]').attributes.rel).toBe('nofollow ugc noopener');
    expect(page.all('.family a').map((link) => [link.text, link.attributes.href])).toEqual([
      ['Bureau des Sports', `/club/${parent}/`],
      ['Biathlon', `/club/${first}/`],
      ['Snowboard (inactive)', `/club/${second}/`],
    ]);
    expect(page.one('link[rel="canonical"]').attributes.href).toBe(`https://clubs.example.org/club/${id}/`);
    expect(page.one('meta[property="og:image"]').attributes.content).toBe('https://clubs.example.org/logos/ski.svg');
  });

  test('says that a club is inactive', async () => {
    const page = await club(await site.database.insertClub({ name: 'Ski', isActive: false }));
    expect(page.one('h1').text).toBe('Ski (inactive)');
    expect(page.one('title').text).toBe('Ski (inactive)');
  });

  test('is asked for again each time', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    const response = await site.get(`/club/${id}/`);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    const headers = { 'If-None-Match': response.headers.get('etag') ?? '' };
    expect((await site.get(`/club/${id}/`, { headers })).status).toBe(304);
  });

  test('answers with and without the slash', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    expect((await site.get(`/club/${id}`)).status).toBe(200);
  });

  test.each(['0', '2', '99999999999', 'abc', '1e0', '01', '-1', '%00', '1.0', 'news'])(
    'is the page of things that are not there for id %s',
    async (id) => {
      await site.database.insertClub({ id: 1, name: 'Ski' });
      const response = await site.get(`/club/${id}/`);
      expect(response.status).toBe(404);
      expect(readHtml(await response.text()).one('h1').text).toBe('There is nothing here');
    },
  );
});
