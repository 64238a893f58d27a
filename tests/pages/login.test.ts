import { hashPassword } from 'better-auth/crypto';
import { beforeAll, expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import {
  cookieOf,
  insertPassword,
  insertPerson,
  insertResetToken,
  insertSession,
  visit,
  visitWith,
  type Visitor,
} from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';

const PASSWORD = 'correct horse battery';

describeOwnSite('Signing in', (site) => {
  let passwordHash: string;
  beforeAll(async () => {
    passwordHash = await hashPassword(PASSWORD);
  });

  /** An account with a password. */
  const insertWithPassword = async (email: string, roles: ['board'] | [] = []) => {
    const id = await insertPerson(site.database, { name: 'Ada', email, roles });
    await insertPassword(site.database, id, passwordHash);
    return id;
  };

  const signIn = async (email: string, password = PASSWORD, path = '/login/') =>
    await visitWith(site, null).post(path, { email, password });

  test('sets a session cookie for this host and https only', async () => {
    await insertWithPassword('ada@example.org', ['board']);
    const answer = await signIn(' Ada@Example.org ');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/desk/']);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const visitor = visitWith(site, cookieOf(answer));
    const list = readHtml(await (await visitor.get('/club/')).text());
    expect(list.one('.list-head a.button').attributes.href).toBe('/club/new/');
    const account = readHtml(await (await visitor.get('/login/')).text());
    expect(account.one('main').text).toContain('You are signed in as Ada (ada@example.org).');
  });

  test('accepts an old password that would be too weak as a new one', async () => {
    const id = await insertPerson(site.database, { email: 'ada@example.org' });
    await insertPassword(site.database, id, await hashPassword('password12'));
    expect((await signIn('ada@example.org', 'password12')).status).toBe(303);
  });

  test('is logged with the account id and the shortened client address, also when refused', async () => {
    const id = await insertWithPassword('ada@example.org');
    const before = site.output().length;
    await signIn('ada@example.org');
    await signIn('ada@example.org', 'wrong');
    await signIn('nobody@example.org');
    const logged = () => site.output().slice(before).replace(/^\S+ /gm, '').trimEnd().split('\n').sort();
    await expect
      .poll(logged)
      .toEqual([
        `info Signed in account=${id} method=password client=127.0.0.0`,
        `warn Sign-in refused account=${id} method=password reason=wrong client=127.0.0.0`,
        'warn Sign-in refused method=password reason=wrong client=127.0.0.0',
      ]);
  });

  test.each<[path: string, location: string]>([
    ['/login/?next=%2Fclub%2F%3Fname%3Dski', '/club/?name=ski'],
    ['/fr/login/', '/fr/club/?page_size=24'],
    ...[
      ...['//evil.example/', '/\\evil.example/', 'https://evil.example/', '/\t/evil.example', '/.//evil.example/'],
      ...['/x/..//evil.example/', 'javascript:alert(1)'],
    ].map(
      (next) =>
        [`/login/?${new URLSearchParams({ next }).toString()}`, '/club/?page_size=24'] satisfies [string, string],
    ),
  ])('redirects from %s to %s', async (path, location) => {
    await insertWithPassword('ada@example.org');
    const answer = await signIn('ada@example.org', PASSWORD, path);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
  });

  test('creates no session when the password is replaced at the same time', async ({ skip }) => {
    skip(site.database.url === null, 'The embedded database does one transaction after the other.');
    const id = await insertWithPassword('grace@example.org');
    const { answering } = await site.database.connect().begin(async (tx) => {
      await tx`update user_account set password = 'x:y' where user_id = ${id}`;
      await tx`delete from user_session where user_id = ${id}`;
      const answering = signIn('grace@example.org');
      // Until the transaction ends, the login reads the old password.
      const isMade = () => site.database.sql`select from user_session where user_id = ${id}`;
      await expect.poll(isMade, { interval: 20, timeout: 5000 }).toHaveLength(1);
      return { answering };
    });
    const answer = await answering;
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([422, []]);
    expect(await site.database.sql`select from user_session`).toHaveLength(0);
  });

  test('answers alike to a wrong password and an unknown address', async () => {
    await insertWithPassword('ada@example.org');
    const known = await signIn('ada@example.org', 'wrong password');
    const unknown = await signIn('eve@example.org', 'wrong password');
    expect([known.status, unknown.status]).toEqual([422, 422]);
    const [one, other] = [await known.text(), await unknown.text()];
    expect(other.replaceAll('eve@', 'ada@')).toBe(one);
    expect(readHtml(one).one('[role=alert]').text).toBe('Wrong e-mail address or password.');
    expect(known.headers.getSetCookie()).toEqual([]);
  });

  test('is limited to ten wrong passwords for one account', async () => {
    await insertWithPassword('ada@example.org');
    await insertWithPassword('bob@example.org');
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await signIn('slow@example.org', 'wrong password')).status),
    );
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    const refused = await signIn('slow@example.org');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
    expect(readHtml(await refused.text()).all('[role=alert]')).toHaveLength(1);
    expect((await signIn('bob@example.org')).status).toBe(303);
  });

  test('stays possible from a known device after too many wrong passwords from others', async () => {
    await insertWithPassword('tess@example.org');
    await insertWithPassword('uma@example.org');
    const [, device = ''] = (await signIn('tess@example.org')).headers.getSetCookie();
    const known = visitWith(site, device.slice(0, device.indexOf(';')));
    const tryFrom = async (visitor: Visitor, password: string, email = 'tess@example.org') =>
      (await visitor.post('/login/', { email, password })).status;
    const stranger = visitWith(site, null);
    const fail = (email?: string) =>
      Promise.all(Array.from({ length: 12 }, () => tryFrom(stranger, 'wrong password', email)));
    await fail();
    expect(await tryFrom(stranger, PASSWORD)).toBe(429);
    expect(await tryFrom(known, PASSWORD)).toBe(303);
    // A device is known for one account, by a signed cookie, and has a separate limit.
    await fail('uma@example.org');
    expect(await tryFrom(known, PASSWORD, 'uma@example.org')).toBe(429);
    const forged = device.slice(0, device.indexOf(';')).replace(/=(.)/, (_, first) => (first === 'a' ? '=b' : '=a'));
    expect(await tryFrom(visitWith(site, forged), PASSWORD)).toBe(429);
    const tries = await Promise.all(Array.from({ length: 10 }, () => tryFrom(known, 'wrong password')));
    expect(new Set(tries)).toEqual(new Set([422]));
    expect(await tryFrom(known, PASSWORD)).toBe(429);
  });

  test('starts a new session and ends the one before', async () => {
    await insertWithPassword('ada@example.org');
    const first = cookieOf(await signIn('ada@example.org'));
    const again = await visitWith(site, first).post('/login/', { email: 'ada@example.org', password: PASSWORD });
    expect(cookieOf(again)).not.toBe(first);
    const [{ count }] = await site.database.sql<[{ count: number }]>`select count(*)::integer from user_session`;
    expect(count).toBe(1);
  });

  test('ends on the server at the logout', async () => {
    await insertWithPassword('ada@example.org', ['board']);
    const visitor = visitWith(site, cookieOf(await signIn('ada@example.org')));
    const out = await visitor.post('/logout/');
    expect([out.status, out.headers.get('location')]).toEqual([303, '/club/?page_size=24']);
    expect(out.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')]);
    expect(readHtml(await (await visitor.get('/login/')).text()).all('input[name=password]')).toHaveLength(1);
  });

  test.each([
    ['not used for a week', `update user_session set updated_at = now() - interval '7 days 1 minute'`],
    ['a month old', `update user_session set expires_at = now() - interval '1 second'`],
    ['of a deleted account', 'delete from site_user'],
  ])('has ended with a session %s', async (_, statement) => {
    const visitor = await visit(site, { roles: ['board'] });
    const buttons = async () => readHtml(await (await visitor.get('/club/')).text()).all('.list-head a.button').length;
    expect(await buttons()).toBe(1);
    await site.database.sql.unsafe(statement);
    expect(await buttons()).toBe(0);
  });

  test('loses a permission with the next request', async () => {
    const visitor = await visit(site, { permissions: ['club.add_club'] });
    const buttons = async () => readHtml(await (await visitor.get('/club/')).text()).all('.list-head a.button').length;
    expect(await buttons()).toBe(1);
    await site.database.sql`delete from user_permission`;
    expect(await buttons()).toBe(0);
  });

  test('is extended while it is used', async () => {
    const id = await insertPerson(site.database, { roles: ['board'] });
    const cookie = `__Host-session=${await insertSession(site.database, id)}`;
    await site.database.sql`update user_session set updated_at = now() - interval '6 days'`;
    expect((await visitWith(site, cookie).get('/club/')).status).toBe(200);
    const [{ isFresh }] = await site.database.sql<[{ isFresh: boolean }]>`
      select updated_at > now() - interval '1 minute' as is_fresh from user_session`;
    expect(isFresh).toBe(true);
  });

  const resetPathOf = async (email: string) => `/password-reset/${await insertResetToken(site.database, email)}/`;

  test('refuses the reset link of an account that has lost its password', async () => {
    const id = await insertWithPassword('ada@example.org');
    const path = await resetPathOf('ada@example.org');
    await site.database.sql`delete from user_account where user_id = ${id}`;
    expect((await visitWith(site, null).post(path, { password: 'another good one' })).status).toBe(404);
    expect(await site.database.sql`select from user_account`).toHaveLength(0);
  });

  test('refuses a reset link after an hour', async () => {
    await insertWithPassword('ada@example.org');
    const path = await resetPathOf('ada@example.org');
    await site.database.sql`update user_verification set expires_at = expires_at - interval '1 hour'`;
    expect((await visitWith(site, null).post(path, { password: 'another good one' })).status).toBe(404);
    expect((await signIn('ada@example.org')).status).toBe(303);
  });

  test('shows no form for an invalid reset link', async () => {
    const visitor = visitWith(site, null);
    const path = '/password-reset/none/';
    for (const answer of [await visitor.get(path), await visitor.post(path, { password: 'short' })]) {
      expect(answer.status).toBe(404);
      const page = readHtml(await answer.text());
      expect(page.all('main input')).toEqual([]);
      expect(page.one('main p a').attributes.href).toBe('/password-reset/');
    }
    expect((await site.get(path, { method: 'HEAD' })).status).toBe(404);
  });

  test('works with a new password set by a reset link, which works once and ends all sessions', async () => {
    const id = await insertWithPassword('ada@example.org');
    await insertSession(site.database, id);
    const [path, other] = [await resetPathOf('ada@example.org'), await resetPathOf('ada@example.org')];
    const visitor = visitWith(site, null);
    expect((await visitor.get(path)).status).toBe(200);
    expect((await visitor.post(path, { password: 'short' })).status).toBe(422);
    const done = await visitor.post(path, { password: 'another good one' });
    expect(readHtml(await done.text()).one('main [role=status]').text).toContain('Your password was changed');
    for (const used of [path, other]) {
      expect((await visitor.get(used)).status).toBe(404);
      expect((await visitor.post(used, { password: 'one more of them' })).status).toBe(404);
    }
    expect(await site.database.sql`select from user_session`).toHaveLength(0);
    expect((await signIn('ada@example.org', PASSWORD)).status).toBe(422);
    expect((await signIn('ada@example.org', 'another good one')).status).toBe(303);
  });
});
