import { hashPassword } from 'better-auth/crypto';
import { beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../src/accounts/tokens.ts';
import { readHtml } from '../support/html.ts';
import {
  cookieOf,
  insertPassword,
  insertPerson,
  insertResetToken,
  insertSession,
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
  /** A browser that has signed in before. */
  const nobody = () => visitWith(site, '__Host-device=x');
  const signIn = (email: string, password = PASSWORD, path = '/login/', by: Visitor = nobody()) =>
    by.post(path, { email, password });

  test('sets cookies for this host and HTTPS only, until the sign-out', async () => {
    await insertWithPassword('ada@example.org', ['board']);
    const answer = await signIn(' Ada@Example.org ');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/desk/']);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const token = /=([A-Za-z0-9]{32})\./.exec(cookieOf(answer))?.[1] ?? '';
    const sessions = await site.database.sql`select * from user_session`;
    expect(sessions).toMatchObject([{ token: hashToken(token), ipAddress: '', userAgent: null }]);
    const visitor = visitWith(site, cookieOf(answer));
    const statusOfLogin = async () => (await visitor.get('/login/')).status;
    const list = readHtml(await (await visitor.get('/club/')).text());
    expect(list.one('.list-head a.button').attributes.href).toBe('/club/new/');
    expect(await statusOfLogin()).toBe(303);
    const out = await visitor.post('/logout/');
    expect([out.status, out.headers.get('location')]).toEqual([303, '/club/?page_size=24']);
    expect(out.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')]);
    expect(await statusOfLogin()).toBe(200);
  });

  test.each([
    ['/login/?next=%2Fclub%2F%3Fname%3Dski', '/club/?name=ski'],
    ['/login/?next=%2F%5Cevil.example%2F', '/club/?page_size=24'],
    ['/fr/login/', '/fr/club/?page_size=24'],
  ])('redirects from %s to %s', async (path, location) => {
    await insertWithPassword('ada@example.org');
    expect((await signIn('ada@example.org', PASSWORD, path)).headers.get('location')).toBe(location);
  });

  test.each([
    ['/fr/login/?next=%2Ffr%2Fclub%2F', '/fr/login/?next=%2Ffr%2Fclub%2F&error=cookies', '/fr/club/'],
    ['/login/', '/login/?next=%2Fdesk%2F&error=cookies', '/desk/'],
  ])('shows on %s that the browser blocks cookies', async (path, checked, next) => {
    await insertWithPassword('ada@example.org', ['board']);
    const answer = await signIn('ada@example.org', PASSWORD, path, visitWith(site, null));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, checked]);
    const page = readHtml(await (await visitWith(site, null).get(checked)).text());
    expect(page.all('[role=alert]')).toHaveLength(1);
    expect(page.all('input[type=password]')).toHaveLength(1);
    const accepted = await visitWith(site, cookieOf(answer)).get(checked);
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, next]);
  });

  test('gives the same response to a wrong password and an unknown address, and logs no addresses', async () => {
    const id = await insertWithPassword('ada@example.org');
    const before = site.output().length;
    await signIn('ada@example.org');
    const known = await signIn('ada@example.org', 'wrong password');
    const unknown = await signIn('eve@example.org', 'wrong password');
    expect([known.status, unknown.status, known.headers.getSetCookie()]).toEqual([422, 422, []]);
    const page = await known.text();
    expect((await unknown.text()).replaceAll('eve@', 'ada@')).toBe(page);
    expect(readHtml(page).all('[role=alert]')).toHaveLength(1);
    await expect
      .poll(() => site.output().slice(before).replace(/^\S+ /gm, '').trimEnd().split('\n').sort())
      .toEqual([
        `info Signed in account=${id} method=password client=127.0.0.0`,
        `warn Sign-in refused account=${id} method=password reason=wrong client=127.0.0.0`,
        'warn Sign-in refused method=password reason=wrong client=127.0.0.0',
      ]);
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
      await expect.poll(isMade, { interval: 20 }).toHaveLength(1);
      return { answering };
    });
    const answer = await answering;
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([422, []]);
    expect(await site.database.sql`select from user_session`).toHaveLength(0);
  });

  test('is limited to ten wrong passwords a minute; a known device has its own limit', async () => {
    for (const name of ['bob', 'tess', 'uma']) await insertWithPassword(`${name}@example.org`);
    const [, device = ''] = (await signIn('tess@example.org')).headers.getSetCookie();
    const cookie = device.slice(0, device.indexOf(';'));
    const known = visitWith(site, cookie);
    const statusOf = async (by: Visitor, email = 'tess@example.org', password = PASSWORD) =>
      (await signIn(email, password, '/login/', by)).status;
    const failAll = (by: Visitor, email?: string) =>
      Promise.all(Array.from({ length: 12 }, () => statusOf(by, email, 'wrong password')));
    const failed = await failAll(nobody());
    expect(failed.filter((status) => status === 422)).toHaveLength(10);
    const refused = await signIn('tess@example.org');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(readHtml(await refused.text()).all('[role=alert]')).toHaveLength(1);
    expect(await statusOf(nobody(), 'bob@example.org')).toBe(303);
    expect(await statusOf(known)).toBe(303);
    // The cookie is signed, and valid for one account.
    const forged = cookie.replace(/=(.)/, (_, first) => (first === 'a' ? '=b' : '=a'));
    expect(await statusOf(visitWith(site, forged))).toBe(429);
    await failAll(nobody(), 'uma@example.org');
    expect(await statusOf(known, 'uma@example.org')).toBe(429);
    expect((await failAll(known)).filter((status) => status === 422)).toHaveLength(10);
    expect(await statusOf(known)).toBe(429);
  });

  test('works with the new password of a reset link, which is valid once', async () => {
    await insertSession(site.database, await insertWithPassword('ada@example.org'));
    const path = `/password-reset/${await insertResetToken(site.database, 'ada@example.org')}/`;
    expect((await nobody().get(path)).status).toBe(200);
    expect((await nobody().post(path, { password: 'short' })).status).toBe(422);
    const done = await nobody().post(path, { password: 'another good one' });
    expect(readHtml(await done.text()).all('main [role=status]')).toHaveLength(1);
    expect(await site.database.sql`select from user_session`).toHaveLength(0);
    for (const answer of [await nobody().get(path), await nobody().post(path, { password: 'one more of them' })]) {
      expect(answer.status).toBe(404);
      const page = readHtml(await answer.text());
      expect(page.all('main input')).toEqual([]);
      expect(page.one('main p a').attributes.href).toBe('/password-reset/');
    }
    expect((await signIn('ada@example.org')).status).toBe(422);
    expect((await signIn('ada@example.org', 'another good one')).status).toBe(303);
  });
});
