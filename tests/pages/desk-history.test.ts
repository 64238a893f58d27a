import { expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import type { ClubValues } from '../../src/clubs/form.ts';
import type { Actor } from '../../src/clubs/history.ts';
import { createClub, deleteClub, findEditableClub, saveClub } from '../../src/clubs/save.ts';
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
import { OLDEST } from '../../src/clubs/revision.ts';

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

/** What the button of an undo would send, as a browser does: boxes that are checked and can be. */
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
  const { insertActor, lastStep, create, edit, remove, importRows, read } = helpers(site);

  test('has each step, the newest first, with who did it, how much it changed, and the name of the only club', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski' });
    await importRows({ name: 'Go' }, { name: 'Ski', category: 'Sport' }, { name: 'Chess' });
    await remove(ada, id, 'Ski');
    await site.database.sql`update club_step set done_at = '2026-11-02T08:05:00Z'`;
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get('/desk/history/'));
    expect(page.one('h1').text).toBe('All changes');
    const steps = page.all('.step-list > li');
    expect(steps.map((step) => step.one('h2').text)).toEqual(['Deletion Ski', 'Import', 'New club Ski']);
    const [deletion, imported] = steps;
    expect(deletion?.one('.step-time').text).toMatch(/^November 2, 2026 at 08:05 UTC, by Ada \(/);
    expect(deletion?.text).toContain('1 club deleted');
    expect(imported?.one('.note').text).toBe('clubs.csv');
    expect(imported?.text).toContain('2 clubs created, 1 club changed');
    await site.database.sql`update club_step set note = 'sample clubs' where kind = 'import'`;
    expect((await read(board.get('/fr/desk/history/'))).one('.step-list .note').text).toBe('clubs d’exemple');
    const stepId = (await lastStep()) - 1;
    expect(imported?.one('h2 a').attributes.href).toBe(`/desk/history/${stepId}/`);
    expect(steps.map((step) => step.one('h2 a').attributes['aria-label'])).toEqual(
      ['Deletion Ski', 'Import', 'New club Ski'].map((what) => `${what}, November 2, 2026 at 08:05 UTC`),
    );
    expect(imported?.one('form').attributes).toMatchObject({ method: 'get', action: `/desk/history/${stepId}/undo/` });
    expect(imported?.one('button').text).toBe('Undo');

    const french = await read(board.get('/fr/desk/history/'));
    expect(french.one('h1').text).toBe('Toutes les modifications');
    expect(french.all('.step-list h2').map(({ text }) => text)).toEqual([
      ...['Suppression Ski', 'Importation', 'Nouveau club Ski'],
    ]);
    expect(french.all('.step-list button').map(({ text }) => text)).toEqual(['Annuler', 'Annuler', 'Annuler']);
    expect(french.one('.step-list').text).toContain('2 clubs créés, 1 club modifié');
  });

  test('says so where nothing was changed, and is a link on the page of those who may come', async () => {
    const board = await visit(site, { roles: ['board'] });
    expect((await read(board.get('/desk/history/'))).one('main').text).toContain('Nothing was changed yet.');
    const links = async (person: NewPerson) =>
      (await read((await visit(site, person)).get('/account/'))).all('main a[href="/desk/history/"]').length;
    expect([await links({}), await links({ permissions: ['club.change_club'] })]).toEqual([0, 1]);
  });
});

