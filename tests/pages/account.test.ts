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
  type NewPerson,
  type Visitor,
} from '../support/people.ts';
import { describeSite } from '../support/site.ts';

const PASSWORD = 'correct horse battery';
const ANOTHER = 'another good one';

describeSite('The own account', (site) => {
  let passwordHash: string;
  beforeAll(async () => {
    passwordHash = await hashPassword(PASSWORD);
  });

  let accounts = 0;
  const signIn = async (email: string, password = PASSWORD) =>
    await visitWith(site, null).post('/login/', { email, password });
  /** Signs in with a password, at a new address each time: failed sign-ins of other tests count too. */
  const enter = async (person: NewPerson = {}) => {
    accounts += 1;
    const email = `ada-${accounts}@example.org`;
    const id = await insertPerson(site.database, { name: 'Ada', email, ...person });
    await insertPassword(site.database, id, passwordHash);
    return { id, email, visitor: visitWith(site, cookieOf(await signIn(email))) };
  };
  const open = async (id: number) => visitWith(site, `__Host-session=${await insertSession(site.database, id)}`);
  const isIn = async (visitor: Visitor) => (await visitor.get('/account/')).status === 200;
  const read = async (visitor: Visitor, path = '/account/') => readHtml(await (await visitor.get(path)).text());
  const changePassword = (visitor: Visitor, fields = {}) =>
    visitor.post('/account/', { action: 'password', old_password: PASSWORD, new_password: ANOTHER, ...fields });

  test('shows the name, the rights and the sign-in methods', async () => {
    const [club = 0] = await site.database.insertClubs('Chess');
    const { visitor, email } = await enter({ roles: ['board'], officerOf: [club] });
    const page = await read(visitor);
    expect(page.all('main bdi').map(({ text }) => text)).toEqual(['Ada', email]);
    expect(page.one('main').text).toContain('Role: Board');
    expect(page.all('.clubs a').map(({ attributes }) => attributes.href)).toEqual([`/club/${club}/`]);
    expect(page.all('.sign-in-ways li').map(({ text }) => text)).toEqual([expect.stringMatching(/^Password, since /)]);
    expect((await read(visitor, '/club/')).one('[data-account]').attributes.href).toBe('/account/');
  });

  test('offers its data as a JSON file without secrets', async () => {
    const [club = 0] = await site.database.insertClubs('Chess');
    const { id, email, visitor } = await enter({ roles: ['administrator'], officerOf: [club] });
    await site.database.sql`insert into club_step ${site.database.sql({ kind: 'edit', userId: id, userName: 'Ada' })}`;
    await visitor.post('/users/', { action: 'invite', email: 'eve@example.org', role: 'board' });
    const answer = await visitor.post('/account/', { action: 'data' });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="account.json"',
      'content-type': 'application/json',
    });
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      profile: { id, name: 'Ada', email },
      roles: ['administrator'],
      permissions: [],
      roundsStarted: [],
      messagesClosed: [],
      officerOf: [{ id: club, name: 'Chess' }],
      signInMethods: [{ provider: 'credential' }],
      sessions: [{ usedAt: expect.any(String) as string }],
      steps: [{ kind: 'edit', name: 'Ada' }],
      invitations: [{ email: 'eve@example.org', roles: ['board'] }],
    });
    expect(text).not.toContain(passwordHash);
    expect(text).not.toMatch(/token|[\da-f]{64}/);
  });

  test('changes the password, and ends other sessions and reset links', async () => {
    const { id, email, visitor } = await enter();
    const [other, stranger] = [await open(id), await visit(site, {})];
    const path = `/password-reset/${await insertResetToken(site.database, email)}/`;
    const answer = await changePassword(visitor);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/?done=passwordChanged']);
    expect((await read(visitor, '/account/?done=passwordChanged')).all('main [role=status]')).toHaveLength(1);
    expect(await Promise.all([visitor, other, stranger].map(isIn))).toEqual([true, false, true]);
    expect((await visitor.get(path)).status).toBe(404);
    expect((await signIn(email)).status).toBe(422);
    expect((await signIn(email, ANOTHER)).status).toBe(303);
  });

  test('keeps the password after an error, without sending it back, and limits wrong ones', async () => {
    const { visitor } = await enter();
    for (const [fields, place] of [
      [{ old_password: 'not the one' }, '#password-error'],
      [{ old_password: '' }, '[data-field=old_password]'],
      [{ new_password: 'short' }, '[data-field=new_password]'],
    ] as const) {
      const answer = await changePassword(visitor, fields);
      expect(answer.status).toBe(422);
      const text = await answer.text();
      expect(readHtml(text).one(place).text).not.toBe('');
      expect(text).not.toContain(PASSWORD);
    }
    const tries = Array.from({ length: 10 }, () => changePassword(visitor, { old_password: 'not the one' }));
    const refused = (await Promise.all(tries)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(readHtml((await refused[0]?.text()) ?? '').all('#password-error')).toHaveLength(1);
  });

  test('ends all its other sessions', async () => {
    const { id, visitor } = await enter();
    const others = [await open(id), await open(id), await open(id)];
    const stranger = await open(await insertPerson(site.database));
    const all = await visitor.post('/account/', { action: 'sessions' });
    expect(all.headers.get('location')).toBe('/account/?done=otherSessionsEnded');
    expect(await Promise.all([...others, visitor, stranger].map(isIn))).toEqual([false, false, false, true, true]);
  });
});
