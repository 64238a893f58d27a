import { getAuthTables } from 'better-auth/db';
import { expect, test } from 'vitest';
import { authOptions } from '../../src/accounts/auth.ts';
import { describeDatabase } from '../support/database.ts';

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
});
