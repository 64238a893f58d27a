import { expect, test } from 'vitest';
import { digestOf } from '../../src/accounts/tokens.ts';
import { readHtml } from '../support/html.ts';
import {
  cookieOf,
  insertPerson,
  insertSession,
  visit,
  visitWith,
  type Fields,
  type Visitor,
} from '../support/people.ts';
import { describeSite } from '../support/site.ts';

const PASSWORD = 'correct horse battery';

describeSite('An invitation', (site) => {
  const read = async (answer: Response | Promise<Response>) => readHtml(await (await answer).text());
  const nobody = () => visitWith(site, null);

  /** Invites an address. Returns the path of the link. */
  const invite = async (fields: Fields, path = '/users/', by?: Visitor) => {
    const visitor = by ?? (await visit(site, { email: 'zoe@example.org', roles: ['administrator'] }));
    const answer = await visitor.post(path, { action: 'invite', ...fields });
    expect(answer.status).toBe(200);
    const link = (await read(answer)).one('.notice .link').text;
    expect(link).toMatch(/^https:\/\/clubs\.example\.org\/(fr\/)?invitation\/[\w-]{32}\/$/);
    return new URL(link).pathname;
  };
  const allowedTo = async (email: string) => {
    const [row] = await site.database.sql<{ roles: string[]; permissions: string[] }[]>`
      select to_json(array(select role from user_role where user_id = site_user.id)) as roles,
        to_json(array(select permission from user_permission where user_id = site_user.id order by 1)) as permissions
      from site_user where email = ${email}`;
    return row;
  };

  test('creates an account with its rights, once, and signs in', async () => {
    const path = await invite({ email: ' Ada@Example.org', role: 'board', permission: ['auth.change_user', 'none'] });
    const page = await read(nobody().get(path));
    expect(page.one('main').text).toContain('You are invited to create an account for ada@example.org.');
    const done = await nobody().post(path, { name: 'Ada', password: PASSWORD, email: 'eve@example.org' });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/account/']);
    const ada = visitWith(site, cookieOf(done));
    expect((await read(ada.get('/account/'))).all('main bdi').map(({ text }) => text)).toEqual([
      'Ada',
      'ada@example.org',
    ]);
    expect((await ada.get('/users/')).status).toBe(200);
    expect(await allowedTo('ada@example.org')).toEqual({ roles: ['board'], permissions: ['auth.change_user'] });
    expect(await allowedTo('eve@example.org')).toBeUndefined();
    expect((await nobody().post('/login/', { email: 'ada@example.org', password: PASSWORD })).status).toBe(303);
    expect((await nobody().get(path)).status).toBe(404);
    expect((await nobody().post(path, { name: 'Ada', password: PASSWORD })).status).toBe(404);
  });

  test('creates a new account although another user is signed in', async () => {
    const path = await invite({ email: 'ada@example.org' }, '/fr/users/');
    expect(path).toMatch(/^\/fr\//);
    const bob = await visit(site, { email: 'bob@example.org' });
    expect((await read(bob.get(path))).one('main form').text).toContain('bob@example.org');
    const done = await bob.post(path, { name: 'Ada', password: PASSWORD });
    const account = await read(visitWith(site, cookieOf(done)).get('/account/'));
    expect(account.one('main').text).toContain('ada@example.org');
  });

  test('is shown once, and stored as a hash', async () => {
    const by = await visit(site, { roles: ['administrator'] });
    const path = await invite({ email: 'ada@example.org' }, '/users/', by);
    const [, token = ''] = /invitation\/(.*)\/$/.exec(path) ?? [];
    const rows = await site.database.sql<{ token: string; days: number }[]>`
      select token, extract(day from expires_at - created_at)::integer as days from invitation`;
    expect(rows).toEqual([{ token: digestOf(token), days: 7 }]);
    expect(await (await by.get('/users/')).text()).not.toContain(token);
  });

  test('is refused for an invalid address, with the input', async () => {
    const by = await visit(site, { roles: ['administrator'] });
    const answer = await by.post('/users/', { email: 'ada', role: 'board', permission: 'club.add_club' });
    expect(answer.status).toBe(422);
    const page = await read(answer);
    expect(page.one('#field-email').attributes.value).toBe('ada');
    expect(page.all('input[checked]').map(({ attributes }) => attributes.value)).toEqual(['board', 'club.add_club']);
    expect(await site.database.sql`select from invitation`).toHaveLength(0);
  });

  test('stays valid after an invalid password', async () => {
    const path = await invite({ email: 'ada@example.org' });
    const refused = await nobody().post(path, { name: 'Ada', password: 'short' });
    expect(refused.status).toBe(422);
    const page = await read(refused);
    expect(page.one('[data-field=password]').text).not.toBe('');
    expect(page.one('#field-name').attributes.value).toBe('Ada');
    expect((await nobody().post(path, { name: 'Ada', password: PASSWORD })).status).toBe(303);
  });

  test('answers alike when it was used, has expired or never existed', async () => {
    const path = await invite({ email: 'ada@example.org' });
    const answerOf = async (one: string) => {
      const answer = await nobody().get(one);
      return [answer.status, readHtml(await answer.text()).one('main').text];
    };
    const unknown = await answerOf('/invitation/none/');
    expect(unknown[0]).toBe(404);
    await site.database.sql`update invitation set expires_at = now() - interval '1 second'`;
    expect(await answerOf(path)).toEqual(unknown);
    expect((await nobody().post(path, { name: 'Ada', password: PASSWORD })).status).toBe(404);
    await site.database.sql`update invitation set expires_at = now() + interval '1 day', accepted_at = now()`;
    expect(await answerOf(path)).toEqual(unknown);
  });

  test('replaces an earlier one to the same address', async () => {
    const by = await visit(site, { roles: ['administrator'] });
    const first = await invite({ email: 'ada@example.org', role: 'administrator' }, '/users/', by);
    const other = await invite({ email: 'bob@example.org' }, '/users/', by);
    const second = await invite({ email: 'ada@example.org' }, '/users/', by);
    const statuses = await Promise.all([first, other, second].map(async (path) => (await nobody().get(path)).status));
    expect(statuses).toEqual([404, 200, 200]);
  });

  test('creates one account when it is used twice at once', async () => {
    const path = await invite({ email: 'ada@example.org', role: 'board' });
    const answers = await Promise.all(['Ada', 'Eve'].map((name) => nobody().post(path, { name, password: PASSWORD })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect(await site.database.sql`select from site_user where email = 'ada@example.org'`).toHaveLength(1);
  });

  test('adds its rights to an existing account after the login', async () => {
    const id = await insertPerson(site.database, { email: 'ada@example.org', permissions: ['club.add_club'] });
    const [club = 0] = await site.database.insertClubs('Chess');
    const path = await invite({ email: 'ada@example.org', role: 'board', permission: 'club.add_club' });
    await site.database.sql`update invitation set club_id = ${club}`;

    const page = await read(nobody().get(path));
    expect(page.one('main a.button').attributes.href).toBe(`/login/?next=${encodeURIComponent(path)}`);
    expect((await nobody().post(path, { name: 'Eve', password: PASSWORD })).status).toBe(422);

    const bob = await visit(site, { email: 'bob@example.org' });
    expect((await bob.post(path)).status).toBe(422);
    expect(await allowedTo('bob@example.org')).toEqual({ roles: [], permissions: [] });

    const ada = visitWith(site, `__Host-session=${await insertSession(site.database, id)}`);
    const done = await ada.post(path);
    expect([done.status, done.headers.get('location')]).toEqual([303, `/club/${club}/`]);
    expect(await allowedTo('ada@example.org')).toEqual({ roles: ['board'], permissions: ['club.add_club'] });
    expect(await site.database.sql`select club_id from club_officer where user_id = ${id}`).toEqual([{ clubId: club }]);
    expect((await ada.get(path)).status).toBe(404);
  });
});
