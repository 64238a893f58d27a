import { chown, mkdir, readdir, realpath, rename, rmdir, stat, writeFile } from 'node:fs/promises';
import { stringify, type Options } from 'csv-stringify/sync';
import type { Sql } from '../../../db/client.ts';
import type { Locale } from '../../messages/locales.ts';
import { codeOf, ExpectedError } from '../../lib/errors.ts';
import { writeLogoFiles } from '../../images/logo-folder.ts';
import { findLogo } from '../../images/queries.ts';
import type { ClubState } from '../record/state.ts';
import { publicContact } from '../record/contact.ts';
import { siteFields, toText, type FieldName } from '../record/fields.ts';
import { sortByIds } from '../directory/queries.ts';
import type { Fragment } from '../../lib/sql.ts';
import { absolute } from '../../paths.ts';
import { withUnfinished } from '../../lib/atomic-write.ts';
import { hashOf } from './logos.ts';
import { labelOf } from './match-columns.ts';
import { formatWorkbook } from './write-workbook.ts';

/** Clubs that are in memory at once. */
const BATCH = 500;

/** Some of the clubs, in an order: parts of a statement about `club`. */
export interface ClubSelection {
  where: Fragment;
  orderBy: Fragment;
}

/** Formats clubs as CSV from one snapshot, with the hashes of the images among their logos. Occupies a connection, or the embedded database, until the last row. */
export async function* formatClubs(
  sql: Sql,
  selection: ClubSelection = { where: sql`true`, orderBy: sql`club.name, club.id` },
): AsyncGenerator<{ text: string; clubs: number; images: string[] }, void, undefined> {
  yield { text: formatHeader(), clubs: 0, images: [] };
  for await (const { records, images } of selectRecords(sql, selection))
    yield { text: formatRecords(records), clubs: records.length, images };
}

async function* selectRecords(sql: Sql, { where, orderBy }: ClubSelection) {
  const fields = siteFields();
  for await (const clubs of selectClubs(sql, sql`where ${where} order by ${orderBy}`).cursor(BATCH)) {
    const records = clubs.map(({ state, ...club }) => fields.map((name) => toText(name, { ...state, ...club })));
    yield { records, images: clubs.flatMap(({ state }) => hashOf(state.logo) ?? []) };
  }
}

const selectClubs = (sql: Sql, which: Fragment) => sql<{ id: number; state: ClubState; parentName: string | null }[]>`
  select club.id, club_fields(club) as state, parent.name as parent_name
  from club left join club parent on parent.id = club.parent_id ${which}`;

/** Formats clubs as an Excel workbook with the labels of a language as its header; without a selection, only that. */
export function formatClubWorkbook(sql: Sql, selection: ClubSelection | null, locale: Locale): Promise<Blob> {
  const fields = siteFields();
  const toCell = (text: string, index: number) => {
    const name = fields[index];
    if (name === 'id') return Number(text);
    return (name === 'is_active' || name === 'beginners_welcome') && text !== '' ? text === 'true' : text;
  };
  const rows = async function* () {
    yield [fields.map((name) => labelOf(name, locale))];
    if (!selection) return;
    for await (const { records } of selectRecords(sql, selection)) yield records.map((cells) => cells.map(toCell));
  };
  return formatWorkbook(rows());
}

/** What the board uses alone. */
const NOT_PUBLIC: readonly FieldName[] = ['contact_by'];

/** Formats clubs in the order of their ids as visitors see them. Cells that a program would run as formulas are escaped. */
export async function formatPublicClubs(sql: Sql, ids: readonly number[], siteUrl: string): Promise<string> {
  const fields = siteFields().filter((name) => !NOT_PUBLIC.includes(name));
  const clubs = await selectClubs(sql, sql`where club.id = any(${ids})`);
  const records = sortByIds(clubs, ids).map(({ id, state, parentName }) => {
    const shown = {
      ...state,
      id,
      parentName,
      logo: state.logo && absolute(siteUrl, state.logo),
      contact: publicContact(state).address && state.contact,
    };
    return fields.map((name) => toText(name, shown));
  });
  return `\ufeff${formatRecords([fields, ...records], { escape_formulas: true })}`;
}

/** LibreOffice splits a file at these by default, but not within quotes. */
const OTHER_SEPARATORS = /[;\t]/;

const formatRecords = (records: unknown[], options: Options = {}) =>
  stringify(records, {
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    quoted_match: OTHER_SEPARATORS,
    ...options,
  });

/**
 * Writes the clubs to a CSV file, and their logos to a new folder. Both appear only when they are complete. `allowEmpty`:
 * whether a list without clubs may replace a file with content.
 */
export async function exportClubs(
  sql: Sql,
  file: string,
  { allowEmpty = false, logoFolder }: { allowEmpty?: boolean; logoFolder?: string } = {},
) {
  const target = await realpath(file).catch(() => file);
  const replaced = await stat(target).catch(() => null);
  if (replaced && !replaced.isFile()) throw new ExpectedError(`Cannot write ${file}: not a regular file.`);
  if (logoFolder !== undefined) await assertIsNew(logoFolder);
  const targets = [target, ...(logoFolder === undefined ? [] : [logoFolder])];
  return await withUnfinished(targets, UNFINISHED, async (unfinished, unfinishedFolder = '') => {
    let clubs = 0;
    const images = new Set<string>();
    const texts = async function* () {
      for await (const part of formatClubs(sql)) {
        yield part.text;
        clubs += part.clubs;
        for (const hash of part.images) images.add(hash);
      }
    };
    await writeFile(unfinished, texts(), { flag: 'wx', flush: true, mode: (replaced?.mode ?? 0o666) & 0o777 });
    if (clubs === 0 && !allowEmpty && replaced && ![0, formatHeader().length].includes(replaced.size)) {
      throw new ExpectedError(
        `No clubs to export. ${file} has content and was not changed. Add --allow-empty to overwrite it.`,
      );
    }
    if (replaced) await chown(unfinished, replaced.uid, replaced.gid).catch(() => {});
    let logos = 0;
    if (logoFolder !== undefined) {
      logos = await writeLogos(sql, unfinishedFolder, images);
      // Some systems do not replace an empty folder.
      await rmdir(logoFolder).catch(() => {});
      await rename(unfinishedFolder, logoFolder);
    }
    await rename(unfinished, target);
    // The site may not have all images.
    return { clubs, logos, missingLogos: logoFolder === undefined ? 0 : images.size - logos };
  });
}

const UNFINISHED = '.clubs-export-';

const formatHeader = () => formatRecords([siteFields()]);

/** The query for a workbook without clubs. */
export const TEMPLATE = 'template=';

/** Fails if a folder is not empty: files are never mixed with logos or deleted. */
async function assertIsNew(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    if (codeOf(error) === 'ENOTDIR') throw new ExpectedError(`Cannot write logos to ${folder}: not a folder.`);
    throw error;
  });
  if (entries.length > 0) {
    throw new ExpectedError(
      `Cannot write logos to ${folder}: the folder is not empty. Use a new folder for --with-logos.`,
    );
  }
}

/** Returns the number of logos that the site has. */
async function writeLogos(sql: Sql, folder: string, hashes: Iterable<string>): Promise<number> {
  await mkdir(folder);
  let written = 0;
  for (const hash of hashes) {
    const logo = await findLogo(sql, hash);
    if (!logo) continue;
    await writeLogoFiles(folder, logo);
    written += 1;
  }
  return written;
}
