import { expect, test } from 'vitest';
import { isResetToken } from '../../src/accounts/one-time-links.ts';
import { resetPassword } from '../../src/accounts/passwords.ts';
import type { Database } from '../../db/client.ts';
import { findCurrentUser, SESSION_IDLE } from '../../src/accounts/sessions.ts';
import { updatePerson } from '../../src/accounts/users.ts';
import { describeDatabase } from '../support/database.ts';
import { insertPassword, insertPerson, insertResetToken, insertSession } from '../support/people.ts';

const PASSWORD = 'another good one';

describeDatabase('A session', (database) => {
  const open = async (userId: number) => {
    const Cookie = `session=${await insertSession(database, userId)}`;
    return (client: Database = database.client) =>
      findCurrentUser(client, new Request('http://localhost/', { headers: { Cookie } }));
  };

  test.each([
    ['without use for a week', `updated_at = now() - interval '${SESSION_IDLE} seconds'`],
    ['after a month', "expires_at = now() - interval '1 second'"],
  ])('ends %s', async (_, change) => {
    const id = await insertPerson(database);
    const findUser = await open(id);
    expect(await findUser()).not.toBeNull();
    await database.sql.unsafe(`update user_session set ${change}`);
    expect(await findUser()).toBeNull();
  });

  test('is extended by its use', async () => {
    const findUser = await open(await insertPerson(database));
    await database.sql`update user_session set updated_at = now() - interval '6 days'`;
    await findUser();
    expect(await database.sql`select from user_session where updated_at > now() - interval '1 minute'`).toHaveLength(1);
  });

  test('is valid while its use cannot be stored', async () => {
    const findUser = await open(await insertPerson(database));
    await database.sql`update user_session set updated_at = now() - interval '6 days'`;
    const begin = () => Promise.reject(new Error('read-only'));
    const readOnly = new Proxy<Database>(database.client, {
      get: (client, name: keyof Database) => (name === 'begin' ? begin : client[name]),
    });
    expect(await findUser(readOnly)).not.toBeNull();
  });
});

describeDatabase('A password reset link', (database) => {
  const insert = async (email = 'ada@example.org') => {
    const id = await insertPerson(database, { email });
    await insertPassword(database, id);
    return { id, token: await insertResetToken(database, email) };
  };

  test.each([
    ['an hour', () => database.sql`update user_verification set expires_at = expires_at - interval '1 hour'`],
    ['the account lost its password', () => database.sql`delete from user_account`],
    [
      'the address changed',
      (id: number) => updatePerson(database.client, id, { name: 'Ada', email: 'king@example.org' }),
    ],
  ])('is invalid after %s', async (_, change) => {
    const { id, token } = await insert();
    await updatePerson(database.client, id, { name: 'Ada King', email: 'ada@example.org' });
    expect(await isResetToken(database.client, token)).toBe(true);
    await change(id);
    expect(await resetPassword(database.client, token, PASSWORD)).toBe(false);
    expect(await database.sql`select from user_account where password <> 'x:y'`).toHaveLength(0);
  });
});
