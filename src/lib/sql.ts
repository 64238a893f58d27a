import type postgres from 'postgres';
import type { Sql } from '../../db/client.ts';

/** Type numbers for `sql.array`. */
export const INTEGER_ARRAY = 1007;
export const TEXT_ARRAY = 1009;

export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export const list = (sql: Sql, fragments: Fragment[]): Fragment =>
  fragments.reduce((start, fragment) => sql`${start}, ${fragment}`);
