import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { SITE_URL } from '../support/program.ts';
import { describeSite } from '../support/site.ts';

describeSite('The list on another site', (site) => {
  const insert = async (count: number) => {
    for (let number = 0; number < count; number += 1)
      await site.database.insertClub({
        name: `Association of the friends of <board> games & ${number}`,
        logo: `/image/${number.toString(16).padStart(64, 'e5')}-200.webp`,
        category: 'Games',
        meetingDays: 'mon; wed',
        meetingPlace: 'Salle 204, bâtiment A',
      });
  };
  const open = async (path: string) => {
    const response = await site.get(path);
    expect(response.status, path).toBe(200);
    const text = await response.text();
    return { headers: response.headers, text, page: readHtml(text) };
  };

  test('is a small page without scripts and cookies that every site may frame', async () => {
    await insert(25);
    const { headers, text, page } = await open('/club/embed/?category=games');
    expect(gzipSync(text).length).toBeLessThan(6_000);
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect([headers.get('x-frame-options'), headers.get('set-cookie'), page.all('script')]).toEqual([null, null, []]);
    expect(page.all('li')).toHaveLength(24);
    for (const { attributes } of page.all('a')) expect(attributes).toMatchObject({ target: '_blank', rel: 'noopener' });
    expect(page.one('header > a').attributes.href).toBe('/club/?category=games');
    expect((await site.get('/club/embed/?club_status=x')).status).toBe(404);
  });

  test('has code for frames and for editors without them, which keeps the filter', async () => {
    await insert(2);
    const list = await open('/fr/club/?category=games&page_size=24');
    const links = list.page.all('.list-formats a').map(({ attributes }) => attributes.href);
    expect(links).toEqual([
      '/fr/club/export.csv?category=games',
      '/fr/club/feed.atom?category=games',
      '/api/club/search-profile?is_active=true&category=games',
      '/fr/booklet/?category=games',
      '/fr/club/embed/build/?category=games',
      '/fr/api/docs/',
    ]);
    const choice = 'name=a&club_status=true&category=games&page=7&page_size=50&height=9999&language=fr';
    const { page } = await open(`/club/embed/build/?${choice}`);
    const src = '/fr/club/embed/?name=a&club_status=true&category=games&page_size=50';
    expect(page.all('.filter-chips li bdi').map(({ text }) => text)).toEqual(['a', 'Games']);
    expect(page.one('main iframe').attributes).toMatchObject({ src, height: '2000' });
    const code = page.all('main textarea').map(({ text }) => readHtml(text));
    expect(code[0]?.one('iframe').attributes.src).toBe(SITE_URL + src);
    expect(code[1]?.all('li')).toHaveLength(2);
    expect(code[1]?.text).toContain('<board> games & 0');
    expect(code[1]?.one('p').text).toMatch(/^\d{1,2}(?:er)? \S+ \d{4} · /);
    for (const { attributes } of code[1]?.all('a') ?? []) expect(attributes.href).toMatch(`${SITE_URL}/fr/club/`);
  });

  test('is offered as a feed, whose clubs may have any status', async () => {
    const id = await site.database.insertClub({ name: 'Chess', category: 'Games' });
    await site.database.sql`update club set is_active = false where id = ${id}`;
    await site.database.insertClub({ name: 'Ski' });
    const feed = await open('/club/feed.atom?category=games');
    expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(feed.text).toContain(`<link href="${SITE_URL}/club/`);
    expect([feed.text.includes('Chess'), feed.text.includes('Ski')]).toEqual([true, false]);
    for (const path of ['/', '/club/'])
      expect((await open(path)).page.one('link[type$="atom+xml"]').attributes.href).toBe('/club/feed.atom');
    expect((await site.get('/club/feed.atom?name=%00')).status).toBe(404);
  });
});
