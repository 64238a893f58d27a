import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { insertPerson, insertSession, visit, visitWith, type Fields, type Visitor } from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';

describeOwnSite('The accounts', (site) => {
  /** The first account of the test, with the id 1. */
  const visitManager = () =>
    visit(site, { name: 'Zoe', email: 'zoe@example.org', permissions: ['auth.change_user'] as const });
  const read = async (visitor: Visitor, path: string) => readHtml(await (await visitor.get(path)).text());
  const grantsOf = async (id: number) => {
    const [row] = await site.database.sql<[{ roles: string[]; permissions: string[] }]>`
      select to_json(array(select role from user_role where user_id = ${id} order by role)) as roles,
        to_json(array(select permission from user_permission where user_id = ${id} order by permission)) as permissions`;
    return row;
  };
  /** The values of the selected roles and permissions. */
  const checked = (page: ReturnType<typeof readHtml>) =>
    page.all('input[checked]').map(({ attributes }) => attributes.value);
  const revisionIn = async (visitor: Visitor, id: number) =>
    (await read(visitor, `/users/${id}/`)).one('input[name=revision]').attributes.value ?? '';
  /** Submits the form of permissions with the revision that the page shows. */
  const sendGrants = async (visitor: Visitor, id: number, fields: Fields = {}) =>
    await visitor.post(`/users/${id}/`, {
      action: 'grants',
      revision: await revisionIn(visitor, id),
      ...fields,
    });

  test('are listed with their rights and shown with clubs', async () => {
    const visitor = await visitManager();
    const [club = 0] = await site.database.insertClubs('Chess');
    const ada = { name: 'Ada', email: 'ada@example.org', roles: ['board'], permissions: ['auth.change_user'] } as const;
    const id = await insertPerson(site.database, { ...ada, officerOf: [club] });
    const list = await read(visitor, '/users/');
    expect(list.one('.result').text).toBe('2 accounts');
    const [first, zoe] = list.all('.users tbody tr');
    expect(first?.one('a').attributes.href).toBe(`/users/${id}/`);
    expect(first?.all('td').map(({ text }) => text)).toEqual([
      'ada@example.org',
      'Board, Manage accounts, officer of 1 club',
      'signed out',
    ]);
    expect(zoe?.one('.seen').text).toBe('today');

    const page = await read(visitor, `/users/${id}/`);
    expect(page.one('h1').text).toBe('Ada');
    expect(page.one('main').text).toContain('no sign-in method');
    expect(checked(page)).toEqual(['board', 'auth.change_user']);
    expect(page.one('form[data-action=grants] details').attributes).toHaveProperty('open');
    expect(page.all('.clubs a').map(({ attributes }) => attributes.href)).toEqual([`/club/${club}/`]);
    for (const path of ['/users/999/', '/users/99999999999/', '/users/x/'])
      expect((await visitor.get(path)).status).toBe(404);
  });

  test('are searched by name or address without wildcards, fifty on a page', async () => {
    const visitor = await visitManager();
    const namesAt = async (query: string) =>
      (await read(visitor, `/users/?${query}`)).all('.users a').map(({ text }) => text);
    await insertPerson(site.database, { name: 'Ada Love', email: 'ada_l@example.org' });
    await insertPerson(site.database, { name: 'Bob 100%', email: 'bob@example.org' });
    expect(await namesAt('search=LOVE')).toEqual(['Ada Love']);
    expect(await namesAt('search=bob%40exa')).toEqual(['Bob 100%']);
    expect(await namesAt('search=%25')).toEqual(['Bob 100%']);
    expect(await namesAt('search=_')).toEqual(['Ada Love']);
    expect(await namesAt('search=%5C')).toEqual([]);
    expect(await namesAt('search=%00love')).toEqual([]);
    await site.database.sql`
      insert into site_user (name, email)
      select 'Many ' || to_char(i, 'FM000'), 'many' || i || '@example.org' from generate_series(1, 51) as i`;
    expect(await namesAt('search=many')).toHaveLength(50);
    expect(await namesAt('search=many&page=2')).toEqual(['Many 051']);
    const next = (await read(visitor, '/users/?search=many')).one('#page-next').attributes;
    expect(next).toMatchObject({ href: '?search=many&page=2' });
    expect(next).not.toHaveProperty('hx-get');
    for (const page of ['3', '0', 'x', '-1'])
      expect((await visitor.get(`/users/?search=many&page=${page}`)).status, page).toBe(404);
  });

  test('get and lose roles and permissions with the next request', async () => {
    const visitor = await visitManager();
    const id = await insertPerson(site.database, { permissions: ['club.delete_club'] });
    const other = visitWith(site, `__Host-session=${await insertSession(site.database, id)}`);
    const statuses = async () => [(await other.get('/club/new/')).status, (await other.get('/users/')).status];
    expect(await statuses()).toEqual([403, 403]);
    const answer = await sendGrants(visitor, id, {
      role: ['board', 'king'],
      permission: ['auth.change_user', 'nothing'],
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/users/${id}/?done=cellSaved`]);
    expect(await grantsOf(id)).toEqual({ roles: ['board'], permissions: ['auth.change_user'] });
    expect((await read(visitor, `/users/${id}/?done=cellSaved`)).all('.toast')).toHaveLength(1);
    expect((await read(visitor, `/users/${id}/?done=toString`)).all('.toast')).toEqual([]);
    expect(await statuses()).toEqual([200, 200]);
    await sendGrants(visitor, id);
    expect(await statuses()).toEqual([403, 403]);
    await expect
      .poll(() => site.output().match(new RegExp(`info Permissions changed account=${id} .*`, 'g')))
      .toEqual([
        expect.stringMatching(/ by=\d+ now=board,auth\.change_user client=127\.0\.0\.0$/),
        expect.stringMatching(/ by=\d+ now=none client=127\.0\.0\.0$/),
      ]);
  });

  test('are not overwritten when another user changed their rights', async () => {
    const visitor = await visitManager();
    const id = await insertPerson(site.database);
    const revision = await revisionIn(visitor, id);
    await sendGrants(visitor, id, { role: 'board', permission: 'club.add_club' });
    const answer = await visitor.post(`/users/${id}/`, {
      action: 'grants',
      permission: 'club.delete_club',
      revision,
    });
    expect(answer.status).toBe(409);
    const page = readHtml(await answer.text());
    expect(page.one('#grants-error').text).toContain('Board, Add clubs.');
    expect(checked(page)).toEqual(['none', 'club.delete_club']);
    expect((await sendGrants(visitor, id, { permission: 'club.delete_club' })).status).toBe(303);
    expect(await grantsOf(id)).toEqual({ roles: [], permissions: ['club.delete_club'] });
  });

  test('are invited with a role, and further permissions in a closed part of the form', async () => {
    const visitor = await visitManager();
    const form = (page: ReturnType<typeof readHtml>) => page.one('form[data-action=invite]');
    const first = form(await read(visitor, '/users/'));
    expect(checked(first)).toEqual(['board']);
    expect(first.one('details').attributes).not.toHaveProperty('open');
    const fields = { action: 'invite', email: 'ada', role: 'board', permission: 'auth.change_user' };
    const refused = await visitor.post('/users/', fields);
    expect(refused.status).toBe(422);
    const again = form(readHtml(await refused.text()));
    expect(checked(again)).toEqual(['board', 'auth.change_user']);
    expect(again.one('details').attributes).toHaveProperty('open');
    expect(again.one('#field-email').attributes.value).toBe('ada');
    await visitor.post('/users/', { ...fields, email: 'ada@example.org' });
    expect(await site.database.sql`select roles, permissions from invitation`).toEqual([
      { roles: ['board'], permissions: ['auth.change_user'] },
    ]);
  });

  test('keep a last administrator with a sign-in method', async () => {
    const visitor = await visit(site, { email: 'zoe@example.org', roles: ['administrator'] });
    await site.database.sql`
      insert into user_account (user_id, provider_id, account_id) values (1, 'https://login.example.org', '1')`;
    const wayId = (await read(visitor, '/users/1/')).one('input[name=way_id]').attributes.value ?? '';
    for (const [action, fields] of [
      ['grants', { role: 'board', revision: await revisionIn(visitor, 1) }],
      ['delete', { email: 'zoe@example.org' }],
      ['unlink', { way_id: wayId }],
    ] as const) {
      const refused = await visitor.post('/users/1/', { action, ...fields });
      expect(refused.status, action).toBe(422);
      expect(readHtml(await refused.text()).all(`#${action}-error`)).toHaveLength(1);
    }
    // The permission alone is enough.
    expect((await sendGrants(visitor, 1, { permission: 'auth.change_user' })).status).toBe(303);
    await insertPerson(site.database, { roles: ['administrator'] });
    const left = await sendGrants(visitor, 1);
    expect([left.status, left.headers.get('location')]).toEqual([303, '/login/']);
  });

  test('get another name and address, and lose their sessions', async () => {
    const visitor = await visitManager();
    const id = await insertPerson(site.database, { name: 'Ada', email: 'ada@example.org' });
    const fields = { action: 'person', name: ' Ada  King ', new_email: 'Ada.King@Example.org' };
    const saved = await visitor.post(`/users/${id}/`, fields);
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `/users/${id}/?done=cellSaved`]);
    for (const [field, value] of [
      ['new_email', 'zoe@example.org'],
      ['new_email', 'nothing'],
      ['name', ''],
    ] as const) {
      const refused = await visitor.post(`/users/${id}/`, { ...fields, [field]: value });
      expect(refused.status).toBe(422);
      const again = readHtml(await refused.text());
      expect(again.one(`[data-field=${field}]`).text).not.toBe('');
      expect(again.one(`#field-${field}`).attributes.value).toBe(value);
    }
    expect((await read(visitor, `/users/${id}/`)).one('h1 + p').text).toBe('ada.king@example.org');
    const other = visitWith(site, `__Host-session=${await insertSession(site.database, id)}`);
    expect((await other.get('/account/')).status).toBe(200);
    const ended = await visitor.post(`/users/${id}/`, { action: 'sessions' });
    expect(ended.headers.get('location')).toBe(`/users/${id}/?done=userSessionsEnded`);
    expect((await other.get('/account/')).status).toBe(303);
  });

  test('are deleted after their address was typed, with their open invitations', async () => {
    const visitor = await visitManager();
    const id = await insertPerson(site.database, { email: 'ada@example.org', roles: ['administrator'] });
    await visitor.post('/users/', { action: 'invite', email: 'ada@example.org' });
    const refused = await visitor.post(`/users/${id}/`, { action: 'delete', email: 'bob@example.org' });
    expect(refused.status).toBe(422);
    expect(readHtml(await refused.text()).one('#field-email').attributes.value).toBe('bob@example.org');
    const done = await visitor.post(`/users/${id}/`, { action: 'delete', email: ' Ada@Example.org ' });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/users/?done=userDeleted']);
    expect((await visitor.get(`/users/${id}/`)).status).toBe(404);
    expect(await site.database.sql`select from invitation`).toHaveLength(0);
    expect((await visitor.post('/users/1/', { action: 'other' })).status).toBe(422);
  });
});
