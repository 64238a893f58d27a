import { expect, test } from 'vitest';
import { hashToken } from '../../src/accounts/tokens.ts';
import { readHtml } from '../support/html.ts';
import { cookieOf, insertPerson, insertSession, visit, visitWith, type Fields } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

const NEW = { name: 'Ada', password: 'correct horse battery' };

describeSite('An invitation', (site) => {
  const read = async (answer: Response | Promise<Response>) => readHtml(await (await answer).text());
  const nobody = () => visitWith(site, null);

  /** Invites an address as an administrator. Returns the path of the link. */
  const invite = async (fields: Fields, path = '/users/') => {
    const by = await visit(site, { email: 'zoe@example.org', roles: ['administrator'] });
    const answer = await by.post(path, { action: 'invite', ...fields });
    expect(answer.status).toBe(200);
    const link = (await read(answer)).one('.notice .link').text;
    expect(link).toMatch(/^https:\/\/clubs\.example\.org\/(fr\/)?invitation\/[\w-]{32}\/$/);
    return new URL(link).pathname;
  };
  const grantsOf = async (email: string) => {
    const [row] = await site.database.sql<{ roles: string[]; permissions: string[] }[]>`
      select to_json(array(select role from user_role where user_id = site_user.id)) as roles,
        to_json(array(select permission from user_permission where user_id = site_user.id order by 1)) as permissions
      from site_user where email = ${email}`;
    return row;
  };

  test('creates an account with its rights, once, and signs in', async () => {
    const path = await invite({ email: ' Ada@Example.org', role: 'board', permission: ['auth.change_user', 'none'] });
    const rows = await site.database.sql`
      select token, extract(day from expires_at - created_at)::integer as days from invitation`;
    expect(rows).toEqual([{ token: hashToken(/invitation\/(.*)\/$/.exec(path)?.[1] ?? ''), days: 7 }]);

    const refused = await nobody().post(path, { name: 'Ada', password: 'short' });
    expect(refused.status).toBe(422);
    const page = await read(refused);
    expect(page.one('[data-field=password]').text).not.toBe('');
    expect(page.one('#field-name').attributes.value).toBe('Ada');

    const done = await nobody().post(path, { ...NEW, email: 'eve@example.org' });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/account/']);
    expect((await visitWith(site, cookieOf(done)).get('/users/')).status).toBe(200);
    expect(await grantsOf('ada@example.org')).toEqual({ roles: ['board'], permissions: ['auth.change_user'] });
    expect(await grantsOf('eve@example.org')).toBeUndefined();
    expect((await nobody().post('/login/', { email: 'ada@example.org', password: NEW.password })).status).toBe(303);
    expect((await nobody().post(path, NEW)).status).toBe(404);
  });

  test('creates a new account although another user is signed in', async () => {
    const path = await invite({ email: 'ada@example.org' }, '/fr/users/');
    expect(path).toMatch(/^\/fr\//);
    const bob = await visit(site, { email: 'bob@example.org' });
    expect((await read(bob.get(path))).one('main form').text).toContain('bob@example.org');
    const account = await read(visitWith(site, cookieOf(await bob.post(path, NEW))).get('/account/'));
    expect(account.one('main').text).toContain('ada@example.org');
  });

  test('looks the same when it was used, has expired or never existed', async () => {
    const path = await invite({ email: 'ada@example.org' });
    const pageAt = async (one: string) => {
      const answer = await nobody().get(one);
      return [answer.status, readHtml(await answer.text()).one('main').text];
    };
    const unknown = await pageAt('/invitation/none/');
    expect(unknown[0]).toBe(404);
    await site.database.sql`update invitation set expires_at = now() - interval '1 second'`;
    expect(await pageAt(path)).toEqual(unknown);
    expect((await nobody().post(path, NEW)).status).toBe(404);
    await site.database.sql`update invitation set expires_at = now() + interval '1 day', accepted_at = now()`;
    expect(await pageAt(path)).toEqual(unknown);
  });

  test('creates one account when it is used twice at once', async () => {
    const path = await invite({ email: 'ada@example.org', role: 'board' });
    const answers = await Promise.all(['Ada', 'Eve'].map((name) => nobody().post(path, { ...NEW, name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
  });

  test('adds its rights to an existing account after the login', async () => {
    const id = await insertPerson(site.database, { email: 'ada@example.org', permissions: ['club.add_club'] });
    const [club = 0] = await site.database.insertClubs('Chess');
    const path = await invite({ email: 'ada@example.org', role: 'board', permission: 'club.add_club' });
    await site.database.sql`update invitation set club_id = ${club}`;
    const page = await read(nobody().get(path));
    expect(page.one('main a.button').attributes.href).toBe(`/login/?next=${encodeURIComponent(path)}`);
    const bob = await visit(site, { email: 'bob@example.org' });
    for (const other of [nobody(), bob]) expect((await other.post(path, NEW)).status).toBe(422);
    expect(await grantsOf('bob@example.org')).toEqual({ roles: [], permissions: [] });

    const ada = visitWith(site, `__Host-session=${await insertSession(site.database, id)}`);
    const done = await ada.post(path);
    expect([done.status, done.headers.get('location')]).toEqual([303, `/club/${club}/`]);
    expect(await grantsOf('ada@example.org')).toEqual({ roles: ['board'], permissions: ['club.add_club'] });
    expect(await site.database.sql`select club_id from club_officer where user_id = ${id}`).toEqual([{ clubId: club }]);
    expect((await ada.get(path)).status).toBe(404);
  });
});
