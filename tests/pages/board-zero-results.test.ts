import { expect, test } from 'vitest';
import { today } from '../../src/clubs/record/day.ts';
import { readHtml } from '../support/html.ts';
import { visit } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite('Searches without results', (site) => {
  const terms = (html: string) =>
    readHtml(html)
      .all('tbody tr')
      .map((row) => row.one('th').text.replace(/\s+/g, ' ').trim());

  test('is listed for the board, most frequent first, with what is found by now, and can be removed', async () => {
    await site.database.insertClubs('Curling');
    await site.database.sql`
      insert into zero_result_search (day, term, count) values
        (${today()}, 'quidditch', 3), (current_date - 100, 'curling', 5), (${today()}, '<b>bold</b>', 1)`;
    const board = await visit(site, { roles: ['board'] });
    const page = await (await board.get('/desk/missed/')).text();
    expect(terms(page)).toEqual(['curling found now', 'quidditch', '<b>bold</b>']);
    expect(readHtml(page).all('tbody th a')[0]?.attributes.href).toBe('/club/?name=curling&club_status=&page_size=24');

    const forgotten = await board.post('/desk/missed/', { term: 'quidditch' });
    expect([forgotten.status, forgotten.headers.get('Location')]).toEqual([303, '/desk/missed/?done=termForgotten']);
    expect(terms(await (await board.get('/desk/missed/')).text())).toEqual(['curling found now', '<b>bold</b>']);
  });
});
