import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Sql, Transaction } from '../../../db/client.ts';
import { foldHeader } from './header-names.ts';
import { TARGETS, type ColumnMatch, type ColumnTarget } from './match-columns.ts';
import type { FileColumns } from './read-file.ts';

/* The columns of earlier files by their header. The table `column_match` stores no text of a file. */

const TargetsSchema = v.array(v.nullable(v.picklist(TARGETS)));

const digestOf = (names: readonly string[], sheet: string | null = null): string =>
  createHash('sha256')
    .update(JSON.stringify([...names.map(foldHeader), ...(sheet === null ? [] : [[sheet]])]))
    .digest('hex');

/** What the columns with these names were in an earlier file; null without one. */
export async function findColumnMatch(
  sql: Sql,
  names: readonly string[],
  sheet: string | null,
): Promise<ColumnMatch | null> {
  const digests = [digestOf(names), digestOf(names, sheet)];
  const rows = await sql<{ header: string; columns: unknown }[]>`
    select header, columns from column_match where header in ${sql(digests)} order by header = ${digestOf(names, sheet)}`;
  const { header, columns } = rows.at(-1) ?? {};
  // A field may have been removed since.
  return v.is(TargetsSchema, columns)
    ? { targets: columns, isSheetKnown: sheet !== null && header === digests[1] }
    : null;
}

export async function saveColumnMatch(
  tx: Transaction,
  { names, sheet }: Pick<FileColumns, 'names' | 'sheet'>,
  targets: readonly ColumnTarget[],
): Promise<void> {
  for (const header of new Set([digestOf(names), digestOf(names, sheet)])) {
    await tx`
      insert into column_match (header, columns) values (${header}, ${tx.json([...targets])})
      on conflict (header) do update set columns = excluded.columns, used_at = now()`;
  }
}
