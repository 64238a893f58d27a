import { hash } from 'node:crypto';
import * as v from 'valibot';
import type { Sql, Transaction } from '../../../db/client.ts';
import { foldHeader } from './header-names.ts';
import { TARGETS, toSiteTarget, type ColumnTarget } from './match-columns.ts';

/* The columns of earlier files by their header. The table `column_match` stores no text of a file. */

const TargetsSchema = v.array(v.nullable(v.picklist(TARGETS)));

const digestOf = (names: readonly string[]): string => hash('sha256', JSON.stringify(names.map(foldHeader)));

/** What the columns with these names were in an earlier file; null without one. */
export async function findColumnMatch(sql: Sql, names: readonly string[]): Promise<readonly ColumnTarget[] | null> {
  const [row] = await sql<{ columns: unknown }[]>`select columns from column_match where header = ${digestOf(names)}`;
  const columns = row?.columns;
  // A field may have been removed since.
  return v.is(TargetsSchema, columns) ? columns.map(toSiteTarget) : null;
}

export async function saveColumnMatch(
  tx: Transaction,
  names: readonly string[],
  targets: readonly ColumnTarget[],
): Promise<void> {
  await tx`
    insert into column_match (header, columns) values (${digestOf(names)}, ${tx.json([...targets])})
    on conflict (header) do update set columns = excluded.columns, used_at = now()`;
}
