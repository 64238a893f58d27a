import { expect, test } from 'vitest';
import {
  acceptAsNew,
  createInvitation,
  findInvitation,
  findOpenInvitations,
  withdrawInvitation,
} from '../../src/accounts/invitations.ts';
import { adoptIdentities, unlinkIdentity } from '../../src/accounts/identities.ts';
import {
  createSetupToken,
  createUser,
  hasManagers,
  isResetToken,
  isSetupToken,
  SESSION_IDLE,
} from '../../src/accounts/queries.ts';
import {
  deleteUser,
  findUser,
  NotAllowedError,
  removeOfficer,
  replaceGrants,
  revisionOf,
  updatePerson,
} from '../../src/accounts/users.ts';
import { describeDatabase } from '../support/database.ts';
import { insertPassword, insertPerson, insertResetToken } from '../support/people.ts';

describeDatabase('Those who look after accounts', (database) => {
  const nothing = { roles: [], permissions: [] };
  /** Takes everything from somebody who has what they have now. */
  const strip = async (id: number) => {
    const user = await findUser(database.client, id);
    return await replaceGrants(database.client, id, nothing, revisionOf(user ?? nothing), id);
  };

  test.each([
    ['take it from each other', strip],
    ['delete each other', (id: number) => deleteUser(database.client, id)],
  ])('do not all lose it when they %s at once', async (_, lose) => {
    for (let round = 0; round < 5; round += 1) {
      await database.sql`delete from site_user`;
      const ids = [
        await insertPerson(database, { roles: ['administrator'] }),
        await insertPerson(database, { permissions: ['auth.change_user'] }),
        await insertPerson(database, { roles: ['administrator'], permissions: ['auth.change_user'] }),
      ];
      const faults = await Promise.all(ids.map(lose));
      expect(faults.filter((fault) => fault === 'lastManager')).toHaveLength(1);
      expect(faults.filter((fault) => fault === null)).toHaveLength(2);
    }
  });

  test('leave alone an account that is gone', async () => {
    const by = await insertPerson(database, { roles: ['administrator'] });
    expect(await replaceGrants(database.client, 999, nothing, '', by)).toBe('gone');
    expect(await deleteUser(database.client, 999)).toBe('gone');
  });

  test.each([
    ['may do so no more', strip],
    ['is gone', (id: number) => deleteUser(database.client, id)],
  ])('have invited nobody who comes later, when one of them %s', async (_, lose) => {
    await insertPerson(database, { roles: ['administrator'] });
    const id = await insertPerson(database, { roles: ['administrator'] });
    const invitation = { email: 'eve@example.org', roles: ['administrator' as const], permissions: [], invitedBy: id };
    const token = await createInvitation(database.client, invitation);
    expect(await findInvitation(database.client, token)).not.toBeNull();
    expect(await lose(id)).toBeNull();
    expect(await findInvitation(database.client, token)).toBeNull();
  });

  test('do not undo what another of them has just done', async () => {
    const by = await insertPerson(database, { roles: ['administrator'] });
    const id = await insertPerson(database);
    const revision = revisionOf(nothing);
    const asked = [
      { roles: ['board' as const], permissions: [] },
      { roles: [], permissions: ['club.add_club' as const] },
    ];
    const faults = await Promise.all(asked.map((grants) => replaceGrants(database.client, id, grants, revision, by)));
    expect(faults.filter((fault) => fault === 'changed')).toHaveLength(1);
    const won = asked[faults.indexOf(null)];
    expect(await findUser(database.client, id)).toMatchObject(won ?? {});
  });

  test('give nothing when they may do so no more', async () => {
    await insertPerson(database, { roles: ['administrator'] });
    const id = await insertPerson(database, { roles: ['board'] });
    const user = await findUser(database.client, id);
    const grants = { roles: ['administrator' as const], permissions: [] };
    await expect(replaceGrants(database.client, id, grants, revisionOf(user ?? nothing), id)).rejects.toBeInstanceOf(
      NotAllowedError,
    );
    expect(await findUser(database.client, id)).toMatchObject({ roles: ['board'] });
  });

  test('are one from the start, of two who make the first account at once', async () => {
    // Who signs in by an identity provider has an account, and may do nothing.
    await insertPerson(database);
    for (let round = 0; round < 5; round += 1) {
      const made = await Promise.all(
        ['ada', 'bob'].map((name) =>
          createUser(
            database.client,
            { name, email: `${name}-${round}@example.org`, passwordHash: 'x:y', roles: ['administrator'] },
            { isFirst: true },
          ),
        ),
      );
      expect(made.filter((one) => one === 'late')).toHaveLength(1);
      expect(await hasManagers(database.client)).toBe(true);
      await database.sql`delete from user_role`;
    }
    const person = { name: 'Eve', email: 'ada-0@example.org', passwordHash: 'x:y' };
    expect(typeof (await createUser(database.client, { ...person, email: 'eve@example.org' }))).toBe('number');
    expect(await createUser(database.client, { ...person, email: 'eve@example.org' }, { isFirst: true })).toBe('taken');
  });
});

