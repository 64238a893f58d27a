import type postgres from 'postgres';
import type { Database, Sql, Transaction } from '../../db/client.ts';

export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** The first row of a statement; null without one. */
export const firstOf = async <Row>(rows: PromiseLike<readonly Row[]>): Promise<Row | null> => (await rows)[0] ?? null;

/** Counts rows; `from` is what follows `from` in SQL. */
export async function countRows(sql: Sql, from: Fragment): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`select count(*)::int as count from ${from}`;
  return count;
}

/** Runs one statement that writes, and returns whether it wrote rows. */
export const hasWritten = async (database: Database, statement: (tx: Transaction) => Fragment): Promise<boolean> =>
  (await database.begin(statement)).count > 0;

export const list = (sql: Sql, fragments: Fragment[]): Fragment =>
  fragments.reduce((start, fragment) => sql`${start}, ${fragment}`);
