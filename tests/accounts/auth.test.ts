import { getAuthTables } from 'better-auth/db';
import { hashPassword } from 'better-auth/crypto';
import { expect, test } from 'vitest';
import { authOptions, createAuth } from '../../src/accounts/auth.ts';
import { findCurrentUser } from '../../src/accounts/sessions.ts';
import { digestOf } from '../../src/accounts/tokens.ts';
import { describeDatabase } from '../support/database.ts';
import { insertPassword, insertPerson } from '../support/people.ts';

const PASSWORD = 'correct horse battery';

describeDatabase('The sign-in library', (database) => {
  test('finds all of its tables and columns', async () => {
    const tables = Object.values(getAuthTables(authOptions('http://localhost:4321', 'x'.repeat(32))));
    expect(tables.map(({ modelName }) => modelName).sort()).toEqual([
      ...['site_user', 'user_account', 'user_session', 'user_verification'],
    ]);
    for (const { modelName, fields } of tables) {
      const [row] = await database.sql`
        select to_json(array(select column_name from information_schema.columns where table_name = ${modelName})) as names`;
      const columns = Object.entries(fields).map(([name, { fieldName = name }]) =>
        fieldName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      );
      expect(row?.names).toEqual(expect.arrayContaining(columns));
    }
  });

  test('signs in with a password, and stores only a hash of the session token', async () => {
    const id = await insertPerson(database, { email: 'ada@example.org' });
    await insertPassword(database, id, await hashPassword(PASSWORD));
    const auth = await createAuth(database.client);
    const signIn = (password: string) =>
      auth.api.signInEmail({
        body: { email: 'Ada@Example.org', password },
        headers: new Headers({ 'user-agent': 'test', 'x-forwarded-for': '192.0.2.1' }),
        asResponse: true,
      });
    expect((await signIn('wrong')).headers.getSetCookie()).toEqual([]);
    const [cookie = '', ...others] = (await signIn(PASSWORD)).headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^session=[A-Za-z0-9]{32}\.[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = /=([A-Za-z0-9]{32})/.exec(cookie)?.[1] ?? '';
    const sessions = await database.sql`select * from user_session`;
    expect(sessions).toMatchObject([{ userId: id, token: digestOf(token), ipAddress: '', userAgent: null }]);
    expect(JSON.stringify(sessions)).not.toContain(token);
    const request = new Request('http://localhost/', { headers: { Cookie: cookie } });
    expect(await findCurrentUser(database.client, request)).toMatchObject({ id });
  });
});
