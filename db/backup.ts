import type { Database, Transaction } from './client.ts';
import { listTables } from './migrate.ts';

/*
 * What a backup holds of a database. Rows are JSON as PostgreSQL itself writes and reads it, so that one of an embedded
 * database goes into a server and back; what is generated from other columns is left out, and made again. The null of JSON in a
 * column of JSON would come back as no value: there is no such column that takes one.
 */

/** Tables that a backup has without their rows. */
export const EMPTIED: ReadonlySet<string> = new Set([
  // A restored session could be one that was ended since, and a link of an hour is over. Everybody signs in again.
  'user_session',
  'user_verification',
  // Uploads that wait for a confirmation, for a day.
  'club_import',
  // Only for processes that have an older version in memory. A restore begins a new epoch, and they drop everything.
  'directory_change',
]);

/** What a backup says of itself before all else. */
export interface BackupHeader {
  /** When its snapshot was taken, in ISO 8601. */
  madeAt: string;
  /** The migrations that the database had, in their order. */
  migrations: string[];
  /** Of the rows of all tables. */
  rows: number;
  /** What a person recognizes it by. */
  clubs: number;
  accounts: number;
}

/** A table and how many of its rows follow. */
export interface BackupTable {
  table: string;
  /** Those that every row has. */
  columns: string[];
  rows: number;
}

/** How far the numbering of a column is. */
export interface BackupSequence {
  table: string;
  column: string;
  /** As digits: it may be larger than a number can be told apart. */
  value: string;
  /** Whether that number is taken. */
  isCalled: boolean;
}

/** The parts of a backup in their order. */
export type BackupPart =
  { header: BackupHeader } | BackupTable | { lines: string[] } | { sequences: readonly BackupSequence[] };

/** Rows at a time: few of those that may have a megabyte each. */
const BATCH = { rows: 200, largeRows: 16 };

/** A table of the directory as the database has it. */
export interface DirectoryTable {
  name: string;
  /** In their order, without those that are generated. */
  columns: string[];
  /** Whether one of them holds files. */
  hasBytes: boolean;
}

/** The tables of the directory that are there, at whatever level it is: those beside its table of migrations. */
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

/** How far the numberings of tables are. */
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
    ) numbering order by 1, 2`;
  const sequences: BackupSequence[] = [];
  for (const { table, column, schema, sequence } of found) {
    const [{ value, isCalled }] = await tx<[{ value: string; isCalled: boolean }]>`
      select last_value::text as value, is_called from ${tx(`${schema}.${sequence}`)}`;
    sequences.push({ table, column, value, isCalled });
  }
  return sequences;
};

/** How much of what a person knows a database by there is. */
export async function countContents(sql: Database): Promise<{ clubs: number; accounts: number }> {
  const [counts] = await sql<[{ clubs: number; accounts: number }]>`
    select (select count(*) from club)::int as clubs, (select count(*) from site_user)::int as accounts`;
  return counts;
}

/**
 * Reads the whole database in one snapshot, whatever is written meanwhile; the directory must be there, at any level that
 * this version knows. `take` gets the parts in turn, and every other user of an embedded database waits until it has taken
 * the last. Answers the first part.
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
    // They are of no snapshot: read last, none is behind the rows.
    await take({ sequences: await findSequences(tx, tables) });
    return header;
  });
}
