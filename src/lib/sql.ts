import type postgres from 'postgres';
import type { Database, Sql, Transaction } from '../../db/client.ts';

/** Type numbers for `sql.array`. */
export const INTEGER_ARRAY = 1007;
export const TEXT_ARRAY = 1009;

export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Runs one statement that writes, and returns the number of its rows. */
export const countWritten = async (database: Database, statement: (tx: Transaction) => Fragment): Promise<number> =>
  (await database.begin(statement)).count;

export const list = (sql: Sql, fragments: Fragment[]): Fragment =>
  fragments.reduce((start, fragment) => sql`${start}, ${fragment}`);
