import type { Database } from '../../../db/client.ts';
import { readLogoFiles } from '../../images/logo-folder.ts';
import { findFetched, holdImages, saveLogo } from '../../images/queries.ts';
import type { Logo } from '../../images/rendition.ts';
import { paths, readImagePath } from '../../paths.ts';
import type { FileFault } from './faults.ts';
import type { FileReport } from './file-report.ts';
import { makeIssue } from './issues.ts';
import type { FileRow } from './rows.ts';
import { isServed } from './served-files.ts';
import { inStaging } from './staging.ts';

/** Where pictures may be that the site lacks. */
export interface LogoSource {
  folder: string | null;
  /** Whether who imports may give a folder. */
  canBeInFolder: boolean;
}

/**
 * Finds out which picture each row means, and warns of those that there are not: an address on another site that a logo
 * was fetched from means that logo, and a picture that this site lacks may be in a folder, from where it is kept.
 */
export async function settleLogos(
  sql: Database,
  rows: FileRow[],
  report: FileReport,
  { folder, canBeInFolder }: LogoSource,
): Promise<FileRow[]> {
  const settled = await meanFetched(sql, rows, report);
  const hashes = new Set(settled.flatMap(({ club }) => hashOf(club?.logo) ?? []));
  const held = hashes.size > 0 ? await inStaging(sql, (tx) => holdImages(tx, [...hashes])) : hashes;
  const damaged = new Set<string>();
  for (const hash of hashes) {
    if (held.has(hash) || folder === null) continue;
    const logo = await readLogoFiles(folder, hash);
    if (logo === 'damaged') damaged.add(hash);
    else if (logo) {
      await keep(sql, logo);
      held.add(hash);
      report.logosFromFolder += 1;
    }
  }
  return settled.map((row) => {
    const hash = hashOf(row.club?.logo);
    if (hash !== null && held.has(hash)) return { ...row, hasImage: true };
    const fault = findMissing(row.club?.logo, { folder, canBeInFolder, isDamaged: hash !== null && damaged.has(hash) });
    if (fault === null) return row;
    const more = { kind: 'warning', column: 'logo_url', value: row.club?.logo ?? null, club: row.name } as const;
    return { ...row, issues: [...row.issues, makeIssue(row, fault, more)] };
  });
}

const hashOf = (logo: string | null | undefined): string | null => (logo ? (readImagePath(logo)?.hash ?? null) : null);

async function meanFetched(sql: Database, rows: FileRow[], report: FileReport): Promise<FileRow[]> {
  const addresses = new Set(rows.flatMap(({ club }) => club?.foreignLogoUrl ?? []));
  const fetched = addresses.size > 0 ? await findFetched(sql, [...addresses]) : new Map<string, string>();
  if (fetched.size === 0) return rows;
  return rows.map((row) => {
    const hash = fetched.get(row.club?.foreignLogoUrl ?? '');
    if (!row.club || hash === undefined) return row;
    report.fetchedLogos += 1;
    return { ...row, club: { ...row.club, logo: paths.image({ hash, size: 400 }), foreignLogoUrl: null } };
  });
}

/** Until a club has it, it is safe from the sweep for as long as every picture that was just sent. */
const keep = (sql: Database, logo: Logo): Promise<void> => inStaging(sql, (tx) => saveLogo(tx, logo));

function findMissing(
  logo: string | null | undefined,
  { folder, canBeInFolder, isDamaged }: LogoSource & { isDamaged: boolean },
): FileFault | null {
  if (!logo || isServed(logo)) return null;
  // Only a picture that was uploaded can be in a folder.
  if (hashOf(logo) === null) return { code: 'logoMissing', folder: null, canBeInFolder: false };
  if (folder !== null && isDamaged) return { code: 'logoDamaged', folder };
  return { code: 'logoMissing', folder, canBeInFolder: canBeInFolder && folder === null };
}
