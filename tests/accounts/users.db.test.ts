import { expect, test } from 'vitest';
import { hasManagers, replaceGrants, revisionOf } from '../../src/accounts/grants.ts';
import { acceptInvitation, createInvitation, findInvitation } from '../../src/accounts/invitations.ts';
import { createSetupToken, isSetupToken } from '../../src/accounts/one-time-links.ts';
import { removeOfficer } from '../../src/accounts/officers.ts';
import { createUser, deleteUser, findUser, unlinkIdentity } from '../../src/accounts/users.ts';
import { describeDatabase } from '../support/database.ts';
import { insertPassword, insertPerson } from '../support/people.ts';

describeDatabase('Administrators', (database) => {
  const nothing = { roles: [], permissions: [] };
  /** Removes all grants of an account. */
  const strip = async (id: number) =>
    await replaceGrants(database.client, id, nothing, revisionOf((await findUser(database.client, id)) ?? nothing));

  test.each([
    ['removing their permissions', strip],
    ['deleting them', (id: number) => deleteUser(database.client, id)],
  ])('keep one account when all lose access at once by %s', async (_, lose) => {
    const ids = [
      await insertPerson(database, { roles: ['administrator'] }),
      await insertPerson(database, { permissions: ['auth.change_user'] }),
      await insertPerson(database, { roles: ['administrator'], permissions: ['auth.change_user'] }),
    ];
    const issues = await Promise.all(ids.map(lose));
    expect(issues.filter((issue) => issue === 'lastManager')).toHaveLength(1);
    expect(issues.filter((issue) => issue === null)).toHaveLength(2);
  });

  test.each([
    ['loses the permission', strip],
    ['is deleted', (id: number) => deleteUser(database.client, id)],
  ])('lose their invitations when their account %s', async (_, lose) => {
    await insertPerson(database, { roles: ['administrator'] });
    const id = await insertPerson(database, { roles: ['administrator'] });
    const invitation = { email: 'eve@example.org', roles: ['administrator' as const], permissions: [], invitedBy: id };
    const token = await createInvitation(database.client, invitation);
    expect(await findInvitation(database.client, token)).not.toBeNull();
    expect(await lose(id)).toBeNull();
    expect(await findInvitation(database.client, token)).toBeNull();
  });

  test('include one of two first accounts that are created at once', async () => {
    await insertPerson(database);
    const create = (name: string, isFirst = true) => {
      const user = { name, email: `${name}@example.org`, passwordHash: 'x:y', roles: ['administrator' as const] };
      return createUser(database.client, user, { isFirst });
    };
    const created = await Promise.all([create('ada'), create('bob')]);
    expect(created.filter((one) => one === 'late')).toHaveLength(1);
    expect(await hasManagers(database.client)).toBe(true);
    expect(typeof (await create('eve', false))).toBe('number');
    expect(await create('eve', false)).toBe('taken');
  });

  test('of the first account have a link that is stored hashed, expires, and does not replace others', async () => {
    const [token, other] = [await createSetupToken(database.client), await createSetupToken(database.client)];
    expect(JSON.stringify(await database.sql`select * from user_verification`)).not.toContain(token);
    const areValid = () => Promise.all([token, other].map((one) => isSetupToken(database.client, one)));
    expect(await areValid()).toEqual([true, true]);
    await database.sql`update user_verification set expires_at = now() where id = (select min(id) from user_verification)`;
    expect(await areValid()).toEqual([false, true]);
    const user = { name: 'Ada', email: 'ada@example.org', passwordHash: 'x:y', roles: ['administrator' as const] };
    await createUser(database.client, user, { isFirst: true });
    expect(await database.sql`select from user_verification`).toHaveLength(0);
  });
});

describeDatabase('An account', (database) => {
  test('loses an identity, but never its password, nor the last sign-in method of the last administrator', async () => {
    const id = await insertPerson(database, { roles: ['administrator'] });
    const link = async (issuer: string) => {
      const [method] = await database.sql<[{ id: number }]>`
        insert into user_account (user_id, provider_id, account_id) values (${id}, ${issuer}, '1') returning id`;
      return method.id;
    };
    const methodsOf = async () => (await findUser(database.client, id))?.signInMethods ?? [];
    const identities = [await link('https://login.example.org'), await link('https://old.example.org')];
    const unlinkAll = async () =>
      await Promise.all((await methodsOf()).map((method) => unlinkIdentity(database.client, id, method.id)));
    expect((await unlinkAll()).filter((issue) => issue === 'lastManager')).toHaveLength(1);
    expect(await methodsOf()).toHaveLength(1);
    await insertPassword(database, id);
    await unlinkAll();
    expect((await methodsOf()).map(({ issuer }) => issuer)).toEqual([null]);
    expect(await unlinkIdentity(database.client, 999, identities[0] ?? 0)).toBe('gone');
  });
});

describeDatabase('An invitation for a club', (database) => {
  const inviteBy = (invitedBy: number, clubId: number) =>
    createInvitation(database.client, { email: 'eve@example.org', roles: [], permissions: [], invitedBy, clubId });
  const isValid = async (token: string) => (await findInvitation(database.client, token)) !== null;

  test.each([
    ['is no longer an officer', (club: number, id: number) => removeOfficer(database.client, club, id)],
    ['is deleted', (_: number, id: number) => deleteUser(database.client, id)],
  ])('is invalid after its author %s', async (_, lose) => {
    const [club = 0, other = 0] = await database.insertClubs('Chess', 'Ski');
    const officer = await insertPerson(database, { officerOf: [club, other] });
    const board = await insertPerson(database, { roles: ['board'], officerOf: [club] });
    const tokens = [await inviteBy(officer, club), await inviteBy(board, other)] as const;
    await lose(club, officer);
    await removeOfficer(database.client, club, board);
    expect(await Promise.all(tokens.map(isValid))).toEqual([false, true]);
    const accept = (token: string) => acceptInvitation(database.client, token, { name: 'Eve', passwordHash: 'x:y' });
    expect([await accept(tokens[0]), await accept(tokens[1])]).toEqual([false, true]);
  });

  test('by an officer never grants more than the club', async () => {
    const [club = 0] = await database.insertClubs('Chess');
    const token = await inviteBy(await insertPerson(database, { officerOf: [club] }), club);
    await database.sql`update invitation set roles = '{administrator}'`;
    expect(await isValid(token)).toBe(false);
    await database.sql`update invitation set roles = '{}', club_id = null`;
    expect(await isValid(token)).toBe(false);
  });
});