describeSite('The page of a step', (site) => {
  const { insertActor, create, edit, importRows, lastStep, read, remove } = helpers(site);

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
    expect(removal?.one('h2').text).toBe('Removal from the history');
    expect(removal?.all('form')).toEqual([]);
  });

  test('has its clubs by name, with what it has changed of each', async () => {
    const ada = await insertActor();
    await create(ada, { name: 'Ski', description: 'We meet every Sunday.' });
    const step = await importRows(
      { name: 'Ski', description: 'We meet every Monday.' },
      { name: 'Échecs', description: 'Chess.' },
    );
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get(`/desk/history/${step}/`));
    expect(page.one('h1').text).toBe(`Import (step ${step})`);
    const clubs = page.all('.step-clubs > li');
    expect(clubs.map((club) => club.one('h2').text)).toEqual(['Échecs created', 'Ski changed']);
    expect([clubs[1]?.one('del').text, clubs[1]?.one('ins').text]).toEqual(['removed: Sunday', 'added: Monday']);
    expect(clubs[0]?.one('summary').text).toBe('Show 3 fields');
    expect(page.one('.step form').attributes.action).toBe(`/desk/history/${step}/undo/`);
    const french = await read(board.get(`/fr/desk/history/${step}/`));
    expect(french.one('h1').text).toBe(`Importation (étape ${step})`);
    expect(french.all('.step-clubs h2').map(({ text }) => text)).toEqual(['Échecs créé', 'Ski modifié']);
    for (const none of ['999999', '0', 'x']) expect((await board.get(`/desk/history/${none}/`)).status).toBe(404);
  });

  test('is led to from a club’s own history by who may undo it', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski' });
    const step = await edit(ada, id, { category: 'Sport' });
    const links = async (person: NewPerson) =>
      (await read((await visit(site, person)).get(`/club/${id}/history/`)))
        .all('.steps .undo a')
        .map(({ attributes }) => attributes.href);
    expect(await links({ roles: ['board'] })).toEqual([step, step - 1].map((one) => `/desk/history/${one}/undo/`));
    expect(await links({ officerOf: [id] })).toEqual([]);
  });
});

