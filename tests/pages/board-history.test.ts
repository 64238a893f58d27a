import { expect, test } from 'vitest';
import { findEditableClub } from '../../src/clubs/edit/save.ts';
import { clubEditor } from '../support/edit-clubs.ts';
import { readHtml } from '../support/html.ts';
import { insertPerson, visit, type Fields } from '../support/people.ts';
import { describeSite, type TestSite } from '../support/site.ts';
import { undoHelpers } from '../support/undo.ts';

type Element = ReturnType<typeof readHtml>;

function helpers(site: TestSite) {
  const read = async (answer: Promise<Response>) => readHtml(await (await answer).text());
  const readNames = async () =>
    (await site.database.sql<{ name: string }[]>`select name from club order by name`).map(({ name }) => name);
  return { ...clubEditor(site), read, readNames };
}

/** The fields that a browser sends of the form, with or without its checkbox. */
const fieldsOf = (page: Element, revertsChanged = false): Fields => ({
  shown: page.one('.undo-form [name=shown]').attributes.value ?? '',
  ...(revertsChanged && { revert_changed: 'true' }),
});

describeSite('The list of all changes', (site) => {
  const { insertActor, create, edit, lastStep, remove, importRows, read } = helpers(site);

  test('shows each step, the newest first, with its user and the number of clubs', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'Ski' });
    const step = await importRows([{ name: 'Go' }, { name: 'Ski', category: 'Sport' }, { name: 'Chess' }]);
    await remove(ada, id);
    await site.database.sql`update club_step set done_at = '2026-11-02T08:05:00Z'`;
    const board = await visit(site, { roles: ['board'] });
    const steps = (await read(board.get('/desk/history/'))).all('.step-list > li');
    expect(steps.map((one) => one.one('h2').text)).toEqual(['Deletion: Ski', 'Import', 'New club: Ski']);
    const [deletion, imported] = steps;
    expect(deletion?.one('.step-time').text).toMatch(/^2 November 2026 at 08:05 UTC, by Ada \(/);
    expect(imported?.one('.note').text).toBe('clubs.csv');
    expect(imported?.text).toContain('2 clubs created, 1 club changed');
    expect(imported?.one('h2 a').attributes.href).toBe(`/desk/history/${step}/`);
    const { text, attributes } = imported?.one('a.undo') ?? {};
    expect([text, attributes?.href]).toEqual(['Undo', `/desk/history/${step}/undo/`]);
    const french = await read(board.get('/fr/desk/history/'));
    expect(french.all('.step-list h2').map(({ text }) => text)).toEqual([
      ...['Suppression : Ski', 'Import', 'Nouveau club : Ski'],
    ]);
  });

  test('has one line for the edits of one field by one user within ten minutes, and can be limited to a kind', async () => {
    const [ada, bob] = [await insertActor('Ada'), await insertActor('Bob')];
    const [go, ski] = [await create(ada, { name: 'Go' }), await create(ada, { name: 'Ski' })];
    await edit(ada, go.id, { category: 'Games' });
    await site.database.sql`update club_step set done_at = done_at - interval '11 minutes'`;
    await edit(ada, go.id, { category: 'Sport' });
    await edit(bob, go.id, { contact: 'go@example.org' });
    await edit(ada, ski.id, { category: 'Snow' });
    const last = await lastStep();
    const board = await visit(site, { roles: ['board'] });
    const namesOn = async (path: string) =>
      (await read(board.get(`/desk/history/${path}`))).all('.step-list :is(h2, h3)').map(({ text }) => text.trim());
    const edits = ['Categories of 2 clubs', 'Club edit: Ski', ...Array.from({ length: 3 }, () => 'Club edit: Go')];
    expect(await namesOn('')).toEqual([...edits, 'New club: Ski', 'New club: Go']);
    expect(await namesOn('?show=imports')).toEqual([]);
    await site.database.sql`insert into club_step (kind, undoes) select 'undo', min(id) from club_step`;
    expect(await namesOn('?show=undone')).toEqual(['New club: Go']);
    for (const step of [last, last - 2]) await undoHelpers(site.database).undo(ada, step);
    expect((await namesOn(''))[0]).toBe('Undo: Categories of 2 clubs');
  });
});

