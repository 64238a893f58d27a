import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { toCamel, type Sql } from '../client.ts';
import { Failure } from '../../src/failure.ts';
import { COLUMN_NAMES, COLUMNS, list } from './columns.ts';

/** Clubs that are in memory at once. */
const BATCH = 500;

/** A part of a CSV file, and how many clubs are in it. */
export interface CsvPart {
  text: string;
  clubs: number;
}

/**
 * The clubs as CSV, by name: the header, then rows in batches. One statement, so that all of it is of the same moment;
 * until it is read to the end it keeps a connection, and every other user of an embedded database waiting.
 */
export async function* formatClubs(sql: Sql): AsyncGenerator<CsvPart, void, undefined> {
  yield { text: formatRecords([COLUMN_NAMES]), clubs: 0 };
  const batches = sql<Record<string, string>[]>`
    select ${list(
      sql,
      COLUMN_NAMES.map((name) => sql`${COLUMNS[name].exported(sql)} as ${sql(name)}`),
    )}
    from club left join club parent on parent.id = club.parent_id
    order by club.name, club.id`.cursor(BATCH);
  for await (const clubs of batches) {
    const records = clubs.map((club) => COLUMN_NAMES.map((name) => club[toCamel(name)]));
    yield { text: formatRecords(records), clubs: clubs.length };
  }
}

const formatRecords = (records: unknown[]) =>
  stringify(records, { record_delimiter: 'windows', quote_record_delimiter: true });

export interface ExportOptions {
  /** Whether no clubs at all may take the place of what a file holds. */
  allowEmpty?: boolean;
  onProgress?: (clubs: { done: number; total: number }) => void;
}

/**
 * Writes the clubs to a CSV file, and answers how many there are. The file appears when it is whole: an export that
 * fails leaves what was there, and so does one of no clubs.
 */
export async function exportClubs(
  sql: Sql,
  file: string,
  { allowEmpty = false, onProgress = () => {} }: ExportOptions = {},
): Promise<number> {
  const [{ total }] = await sql<[{ total: number }]>`select count(*)::int as total from club`;
  const target = await findTarget(file);
  const unfinished = join(dirname(target), `.clubs-export-${randomUUID()}`);
  const handle = await open(unfinished, 'wx');
  try {
    let done = 0;
    for await (const { text, clubs } of formatClubs(sql)) {
      await handle.appendFile(text);
      done += clubs;
      onProgress({ done, total });
    }
    await handle.sync();
    await handle.close();
    if (done === 0 && !allowEmpty) await assertHoldsNoMore(target, unfinished, file);
    await rename(unfinished, target);
    return done;
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Fails when a file holds anything, unless that is what would take its place. */
async function assertHoldsNoMore(target: string, unfinished: string, file: string): Promise<void> {
  const { size } = await stat(target).catch(() => ({ size: 0 }));
  const isSame = size === (await stat(unfinished)).size && (await readFile(target)).equals(await readFile(unfinished));
  if (size > 0 && !isSame) {
    throw new Failure(
      `There is no club to export, and ${file} holds something: it was left as it is. --allow-empty replaces it all the same.`,
    );
  }
}

/** The file that a path leads to through links; a folder or a device is never replaced. */
async function findTarget(file: string): Promise<string> {
  const target = await realpath(file).catch(() => file);
  const found = await stat(target).catch(() => null);
  if (found && !found.isFile()) throw new Failure(`Cannot write ${file}: it is not a file.`);
  return target;
}
