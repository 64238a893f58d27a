import type { Stats } from 'node:fs';
import {
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { Sql } from '../../../db/client.ts';
import { Failure } from '../../lib/failure.ts';
import { writeLogoFiles } from '../../images/logo-folder.ts';
import { findLogo } from '../../images/queries.ts';
import { readImagePath } from '../../paths.ts';
import { codeOf } from '../../lib/error-codes.ts';
import { FIELD_NAMES, FIELDS, fromColumn, toColumn, type FieldName } from '../record.ts';
import { list, type Fragment } from '../../lib/sql.ts';
import { withUnfinished } from '../../unfinished-files.ts';

/** Clubs that are in memory at once. */
const BATCH = 500;

/** A part of a CSV file, and how many clubs are in it. */
export interface CsvPart {
  text: string;
  clubs: number;
  /** The hashes of the images among their logos. */
  images: string[];
}

/** Some of the clubs, in an order: parts of a statement about `club`. */
export interface ClubSelection {
  where: Fragment;
  orderBy: Fragment;
}

/**
 * The clubs as CSV, all by name unless others are selected: the header, then rows in batches. One statement, so that all
 * of it is of the same moment; until it is read to the end it keeps a connection, and every other user of an embedded
 * database waiting.
 */
export async function* formatClubs(
  sql: Sql,
  { where, orderBy }: ClubSelection = { where: sql`true`, orderBy: sql`club.name, club.id` },
): AsyncGenerator<CsvPart, void, undefined> {
  yield { text: formatRecords([FIELD_NAMES]), clubs: 0, images: [] };
  const batches = sql<Record<string, string>[]>`
    select ${list(
      sql,
      FIELD_NAMES.map((name) => sql`${cellOf(sql, name)} as ${sql(name)}`),
    )}
    from club left join club parent on parent.id = club.parent_id
    where ${where} order by ${orderBy}`.cursor(BATCH);
  for await (const clubs of batches) {
    const records = clubs.map((club) => FIELD_NAMES.map((name) => club[fromColumn(name)]));
    const images = clubs.flatMap(({ logoUrl = '' }) => readImagePath(logoUrl)?.hash ?? []);
    yield { text: formatRecords(records), clubs: clubs.length, images };
  }
}

/** What is written of a field that is not one column of the table, or no text there. */
const CELLS: Partial<Record<FieldName, (sql: Sql) => Fragment>> = {
  parent_name: (sql) => sql`coalesce(parent.name, '')`,
  logo_url: (sql) => sql`coalesce(club.logo, club.foreign_logo_url, '')`,
  // As `formatLinks`.
  links: (sql) => sql`
    coalesce((
      select string_agg((link ->> 'label') || ' ' || (link ->> 'url'), chr(10) order by position)
      from jsonb_array_elements(club.links) with ordinality as one (link, position)), '')`,
};

/** The text of a field of a `club`, which may have a `parent`; nothing is an empty text. */
function cellOf(sql: Sql, name: FieldName): Fragment {
  const cell = CELLS[name];
  if (cell) return cell(sql);
  const [stored, ...others] = FIELDS[name].stored;
  if (stored === undefined || others.length > 0)
    throw new Error(`How is ${name} written in a file? It is more than one column.`);
  return sql`coalesce(club.${sql(toColumn(stored))}::text, '')`;
}

/** LibreOffice splits a file at these too unless told otherwise, but never within quotes. */
const OTHER_SEPARATORS = /[;\t]/;

const formatRecords = (records: unknown[]) =>
  stringify(records, { record_delimiter: 'windows', quote_record_delimiter: true, quoted_match: OTHER_SEPARATORS });

export interface ExportOptions {
  /** Whether no clubs at all may take the place of what a file holds. */
  allowEmpty?: boolean;
  /** A folder that is made for the images among the logos. */
  logoFolder?: string;
  onProgress?: (progress: { stage: 'clubs' | 'logos'; done: number; total: number }) => void;
}

/** What an export has written. */
export interface ExportSummary {
  clubs: number;
  logos: number;
  /** Images that clubs name and the site has not. */
  missingLogos: number;
}

/**
 * Writes the clubs to a CSV file. It appears when it is whole, and so does a folder of logos, just before: an export that
 * fails leaves what was there, and so does one of no clubs.
 */
export async function exportClubs(
  sql: Sql,
  file: string,
  { allowEmpty = false, logoFolder, onProgress = () => {} }: ExportOptions = {},
): Promise<ExportSummary> {
  const [{ total }] = await sql<[{ total: number }]>`select count(*)::int as total from club`;
  const { target, replaced } = await findTarget(file);
  if (logoFolder !== undefined) await assertIsNew(logoFolder);
  const targets = [target, ...(logoFolder === undefined ? [] : [logoFolder])];
  return await withUnfinished(targets, UNFINISHED, async (unfinished, unfinishedFolder = '') => {
    const handle = await open(unfinished, 'wx', replaced ? 0o600 : 0o666);
    try {
      if (replaced) await takeOver(handle, replaced);
      let done = 0;
      const named = new Set<string>();
      for await (const { text, clubs, images } of formatClubs(sql)) {
        await handle.appendFile(text);
        done += clubs;
        if (logoFolder !== undefined) for (const hash of images) named.add(hash);
        onProgress({ stage: 'clubs', done, total });
      }
      await handle.sync();
      await handle.close();
      if (done === 0 && !allowEmpty) await assertHoldsNoMore(target, unfinished, file);
      let logos = 0;
      if (logoFolder !== undefined) {
        const onLogo = (done: number) => onProgress({ stage: 'logos', done, total: named.size });
        logos = await writeLogos(sql, unfinishedFolder, [...named], onLogo).catch(inFolder);
        // Not every system puts a folder in the place of an empty one.
        await rmdir(logoFolder).catch(() => {});
        await rename(unfinishedFolder, logoFolder).catch(inFolder);
      }
      try {
        await rename(unfinished, target);
      } catch (error) {
        // It was made a moment ago, by this export.
        if (logoFolder !== undefined) await rm(logoFolder, { recursive: true, force: true });
        throw error;
      }
      return { clubs: done, logos, missingLogos: named.size - logos };
    } finally {
      await handle.close();
    }
  });
}

/** How the name of what is not whole yet begins. */
const UNFINISHED = '.clubs-export-';

/** The system's objection to the folder of logos, and not to the file. */
export class LogoFolderError extends Error {
  override name = 'LogoFolderError';
}

function inFolder(error: unknown): never {
  if (codeOf(error) === '' || !(error instanceof Error) || !('syscall' in error)) throw error;
  throw new LogoFolderError('Cannot write the logos.', { cause: error });
}

/** Fails when a folder holds anything: what is there is never mixed with logos, nor taken away. */
async function assertIsNew(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    if (codeOf(error) === 'ENOTDIR') throw new Failure(`Cannot write logos to ${folder}: not a folder.`);
    return inFolder(error);
  });
  if (entries.length > 0) {
    throw new Failure(`Cannot write logos to ${folder}: the folder is not empty. Use a new folder for --with-logos.`);
  }
}

