import { hashPassword } from 'better-auth/crypto';
import { getMigrations } from 'better-auth/db/migration';
import { Kysely } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import { expect, test } from 'vitest';
import { authOptions, createAuth } from '../../src/accounts/auth.ts';
import { digestOf, findUserBySession } from '../../src/accounts/queries.ts';
import { describeDatabase } from '../support/database.ts';

describeDatabase('The library that signs people in', (database) => {
  test('misses no table and no column', async () => {
    const dialect = new PostgresJSDialect({ postgres: database.connect() });
    const { toBeCreated, toBeAdded } = await getMigrations({
      ...authOptions({ siteUrl: 'http://localhost:4321', secret: 'x'.repeat(32) }),
      database: { db: new Kysely({ dialect }), type: 'postgres' },
    });
    expect([toBeCreated, toBeAdded]).toEqual([[], []]);
  });

  test('signs in who knows the password, and keeps nothing of the session but a hash', async () => {
    const [user] = await database.sql<[{ id: number }]>`
      insert into site_user (name, email) values ('Ada', 'ada@example.org') returning id`;
    const password = 'correct horse battery';
    await database.sql`
      insert into user_account (user_id, provider_id, account_id, password)
      values (${user.id}, 'credential', ${user.id}, ${await hashPassword(password)})`;
    const auth = await createAuth(database.client);
    const { headers } = await auth.api.signInEmail({
      body: { email: 'Ada@Example.org', password },
      headers: new Headers({ 'user-agent': 'test', 'x-forwarded-for': '192.0.2.1' }),
      returnHeaders: true,
    });
    const cookies = headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^session=[A-Za-z0-9]{32}\.[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = /=([A-Za-z0-9]{32})/.exec(cookies[0] ?? '')?.[1] ?? '';
    const sessions = await database.sql`select * from user_session`;
    expect(sessions).toMatchObject([{ userId: user.id, token: digestOf(token), ipAddress: '', userAgent: null }]);
    expect(JSON.stringify(sessions)).not.toContain(token);
    expect(await findUserBySession(database.client, token)).toMatchObject({ user: { id: user.id }, isDue: false });
  });
});
