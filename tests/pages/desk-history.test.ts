import { expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import type { ClubValues } from '../../src/clubs/edit/form.ts';
import type { Actor } from '../../src/clubs/history/history.ts';
import { createClub, deleteClub, findEditableClub, saveClub } from '../../src/clubs/edit/save.ts';
import { clubsCsv, inPieces, type CsvRow } from '../support/clubs-csv.ts';
import { readHtml } from '../support/html.ts';
import {
  insertPerson,
  insertSession,
  visit,
  visitWith,
  type Fields,
  type NewPerson,
  type Visitor,
} from '../support/people.ts';
import { describeSite, type TestSite } from '../support/site.ts';
import { OLDEST } from '../../src/clubs/history/revision.ts';

type Element = ReturnType<typeof readHtml>;

function helpers(site: TestSite) {
  const insertActor = async (name = 'Ada'): Promise<Actor> => ({
    userId: await insertPerson(site.database, { name }),
    name,
  });
  const lastStep = async () => {
    const [{ id }] = await site.database.sql<[{ id: number }]>`select max(id)::float8 as id from club_step`;
    return id;
  };
  const create = async (actor: Actor, values: ClubValues): Promise<number> => {
    const created = await createClub(site.database.client, actor, values);
    if (created.outcome !== 'saved') throw new Error(JSON.stringify(created));
    return created.club.id;
  };
  const edit = async (actor: Actor, id: number, values: ClubValues): Promise<number> => {
    const revision = (await findEditableClub(site.database.client, id))?.revision ?? OLDEST;
    const saved = await saveClub(site.database.client, actor, id, revision, values);
    if (saved.outcome !== 'saved') throw new Error(JSON.stringify(saved));
    return await lastStep();
  };
  const remove = async (actor: Actor, id: number, name: string): Promise<number> => {
    const revision = (await findEditableClub(site.database.client, id))?.revision ?? OLDEST;
    await deleteClub(site.database.client, actor, id, revision, name);
    return await lastStep();
  };
  const importRows = async (...rows: CsvRow[]): Promise<number> => {
    await importClubs(site.database.client, inPieces(clubsCsv(...rows)), { note: 'clubs.csv' });
    return await lastStep();
  };
  const read = async (answer: Promise<Response>) => readHtml(await (await answer).text());
  const readNames = async () =>
    (await site.database.sql<{ name: string }[]>`select name from club order by name`).map(({ name }) => name);
  return { insertActor, lastStep, create, edit, remove, importRows, read, readNames };
}

/** The fields that a browser sends of the form: checkboxes that are checked and enabled. */
function fieldsOf(page: Element, unchecked: readonly string[] = []): Fields {
  const form = page.one('.undo-form');
  const hidden = form
    .all('input[type=hidden]')
    .map(({ attributes: { name = '', value = '' } }): [string, string] => [name, value]);
  const boxes = form
    .all('input[type=checkbox]')
    .filter(({ attributes }) => attributes.checked !== undefined && attributes.disabled === undefined)
    .map(({ attributes }) => attributes.value ?? '')
    .filter((value) => !unchecked.includes(value));
  return { ...Object.fromEntries(hidden), club: boxes };
}

describeSite('The list of all changes', (site) => {
  const { insertActor, create, edit, remove, importRows, read } = helpers(site);

  test('shows each step, the newest first, with its user and the number of clubs', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski' });
    const step = await importRows({ name: 'Go' }, { name: 'Ski', category: 'Sport' }, { name: 'Chess' });
    await remove(ada, id, 'Ski');
    await site.database.sql`update club_step set done_at = '2026-11-02T08:05:00Z'`;
    const board = await visit(site, { roles: ['board'] });
    const steps = (await read(board.get('/desk/history/'))).all('.step-list > li');
    expect(steps.map((one) => one.one('h2').text)).toEqual(['Deletion: Ski', 'Import', 'New club: Ski']);
    const [deletion, imported] = steps;
    expect(deletion?.one('.step-time').text).toMatch(/^November 2, 2026 at 08:05 UTC, by Ada \(/);
    expect(imported?.one('.note').text).toBe('clubs.csv');
    expect(imported?.text).toContain('2 clubs created, 1 club changed');
    expect(imported?.one('h2 a').attributes.href).toBe(`/desk/history/${step}/`);
    expect(imported?.one('form').attributes).toMatchObject({ method: 'get', action: `/desk/history/${step}/undo/` });
    const french = await read(board.get('/fr/desk/history/'));
    expect(french.all('.step-list h2').map(({ text }) => text)).toEqual([
      ...['Suppression : Ski', 'Import', 'Nouveau club : Ski'],
    ]);
  });

  test('has twenty steps on a page', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski' });
    for (let step = 1; step <= 20; step += 1) await edit(ada, id, { category: `Category ${step}` });
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get('/desk/history/'));
    expect(page.all('.step-list > li')).toHaveLength(20);
    const rest = await read(board.get(page.one('.older-newest a[rel=next]').attributes.href ?? ''));
    expect(rest.all('.step-list h2').map(({ text }) => text)).toEqual(['New club: Ski']);
  });
});

