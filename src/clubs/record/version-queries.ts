import type { Sql, Transaction } from '../../../db/client.ts';
import type { Fragment } from '../../lib/sql.ts';

/* The version of the directory, alone or with the rows of a query. */

/** Rows and the version of the directory, from one snapshot. */
export interface VersionedRows<Row> {
  version: string;
  rows: Row[];
}

export async function findVersion(sql: Sql): Promise<string> {
  return versionOf(await sql<{ version: string }[]>`${selectVersion(sql)}`);
}

export async function findState(sql: Sql): Promise<{ version: string; isStandby: boolean }> {
  const rows = await sql<{ version: string; isStandby: boolean }[]>`
    ${withVersion(sql)} select version, pg_is_in_recovery() as is_standby from directory`;
  return { version: versionOf(rows), isStandby: rows[0]?.isStandby === true };
}

const selectVersion = (sql: Sql): Fragment =>
  sql`select directory_epoch(epoch) || '-' || version as version from directory_version`;

/** The version as a table of one row. */
export const withVersion = (sql: Sql): Fragment => sql`with directory as materialized (${selectVersion(sql)})`;

/** The left join returns a row without an id if no club matches. */
export function toVersioned<Row extends { id: number }, Club>(
  rows: (Row & { version: string })[],
  read: (row: Row) => Club,
): VersionedRows<Club> {
  const clubs = rows.filter((row) => (row.id as number | null) !== null);
  return { version: versionOf(rows), rows: clubs.map(read) };
}

export function versionOf([row]: readonly { version: string }[]): string {
  if (!row) throw new Error('The query did not return the version of the directory.');
  return row.version;
}

/** Starts a new epoch after a restore: every connected site clears its caches. */
export async function beginEpoch(tx: Transaction): Promise<void> {
  await tx`update directory_version set epoch = gen_random_uuid()`;
  await tx`select pg_notify('directory', directory_epoch() || '-' || version) from directory_version`;
}
