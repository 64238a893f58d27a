import type { Database, Sql } from '../../../db/client.ts';
import { readLogoFiles } from '../../images/logo-folder.ts';
import { findFetched, findThere, saveLogo } from '../../images/queries.ts';
import { paths, readImagePath } from '../../paths.ts';
import { makeIssue } from './issues.ts';
import type { ClubFile } from './read-file.ts';
import { countReading } from './reading.ts';
import type { FileRow } from './read-rows.ts';

/** The hash of a logo that was uploaded to this site. */
export const hashOf = (logo: string | null | undefined): string | null =>
  logo ? (readImagePath(logo)?.hash ?? null) : null;

const findHashes = (rows: readonly FileRow[]) => [...new Set(rows.flatMap(({ club }) => hashOf(club?.logo) ?? []))];

/** Replaces URLs of logos that were downloaded before, and warns about missing logos. */
export async function findLogos(sql: Sql, rows: readonly FileRow[]) {
  const addresses = new Set(rows.flatMap(({ club }) => club?.foreignLogoUrl ?? []));
  const fetched = addresses.size > 0 ? await findFetched(sql, [...addresses]) : new Map<string, string>();
  const stored = await findThere(sql, findHashes(rows));
  let foreignLogos = 0;
  const withLogo = (row: FileRow): FileRow => {
    if (!row.club) return row;
    const { logo, foreignLogoUrl } = row.club;
    const hash = fetched.get(foreignLogoUrl ?? '');
    if (hash !== undefined) {
      return { ...row, club: { ...row.club, logo: paths.image({ hash, size: 400 }), foreignLogoUrl: null } };
    }
    if (foreignLogoUrl) foreignLogos += 1;
    const imageHash = hashOf(logo);
    if (imageHash === null || stored.has(imageHash)) return row;
    const of = { kind: 'warning', column: 'logo_url', value: logo, club: row.name } as const;
    return { ...row, issues: [...row.issues, makeIssue(row.line, { code: 'logoMissing' }, of)] };
  };
  return { rows: rows.map(withLogo), foreignLogos };
}

/** Copies the logos that this site lacks from the folder of an export. Unused logos are deleted after an hour. */
export async function copyLogos(sql: Database, { rows, reading }: ClubFile, folder: string): Promise<void> {
  const hashes = findHashes(rows);
  const stored = await findThere(sql, hashes);
  for (const hash of hashes.filter((imageHash) => !stored.has(imageHash))) {
    const logo = await readLogoFiles(folder, hash);
    if (logo === null) continue;
    await sql.begin((tx) => saveLogo(tx, logo));
    countReading(reading, 'logosFromFolder');
  }
}