describeSite('The undo of a step', (site) => {
  const { insertActor, lastStep, create, edit, remove, importRows, read, readNames } = helpers(site);

  test('is shown, done, and told of, and can be undone in turn', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski', category: 'Sport' });
    const step = await importRows({ name: 'Ski', category: 'Outdoors' }, { name: 'Go' });
    const board = await visit(site, { name: 'Bob', roles: ['board'] });
    const page = await read(board.get(`/desk/history/${step}/undo/`));
    expect(page.one('h1').text).toBe(`Undo: Import (step ${step})`);
    expect(page.all('.undo-form label').map(({ text }) => text)).toEqual(['Go is deleted', 'Ski is changed']);
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
    expect(done.one('.notice').text).toContain('Undone.');
    expect(done.one('.outline a').attributes.href).toBe(`/desk/history/${step}/`);
    const [newest, older] = (await read(board.get('/desk/history/'))).all('.step-list > li');
    expect(newest?.one('h2').text).toBe('Undo');
    expect(newest?.text).toMatch(/by Bob \(.*Undoes the step of/);
    expect(older?.one('.undone a').attributes.href).toBe(`/desk/history/${undoing}/`);
    expect((await read(board.get(`/desk/history/${step}/undo/`))).one('main').text).toContain('nothing left to undo');

    const again = await read(board.get(`/fr/desk/history/${undoing}/undo/`));
    expect(again.one('h1').text).toBe(`Annuler : Annulation (étape ${undoing})`);
    expect((await board.post(`/fr/desk/history/${undoing}/undo/`, fieldsOf(again))).status).toBe(303);
    expect(await readNames()).toEqual(['Go', 'Ski']);
  });

  test('says first what would be lost, and leaves alone what is unchecked', async () => {
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
    expect(page.one('.counts').text).toBe(
      '3 clubs are not as before the step. 2 clubs were changed since, and would lose that: look at these, which come first.',
    );
    expect(page.all('.undo-form label').map(({ text }) => text)).toEqual([
      ...['Ski is deleted', 'Sports is deleted', 'Go is deleted'],
    ]);
    const [ofSki, ofSports] = page.all('.losses');
    expect(ofSki?.one('[data-field=parent_name] .as-written').text).toBe('Sports');
    expect(ofSports?.text).toContain('Part of no club any more: Lift');
    expect(ofSports?.text).toContain('1 officer, who would not come back with the club');
    expect(ofSports?.one('[data-field=description] .as-written').text).toBe('Since then.');
    const answer = await board.post(`/desk/history/${step}/undo/`, fieldsOf(page, [String(ski), String(go)]));
    // Ski stays, and would lose its parent by it, which was not said.
    expect(answer.status).toBe(409);
    const told = readHtml(await answer.text());
    expect(told.one('[role=alert]').text).toContain('depend on each other');
    expect(told.one(`[data-club="${sports}"] .losses`).text).toContain('Part of no club any more: Ski, Lift');
    expect(await readNames()).toEqual(['Go', 'Lift', 'Ski', 'Sports']);
    expect((await board.post(`/desk/history/${step}/undo/`, fieldsOf(told))).status).toBe(303);
    expect(await readNames()).toEqual(['Go', 'Lift', 'Ski']);
    expect((await findEditableClub(site.database.client, lift))?.texts.parent_name).toBe('');
    const undone = async (prefix = '') =>
      (await read(board.get(`${prefix}/desk/history/${step}/`))).one('.outline .undone').text.trim();
    expect(await undone()).toMatch(/^Undone for 1 of 3 clubs, the last on /);
    expect(await undone('/fr')).toMatch(/^Annulée pour 1 des 3 clubs, la dernière fois le /);
    // What is left of it: then the whole of it is undone, in two steps.
    const rest = await read(board.get(`/desk/history/${step}/undo/`));
    expect((await board.post(`/desk/history/${step}/undo/`, fieldsOf(rest))).status).toBe(303);
    expect(await undone()).toMatch(/^Undone on /);
  });

  test('is not done when the clubs were changed since it was shown, and shown anew', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski', category: 'a' });
    const step = await edit(ada, id, { category: 'b' });
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get(`/fr/desk/history/${step}/undo/`));
    await edit(ada, id, { category: 'c' });
    const answer = await board.post(`/fr/desk/history/${step}/undo/`, fieldsOf(page));
    expect(answer.status).toBe(409);
    const told = readHtml(await answer.text());
    expect(told.one('[role=alert]').text).toContain('Rien n’a encore été annulé : les clubs ont changé');
    expect(told.all('.losses .side').map((side) => side.all('p').map(({ text }) => text))).toEqual([
      ['Maintenant', 'c'],
      ['Après l’annulation', 'a'],
    ]);
    expect((await findEditableClub(site.database.client, id))?.texts.category).toBe('c');
    expect((await board.post(`/fr/desk/history/${step}/undo/`, fieldsOf(told))).status).toBe(303);
    expect((await findEditableClub(site.database.client, id))?.texts.category).toBe('a');
  });

  test('says to who presses twice that it is done, and to who comes second what others have done', async () => {
    const step = await importRows({ name: 'Go' }, { name: 'Ski' });
    const path = `/desk/history/${step}/undo/`;
    const [go = ''] = (await site.database.sql`select id from club order by name`).map(({ id }) => String(id));
    const [ada, bob] = [await visit(site, { roles: ['board'] }), await visit(site, { roles: ['board'] })];
    const page = await read(ada.get(path));
    const answers = [await ada.post(path, fieldsOf(page, [go])), await ada.post(path, fieldsOf(page, [go]))];
    const done = `/desk/history/${await lastStep()}/?done=stepUndone`;
    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [303, done],
      [303, done],
    ]);
    expect(await readNames()).toEqual(['Go']);
    // Bob had seen both, and wants both.
    const late = await bob.post(path, fieldsOf(page));
    expect(late.status).toBe(409);
    const told = readHtml(await late.text());
    expect(told.one('[role=alert]').text).toContain('the clubs were changed while you looked');
    expect((await bob.post(path, fieldsOf(told))).status).toBe(303);
    expect(await readNames()).toEqual([]);
    // Ada wanted to keep Go.
    const kept = await ada.post(path, fieldsOf(page, [go]));
    expect(kept.status).toBe(409);
    const other = readHtml(await kept.text());
    expect(other.one('[role=alert]').text).toContain('You have undone nothing: every club became');
    expect(other.one('.undone a').attributes.href).toBe(`/desk/history/${await lastStep()}/`);
  });

  test.each([
    ['', 'You have undone nothing.'],
    ['/fr', 'Vous n’avez rien annulé.'],
  ])('says to the second of two who undo the same that it was another who did: %s', async (prefix, said) => {
    const step = await importRows({ name: 'Go' });
    const path = `${prefix}/desk/history/${step}/undo/`;
    const [ada, bob] = [
      await visit(site, { name: 'Ada', roles: ['board'] }),
      await visit(site, { name: 'Bob', roles: ['board'] }),
    ];
    const pages = [await read(ada.get(path)), await read(bob.get(path))] as const;
    await ada.post(path, fieldsOf(pages[0]));
    const late = await bob.post(path, fieldsOf(pages[1]));
    const led = `${prefix}/desk/history/${await lastStep()}/?done=stepUndoneByOther`;
    expect([late.status, late.headers.get('location')]).toEqual([303, led]);
    const told = await read(bob.get(led));
    expect(told.one('.notice').text).toContain(said);
    expect(told.one('.outline').text).toContain('Ada');
  });

  test('says of a club why it cannot be done, and offers no box for it', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski' });
    const step = await edit(ada, id, { name: 'Snow' });
    await create(ada, { name: 'Ski' });
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get(`/desk/history/${step}/undo/`));
    expect(page.one('.issue').text).toBe('Another club has the name “Ski” by now. Rename that one first.');
    const box = page.one('.undo-form input[type=checkbox]').attributes;
    expect([box.disabled, box.checked]).toEqual(['', undefined]);
    expect(box['aria-describedby']).toBe(`about-${id}`);
    const none = await board.post(`/desk/history/${step}/undo/`, fieldsOf(page));
    expect(none.status).toBe(422);
    expect(readHtml(await none.text()).one('[role=alert]').text).toContain('no club is checked');
    const forced = await board.post(`/desk/history/${step}/undo/`, { ...fieldsOf(page), club: String(id) });
    expect(forced.status).toBe(422);
    expect(readHtml(await forced.text()).one('[role=alert]').text).toContain('cannot be made what they were');
    expect(await readNames()).toEqual(['Ski', 'Snow']);
  });

  test('takes in again what was only kept back by a club that was unchecked', async () => {
    await importRows({ name: 'Ski', parent_name: 'Sports' }, { name: 'Sports' });
    await importClubs(site.database.client, inPieces(clubsCsv({ name: 'Ski' })), {
      deleteMissing: true,
      confirm: () => Promise.resolve(true),
    });
    const path = `/desk/history/${await lastStep()}/undo/`;
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get(path));
    const sports = page.all('.undo-form li').find((club) => club.text.includes('Sports comes back'));
    const id = sports?.attributes['data-club'] ?? '';
    const first = await board.post(path, fieldsOf(page, [id]));
    expect(first.status).toBe(409);
    const told = readHtml(await first.text());
    expect(told.one('.issue').text).toContain('Sports');
    const second = await board.post(path, { ...fieldsOf(told), club: id });
    expect(second.status).toBe(409);
    const again = readHtml(await second.text());
    expect(again.all('.undo-form input[type=checkbox]').map(({ attributes }) => attributes.checked)).toEqual(['', '']);
    expect((await board.post(path, fieldsOf(again))).status).toBe(303);
    expect(await site.database.sql`select name from club where parent_id is not null`).toEqual([{ name: 'Ski' }]);
  });

  test('deletes and brings back for those alone who may', async () => {
    const ada = await insertActor();
    const step = await importRows({ name: 'Go' });
    const changer = await visit(site, { permissions: ['club.change_club'] });
    const page = await read(changer.get(`/desk/history/${step}/undo/`));
    expect(page.one('.issue').text).toMatch(
      /takes the permission “Delete clubs”.* Ask somebody who looks after accounts/,
    );
    expect([page.one('.undo').text, page.all('.undo-form button')]).toEqual([
      expect.stringContaining('You can undo nothing of this step'),
      [],
    ]);
    const [{ id }] = await site.database.sql<[{ id: number }]>`select id from club`;
    const forced = { ...fieldsOf(page), club: String(id) };
    expect((await changer.post(`/desk/history/${step}/undo/`, forced)).status).toBe(422);
    const seen = await read((await visit(site, { roles: ['board'] })).get(`/desk/history/${step}/undo/`));
    expect((await changer.post(`/desk/history/${step}/undo/`, fieldsOf(seen))).status).toBe(409);
    expect(await readNames()).toEqual(['Go']);
    const deletion = await remove(ada, id, 'Go');
    const gone = await read(changer.get(`/fr/desk/history/${deletion}/undo/`));
    expect(gone.one('.issue').text).toContain('le droit « Supprimer des clubs »');
  });

  /** Sends the form for another part of the plan, and follows to it. */
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

  test('keeps what is left out with the account: by any address, in any language, and until it is done', async () => {
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
    expect(second.one('.notice').text).toContain('Nothing was undone yet.');
    expect(second.one('.counts').text).toBe('60 clubs are not as before the step. 2 clubs are left out.');
    expect(second.one('.translation').attributes.href).toBe(`/fr${path}?page=2`);

    // Signed in again, in the other language.
    const again = await signIn();
    expect(uncheckedOn(await read(again.get(`/fr${path}`)))).toEqual([one]);
    expect(uncheckedOn(await read(again.get(`/fr${path}?page=2`)))).toEqual([two]);
    expect(uncheckedOn(await read(again.get(`${path}?name=club+155`)))).toEqual([two]);
    expect(uncheckedOn(await read((await visit(site, { roles: ['board'] })).get(path)))).toEqual([]);
    // A page from before that knows nothing of the second one undoes nothing.
    const stale = await again.post(path, fieldsOf(first, [String(one)]));
    expect(stale.status).toBe(409);
    const told = readHtml(await stale.text());
    expect(told.one('[role=alert]').text).toContain('more clubs were left out');
    expect(uncheckedOn(told)).toEqual([one]);
    expect(await readNames()).toHaveLength(60);
    for (const wrong of ['?page=99', '?page=x&name=%00', '?without=1,2&club=3'])
      expect((await again.get(path + wrong)).status).toBe(200);
    const shown = await show(again, path, { ...fieldsOf(told), page: '2' });
    expect(uncheckedOn(shown)).toEqual([two]);
    expect((await again.post(path, fieldsOf(shown))).status).toBe(303);
    expect(await readNames()).toEqual(['Club 100', 'Club 155']);
    expect(uncheckedOn(await read(again.get(path)))).toEqual([]);
  });

  test('finds clubs by a part of their names among many, and keeps what is unchecked meanwhile', async () => {
    const many = Array.from({ length: 110 }, (_, index) => ({ name: `Équipe ${100 + index}` }));
    const step = await importRows({ name: 'Œnologie' }, { name: 'Go' }, ...many);
    const board = await visit(site, { roles: ['board'] });
    const path = `/desk/history/${step}/undo/`;
    const namesOn = (page: Awaited<ReturnType<typeof read>>) =>
      page.all('.undo-form .row-list label').map(({ text }) => text.replace(' is deleted', ''));
    const idIn = (page: Awaited<ReturnType<typeof read>>, name: string) =>
      page.all('.undo-form li').find((club) => club.text.includes(name))?.attributes['data-club'] ?? '?';
    const first = await read(board.get(path));
    expect(first.one('.undo-form .all').text).toContain('also those that are not shown just now');
    const wine = await show(board, path, { ...fieldsOf(first, [idIn(first, 'Équipe 101')]), name: 'oeno', find: '' });
    expect(namesOn(wine)).toEqual(['Œnologie']);
    expect(wine.one('.find input').attributes.value).toBe('oeno');
    const teams = await show(board, path, { ...fieldsOf(wine, [idIn(wine, 'Œnologie')]), name: ' EQUIPE', find: '' });
    expect(namesOn(teams).slice(0, 2)).toEqual(['Équipe 100', 'Équipe 101']);
    // What was typed and not looked for is nothing yet.
    const last = await show(board, path, { ...fieldsOf(teams), name: 'x', page: '3' });
    expect(last.one('.pages span').text).toBe('Page 3 of 3');
    expect(namesOn(last)[0]).toBe('Équipe 200');
    const none = await show(board, path, { ...fieldsOf(last, [idIn(last, 'Équipe 205')]), name: '100 %', find: '' });
    expect([namesOn(none), none.one('.undo-form').text]).toEqual([[], expect.stringContaining('none of these')]);
    const all = await show(board, path, { ...fieldsOf(none), name: '100 %', all: '' });
    expect([namesOn(all).length, all.one('.pages span').text]).toEqual([50, 'Page 1 of 3']);
    expect((await board.post(path, { ...fieldsOf(all), name: '' })).status).toBe(303);
    expect(await readNames()).toEqual(['Équipe 101', 'Équipe 205', 'Œnologie']);
  });

  test('is of no step that is not there', async () => {
    const board = await visit(site, { roles: ['board'] });
    for (const none of ['999999', '0', 'x']) {
      expect((await board.get(`/desk/history/${none}/undo/`)).status).toBe(404);
      expect((await board.post(`/desk/history/${none}/undo/`, { shown: '' })).status).toBe(404);
    }
  });
});