describeSite('The page of a step', (site) => {
  const { insertActor, create, edit, importRows, lastStep, read } = helpers(site);

  test('lets an administrator remove the name of a deleted account from all steps', async () => {
    const ada = await insertActor('Ada Lovelace');
    const id = await create(ada, { name: 'Ski' });
    await edit(ada, id, { description: 'We meet every Monday.' });
    const path = `/desk/history/${await lastStep()}/`;
    const administrator = await visit(site, { name: 'Zoe', roles: ['administrator'] });
    expect((await administrator.post(path, { action: 'remove', sure: 'yes' })).status).toBe(422);
    await site.database.sql`delete from site_user where id = ${ada.userId}`;
    expect((await read(administrator.get(path))).all('.remove-for-good')).toHaveLength(1);
    expect((await administrator.post(path, { action: 'remove' })).status).toBe(422);
    expect((await administrator.post(path, { action: 'remove', sure: 'yes' })).status).toBe(303);
    const list = await read(administrator.get('/desk/history/'));
    expect(list.one('main').text).not.toContain('Lovelace');
    const [removal] = list.all('.step-list > li');
    expect(removal?.all('form')).toEqual([]);
  });

  test('lists its clubs by name with their changes', async () => {
    const ada = await insertActor();
    await create(ada, { name: 'Ski', description: 'We meet every Sunday.' });
    const step = await importRows(
      { name: 'Ski', description: 'We meet every Monday.' },
      { name: 'Échecs', description: 'Chess.' },
    );
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get(`/desk/history/${step}/`));
    expect(page.one('h1').text).toBe(`Import (change ${step})`);
    const clubs = page.all('.step-clubs > li');
    expect(clubs.map((club) => club.one('h2').text)).toEqual(['Échecs Created', 'Ski Changed']);
    expect([clubs[1]?.one('del').text, clubs[1]?.one('ins').text]).toEqual(['removed: Sunday', 'added: Monday']);
    expect(page.one('.step form').attributes.action).toBe(`/desk/history/${step}/undo/`);
    for (const none of ['999999', '0', 'x']) expect((await board.get(`/desk/history/${none}/`)).status).toBe(404);
  });

  test('is linked from the history of the club for users who may undo it', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski' });
    const step = await edit(ada, id, { category: 'Sport' });
    const links = async (person: NewPerson) =>
      (await read((await visit(site, person)).get(`/club/${id}/history/`)))
        .all('.steps a.undo')
        .map(({ attributes }) => attributes.href);
    expect(await links({ roles: ['board'] })).toEqual([step, step - 1].map((one) => `/desk/history/${one}/undo/`));
    expect(await links({ officerOf: [id] })).toEqual([]);
  });
});