describeDatabase('An account', (database) => {
  test('has the sessions that neither expired nor were unused for too long, last used first', async () => {
    const id = await insertPerson(database);
    const insert = async (token: string, expiresIn: string, usedAgo: string) => {
      const [session] = await database.sql<[{ id: number }]>`
        insert into user_session (user_id, token, expires_at, updated_at)
        values (${id}, ${token}, now() + ${expiresIn}::interval, now() - ${usedAgo}::interval) returning id`;
      return session.id;
    };
    const older = await insert('a', '1 day', '2 hours');
    const newer = await insert('b', '1 day', '1 hour');
    await insert('c', '-1 minute', '1 hour');
    await insert('d', '1 day', `${SESSION_IDLE + 60} seconds`);
    const user = await findUser(database.client, id);
    expect(user?.sessions.map((session) => session.id)).toEqual([newer, older]);
  });
});

describeDatabase('An identity at a provider', (database) => {
  const link = async (userId: number, issuer: string, subject: string) => {
    const [{ id }] = await database.sql<[{ id: number }]>`
      insert into user_account (user_id, provider_id, account_id) values (${userId}, ${issuer}, ${subject})
      returning id`;
    return id;
  };
  const issuersOf = async (id: number) => (await findUser(database.client, id))?.ways.map(({ issuer }) => issuer);

  test('from before the issuer was stored gets the configured one, and no later one', async () => {
    const id = await insertPerson(database);
    await insertPassword(database, id);
    await link(id, 'oidc', '1');
    const lines: string[] = [];
    for (const issuer of ['https://first.example.org', 'https://second.example.org']) {
      await adoptIdentities(database.client, issuer, (line) => lines.push(line));
      expect(await issuersOf(id)).toEqual([null, 'https://first.example.org']);
    }
    expect(lines).toEqual(['Set the issuer of 1 OIDC identity to OIDC_ISSUER.']);
  });

  test('is unlinked without touching the password, which is never unlinked', async () => {
    const id = await insertPerson(database, { roles: ['administrator'] });
    await insertPassword(database, id);
    const identity = await link(id, 'https://login.example.org', '1');
    const [password] = (await findUser(database.client, id))?.ways ?? [];
    expect(await unlinkIdentity(database.client, id, password?.id ?? 0)).toBeNull();
    expect(await issuersOf(id)).toEqual([null, 'https://login.example.org']);
    expect(await unlinkIdentity(database.client, id, identity)).toBeNull();
    expect(await issuersOf(id)).toEqual([null]);
    expect(await unlinkIdentity(database.client, 999, identity)).toBe('gone');
  });

  test('stays linked if it is the last way to sign in of the last account that manages accounts', async () => {
    const id = await insertPerson(database, { roles: ['administrator'] });
    const ways = [await link(id, 'https://login.example.org', '1'), await link(id, 'https://old.example.org', '1')];
    const results = await Promise.all(ways.map((way) => unlinkIdentity(database.client, id, way)));
    expect(results.filter((result) => result === 'lastManager')).toHaveLength(1);
    expect(await issuersOf(id)).toHaveLength(1);
    await insertPerson(database, { roles: ['administrator'] });
    for (const way of ways) expect(await unlinkIdentity(database.client, id, way)).toBeNull();
    expect(await issuersOf(id)).toEqual([]);
  });
});

describeDatabase('A changed address', (database) => {
  test('of another account is refused', async () => {
    const id = await insertPerson(database, { name: 'Ada', email: 'ada@example.org' });
    await insertPerson(database, { email: 'bob@example.org' });
    expect(await updatePerson(database.client, id, { name: 'Eve', email: 'bob@example.org' })).toBe('taken');
    expect(await findUser(database.client, id)).toMatchObject({ name: 'Ada', email: 'ada@example.org' });
    expect(await updatePerson(database.client, 999, { name: 'Eve', email: 'eve@example.org' })).toBe('gone');
  });

  test('is verified, as an administrator vouches for it; a changed name alone verifies nothing', async () => {
    const id = await insertPerson(database, { email: 'ada@example.org' });
    await database.sql`update site_user set is_email_verified = false`;
    await updatePerson(database.client, id, { name: 'Ada', email: 'ada@example.org' });
    expect(await findUser(database.client, id)).toMatchObject({ name: 'Ada', isEmailVerified: false });
    await updatePerson(database.client, id, { name: 'Ada', email: 'ada@new.example.org' });
    expect(await findUser(database.client, id)).toMatchObject({ email: 'ada@new.example.org', isEmailVerified: true });
  });

  test('ends the links for a new password that were sent to the old one', async () => {
    const id = await insertPerson(database, { name: 'Ada', email: 'ada@example.org' });
    await insertPassword(database, id);
    const token = await insertResetToken(database, 'ada@example.org');
    await updatePerson(database.client, id, { name: 'Ada King', email: 'ada@example.org' });
    expect(await isResetToken(database.client, token)).toBe(true);
    await updatePerson(database.client, id, { name: 'Ada King', email: 'king@example.org' });
    expect(await isResetToken(database.client, token)).toBe(false);
  });
});

