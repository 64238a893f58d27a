import { expect, test } from 'vitest';
import { today } from '../../src/clubs/record/day.ts';
import { dayIn } from '../../src/clubs/round/queries.ts';
import { readHtml } from '../support/html.ts';
import { visit, type Visitor } from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';

const BOARD = { roles: ['board'] } as const;

// A shared site may record searches of other tests without results at any moment.
describeOwnSite('The home page of the board', (site) => {
  const read = async (visitor: Visitor, path: string) => readHtml(await (await visitor.get(path)).text());
  const tasksOf = (page: ReturnType<typeof readHtml>) =>
    page.all('.tasks a').map(({ text, attributes }) => [text, attributes.href?.replaceAll('&amp;', '&')]);

  test('counts what needs attention, each with its list, and leaves out what is done', async () => {
    const board = await visit(site, BOARD);
    expect((await read(board, '/desk/')).one('main').text).toContain('Nothing needs attention.');
    const done = { category: 'Sport', shortDescription: 'Snow', confirmedOn: today() };
    await site.database.insertClub({ name: 'Ski', contact: 'ski@example.org', ...done });
    await site.database.insertClub({ name: 'Go', ...done, confirmedOn: '2001-02-03' });
    await site.database.insertClub({ name: 'Old', isActive: false });
    await site.database.sql`insert into zero_result_search (day, term, count) values (current_date, 'zen', 3)`;
    const tasks = tasksOf(await read(board, '/desk/'));
    expect(tasks).toEqual([
      ['1 active club without a contact Add', '/desk/clubs/?club_status=true&missing=contact'],
      ['1 active club not checked for a year Ask', '/desk/clubs/?club_status=true&missing=confirmation'],
      ['1 search without a result View', '/desk/missed/'],
    ]);
    const list = await read(board, tasks[0]?.[1] ?? '');
    expect(list.all('tbody th').map(({ text }) => text)).toEqual(['Go']);
    expect(list.all('#table-chips a').map(({ attributes }) => attributes.href)).toEqual([
      '/desk/clubs/?missing=contact',
      '/desk/clubs/?club_status=true',
    ]);
  });

  test('shows the changes of this week with their undo, and the yearly check', async () => {
    const board = await visit(site, { ...BOARD, name: 'Bob' });
    const id = await site.database.insertClub({ name: 'Ski', contact: 'https://ski.example.org' });
    const [form] = (await read(board, `/club/${id}/`)).all('.club-tools form');
    await board.post(`/club/${id}/confirm/`, { revision: form?.one('[name=revision]').attributes.value ?? '' });
    const before = await read(board, '/desk/');
    expect(before.all('.step-list li')[0]?.text).toMatch(/^Check: Ski\s*Last checked: empty → .*today, by Bob/);
    expect(before.all('.step-list .undo')[0]?.attributes.href).toMatch(/^\/desk\/history\/\d+\/undo\/$/);
    expect(before.one('#round-state').text).toContain('It will ask 1 active club. 1 club without an e-mail address');
    expect(before.one('#round-state a').attributes.href?.replaceAll('&amp;', '&')).toBe(
      '/desk/clubs/?club_status=true&missing=address',
    );
    await board.post('/desk/round/', { action: 'start', ends_on: dayIn(5) });
    const open = await read(board, '/desk/');
    expect(open.one('#round-state').text).toContain('1 of 1 club answered');
    expect(open.one('.board-bar > nav [href="/desk/round/"] .count').text).toBe('1/1');
  });

  test('leads old addresses of the table to the table', async () => {
    const board = await visit(site, BOARD);
    const answer = await board.get('/fr/desk/?missing=logo&sort=-name');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/fr/desk/clubs/?missing=logo&sort=-name']);
    expect((await board.get('/desk/?done=stepUndone')).status).toBe(200);
  });

  test('has a page with the addresses of filtered clubs, each once', async () => {
    const board = await visit(site, BOARD);
    await site.database.insertClub({ name: 'Ski', contact: 'ski@example.org' });
    await site.database.insertClub({ name: 'Skating', contact: 'SKI@example.org' });
    await site.database.insertClub({ name: 'Go', contact: 'https://go.example.org' });
    const field = (await read(board, '/desk/addresses/?name=s')).one('textarea').text;
    expect(field.toLowerCase()).toBe('ski@example.org');
    expect((await board.get('/desk/addresses/?missing=money')).status).toBe(404);
  });

  test('is not in the way of officers, whose pages have the header of the site', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    const officer = await visit(site, { officerOf: [id] });
    for (const path of [`/club/${id}/edit/`, `/club/${id}/history/`, '/account/']) {
      const page = await read(officer, path);
      expect([page.all('.board-bar').length, page.all('.site-header').length], path).toEqual([0, 1]);
    }
    const board = await visit(site, BOARD);
    for (const path of [`/club/${id}/edit/`, `/club/${id}/history/`, '/account/', '/inbox/']) {
      const page = await read(board, path);
      expect([page.all('.board-bar').length, page.all('.site-header').length], path).toEqual([1, 0]);
    }
    expect((await read(board, `/club/${id}/`)).all('.site-header [href="/desk/"]')).toHaveLength(1);
  });
});
