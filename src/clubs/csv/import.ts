import type { Database, Transaction } from '../../../db/client.ts';
import { ExpectedError } from '../../lib/errors.ts';
import { formatCount } from '../../lib/format.ts';
import { formatIssue } from './issues.ts';
import { copyLogos } from './logos.ts';
import { findColumnMatch, saveColumnMatch, type ColumnTarget } from './match-columns.ts';
import { parseClubFile, type FileColumns } from './read-file.ts';
import { deletesAll, planImport, type ImportPlan, type PlanOptions } from './plan.ts';
import { writePlan } from './write.ts';

export interface ImportOptions extends PlanOptions {
  /** Allows a file without clubs to delete all clubs. */
  allowEmpty?: boolean;
  /** The note of the step in the history: the name of the file. */
  note?: string;
  siteUrl?: string;
  /** The folder of an export, with logos that the site may lack. */
  logoFolder?: string | undefined;
  /** The sheet of a workbook with several. */
  sheet?: string;
  isDryRun?: boolean;
  /** Chooses what each column of the file is; throws to stop. Default: that of an earlier file with the same header. */
  chooseColumns?: (header: FileColumns) => Promise<readonly ColumnTarget[] | null>;
  /** Asked before clubs are renamed or deleted or their fields cleared, and for a file in Windows-1252. Default: no. */
  confirm?: (plan: ImportPlan) => Promise<boolean>;
  onPlan?: (plan: ImportPlan) => Promise<void>;
  onProgress?: (stage: ImportStage) => void;
}

export type ImportStage = 'read' | 'check' | 'write';

/** Imports the clubs of a CSV file or workbook: all of them or, if a row has an error, none. */
export async function importClubs(
  sql: Database,
  bytes: Uint8Array,
  {
    note,
    siteUrl,
    sheet,
    logoFolder,
    onPlan,
    confirm,
    chooseColumns,
    onProgress = () => {},
    ...options
  }: ImportOptions = {},
): Promise<{ outcome: 'done' | 'errors' | 'declined' | 'planned'; plan: ImportPlan }> {
  onProgress('read');
  const recall = (names: readonly string[]) => findColumnMatch(sql, names);
  let file = await parseClubFile(bytes, { siteUrl, sheet, recall });
  const found = file.issues.some(({ detail }) => detail.code === 'sheetNeeded') ? null : file.header;
  const targets = (found && (await chooseColumns?.(found))) ?? null;
  if (found && targets && targets !== found.targets)
    file = await parseClubFile(bytes, { siteUrl, sheet: found.sheet ?? undefined, targets });
  onProgress('check');
  if (logoFolder !== undefined) await copyLogos(sql, file, logoFolder);
  const plan = await planImport(sql, file, options);
  await onPlan?.(plan);
  if (plan.errors.length > 0) return { outcome: 'errors', plan };
  if (!options.allowEmpty) assertHasClubs(plan);
  if (options.isDryRun) return { outcome: 'planned', plan };
  if (needsConsent(plan) && !(await confirm?.(plan))) return { outcome: 'declined', plan };
  onProgress('write');
  await sql.begin(async (tx) => {
    await writePlan(tx, plan, { kind: 'import', ...(note !== undefined && { note }) });
    const { header } = file;
    if (header?.targets && !header.isOurs) await saveColumnMatch(tx, header.names, header.targets);
  });
  return { outcome: 'done', plan };
}

const needsConsent = ({ counts, cleared, reading }: ImportPlan): boolean =>
  counts.renamed + counts.deleted + cleared.length > 0 || reading.encoding === 'windows-1252';

function assertHasClubs(plan: ImportPlan): void {
  if (!deletesAll(plan)) return;
  const { deleted } = plan.counts;
  const all = deleted === 1 ? 'the only club' : `all ${formatCount(deleted, 'club')}`;
  throw new ExpectedError(
    `The file contains no clubs, so --delete-missing would delete ${all}. Nothing was changed. Add --allow-empty to allow this.`,
  );
}

/** Imports sample clubs in a transaction of the caller. */
export async function importSamples(
  tx: Transaction,
  bytes: Uint8Array,
  targets: readonly ColumnTarget[],
  note: string,
): Promise<void> {
  const plan = await planImport(tx, await parseClubFile(bytes, { targets }));
  if (plan.errors.length > 0) throw new Error(plan.errors.map((issue) => formatIssue(issue, 'en')).join('\n'));
  await writePlan(tx, plan, { kind: 'import', note }, { asSamples: true });
}
