import { expect, test } from 'vitest';
import { today } from '../../src/clubs/record/day.ts';
import { readHtml, type Element } from '../support/html.ts';
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
    const open = async () => await (await board.get('/desk/missed/')).text();
    await expect.poll(async () => terms(await open())).toEqual(['curling found now', 'quidditch', '<b>bold</b>']);
    const page = await open();
    expect(readHtml(page).all('tbody th a')[0]?.attributes.href).toBe('/club/?name=curling&club_status=&page_size=24');

    const forgotten = await board.post('/desk/missed/', { term: 'quidditch' });
    expect([forgotten.status, forgotten.headers.get('Location')]).toEqual([303, '/desk/missed/?done=termForgotten']);
    expect(terms(await (await board.get('/desk/missed/')).text())).toEqual(['curling found now', '<b>bold</b>']);
  });

  test('get a meaning that searches use, and that can be changed, removed and restored', async () => {
    await site.database.insertClubs('Broom Sports', 'Chess');
    await site.database.sql`insert into zero_result_search (day, term, count) values (${today()}, 'Quodpot', 3)`;
    const board = await visit(site, { roles: ['board'] });
    const open = async (path = '/desk/missed/') => readHtml(await (await board.get(path)).text());
    const found = async () =>
      readHtml(await (await site.get('/club/?name=quodpot')).text())
        .all('.club-mentions .club-card-name')
        .map(({ text }) => text);
    const words = (page: Element) =>
      page
        .all('.search-words .search-word')
        .map((form) => [form.one('label').text, form.one('.text-field').attributes.value]);
    const send = (meaning: string, fields: Record<string, string> = {}) =>
      board.post('/desk/missed/', { term: 'Quodpot', 'meaning-Quodpot': meaning, ...fields });

    const before = await open();
    expect(before.one('tbody details label').text).toBe('“Quodpot” means');
    expect(words(before)).toEqual([]);
    const refused = await send(' , ');
    expect(refused.status).toBe(422);
    const field = readHtml(await refused.text()).one('tbody details[open] .field');
    expect([field.one('input').attributes.value, field.one('.error').text.trim()]).toEqual([
      ' , ',
      'Fill in this field.',
    ]);
    expect(await found()).toEqual([]);

    const saved = await send('broom sports, balais');
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, '/desk/missed/?done=cellSaved']);
    await expect.poll(async () => (await open()).one('tbody th').text).toContain('found now');
    const after = await open();
    expect(after.one('tbody td[data-label="Meanings"]').text.trim()).toBe('broom sports, balais');
    expect(after.all('tbody details')).toEqual([]);
    expect(words(after)).toEqual([['“quodpot” means', 'broom sports, balais']]);
    await expect.poll(found).toEqual(['Broom Sports']);

    const [step] = await site.database.sql`select max(id)::int as id from club_step`;
    const path = `/desk/history/${String(step?.id)}/`;
    expect((await open('/desk/history/')).one('.step-list').text).toContain(
      '“quodpot” now means “broom sports, balais”',
    );
    const undo = await open(`${path}undo/`);
    expect(undo.one('.undo-form').text).toContain('After the undo: “quodpot” now means nothing else.');
    const shown = undo.one('.undo-form [name="shown"]').attributes.value ?? '';

    await send('chess');
    const conflict = await board.post(`${path}undo/`, { shown });
    expect(conflict.status).toBe(422);
    expect(await conflict.text()).toContain('Nothing was undone because everything would be skipped.');
    await expect.poll(found).toEqual(['Chess']);
    const removed = await send('chess', { remove: '' });
    expect(removed.headers.get('Location')).toBe('/desk/missed/?done=cellSaved');
    expect(words(await open())).toEqual([]);
    await expect.poll(found).toEqual([]);
  });
});
