import { createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { withUnfinished } from '../src/lib/atomic-write.ts';
import { readBuildInfo } from '../src/lib/build-info.ts';
import { codeOf, ExpectedError, SYSTEM_REASONS } from '../src/lib/errors.ts';
import type { Database, Sql, Transaction } from './client.ts';
import { listTables } from './migrate.ts';
import { join } from 'node:path';
import { describePath, makeFolder } from './embedded/folder.ts';
import * as v from 'valibot';

/*
 * A backup is a gzip file of JSON lines: the header, then the rows of each table. PostgreSQL converts rows to JSON and
 * back, so backups move between the embedded database and a server. A JSON null would become SQL null; no column has one.
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
  'backup',
  // Drawn again.
  'club_preview',
]);

const FORMAT = 'club-directory backup 2';

const TableSchema = v.object({
  name: v.string(),
  /** Without generated ones. */
  columns: v.array(v.string()),
  /** The last number of the sequence of its column `id`, as digits; null without one. */
  lastId: v.nullable(v.string()),
  rows: v.number(),
});

/** The first line of a backup. */
export const HeaderSchema = v.object({
  format: v.literal(FORMAT),
  /** The site that wrote it. */
  writer: v.object({ version: v.string(), commit: v.string() }),
  /** The time of its snapshot, in ISO 8601. */
  madeAt: v.string(),
  migrations: v.array(v.string()),
  tables: v.array(TableSchema),
});

export type BackupTable = v.InferOutput<typeof TableSchema>;
export type BackupHeader = v.InferOutput<typeof HeaderSchema>;

/** 0 for a table that the backup lacks. */
export const countRows = ({ tables }: BackupHeader, table: string): number =>
  tables.find(({ name }) => name === table)?.rows ?? 0;

/** The tables of the directory, in the schema of its table of migrations. */
export const findTables = async (tx: Transaction): Promise<Omit<BackupTable, 'rows'>[]> =>
  await tx<Omit<BackupTable, 'rows'>[]>`
    select relname as name, jsonb_agg(attname order by attnum) as columns,
      max(case when attidentity <> ''
        then pg_sequence_last_value(pg_get_serial_sequence(relname, attname)::regclass) end)::text as last_id
    from pg_class join pg_attribute on attrelid = pg_class.oid
      and attnum > 0 and not attisdropped and attgenerated = ''
    where relname = any(${await listTables()}::text[]) and relkind = 'r'
      and relnamespace = (select relnamespace from pg_class where oid = to_regclass('migration'))
    group by relname order by relname`;

/** Reads the header of a backup of the database as it is now. */
export async function readHeader(tx: Transaction): Promise<BackupHeader> {
  const tables: BackupTable[] = [];
  for (const table of await findTables(tx)) {
    const [{ rows }] = await tx<[{ rows: number }]>`select count(*)::int as rows from ${tx(table.name)}`;
    tables.push({ ...table, rows: EMPTIED.has(table.name) ? 0 : rows });
  }
  const [snapshot] = await tx<[{ madeAt: string; migrations: string[] }]>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as made_at,
      (select jsonb_agg(name order by name collate "C") from migration) as migrations`;
  return { format: FORMAT, writer: readBuildInfo(), ...snapshot, tables };
}

const UNFINISHED = '.db-backup-';

/**
 * Writes a backup of a database that may be in use. The file has password hashes: only its owner can read it. It appears
 * when it is complete and on the disk. Returns its header and size in bytes. Throws the system's error or `ExpectedError`.
 */
export async function writeBackup(sql: Database, file: string, { replace = false } = {}) {
  const target = await stat(file).catch(() => null);
  if (target && !target.isFile()) throw new ExpectedError(`Cannot write ${file}: not a regular file.`);
  if (target && !replace) throw new ExpectedError(`${file} already exists. Add --replace to overwrite it.`);
  return await withUnfinished([file], UNFINISHED, async (unfinished) => {
    const header = await sql.begin((tx) => writeSnapshot(tx, unfinished));
    const { size } = await stat(unfinished);
    await rename(unfinished, file);
    await recordBackup(sql);
    return { header, size };
  });
}

/** Stores the time for the metrics, where the database has a table for it and accepts writes. */
async function recordBackup(sql: Database): Promise<void> {
  const [{ isPossible }] = await sql<[{ isPossible: boolean }]>`
    select to_regclass('backup') is not null and not pg_is_in_recovery() as is_possible`;
  if (!isPossible) return;
  await sql.begin(async (tx) => {
    await tx`delete from backup`;
    await tx`insert into backup default values`;
  });
}

/** The time of the last backup, in seconds since 1970; null if there is none since the last restore. */
export async function findLastBackup(sql: Sql): Promise<number | null> {
  const [last] = await sql<{ seconds: number }[]>`select extract(epoch from made_at)::float8 as seconds from backup`;
  return last?.seconds ?? null;
}

/** Other users of an embedded database wait meanwhile; a higher level takes twice as long for a tenth less. */
const COMPRESSION = 4;

async function writeSnapshot(tx: Transaction, file: string): Promise<BackupHeader> {
  await tx`set transaction isolation level repeatable read, read only`;
  await tx`set local bytea_output = 'hex'`;
  // Waits for a restore before the snapshot is taken: truncated tables would be empty in an older one.
  await tx`lock table migration in access share mode`;
  // Sequences are outside of snapshots. They are read after the snapshot was taken, so that none is behind the rows.
  const header = await readHeader(tx);
  await pipeline(
    readLines(tx, header),
    createGzip({ level: COMPRESSION }),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return header;
}

/** The number of rows that are read at a time. A row with an image has up to two megabytes. */
const BATCH = { image: 16, other: 100 };

async function* readLines(tx: Transaction, header: BackupHeader): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`;
  for (const { name, columns, rows } of header.tables) {
    if (rows === 0) continue;
    const batches = tx<{ line: string }[]>`
      select row_to_json(stored)::text as line from (select ${tx(columns)} from ${tx(name)}) stored`.cursor(
      name === 'image' ? BATCH.image : BATCH.other,
    );
    for await (const batch of batches) yield batch.map(({ line }) => `${line}\n`).join('');
  }
}

export const KEPT_BACKUPS = 3;

/** The names of these backups begin with their time. */
const NAME = /^\d{4}-\d\d-\d\dT.*\.backup$/;

/** Backs up an embedded database to a folder beside it, and deletes older ones. Returns the file, for messages. */
export async function backUpBeforeMigration(sql: Database, dataDir: string): Promise<string> {
  const folder = join(dataDir, 'backups');
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '')}.backup`);
  try {
    await makeFolder(folder);
    await writeBackup(sql, file);
    const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
    for (const name of names.slice(0, -KEPT_BACKUPS)) await rm(join(folder, name), { force: true });
  } catch (error) {
    const reason = SYSTEM_REASONS[codeOf(error)];
    if (reason === undefined) throw error;
    throw new ExpectedError(
      `Cannot write a backup to ${describePath(folder)} before migrating the database: ${reason}. Nothing was changed.`,
    );
  }
  return describePath(file);
}