describeSite('The page of a step', (site) => {
  const { insertActor, create, edit, importRows, lastStep, read } = helpers(site);

  test('lets an administrator remove the name of a deleted account from all steps', async () => {
    const ada = await insertActor('Ada Lovelace');
    const { id } = await create(ada, { name: 'Ski' });
    await edit(ada, id, { description: 'We meet every Monday.' });
    const path = `/desk/history/${await lastStep()}/`;
    const administrator = await visit(site, { name: 'Zoe', roles: ['administrator'] });
    expect((await administrator.post(path, { action: 'remove', sure: 'yes' })).status).toBe(422);
    await site.database.sql`delete from site_user where id = ${ada.id}`;
    expect((await read(administrator.get(path))).all('.remove-for-good')).toHaveLength(1);
    expect((await administrator.post(path, { action: 'remove' })).status).toBe(422);
    expect((await administrator.post(path, { action: 'remove', sure: 'yes' })).status).toBe(303);
    const list = await read(administrator.get('/desk/history/'));
    expect(list.one('main').text).not.toContain('Lovelace');
    const [removal] = list.all('.step-list > li');
    expect(removal?.all('a.undo')).toEqual([]);
  });

  test('lists its clubs by name with their changes', async () => {
    const ada = await insertActor();
    await create(ada, { name: 'Ski', description: 'We meet every Sunday.' });
    const step = await importRows([
      { name: 'Ski', description: 'We meet every Monday.' },
      { name: 'Échecs', description: 'Chess.' },
    ]);
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get(`/desk/history/${step}/`));
    expect(page.one('h1').text).toBe(`Import #${step}`);
    const clubs = page.all('.step-clubs tbody tr');
    expect(clubs.map((club) => club.one('th').text)).toEqual(['Échecs Created', 'Ski']);
    expect([clubs[1]?.one('del').text, clubs[1]?.one('ins').text]).toEqual(['removed: Sunday', 'added: Monday']);
    expect(page.one('.step a.undo').attributes.href).toBe(`/desk/history/${step}/undo/`);
    for (const none of ['999999', '0', 'x']) expect((await board.get(`/desk/history/${none}/`)).status).toBe(404);
  });
});

