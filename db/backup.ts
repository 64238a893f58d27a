import type { Database, Transaction } from './client.ts';
import { listTables } from './migrate.ts';

/*
 * The contents of a backup. PostgreSQL writes and reads the rows as JSON, so that a backup moves between the embedded
 * database and a server. Generated columns are left out. A JSON null in a JSON column would become SQL null; no column
 * allows one.
 */

/** Tables whose rows are not in a backup. */
export const EMPTIED: ReadonlySet<string> = new Set([
  // A restored session may have been ended since.
  'user_session',
  'user_verification',
  // Unconfirmed imports, which last a day.
  'club_import',
  // A restore starts a new epoch, so no process needs earlier changes.
  'directory_change',
]);

/** The first part of a backup. */
export interface BackupHeader {
  /** The time of its snapshot, in ISO 8601. */
  madeAt: string;
  migrations: string[];
  /** The number of rows of all tables. */
  rows: number;
  clubs: number;
  accounts: number;
}

/** A table. Its rows follow. */
export interface BackupTable {
  table: string;
  columns: string[];
  rows: number;
}

/** The state of the sequence of a column. */
export interface BackupSequence {
  table: string;
  column: string;
  /** As digits, because it may exceed a safe integer. */
  value: string;
  /** Whether this value was used. */
  isCalled: boolean;
}

/** The parts of a backup in their order. */
export type BackupPart =
  { header: BackupHeader } | BackupTable | { lines: string[] } | { sequences: readonly BackupSequence[] };

/** The number of rows that are read at a time. Large rows have up to a megabyte. */
const BATCH = { rows: 200, largeRows: 16 };

/** A table of the directory in the database. */
export interface DirectoryTable {
  name: string;
  /** In their order, without generated ones. */
  columns: string[];
  /** Whether one of them contains files. */
  hasBytes: boolean;
}

/** The tables of the directory, in the schema of its table of migrations. */
export async function findTables(tx: Transaction): Promise<DirectoryTable[]> {
  const names = await listTables();
  return [
    ...(await tx<DirectoryTable[]>`
      select relname as name, jsonb_agg(attname order by attnum) as columns,
        bool_or(atttypid = 'bytea'::regtype) as has_bytes
      from jsonb_array_elements_text(${tx.json(names)}) given (name)
      join pg_class on pg_class.oid = to_regclass(given.name) and relkind = 'r'
        and relnamespace = (select relnamespace from pg_class where oid = to_regclass('migration'))
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      group by relname order by relname`),
  ];
}

/** The sequences of tables. */
export const findSequences = async (tx: Transaction, tables: readonly DirectoryTable[]): Promise<BackupSequence[]> => {
  const found = await tx<{ table: string; column: string; schema: string; sequence: string }[]>`
    select relname as table, attname as column, nspname as schema, sequence_name as sequence
    from (
      select table_class.relname, attname, sequence_class.relname as sequence_name, nspname
      from jsonb_array_elements_text(${tx.json(tables.map(({ name }) => name))}) given (name)
      join pg_class table_class on table_class.oid = to_regclass(given.name)
      join pg_attribute on attrelid = table_class.oid and attnum > 0 and not attisdropped
      join pg_class sequence_class
        on sequence_class.oid = pg_get_serial_sequence(given.name, attname)::regclass
      join pg_namespace on pg_namespace.oid = sequence_class.relnamespace
    ) sequence order by 1, 2`;
  const sequences: BackupSequence[] = [];
  for (const { table, column, schema, sequence } of found) {
    const [{ value, isCalled }] = await tx<[{ value: string; isCalled: boolean }]>`
      select last_value::text as value, is_called from ${tx(`${schema}.${sequence}`)}`;
    sequences.push({ table, column, value, isCalled });
  }
  return sequences;
};

export async function countContents(sql: Database): Promise<{ clubs: number; accounts: number }> {
  const [counts] = await sql<[{ clubs: number; accounts: number }]>`
    select (select count(*) from club)::int as clubs, (select count(*) from site_user)::int as accounts`;
  return counts;
}

/**
 * Reads the whole database in one snapshot and passes its parts to `take`. Other users of an embedded database wait until
 * the last part is taken. Returns the header.
 */
export async function readSnapshot(sql: Database, take: (part: BackupPart) => Promise<void>): Promise<BackupHeader> {
  return await sql.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`;
    await tx`set local bytea_output = 'hex'`;
    await tx`set local extra_float_digits = 1`;
    const tables = await findTables(tx);
    const counts = new Map<string, number>();
    for (const { name } of tables) {
      const [{ rows }] = await tx<[{ rows: number }]>`select count(*)::int as rows from ${tx(name)}`;
      counts.set(name, EMPTIED.has(name) ? 0 : rows);
    }
    const [{ madeAt, migrations }] = await tx<[{ madeAt: string; migrations: string[] }]>`
      select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as made_at,
        (select jsonb_agg(name order by name collate "C") from migration) as migrations`;
    const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const [clubs = 0, accounts = 0] = ['club', 'site_user'].map((name) => counts.get(name));
    const header: BackupHeader = { madeAt, migrations, rows, clubs, accounts };
    await take({ header });
    for (const { name, columns, hasBytes } of tables) {
      const expected = counts.get(name) ?? 0;
      await take({ table: name, columns, rows: expected });
      if (expected === 0) continue;
      const batches = tx<{ line: string }[]>`
        select row_to_json(given)::text as line from (
          select ${columns.map((column) => tx`${tx(column)}`).reduce((all, one) => tx`${all}, ${one}`)} from ${tx(name)}
        ) given`.cursor(hasBytes ? BATCH.largeRows : BATCH.rows);
      for await (const batch of batches) await take({ lines: batch.map(({ line }) => line) });
    }
    // Sequences are outside of snapshots. They are read last, so that none is behind the rows.
    await take({ sequences: await findSequences(tx, tables) });
    return header;
  });
}