/** Writes the images to a new folder, one after the other, and answers how many there were. */
async function writeLogos(sql: Sql, folder: string, hashes: string[], onLogo: (done: number) => void): Promise<number> {
  await mkdir(folder);
  let written = 0;
  for (const [index, hash] of hashes.entries()) {
    const logo = await findLogo(sql, hash);
    if (logo) {
      await writeLogoFiles(folder, logo);
      written += 1;
    }
    onLogo(index + 1);
  }
  return written;
}

/** Fails when a file holds anything, unless that is what would take its place. */
async function assertHoldsNoMore(target: string, unfinished: string, file: string): Promise<void> {
  const { size } = await stat(target).catch(() => ({ size: 0 }));
  const isSame = size === (await stat(unfinished)).size && (await readFile(target)).equals(await readFile(unfinished));
  if (size > 0 && !isSame) {
    throw new Failure(
      `There are no clubs to export, and ${file} is not empty. It was not changed. Add --allow-empty to overwrite it.`,
    );
  }
}

/** The file that a path leads to through links, and what stands there; a folder or a device is never replaced. */
async function findTarget(file: string): Promise<{ target: string; replaced: Stats | null }> {
  const target = await realpath(file).catch(() => readLink(file));
  const replaced = await stat(target).catch(() => null);
  if (replaced && !replaced.isFile()) throw new Failure(`Cannot write ${file}: not a regular file.`);
  return { target, replaced };
}

/** Where a link to a file leads that is not there yet; the path itself, when it is none. */
const readLink = (file: string): Promise<string> =>
  readlink(file).then(
    (place) => resolve(dirname(file), place),
    () => file,
  );

/** Gives a file the rights of another one, and its owner and group as far as this user may. */
async function takeOver(handle: FileHandle, { mode, uid, gid }: Stats): Promise<void> {
  await handle.chown(uid, gid).catch(() => handle.chown(-1, gid).catch(() => {}));
  await handle.chmod(mode & 0o777);
}
