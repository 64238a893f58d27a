import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { createRandom, pick } from '../support/random.ts';
import { inFull } from '../support/scope.ts';
import { describeOwnSite, describeSite } from '../support/site.ts';

describeSite('The list as a CSV file', (site) => {
  const read = async (path: string) => {
    const response = await site.get(path);
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/csv']);
    return parse<Record<string, string>>(await response.text(), { columns: true, bom: true, record_delimiter: '\r\n' });
  };

  test('has what visitors see, and no formulas', async () => {
    await site.database.insertClub({ name: '=1+1', contact: 'a@example.org', contactBy: 'form', logo: '/logos/a.svg' });
    await site.database.insertClub({ name: 'Chess', contact: 'https://chess.example.org/', isActive: false });
    const [first = {}, second] = await read('/club/export.csv?club_status=');
    expect(first).toMatchObject({
      name: "'=1+1",
      logo_url: 'https://clubs.example.org/logos/a.svg',
      contact: 'a@example.org',
    });
    expect(first).not.toHaveProperty('contact_by');
    expect(second).toMatchObject({ name: 'Chess', is_active: 'false', contact: 'https://chess.example.org/' });
    expect((await site.get(`/club/export.csv?name=${'x'.repeat(300)}`)).status).toBe(404);
  });
});

describeOwnSite(
  'All formats of a list',
  (site) => {
    const get = async (path: string, headers = {}) => await (await site.get(path, { headers })).text();
    const namesIn = (page: string, selector: string) =>
      readHtml(page)
        .all(selector)
        .map(({ html }) => html.replace(/<small>.*|<span class="club-state">.*|<[^>]*>|\(inactive\)/gs, '').trim());

    test('name the same clubs in the same order, and no hidden address', async () => {
      const random = createRandom(3);
      const names = ['Chess', 'Échecs', 'Ski', 'Œnologie', 'Robots', 'chess two', 'Zumba', 'Écologie', 'Go'];
      for (const name of names)
        await site.database.insertClub({
          name,
          contact: 'hidden@example.org',
          contactBy: 'form',
          category: pick(random, ['Games', 'Sports', 'Games; Arts']),
          isActive: random() < 0.7,
          meetingDays: pick(random, ['', 'mon', 'mon; wed']),
        });
      await expect.poll(() => get('/club/export.csv?club_status=')).toContain('Zumba');
      const seen: string[] = [await get('/api/club/changes')];
      for (let round = 0; round < inFull(12, 50); round += 1) {
        const query = new URLSearchParams({ page_size: '100', club_status: pick(random, ['true', 'false', '']) });
        if (random() < 0.3) query.set('name', pick(random, ['ch', 'o', 'none']));
        if (random() < 0.4) query.append('category', pick(random, ['games', 'arts', 'none']));
        if (random() < 0.3) query.append('day', pick(random, ['mon', 'wed']));
        const text = query.toString();
        const list = await get(`/club/?${text}`);
        const fragment = await get(`/club/?${text}`, { 'HX-Request': 'true' });
        const embed = await get(`/club/embed/?${text}`);
        const csv = await get(`/club/export.csv?${text}`);
        const [, apiPath] = /href="(\/api\/[^"]*)"/.exec(list) ?? [];
        // An empty list has no links.
        const json = apiPath === undefined ? '{"results":[]}' : await get(apiPath.replaceAll('&amp;', '&'));
        const { results } = JSON.parse(json) as { results: { name: string }[] };
        const expected = results.map(({ name }) => name);
        expect(namesIn(list, '#paginated h4'), text).toEqual(expected);
        expect(namesIn(fragment, 'h4'), text).toEqual(expected);
        expect(namesIn(embed, 'li a > span:last-child'), text).toEqual(expected);
        const rows = parse<Record<string, string>>(csv, { columns: true, bom: true }).map(({ name }) => name);
        expect(rows, text).toEqual(expected);
        const others = [`/club/feed.atom?${text}`, `/club/embed/build/?${text}`].map((path) => get(path));
        seen.push(list, fragment, embed, csv, json, ...(await Promise.all(others)));
      }
      expect(seen.filter((text) => text.includes('hidden@'))).toEqual([]);
    });

    test('have the clubs about the text of a search, as its page has', async () => {
      await site.database.insertClub({ name: 'Big Band', category: 'Music' });
      await site.database.insertClub({ name: 'Chess' });
      await expect.poll(() => get('/club/?name=music&page_size=24')).toContain('Big Band');
      const list = readHtml(await get('/club/?name=music&page_size=24'));
      const [csv, , json] = list.all('.list-formats a').map(({ attributes }) => attributes.href ?? '');
      const rows = parse<Record<string, string>>(await get(csv ?? ''), { columns: true, bom: true });
      expect(rows.map(({ name }) => name)).toEqual(['Big Band']);
      expect(JSON.parse(await get(json ?? ''))).toMatchObject({ count: 1, results: [{ name: 'Big Band' }] });
    });
  },
  { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'clubs@example.org' },
);
