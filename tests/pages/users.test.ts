import { expect, test } from 'vitest';
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
import { describeOwnSite } from '../support/site.ts';

const MANAGER = { name: 'Zoe', email: 'zoe@example.org', permissions: ['auth.change_user'] } satisfies NewPerson;

describeOwnSite('The accounts', (site) => {
  const read = async (visitor: Visitor, path: string) => readHtml(await (await visitor.get(path)).text());
  const namesIn = async (visitor: Visitor, path: string) =>
    (await read(visitor, path)).all('.users a').map(({ text }) => text);
  const grantsOf = async (id: number) => {
    const [row] = await site.database.sql<[{ roles: string[]; permissions: string[] }]>`
      select to_json(array(select role from user_role where user_id = ${id} order by role)) as roles,
        to_json(array(select permission from user_permission where user_id = ${id} order by permission)) as permissions`;
    return row;
  };

  /** The values of the selected roles and permissions. */
  const checked = (page: ReturnType<typeof readHtml>) =>
    page.all('input[checked]').map(({ attributes }) => attributes.value);

  /** Submits the form of permissions with the revision that the page shows. */
  const sendGrants = async (visitor: Visitor, id: number, fields: Fields = {}, revision?: string) => {
    const shown = (await read(visitor, `/users/${id}/`)).one('input[name=revision]').attributes.value ?? '';
    return await visitor.post(`/users/${id}/`, { action: 'grants', revision: revision ?? shown, ...fields });
  };

  test('are listed with their rights', async () => {
    const visitor = await visit(site, MANAGER);
    const [club = 0] = await site.database.insertClubs('Chess');
    await insertPerson(site.database, {
      name: 'Ada',
      email: 'ada@example.org',
      roles: ['board'],
      permissions: ['auth.change_user'],
      officerOf: [club],
    });
    await insertPerson(site.database, { name: 'Bob', email: 'bob@example.org' });
    const page = await read(visitor, '/users/');
    expect(page.one('.result').text).toBe('3 accounts');
    const [ada, bob, zoe] = page.all('.users li');
    expect(ada?.all('span').map(({ text }) => text)).toEqual([
      'ada@example.org',
      'Board, Manage accounts, officer of 1 club',
      'no session',
    ]);
    expect(bob?.all('span')[1]?.text).toBe('no permissions');
    expect(zoe?.one('.seen').text).toMatch(/^last seen on \w+ \d/);
    expect(ada?.one('a').attributes.href).toBe('/users/2/');
  });

  test('are searched by name or address, without wildcards', async () => {
    const visitor = await visit(site, MANAGER);
    await insertPerson(site.database, { name: 'Ada Love', email: 'ada_l@example.org' });
    await insertPerson(site.database, { name: 'Bob 100%', email: 'bob@example.org' });
    expect(await namesIn(visitor, '/users/?search=LOVE')).toEqual(['Ada Love']);
    expect(await namesIn(visitor, '/users/?search=bob%40exa')).toEqual(['Bob 100%']);
    expect(await namesIn(visitor, '/users/?search=%25')).toEqual(['Bob 100%']);
    expect(await namesIn(visitor, '/users/?search=_')).toEqual(['Ada Love']);
    expect(await namesIn(visitor, '/users/?search=%5C')).toEqual([]);
    expect(await namesIn(visitor, '/users/?search=%00love')).toEqual(['Ada Love']);
    expect((await read(visitor, '/users/?search=love')).one('#user-search').attributes.value).toBe('love');
  });

  test('are listed fifty on a page', async () => {
    const visitor = await visit(site, MANAGER);
    await site.database.sql`
      insert into site_user (name, email)
      select 'Many ' || to_char(i, 'FM000'), 'many' || i || '@example.org' from generate_series(1, 51) as i`;
    expect(await namesIn(visitor, '/users/?search=many')).toHaveLength(50);
    expect(await namesIn(visitor, '/users/?search=many&page=2')).toEqual(['Many 051']);
    const first = await read(visitor, '/users/?search=many');
    expect(first.one('#page-next').attributes).toMatchObject({ href: '?search=many&page=2' });
    expect(first.one('#page-next').attributes).not.toHaveProperty('hx-get');
    for (const page of ['3', '0', 'x', '-1']) {
      const answer = await visitor.get(`/users/?search=many&page=${page}`);
      expect(answer.status, page).toBe(404);
    }
  });

  test('are shown with clubs and sessions', async () => {
    const visitor = await visit(site, MANAGER);
    const [chess = 0] = await site.database.insertClubs('Chess', 'Ski');
    const id = await insertPerson(site.database, {
      name: 'Ada',
      email: 'ada@example.org',
      roles: ['board'],
      permissions: ['auth.change_user'],
      officerOf: [chess],
    });
    await insertSession(site.database, id);
    const page = await read(visitor, `/users/${id}/`);
    expect(page.one('h1').text).toBe('Ada');
    expect(checked(page)).toEqual(['board', 'auth.change_user']);
    expect(page.one('form[data-action=grants] details').attributes).toHaveProperty('open');
    expect(page.all('.clubs a').map(({ attributes }) => attributes.href)).toEqual([`/club/${chess}/`]);
    expect(page.all('.sessions li').map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Started on .*, last used on /),
    ]);
    expect((await visitor.get('/users/999/')).status).toBe(404);
    expect((await visitor.get('/users/99999999999/')).status).toBe(404);
    expect((await visitor.get('/users/x/')).status).toBe(404);
  });

  test('get and lose roles and permissions with the next request', async () => {
    const visitor = await visit(site, MANAGER);
    const id = await insertPerson(site.database, { permissions: ['club.delete_club'] });
    const other = visitWith(site, `__Host-session=${await insertSession(site.database, id)}`);
    const buttons = async () => (await read(other, '/club/')).all('.list-head a.button').length;
    expect(await buttons()).toBe(0);
    const fields = { role: ['board', 'king'], permission: ['auth.change_user', 'nothing'] };
    const answer = await sendGrants(visitor, id, fields);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/users/${id}/?done=userChanged`]);
    expect(await grantsOf(id)).toEqual({ roles: ['board'], permissions: ['auth.change_user'] });
    expect((await read(visitor, `/users/${id}/?done=userChanged`)).all('main [role=status]')).toHaveLength(1);
    expect((await read(visitor, `/users/${id}/?done=toString`)).all('main [role=status]')).toEqual([]);
    expect(await buttons()).toBe(1);
    expect((await other.get('/users/')).status).toBe(200);
    await sendGrants(visitor, id);
    expect(await grantsOf(id)).toEqual({ roles: [], permissions: [] });
    expect(await buttons()).toBe(0);
    expect((await other.get('/users/')).status).toBe(403);
    await expect
      .poll(() => site.output().match(new RegExp(`info Permissions changed account=${id} .*`, 'g')))
      .toEqual([
        expect.stringMatching(/ by=\d+ now=board,auth\.change_user client=127\.0\.0\.0$/),
        expect.stringMatching(/ by=\d+ now=none client=127\.0\.0\.0$/),
      ]);
  });

  test('are not overwritten when another user changed their rights', async () => {
    const visitor = await visit(site, MANAGER);
    const id = await insertPerson(site.database);
    const shown = (await read(visitor, `/users/${id}/`)).one('input[name=revision]').attributes.value ?? '';
    expect((await sendGrants(visitor, id, { role: 'board', permission: 'club.add_club' })).status).toBe(303);
    const fields = { action: 'grants', permission: 'club.delete_club' };
    for (const revision of [shown, '']) {
      const answer = await visitor.post(`/users/${id}/`, { ...fields, revision });
      expect(answer.status).toBe(409);
      const again = readHtml(await answer.text());
      expect(again.one('#grants-error').text).toContain('Board, Add clubs.');
      expect(checked(again)).toEqual(['none', 'club.delete_club']);
      expect(await grantsOf(id)).toEqual({ roles: ['board'], permissions: ['club.add_club'] });
    }
    expect((await sendGrants(visitor, id, { permission: 'club.delete_club' })).status).toBe(303);
    expect(await grantsOf(id)).toEqual({ roles: [], permissions: ['club.delete_club'] });
  });

  test('are invited with a role, and further permissions under a closed part of the form', async () => {
    const visitor = await visit(site, MANAGER);
    const form = (page: ReturnType<typeof readHtml>) => page.one('form[data-action=invite]');
    const first = form(await read(visitor, '/users/'));
    expect(checked(first)).toEqual(['none']);
    expect(first.one('details').attributes).not.toHaveProperty('open');
    const fields = { action: 'invite', email: 'ada', role: 'board', permission: 'auth.change_user' };
    const refused = await visitor.post('/users/', fields);
    expect(refused.status).toBe(422);
    const again = form(readHtml(await refused.text()));
    expect(checked(again)).toEqual(['board', 'auth.change_user']);
    expect(again.one('details').attributes).toHaveProperty('open');
    await visitor.post('/users/', { ...fields, email: 'ada@example.org' });
    const invitations = await site.database.sql`select roles, permissions from invitation`;
    expect(invitations).toEqual([{ roles: ['board'], permissions: ['auth.change_user'] }]);
  });

  test('keep a last administrator', async () => {
    const visitor = await visit(site, { ...MANAGER, permissions: [], roles: ['administrator'] });
    const refused = await sendGrants(visitor, 1, { role: 'board' });
    expect(refused.status).toBe(422);
    const page = readHtml(await refused.text());
    expect(page.all('#grants-error')).toHaveLength(1);
    expect(checked(page)).toEqual(['board']);
    expect(page.one('form[data-action=grants] details').attributes).not.toHaveProperty('open');
    const deletion = await visitor.post('/fr/users/1/', { action: 'delete', email: 'zoe@example.org' });
    expect(deletion.status).toBe(422);
    expect(await grantsOf(1)).toEqual({ roles: ['administrator'], permissions: [] });
    // The permission alone is enough.
    expect((await sendGrants(visitor, 1, { permission: 'auth.change_user' })).status).toBe(303);
    await insertPerson(site.database, { roles: ['administrator'] });
    const left = await sendGrants(visitor, 1);
    expect([left.status, left.headers.get('location')]).toEqual([303, '/login/']);
  });

  test('get another name and address', async () => {
    const visitor = await visit(site, MANAGER);
    const id = await insertPerson(site.database, { name: 'Ada', email: 'ada@example.org' });
    const fields = { action: 'person', name: ' Ada  King ', new_email: 'Ada.King@Example.org' };
    const saved = await visitor.post(`/users/${id}/`, fields);
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `/users/${id}/?done=userPersonChanged`]);
    const page = await read(visitor, `/users/${id}/`);
    expect(page.one('h1 + p').text).toBe('ada.king@example.org');
    for (const [changed, field, shown] of [
      [{ new_email: MANAGER.email }, 'new_email', MANAGER.email],
      [{ new_email: 'nothing' }, 'new_email', 'nothing'],
      [{ name: '' }, 'name', ''],
    ] as const) {
      const refused = await visitor.post(`/users/${id}/`, { ...fields, ...changed });
      expect(refused.status).toBe(422);
      const again = readHtml(await refused.text());
      expect(again.one(`[data-field=${field}]`).text).not.toBe('');
      expect(again.one(`#field-${field}`).attributes.value).toBe(shown);
    }
    expect((await read(visitor, `/users/${id}/`)).one('h1 + p').text).toBe('ada.king@example.org');
  });

  test('lose all of their sessions', async () => {
    const visitor = await visit(site, MANAGER);
    const id = await insertPerson(site.database, { roles: ['administrator'] });
    const other = visitWith(site, `__Host-session=${await insertSession(site.database, id)}`);
    await insertSession(site.database, id);
    expect((await other.get('/users/')).status).toBe(200);
    const answer = await visitor.post(`/users/${id}/`, { action: 'sessions' });
    expect(answer.headers.get('location')).toBe(`/users/${id}/?done=userSessionsEnded`);
    expect((await other.get('/users/')).status).toBe(303);
    expect((await read(visitor, `/users/${id}/`)).all('.sessions li')).toEqual([]);
  });

  test('are deleted after their address was typed, with their open invitations', async () => {
    const visitor = await visit(site, MANAGER);
    const id = await insertPerson(site.database, { email: 'ada@example.org', roles: ['administrator'] });
    await visitor.post('/users/', { action: 'invite', email: 'ada@example.org' });
    const refused = await visitor.post(`/users/${id}/`, { action: 'delete', email: 'bob@example.org' });
    expect(refused.status).toBe(422);
    const page = readHtml(await refused.text());
    expect(page.one('#field-email').attributes.value).toBe('bob@example.org');
    const done = await visitor.post(`/users/${id}/`, { action: 'delete', email: ' Ada@Example.org ' });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/users/?done=userDeleted']);
    expect((await visitor.get(`/users/${id}/`)).status).toBe(404);
    expect(await site.database.sql`select from invitation`).toHaveLength(0);
    expect((await visitor.post('/users/1/', { action: 'other' })).status).toBe(422);
  });
});
