import type { Database, Sql } from '../../../db/client.ts';
import { readLogoFiles } from '../../images/logo-folder.ts';
import { findFetched, findThere, saveLogo } from '../../images/queries.ts';
import { paths, readImagePath } from '../../paths.ts';
import { TEXT_ARRAY } from '../../lib/sql.ts';
import { LABEL_SEPARATOR } from '../category.ts';
import { CLUB_LIMITS } from '../field-rules.ts';
import { countCharacters } from '../text.ts';
import { makeIssue, type FileFault } from './issues.ts';
import type { ClubFile } from './parse.ts';
import type { SettledCounts } from './reading.ts';
import type { FileRow } from './rows.ts';
import { isServed } from './served-files.ts';

/*
 * What the database adds to the rows of a file: logos that it has, and categories that it knows.
 */

/** The folder of an export with logos that this site may lack. */
export interface LogoFolder {
  folder: string;
  /** The hashes of logos whose files are damaged. */
  damaged: ReadonlySet<string>;
}

/** Where logos come from; `canBeInFolder`: a command reads the file, and can be given a folder. */
export interface LogoSource {
  folder: LogoFolder | null;
  canBeInFolder: boolean;
}

export interface SettledRows {
  rows: FileRow[];
  counts: SettledCounts;
}

/** Finds the logos of rows, warns about missing ones, and splits categories at commas. */
export async function settleRows(sql: Sql, file: ClubFile, source: LogoSource): Promise<SettledRows> {
  const addresses = new Set(file.rows.flatMap(({ club }) => club?.foreignLogoUrl ?? []));
  const fetched = addresses.size > 0 ? await findFetched(sql, [...addresses]) : new Map<string, string>();
  const stored = await findThere(sql, findHashes(file.rows));
  const splits = await findSplitCategories(sql, file);
  const counts = { commaCategories: 0, foreignLogos: 0, fetchedLogos: 0 };
  const settle = (row: FileRow): FileRow => {
    if (!row.club) return row;
    let { club } = row;
    if (club.foreignLogoUrl) counts.foreignLogos += 1;
    const hash = fetched.get(club.foreignLogoUrl ?? '');
    if (hash !== undefined) {
      counts.fetchedLogos += 1;
      club = { ...club, logo: paths.image({ hash, size: 400 }), foreignLogoUrl: null };
    }
    const category = splits.get(row);
    if (category !== undefined) {
      counts.commaCategories += 1;
      club = { ...club, category };
    }
    const fault = hash === undefined ? findMissing(club.logo, stored, source) : null;
    if (club === row.club && !fault) return row;
    const more = { kind: 'warning', column: 'logo_url', value: club.logo ?? null, club: row.name } as const;
    return { ...row, club, issues: fault ? [...row.issues, makeIssue(row, fault, more)] : row.issues };
  };
  return { rows: file.rows.map(settle), counts };
}

/** The hash of a logo that was uploaded to this site. */
export const hashOf = (logo: string | null | undefined): string | null =>
  logo ? (readImagePath(logo)?.hash ?? null) : null;

const findHashes = (rows: FileRow[]) => [...new Set(rows.flatMap(({ club }) => hashOf(club?.logo) ?? []))];

function findMissing(
  logo: string | null,
  stored: ReadonlySet<string>,
  { folder, canBeInFolder }: LogoSource,
): FileFault | null {
  const hash = hashOf(logo);
  if (!logo || isServed(logo) || (hash !== null && stored.has(hash))) return null;
  // Only an uploaded logo can be in a folder.
  if (hash === null) return { code: 'logoMissing', folder: null, canBeInFolder: false };
  if (folder?.damaged.has(hash)) return { code: 'logoDamaged', folder: folder.folder };
  return { code: 'logoMissing', folder: folder?.folder ?? null, canBeInFolder: canBeInFolder && !folder };
}

/**
 * Copies the logos that this site lacks from the folder of an export. Unused logos are deleted after an hour. Counts the
 * copied ones in the reading of the file.
 */
export async function copyLogos(sql: Database, { rows, reading }: ClubFile, folder: string): Promise<LogoFolder> {
  const hashes = findHashes(rows);
  const stored = await findThere(sql, hashes);
  const damaged = new Set<string>();
  for (const hash of hashes.filter((one) => !stored.has(one))) {
    const logo = await readLogoFiles(folder, hash);
    if (logo === 'damaged') damaged.add(hash);
    else if (logo) {
      await sql.begin((tx) => saveLogo(tx, logo));
      reading.logosFromFolder += 1;
    }
  }
  return { folder, damaged };
}

/**
 * The categories of rows that are separated by commas, if no cell of the file has a semicolon. Rows with an id are from
 * an export, and a text that a club already has is known: both stay as they are.
 */
async function findSplitCategories(sql: Sql, { rows, reading }: ClubFile): Promise<Map<FileRow, string>> {
  const hasCommas = ({ club }: FileRow) => club !== null && !club.id && club.category.includes(',');
  const found = reading.hasCategorySemicolons ? [] : rows.filter(hasCommas);
  if (found.length === 0) return new Map();
  const texts = [...new Set(found.flatMap(({ club }) => club?.category ?? []))];
  const known = await sql<{ category: string }[]>`
    select distinct category from club where category = any(${sql.array(texts, TEXT_ARRAY)})`;
  const kept = new Set(known.map(({ category }) => category));
  return new Map(
    found.flatMap((row): [FileRow, string][] => {
      const text = row.club?.category ?? '';
      const labels = text.split(',').map((label) => label.trim());
      const category = labels.filter((label) => label !== '').join(LABEL_SEPARATOR);
      return kept.has(text) || category === '' || countCharacters(category) > CLUB_LIMITS.category
        ? []
        : [[row, category]];
    }),
  );
}
