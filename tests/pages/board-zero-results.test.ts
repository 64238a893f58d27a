import { expect, test } from 'vitest';
import { today } from '../../src/clubs/record/day.ts';
import { readHtml, type Element } from '../support/html.ts';
import { visit } from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';

// A shared site may record the searches of other tests at any moment.
describeOwnSite('Searches without results', (site) => {
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
    await expect
      .poll(async () => terms(await open()))
      .toEqual(['curling now has a result', 'quidditch', '<b>bold</b>']);
    const page = await open();
    expect(readHtml(page).all('tbody th a')[0]?.attributes.href).toBe('/club/?name=curling&club_status=&page_size=24');

    const forgotten = await board.post('/desk/missed/', { term: 'quidditch' });
    expect([forgotten.status, forgotten.headers.get('Location')]).toEqual([303, '/desk/missed/?done=termForgotten']);
    expect(terms(await (await board.get('/desk/missed/')).text())).toEqual(['curling now has a result', '<b>bold</b>']);
  });

  test('get a meaning that searches use, and that can be changed, removed and restored', async () => {
    await site.database.insertClubs('Broom Sports', 'Chess');
    await site.database.sql`insert into zero_result_search (day, term, count) values (${today()}, 'quodpot', 3)`;
    const board = await visit(site, { roles: ['board'] });
    const open = async (path = '/desk/missed/') => readHtml(await (await board.get(path)).text());
    const found = async () =>
      readHtml(await (await site.get('/club/?name=quodpot')).text())
        .all('.club-mentions .club-card-name')
        .map(({ text }) => text);
    const words = (page: Element) => page.all('.meanings form.split span').map(({ text }) => text.trim());
    const send = (meaning: string) => board.post('/desk/missed/', { word: 'Quodpot', meaning });

    const link = (await open()).one('tbody td a').attributes.href ?? '';
    expect((await open(link)).one('input#field-word').attributes.value).toBe('quodpot');
    const refused = await send(' , ');
    expect(refused.status).toBe(422);
    const field = readHtml(await refused.text()).all('.meanings .field')[1];
    expect(field?.one('input').attributes.value).toBe(' , ');
    expect(field?.one('.error').text.trim()).toBe('Fill in this field.');
    expect(await found()).toEqual([]);

    const saved = await send('broom sports, balais');
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, '/desk/missed/?done=cellSaved']);
    await expect.poll(async () => (await open()).one('tbody th').text).toContain('now has a result');
    const after = await open();
    expect(after.one('tbody td[data-label="Synonyms"]').text.trim()).toBe('broom sports, balais');
    expect(words(after)).toEqual(['quodpot: broom sports, balais']);
    await expect.poll(found).toEqual(['Broom Sports']);

    const [step] = await site.database.sql`select max(id)::int as id from club_step`;
    const path = `/desk/history/${String(step?.id)}/`;
    expect((await open('/desk/history/')).one('.step-list').text).toContain('quodpot: empty → broom sports, balais');
    const undo = await open(`${path}undo/`);
    expect(undo.one('.undo-form').text).toContain('After the undo: quodpot: broom sports, balais → empty');
    const shown = undo.one('.undo-form [name="shown"]').attributes.value ?? '';

    await send('chess');
    const conflict = await board.post(`${path}undo/`, { shown });
    expect(conflict.status).toBe(422);
    expect(await conflict.text()).toContain('Nothing to undo: everything is as it was');
    await expect.poll(found).toEqual(['Chess']);
    const removed = await send('');
    expect(removed.headers.get('Location')).toBe('/desk/missed/?done=cellSaved');
    expect(words(await open())).toEqual([]);
    await expect.poll(found).toEqual([]);
  });
});