describeDatabase('A link for the first account', (database) => {
  test('is stored hashed, expires, and stays valid when another one is made', async () => {
    const token = await createSetupToken(database.client);
    const other = await createSetupToken(database.client);
    expect(JSON.stringify(await database.sql`select * from user_verification`)).not.toContain(token);
    expect(await isSetupToken(database.client, token)).toBe(true);
    await database.sql`update user_verification set expires_at = now() where id = (select min(id) from user_verification)`;
    expect(await isSetupToken(database.client, token)).toBe(false);
    expect(await isSetupToken(database.client, other)).toBe(true);
  });

  test('is deleted when the first account is created', async () => {
    await createSetupToken(database.client);
    const person = { name: 'Ada', email: 'ada@example.org', passwordHash: 'x:y', roles: ['administrator' as const] };
    await createUser(database.client, person, { isFirst: true });
    expect(await database.sql`select from user_verification`).toHaveLength(0);
  });
});

describeDatabase('An invitation for a club', (database) => {
  const inviteBy = async (invitedBy: number, clubId: number) => {
    const invitation = { email: 'eve@example.org', roles: [], permissions: [], invitedBy, clubId };
    return await createInvitation(database.client, invitation);
  };
  const isGood = async (token: string) => (await findInvitation(database.client, token)) !== null;

  test.each([
    ['is no officer any more', (club: number, id: number) => removeOfficer(database.client, club, id)],
    ['is gone', (_: number, id: number) => deleteUser(database.client, id)],
    ['has lost the club by other ways', () => database.sql`delete from club_officer`],
  ])('is worth nothing when who made it %s', async (_, lose) => {
    const [club = 0, other = 0] = await database.insertClubs('Chess', 'Ski');
    const id = await insertPerson(database, { officerOf: [club, other] });
    const ofBoard = await insertPerson(database, { roles: ['board'], officerOf: [club] });
    const tokens = [await inviteBy(id, club), await inviteBy(ofBoard, other)];
    expect(await Promise.all(tokens.map(isGood))).toEqual([true, true]);
    await lose(club, id);
    await removeOfficer(database.client, club, ofBoard);
    expect(await Promise.all(tokens.map(isGood))).toEqual([false, true]);
    expect(await acceptAsNew(database.client, tokens[0] ?? '', { name: 'Eve', passwordHash: 'x:y' })).toBe('gone');
    expect(await acceptAsNew(database.client, tokens[1] ?? '', { name: 'Eve', passwordHash: 'x:y' })).toBe('done');
  });

  test('is neither replaced nor withdrawn by an officer when the board has made it, and the other way round is', async () => {
    const [club = 0] = await database.insertClubs('Chess');
    const officer = await insertPerson(database, { officerOf: [club] });
    const board = await insertPerson(database, { roles: ['board'] });
    const manager = await insertPerson(database, { permissions: ['auth.change_user'], officerOf: [club] });
    const withdrawAll = async (by: number) => {
      for (const { id } of await findOpenInvitations(database.client, club)) {
        await withdrawInvitation(database.client, id, by, club);
      }
    };
    for (const above of [board, manager]) {
      const [first, second] = [await inviteBy(above, club), await inviteBy(officer, club)];
      expect([await isGood(first), await isGood(second)]).toEqual([true, true]);
      expect((await findOpenInvitations(database.client, club)).map(({ isOfBoard }) => isOfBoard)).toEqual([
        false,
        true,
      ]);
      await withdrawAll(officer);
      expect([await isGood(first), await isGood(second)]).toEqual([true, false]);
      const [third, fourth] = [await inviteBy(officer, club), await inviteBy(above, club)];
      expect([await isGood(third), await isGood(fourth)]).toEqual([false, true]);
      await withdrawAll(above);
      expect(await isGood(fourth)).toBe(false);
    }
  });

  test('never gives more than its club, whoever is in the database as having made it', async () => {
    const [club = 0] = await database.insertClubs('Chess');
    const id = await insertPerson(database, { officerOf: [club] });
    const token = await inviteBy(id, club);
    await database.sql`update invitation set roles = '{administrator}'`;
    expect(await isGood(token)).toBe(false);
    await database.sql`update invitation set roles = '{}', club_id = null`;
    expect(await isGood(token)).toBe(false);
  });
});