describeSite('The undo of a step', (site) => {
  const { insertActor, lastStep, create, edit, importRows, read, readNames } = helpers(site);

  test('is previewed, written, and can be undone itself', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'Ski', category: 'Sport' });
    const step = await importRows([{ name: 'Ski', category: 'Outdoors' }, { name: 'Go' }]);
    const board = await visit(site, { name: 'Bob', roles: ['board'] });
    const page = await read(board.get(`/desk/history/${step}/undo/`));
    expect(page.one('h1').text).toBe(`Undo: Import #${step}`);
    expect(page.all('.undo-clubs h2').map(({ text }) => text)).toEqual(['Go will be deleted', 'Ski will be changed']);
    expect(page.all('.losses, .undo-form [type=checkbox]')).toEqual([]);
    expect(page.all('.undo-clubs .side .as-written').map(({ text }) => text)).toEqual(['Outdoors', 'Sport']);
    const answer = await board.post(`/desk/history/${step}/undo/`, fieldsOf(page));
    const undoing = await lastStep();
    expect([answer.status, answer.headers.get('location')]).toEqual([
      ...[303, `/desk/history/${undoing}/?done=stepUndone`],
    ]);
    expect(await readNames()).toEqual(['Ski']);
    expect((await findEditableClub(site.database.client, id))?.texts.category).toBe('Sport');
    const done = await read(board.get(`/desk/history/${undoing}/?done=stepUndone`));
    expect(done.all('.notice')).toHaveLength(1);
    expect(done.one('.summary a').attributes.href).toBe(`/desk/history/${step}/`);
    const [newest, older] = (await read(board.get('/desk/history/'))).all('.step-list > li');
    expect(newest?.one('h2').text).toBe('Undo');
    expect(newest?.text).toMatch(/by Bob \(.*Undid the change made on/);
    expect(older?.one('.undone a').attributes.href).toBe(`/desk/history/${undoing}/`);
    expect((await read(board.get(`/desk/history/${step}/undo/`))).all('.undo-form button')).toEqual([]);

    const again = await read(board.get(`/fr/desk/history/${undoing}/undo/`));
    expect((await board.post(`/fr/desk/history/${undoing}/undo/`, fieldsOf(again))).status).toBe(303);
    expect(await readNames()).toEqual(['Go', 'Ski']);
  });

  test('lists and skips clubs that changed later, and reverts them too on request', async () => {
    const ada = await insertActor();
    const step = await importRows([{ name: 'Go' }, { name: 'Sports' }]);
    const [, sports = 0] = (await site.database.sql`select id from club order by name`).map(({ id }) => id as number);
    await edit(ada, sports, { description: 'Since then.' });
    await create(ada, { name: 'Lift', parentName: 'Sports' });
    await insertPerson(site.database, { officerOf: [sports] });
    const board = await visit(site, { roles: ['board'] });
    const path = `/desk/history/${step}/undo/`;
    const page = await read(board.get(path));
    expect(page.all('.undo-clubs h2').map(({ text }) => text)).toEqual(['Sports skipped', 'Go will be deleted']);
    expect(page.one('.losses').text).toBe('Changed later: Description · Includes 1 club · 1 officer');
    expect(page.one('[data-field=description] .as-written').text).toBe('Since then.');
    expect(page.one('.undo-form').all('[type=checkbox]')).toHaveLength(1);
    expect((await board.post(path, fieldsOf(page))).status).toBe(303);
    expect(await readNames()).toEqual(['Lift', 'Sports']);
    const undone = async () => (await read(board.get(`/desk/history/${step}/`))).one('.summary .undone').text.trim();
    expect(await undone()).toMatch(/^Partly undone on .*: 1 of 2 clubs$/);
    const rest = await read(board.get(path));
    expect((await board.post(path, fieldsOf(rest, true))).status).toBe(303);
    expect(await readNames()).toEqual(['Lift']);
    expect(await undone()).toMatch(/^Undone on /);
    const verbs = (await read(board.get('/desk/history/'))).all('.step-list .undo').map(({ text }) => text.trim());
    expect(verbs).toEqual(['Redo', 'Redo', 'Undo', 'Undo']);
  });

  test('is shown again when the clubs changed since the preview', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'Ski', category: 'a' });
    const step = await edit(ada, id, { category: 'b' });
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get(`/fr/desk/history/${step}/undo/`));
    await edit(ada, id, { category: 'c' });
    const answer = await board.post(`/fr/desk/history/${step}/undo/`, fieldsOf(page, true));
    expect(answer.status).toBe(409);
    const shown = readHtml(await answer.text());
    expect(shown.all('.undo-clubs .side').map((side) => side.all('p')[1]?.text)).toEqual(['c', 'a']);
    expect(shown.one('.undo-form [type=checkbox]').attributes.checked).toBe('');
    expect((await findEditableClub(site.database.client, id))?.texts.category).toBe('c');
    const skipped = await board.post(`/fr/desk/history/${step}/undo/`, fieldsOf(shown));
    expect([skipped.status, readHtml(await skipped.text()).all('[role=alert]').length]).toEqual([422, 1]);
    expect((await board.post(`/fr/desk/history/${step}/undo/`, fieldsOf(shown, true))).status).toBe(303);
    expect((await findEditableClub(site.database.client, id))?.texts.category).toBe('a');
  });

  test('needs the permission to delete clubs for those that it would delete or restore', async () => {
    const step = await importRows([{ name: 'Go' }]);
    const path = `/desk/history/${step}/undo/`;
    const visitor = await visit(site, { permissions: ['club.change_club'] });
    const page = await read(visitor.get(path));
    expect(page.one('.undo-clubs li').attributes['data-reason']).toBe('notAllowed');
    expect(page.one('.undo-form').all('button')).toEqual([]);
    expect((await visitor.post(path, fieldsOf(page))).status).toBe(422);
    expect(await readNames()).toEqual(['Go']);
  });

  test('has pages of fifty clubs', async () => {
    const step = await importRows(Array.from({ length: 60 }, (_, index) => ({ name: `Club ${100 + index}` })));
    const board = await visit(site, { roles: ['board'] });
    const path = `/desk/history/${step}/undo/`;
    const [first, second] = [await read(board.get(path)), await read(board.get(`${path}?page=2`))];
    expect([first, second].map((page) => page.all('.undo-clubs li').length)).toEqual([50, 10]);
    expect((await board.get(`${path}?page=3`)).status).toBe(404);
    expect((await board.post(path, fieldsOf(second))).status).toBe(303);
    expect(await readNames()).toEqual([]);
  });

  test('returns 404 for an unknown step', async () => {
    const board = await visit(site, { roles: ['board'] });
    for (const none of ['999999', '0', 'x']) {
      expect((await board.get(`/desk/history/${none}/undo/`)).status).toBe(404);
      expect((await board.post(`/desk/history/${none}/undo/`, { shown: '' })).status).toBe(404);
    }
  });
});
