import { expect, test } from 'vitest';
import type { Database, Transaction } from '../../../db/client.ts';
import { importClubs } from '../../../src/clubs/csv/import.ts';
import { clubsCsv, inPieces } from '../../support/clubs-csv.ts';
import { describeDatabase } from '../../support/database.ts';

describeDatabase('Writing an import', (database) => {
  /** Imports by a client that counts the statements which write clubs. */
  const importCounted = async (csv: Uint8Array) => {
    const { client } = database;
    let statements = 0;
    let transactions = 0;
    const counted = (tx: Transaction): Transaction =>
      new Proxy(tx, {
        apply(target, self, asked: [TemplateStringsArray | string]) {
          const [first] = asked;
          const text = typeof first === 'string' ? '' : (first[0] ?? '').trim();
          if (/^(insert into club \(|update club set$)/.test(text)) statements += 1;
          return Reflect.apply(target, self, asked) as unknown;
        },
      });
    const begin: Database['begin'] = (work) =>
      client.begin(async (tx) => {
        const before = statements;
        const result = await work(counted(tx));
        if (statements > before) transactions += 1;
        return result;
      });
    const result = await importClubs(Object.assign(client.bind(null), client, { begin }) as Database, inPieces(csv), {
      confirm: () => Promise.resolve(true),
    });
    expect(result.outcome).toBe('done');
    return { statements, transactions };
  };

  test('leaves the thread to others between so many rows, and is one transaction and one step all the same', async () => {
    const { sql } = database;
    const rows = Array.from({ length: 2100 }, (_, index) => ({ name: `Club ${index}` }));
    const made = await importCounted(clubsCsv(...rows));
    expect(made.transactions).toBe(1);
    expect(made.statements).toBeGreaterThanOrEqual(3);
    const clubs = await sql<{ id: number; name: string }[]>`select id, name from club order by id`;
    expect(clubs.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));

    const changed = clubs.map(({ id, name }) => ({ id: String(id), name: `${name} again`, category: 'Games' }));
    const written = await importCounted(clubsCsv(...changed));
    expect(written.transactions).toBe(1);
    expect(written.statements).toBeGreaterThanOrEqual(3);
    expect(await sql`select name from club where category = 'Games' order by id`).toEqual(
      changed.map(({ name }) => ({ name })),
    );
    expect(
      await sql`
      select step_id::float8 as step, count(*)::integer from club_change group by step_id order by step_id`,
    ).toMatchObject([{ count: 2100 }, { count: 2100 }]);
  });
});
