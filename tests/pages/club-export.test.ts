import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { createRandom, pick } from '../support/random.ts';
import { inFull } from '../support/scope.ts';
import { describeSite } from '../support/site.ts';

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

  test('names the clubs of the list and of the API in their order', async () => {
    const random = createRandom(3);
    const names = ['Chess', 'Échecs', 'Ski', 'Œnologie', 'Robots', 'chess two', 'Zumba', 'Écologie', 'Go'];
    for (const name of names)
      await site.database.insertClub({
        name,
        category: pick(random, ['Games', 'Sports', 'Games; Arts']),
        isActive: random() < 0.7,
        meetingDays: pick(random, ['', 'mon', 'mon; wed']),
      });
    await expect.poll(async () => (await read('/club/export.csv?club_status=')).length).toBe(names.length);
    for (let round = 0; round < inFull(12, 50); round += 1) {
      const query = new URLSearchParams({ page_size: '100' });
      const status = pick(random, ['true', 'false', '']);
      query.set('club_status', status);
      if (random() < 0.4) query.append('category', pick(random, ['games', 'arts', 'none']));
      if (random() < 0.3) query.append('day', pick(random, ['mon', 'wed']));
      const api = new URLSearchParams({ ...Object.fromEntries(query), ...(status !== '' && { is_active: status }) });
      const text = query.toString();
      const page = readHtml(await (await site.get(`/club/?${text}`)).text());
      const listed = page.all('#paginated h4').map(({ text }) => text.replace(' (inactive)', ''));
      const { results } = (await (await site.get(`/api/club/search?${api.toString()}`)).json()) as {
        results: { name: string }[];
      };
      const exported = (await read(`/club/export.csv?${text}`)).map(({ name }) => name);
      expect(exported, text).toEqual(results.map(({ name }) => name));
      expect(listed, text).toEqual(exported);
    }
  });
});