describeSite('The undo of a step', (site) => {
  const { insertActor, lastStep, create, edit, remove, importRows, read, readNames } = helpers(site);

  test('is previewed, written, and can be undone itself', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski', category: 'Sport' });
    const step = await importRows({ name: 'Ski', category: 'Outdoors' }, { name: 'Go' });
    const board = await visit(site, { name: 'Bob', roles: ['board'] });
    const page = await read(board.get(`/desk/history/${step}/undo/`));
    expect(page.one('h1').text).toBe(`Undo: Import (change ${step})`);
    expect(page.all('.undo-form label').map(({ text }) => text)).toEqual(['Go will be deleted', 'Ski will be changed']);
    expect(page.all('.losses, .find, .all')).toEqual([]);
    expect(page.all('.undo-form .side .as-written').map(({ text }) => text)).toEqual(['Outdoors', 'Sport']);
    const answer = await board.post(`/desk/history/${step}/undo/`, fieldsOf(page));
    const undoing = await lastStep();
    expect([answer.status, answer.headers.get('location')]).toEqual([
      ...[303, `/desk/history/${undoing}/?done=stepUndone`],
    ]);
    expect(await readNames()).toEqual(['Ski']);
    expect((await findEditableClub(site.database.client, id))?.texts.category).toBe('Sport');
    const done = await read(board.get(`/desk/history/${undoing}/?done=stepUndone`));
    expect(done.all('.notice')).toHaveLength(1);
    expect(done.one('.outline a').attributes.href).toBe(`/desk/history/${step}/`);
    const [newest, older] = (await read(board.get('/desk/history/'))).all('.step-list > li');
    expect(newest?.one('h2').text).toBe('Reversal');
    expect(newest?.text).toMatch(/by Bob \(.*Undoes the change of/);
    expect(older?.one('.undone a').attributes.href).toBe(`/desk/history/${undoing}/`);
    expect((await read(board.get(`/desk/history/${step}/undo/`))).all('.undo-form button')).toEqual([]);

    const again = await read(board.get(`/fr/desk/history/${undoing}/undo/`));
    expect((await board.post(`/fr/desk/history/${undoing}/undo/`, fieldsOf(again))).status).toBe(303);
    expect(await readNames()).toEqual(['Go', 'Ski']);
  });

  test('shows later changes that would be lost, and skips unchecked clubs', async () => {
    const ada = await insertActor();
    const step = await importRows({ name: 'Go' }, { name: 'Ski' }, { name: 'Sports' });
    const [go = 0, ski = 0, sports = 0] = (await site.database.sql`select id from club order by name`).map(
      ({ id }) => id as number,
    );
    await edit(ada, sports, { description: 'Since then.' });
    await edit(ada, ski, { parentName: 'Sports' });
    const lift = await create(ada, { name: 'Lift', parentName: 'Sports' });
    await insertPerson(site.database, { officerOf: [sports] });
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get(`/desk/history/${step}/undo/`));
    expect(page.all('.undo-form label').map(({ text }) => text)).toEqual([
      ...['Ski will be deleted', 'Sports will be deleted', 'Go will be deleted'],
    ]);
    const [ofSki, ofSports] = page.all('.losses');
    expect(ofSki?.one('[data-field=parent_name] .as-written').text).toBe('Sports');
    expect(ofSports?.text).toContain('No longer part of a club: Lift');
    expect(ofSports?.text).toContain('1 officer');
    expect(ofSports?.one('[data-field=description] .as-written').text).toBe('Since then.');
    const answer = await board.post(`/desk/history/${step}/undo/`, fieldsOf(page, [String(ski), String(go)]));
    // Ski stays, and would lose its parent, which the page did not show.
    expect(answer.status).toBe(409);
    const told = readHtml(await answer.text());
    expect(told.one(`[data-club="${sports}"] .losses`).text).toContain('No longer part of a club: Ski, Lift');
    expect(await readNames()).toEqual(['Go', 'Lift', 'Ski', 'Sports']);
    expect((await board.post(`/desk/history/${step}/undo/`, fieldsOf(told))).status).toBe(303);
    expect(await readNames()).toEqual(['Go', 'Lift', 'Ski']);
    expect((await findEditableClub(site.database.client, lift))?.texts.parent_name).toBe('');
    const undone = async () => (await read(board.get(`/desk/history/${step}/`))).one('.outline .undone').text.trim();
    expect(await undone()).toMatch(/^Undone for 1 of 3 clubs, last on /);
    const rest = await read(board.get(`/desk/history/${step}/undo/`));
    expect((await board.post(`/desk/history/${step}/undo/`, fieldsOf(rest))).status).toBe(303);
    expect(await undone()).toMatch(/^Undone on /);
  });

  test('is shown again when the clubs changed since the preview', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski', category: 'a' });
    const step = await edit(ada, id, { category: 'b' });
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get(`/fr/desk/history/${step}/undo/`));
    await edit(ada, id, { category: 'c' });
    const answer = await board.post(`/fr/desk/history/${step}/undo/`, fieldsOf(page));
    expect(answer.status).toBe(409);
    const told = readHtml(await answer.text());
    expect(told.all('.losses .side').map((side) => side.all('p')[1]?.text)).toEqual(['c', 'a']);
    expect((await findEditableClub(site.database.client, id))?.texts.category).toBe('c');
    expect((await board.post(`/fr/desk/history/${step}/undo/`, fieldsOf(told))).status).toBe(303);
    expect((await findEditableClub(site.database.client, id))?.texts.category).toBe('a');
  });

  test('is written once when the button is pressed twice, and conflicts with another choice', async () => {
    const step = await importRows({ name: 'Go' }, { name: 'Ski' });
    const path = `/desk/history/${step}/undo/`;
    const [go = ''] = (await site.database.sql`select id from club order by name`).map(({ id }) => String(id));
    const [ada, bob] = [await visit(site, { roles: ['board'] }), await visit(site, { roles: ['board'] })];
    const page = await read(ada.get(path));
    const answers = [await ada.post(path, fieldsOf(page, [go])), await ada.post(path, fieldsOf(page, [go]))];
    const done = `/desk/history/${await lastStep()}/?done=stepUndone`;
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual([done, done]);
    expect(await readNames()).toEqual(['Go']);
    // Bob saw both clubs, and wants to undo both.
    const late = await bob.post(path, fieldsOf(page));
    expect(late.status).toBe(409);
    expect((await bob.post(path, fieldsOf(readHtml(await late.text())))).status).toBe(303);
    expect(await readNames()).toEqual([]);
    // Ada wanted to keep Go.
    const kept = await ada.post(path, fieldsOf(page, [go]));
    expect(kept.status).toBe(409);
    expect(readHtml(await kept.text()).one('.undone a').attributes.href).toBe(`/desk/history/${await lastStep()}/`);
  });

  test('names the other user to the second of two with the same choice', async () => {
    const step = await importRows({ name: 'Go' });
    const path = `/desk/history/${step}/undo/`;
    const [ada, bob] = [await visit(site, { name: 'Ada', roles: ['board'] }), await visit(site, { roles: ['board'] })];
    const page = await read(ada.get(path));
    await ada.post(path, fieldsOf(page));
    const late = await bob.post(path, fieldsOf(page));
    const location = `/desk/history/${await lastStep()}/?done=doneByOther`;
    expect([late.status, late.headers.get('location')]).toEqual([303, location]);
    expect((await read(bob.get(location))).one('.outline').text).toContain('Ada');
  });

  test('shows why a club cannot be undone, without a checkbox', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski' });
    const step = await edit(ada, id, { name: 'Snow' });
    await create(ada, { name: 'Ski' });
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get(`/desk/history/${step}/undo/`));
    expect(page.one('.issue').text).toBe('Another club is now called “Ski”. Rename that club first.');
    const box = page.one('.undo-form input[type=checkbox]').attributes;
    expect([box.disabled, box.checked]).toEqual(['', undefined]);
    expect(box['aria-describedby']).toBe(`about-${id}`);
    const none = await board.post(`/desk/history/${step}/undo/`, fieldsOf(page));
    expect(none.status).toBe(422);
    const forced = await board.post(`/desk/history/${step}/undo/`, { ...fieldsOf(page), club: String(id) });
    expect(forced.status).toBe(422);
    expect(await readNames()).toEqual(['Ski', 'Snow']);
  });

  test('deletes and restores only with these permissions', async () => {
    const ada = await insertActor();
    const step = await importRows({ name: 'Go' });
    const changer = await visit(site, { permissions: ['club.change_club'] });
    const page = await read(changer.get(`/desk/history/${step}/undo/`));
    expect(page.all('.issue')).toHaveLength(1);
    expect(page.all('.undo-form button')).toEqual([]);
    const [{ id }] = await site.database.sql<[{ id: number }]>`select id from club`;
    const forced = { ...fieldsOf(page), club: String(id) };
    expect((await changer.post(`/desk/history/${step}/undo/`, forced)).status).toBe(422);
    const seen = await read((await visit(site, { roles: ['board'] })).get(`/desk/history/${step}/undo/`));
    expect((await changer.post(`/desk/history/${step}/undo/`, fieldsOf(seen))).status).toBe(409);
    expect(await readNames()).toEqual(['Go']);
    const deletion = await remove(ada, id, 'Go');
    const gone = await read(changer.get(`/desk/history/${deletion}/undo/`));
    expect([gone.all('.issue').length, gone.all('.undo-form button')]).toEqual([1, []]);
  });

  /** Sends the form for another part of the plan, and follows the redirect. */
  const show = async (board: Visitor, path: string, fields: Fields) => {
    const answer = await board.post(path, fields);
    expect(answer.status).toBe(303);
    return await read(board.get(answer.headers.get('location') ?? ''));
  };
  const uncheckedOn = (page: Element) =>
    page
      .all('.undo-form li')
      .filter((club) => club.one('input').attributes.checked === undefined)
      .map((club) => Number(club.attributes['data-club']));

  test('stores the choice with the account, on any page and in any language', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({ name: `Club ${100 + index}` }));
    const step = await importRows(...rows);
    const path = `/desk/history/${step}/undo/`;
    const ids = (await site.database.sql<{ id: number }[]>`select id from club order by name`).map(({ id }) => id);
    const [one = 0, two = 0] = [ids[0], ids[55]];
    const userId = await insertPerson(site.database, { roles: ['board'] });
    const signIn = async () => visitWith(site, `__Host-session=${await insertSession(site.database, userId)}`);
    const board = await signIn();
    const first = await read(board.get(path));
    const answer = await board.post(path, { ...fieldsOf(first, [String(one)]), page: '2' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?page=2`]);
    const kept = await board.post(path, {
      ...fieldsOf(await read(board.get(`${path}?page=2`)), [String(two)]),
      keep: '2',
    });
    expect(kept.headers.get('location')).toBe(`${path}?page=2&done=undoKept`);
    const second = await read(board.get(`${path}?page=2&done=undoKept`));
    expect(second.one('.counts').text).toBe('60 clubs can be reverted. 2 clubs not selected.');
    expect(second.one('.translation').attributes.href).toBe(`/fr${path}?page=2`);

    // In a new session and in the other language.
    const again = await signIn();
    expect(uncheckedOn(await read(again.get(`/fr${path}`)))).toEqual([one]);
    expect(uncheckedOn(await read(again.get(`/fr${path}?page=2`)))).toEqual([two]);
    expect(uncheckedOn(await read(again.get(`${path}?name=club+155`)))).toEqual([two]);
    expect(uncheckedOn(await read((await visit(site, { roles: ['board'] })).get(path)))).toEqual([]);
    // A page from before the second choice undoes nothing.
    const stale = await again.post(path, fieldsOf(first, [String(one)]));
    expect(stale.status).toBe(409);
    const told = readHtml(await stale.text());
    expect(uncheckedOn(told)).toEqual([one]);
    expect(await readNames()).toHaveLength(60);
    for (const wrong of ['?page=99', '?page=x&name=%00']) expect((await again.get(path + wrong)).status).toBe(200);
    const shown = await show(again, path, { ...fieldsOf(told), page: '2' });
    expect(uncheckedOn(shown)).toEqual([two]);
    expect((await again.post(path, fieldsOf(shown))).status).toBe(303);
    expect(await readNames()).toEqual(['Club 100', 'Club 155']);
    expect(uncheckedOn(await read(again.get(path)))).toEqual([]);
  });

  test('searches its clubs by name, and keeps the choice meanwhile', async () => {
    const many = Array.from({ length: 51 }, (_, index) => ({ name: `Équipe ${100 + index}` }));
    const step = await importRows({ name: 'Œnologie' }, ...many);
    const board = await visit(site, { roles: ['board'] });
    const path = `/desk/history/${step}/undo/`;
    const namesOn = (page: Element) =>
      page.all('.undo-form .row-list label').map(({ text }) => text.replace(' will be deleted', ''));
    const idIn = (page: Element, name: string) =>
      page.all('.undo-form li').find((club) => club.text.includes(name))?.attributes['data-club'] ?? '?';
    const first = await read(board.get(path));
    const wine = await show(board, path, { ...fieldsOf(first, [idIn(first, 'Équipe 101')]), name: 'oeno', find: '' });
    expect(namesOn(wine)).toEqual(['Œnologie']);
    const teams = await show(board, path, { ...fieldsOf(wine, [idIn(wine, 'Œnologie')]), name: ' EQUIPE', find: '' });
    expect(namesOn(teams).slice(0, 2)).toEqual(['Équipe 100', 'Équipe 101']);
    // The button of a page ignores a name that was typed but not searched for.
    const last = await show(board, path, { ...fieldsOf(teams), name: 'x', page: '2' });
    expect(namesOn(last)).toEqual(['Équipe 150']);
    const all = await show(board, path, { ...fieldsOf(last), name: '100 %', all: '' });
    expect(namesOn(all)).toHaveLength(50);
    expect((await board.post(path, { ...fieldsOf(all), name: '' })).status).toBe(303);
    expect(await readNames()).toEqual(['Équipe 101', 'Œnologie']);
  });

  test('answers 404 for an unknown step', async () => {
    const board = await visit(site, { roles: ['board'] });
    for (const none of ['999999', '0', 'x']) {
      expect((await board.get(`/desk/history/${none}/undo/`)).status).toBe(404);
      expect((await board.post(`/desk/history/${none}/undo/`, { shown: '' })).status).toBe(404);
    }
  });
});
