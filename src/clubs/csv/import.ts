import { setImmediate } from 'node:timers/promises';
import type { Database, Transaction } from '../../../db/client.ts';
import { isLostConnection, UnknownOutcomeError } from '../../lost-connection.ts';
import { Failure } from '../../failure.ts';
import { codeOf } from '../../system-reasons.ts';
import { formatCount } from '../../format.ts';
import type { Actor } from '../history/step.ts';
import { renderStaleClubs } from '../render.ts';
import { readDifferences, type ClubDifference } from './difference.ts';
import type { FileReport } from './file-report.ts';
import { ImportFailure } from './import-failure.ts';
import type { FileIssue, ReportEntry } from './issues.ts';
import { findVersion } from '../queries.ts';
import { settleLogos, type LogoSource } from './logos.ts';
import type { FieldName } from '../record.ts';
import { deletesAll, planImport, type ImportPlan, type PlanOptions } from './plan.ts';
import { readClubFile } from './read.ts';
import { needsConsent } from './reading.ts';
import type { FileRow } from './rows.ts';
import {
  closeStaging,
  findIssues,
  findOutcome,
  inStaging,
  openStaging,
  readReport,
  renderRows,
  splitCategoriesAtCommas,
  stageRows,
  stepsOf,
  stepsWithin,
  type StageOptions,
  type Staging,
} from './staging.ts';
import { OutdatedPlanError, writeClubs } from './write.ts';

export interface ImportOptions {
  /** Removes the sample clubs first. */
  replaceSamples?: boolean;
  /** Deletes the clubs that have no row in the file. */
  deleteMissing?: boolean;
  /** Whether a file without clubs may delete all there are. */
  allowEmpty?: boolean;
  /** The clubs of the file are sample clubs. */
  asSamples?: boolean;
  /** Who imports, for the history; nobody when it is a command. */
  actor?: Actor;
  /** What the history says of it: the name of the file. */
  note?: string;
  /** Where the site is: an address of a logo that begins so is one of its own. */
  siteUrl?: string;
  /** The folder of an export with pictures that the site may not have. */
  logoFolder?: string;
  /** Looks at what would be done, club by club, in the place of doing it. */
  inspect?: (differences: AsyncIterable<ClubDifference[]>) => Promise<void>;
  /** Asked before clubs are renamed or deleted or their fields cleared, and for a file in Windows-1252; the default is no. */
  confirm?: (summary: ImportSummary) => Promise<boolean>;
  /**
   * Takes down every mistake and warning, by line, and what is to be renamed and deleted. Called for every plan, also
   * when there is nothing to tell: when the directory changes meanwhile, the last call is right.
   */
  report?: (entries: AsyncIterable<ReportEntry[]>, file: FileReport) => Promise<void>;
  onProgress?: (progress: ImportProgress) => void;
  /** Until it is called nothing is changed; while it is pending nobody can know; `open` says again that nothing is. */
  onDecision?: (decision: 'open' | 'pending' | 'written') => void;
}

/** How far a stage is: bytes of the file while it is read, then clubs. */
export interface ImportProgress {
  stage: 'read' | 'check' | 'write';
  done: number;
}

/** What an import does, or has done. */
export interface ImportSummary extends Omit<ImportPlan, 'version' | 'consent' | 'mistakes'> {
  file: FileReport;
  /** The first warnings; `warnings` has their number. */
  firstWarnings: FileIssue[];
}

/**
 * What an import did; or why nothing was changed: mistakes, of which the first are told, nobody's consent, or somebody
 * has only looked. `isCurrent`: nobody has changed the directory meanwhile.
 */
export type ImportResult =
  | { outcome: 'done'; summary: ImportSummary }
  | { outcome: 'mistakes'; mistakes: number; issues: FileIssue[]; warnings: number }
  | { outcome: 'declined' }
  | { outcome: 'inspected'; summary: ImportSummary; isCurrent: boolean };

/** How many mistakes and warnings are told; a file that is wrong in one row is often wrong in all of them. */
export const ISSUES_TOLD = 20;

/** Rows, and characters of theirs, that go to the database at once. */
const BATCH = { rows: 1000, characters: 2_000_000 };

/** So many rows are compared in one go; with more of them readers of an embedded database get between the steps. */
const SMALL = 5000;

/** How often a plan is made again because somebody changes the directory meanwhile. */
const ATTEMPTS = 3;

/** PostgreSQL's own code. */
const NO_SUCH_TABLE = '42P01';
/** True also of an import that had just written: the clubs are those of the backup then. */
const TAKEN_AWAY = 'A backup was restored during the import. Nothing was imported. Run the import again.';

/** Brings the clubs of a CSV file into the database: all of them or, when a row is bad, none. */
export async function importClubs(
  sql: Database,
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions = {},
): Promise<ImportResult> {
  try {
    const prepared = await prepareImport(sql, source, options);
    try {
      return await carryOut(prepared, options);
    } finally {
      // A later import sweeps what cannot be taken away now; what this one did does not change by it.
      await prepared.close().catch(() => {});
    }
  } catch (error) {
    if (codeOf(error) === NO_SUCH_TABLE) throw new Failure(TAKEN_AWAY, { cause: error });
    if (!isLostConnection(error)) throw error;
    throw new Failure(`${error.message.replace(/\.$/, '')}. Nothing was changed. Run the import again.`, {
      cause: error,
    });
  }
}

async function carryOut(
  prepared: PreparedImport,
  { confirm, inspect, allowEmpty = false }: ImportOptions,
): Promise<ImportResult> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (prepared.problem) return prepared.problem;
    if (!allowEmpty) assertHasClubs(prepared.plan);
    if (inspect) {
      const summary = prepared.summarise();
      await inspect(prepared.differences());
      return { outcome: 'inspected', summary, isCurrent: await prepared.isCurrent() };
    }
    if (prepared.needsConsent && !(await confirm?.(prepared.summarise()))) return { outcome: 'declined' };
    try {
      await prepared.commit();
      return { outcome: 'done', summary: prepared.summarise() };
    } catch (error) {
      if (!(error instanceof OutdatedPlanError)) throw error;
      await prepared.planAgain();
    }
  }
  throw new Failure('Other users keep changing clubs. Nothing was imported. Run the import again.');
}

/** Fails when a file without clubs would delete those of the directory. */
function assertHasClubs(plan: ImportPlan): void {
  if (!deletesAll(plan)) return;
  const { deleted } = plan;
  const all = deleted === 1 ? 'the only club' : `all ${formatCount(deleted, 'club')}`;
  throw new Failure(
    `The file contains no clubs, so --delete-missing would delete ${all}. Nothing was changed. Add --allow-empty to allow this.`,
  );
}

/** An import that is read and planned; what is left is short. Nothing is locked meanwhile. */
export interface PreparedImport {
  plan: ImportPlan;
  /** Whether the plan needs a confirmation. */
  needsConsent: boolean;
  /** Why it cannot be written. */
  problem: Extract<ImportResult, { outcome: 'mistakes' }> | null;
  /** Writes in a transaction of somebody else's. */
  write: (tx: Transaction) => Promise<void>;
  /** Writes in a transaction of its own, and renders what could not be rendered before. */
  commit: () => Promise<void>;
  planAgain: () => Promise<void>;
  /** What would be done, club by club. */
  differences: () => AsyncIterable<ClubDifference[]>;
  /** Whether the directory is still what the plan was made for. */
  isCurrent: () => Promise<boolean>;
  summarise: () => ImportSummary;
  /** Takes the tables of the import away. */
  close: () => Promise<void>;
}

/** What a file has left in the tables of an import. */
export interface StagedFile {
  columns: ReadonlySet<FieldName>;
  /** False when names may be in the file that could not be read. */
  isComplete: boolean;
  report: FileReport;
}

export interface StageFileOptions {
  replaceSamples: boolean;
  siteUrl: string | null;
  logos: LogoSource;
  /** With more rows it is refused; null for any number. */
  maxRows?: number | null;
  /** Rows without anything, which cost their time all the same. */
  maxEmptyRows?: number | null;
  /** Told of the bytes that were read. */
  onBytes: (bytes: number) => void;
}

/** Reads a file into tables of the import's own, and renders what is new. Nothing is locked meanwhile. */
export async function stageFile(
  sql: Database,
  staging: Staging,
  source: AsyncIterable<Uint8Array>,
  { replaceSamples, siteUrl, logos, maxRows = null, maxEmptyRows = null, onBytes }: StageFileOptions,
): Promise<StagedFile> {
  const file = await readClubFile(source, { siteUrl, onBytes });
  const { columns, report } = file;
  await stageRead(sql, staging, file.rows(), {
    columns,
    replaceSamples,
    maxRows,
    maxEmptyRows,
    report,
    settle: (some) => settleLogos(sql, some, report, logos),
  });
  if (!report.hasCategorySemicolons) report.commaCategories = await splitCategoriesAtCommas(sql, staging);
  // What is complete is known when all was read.
  return { columns, isComplete: file.isComplete, report };
}

/** Compares what was staged with the directory; many rows in steps, so that readers get between them. */
export const planStaged = (sql: Database, staging: Staging, options: PlanOptions): Promise<ImportPlan> =>
  staging.count > SMALL
    ? planImport(stepsOf(sql), staging, options)
    : inStaging(sql, (tx) => planImport(stepsWithin(tx), staging, options));

/** Reads a file into tables of the import's own, renders what is new, and compares all of it with the directory. */
export async function prepareImport(
  sql: Database,
  source: AsyncIterable<Uint8Array>,
  {
    replaceSamples = false,
    deleteMissing = false,
    asSamples = false,
    actor,
    note,
    siteUrl,
    logoFolder,
    report,
    onProgress = () => {},
    onDecision = () => {},
  }: ImportOptions,
): Promise<PreparedImport> {
  const staging = await openStaging(sql);
  try {
    const firstVersion = await findVersion(sql);
    const file = await stageFile(sql, staging, source, {
      replaceSamples,
      siteUrl: siteUrl ?? null,
      logos: { folder: logoFolder ?? null, canBeInFolder: true },
      onBytes: (done) => onProgress({ stage: 'read', done }),
    });
    onProgress({ stage: 'check', done: staging.count });
    const step = { kind: 'import' as const, ...(actor && { actor }), ...(note !== undefined && { note }) };
    const { columns, isComplete } = file;
    const options = { columns, isComplete, replaceSamples, deleteMissing, asSamples, step };
    const plan = () => planStaged(sql, staging, options);

    let firstWarnings: FileIssue[] = [];
    const prepared: PreparedImport = {
      plan: await plan(),
      get needsConsent() {
        return prepared.plan.consent !== '' || needsConsent(file.report);
      },
      problem: null,
      async write(tx) {
        onProgress({ stage: 'write', done: staging.count });
        prepared.plan = await writeClubs(tx, staging, prepared.plan, options);
        onDecision('pending');
      },
      async commit() {
        const planned = prepared.plan;
        await sql.begin(prepared.write).catch(async (error: unknown) => {
          const isWritten = error instanceof UnknownOutcomeError ? await findWritten(sql, staging) : false;
          if (isWritten === false) onDecision('open');
          if (!isWritten) throw describeEnd(error, isWritten);
        });
        onDecision('written');
        // The site renders what is missing when it starts.
        if (prepared.plan.version !== firstVersion) await toFailure(renderStaleClubs(sql));
        if (prepared.plan === planned) return;
        const failure = await toFailure(describe());
        // Where nobody asked for a report, the warnings that were told before are good enough.
        if (failure && report) {
          throw new Failure(
            `The clubs were imported, but the report does not include the latest changes of other users. ${failure.message}`,
          );
        }
      },
      async planAgain() {
        prepared.plan = await plan();
        await describe();
      },
      differences: () => readDifferences(sql, staging, options),
      isCurrent: async () => (await findVersion(sql)) === prepared.plan.version,
      summarise() {
        const { version: _, consent: __, mistakes: ___, ...summary } = prepared.plan;
        return { ...summary, file: file.report, firstWarnings };
      },
      close: () => closeStaging(sql, staging),
    };
    /** Everything that is told of a plan. */
    const describe = async () => {
      prepared.problem = await describeMistakes(sql, staging, prepared.plan);
      firstWarnings = await findIssues(sql, staging, 'warning', ISSUES_TOLD);
      await report?.(readReport(sql, staging), file.report);
    };
    await describe();
    return prepared;
  } catch (error) {
    await closeStaging(sql, staging).catch(() => {});
    throw error;
  }
}

/** Whether the last transaction has written the clubs; null when that cannot be known. */
const findWritten = (sql: Database, staging: Staging): Promise<boolean | null> =>
  findOutcome(sql, staging).catch(() => null);

/** Explains a failed transaction. */
function describeEnd(error: unknown, isWritten: false | null): unknown {
  if (!(error instanceof UnknownOutcomeError)) return error;
  return new Failure(
    isWritten === false
      ? 'The connection to the database was lost before the commit. Nothing was changed. Run the import again.'
      : `${error.message} To find out, run the import again; clubs that were already imported count as unchanged.`,
  );
}

/** What has kept work from being done that the import does not stand or fall with; null when it is done. */
async function toFailure(work: Promise<unknown>): Promise<Error | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (isLostConnection(error) || error instanceof Failure) return error;
    throw error;
  }
}

async function describeMistakes(sql: Database, staging: Staging, { mistakes, warnings }: ImportPlan) {
  if (mistakes === 0) return null;
  const issues = await findIssues(sql, staging, 'mistake', ISSUES_TOLD);
  return { outcome: 'mistakes' as const, mistakes, issues, warnings };
}

/** Stages rows in batches; while the database takes one, the next is read and rendered. */
async function stageRead(
  sql: Database,
  staging: Staging,
  rows: AsyncIterable<FileRow[]>,
  {
    settle,
    maxRows,
    maxEmptyRows,
    report,
    ...options
  }: StageOptions & {
    maxRows: number | null;
    maxEmptyRows: number | null;
    report: FileReport;
    settle: (rows: FileRow[]) => Promise<FileRow[]>;
  },
): Promise<void> {
  let count = 0;
  let batch: FileRow[] = [];
  let characters = 0;
  let staged = Promise.resolve();
  const flush = async () => {
    const read = batch;
    batch = [];
    characters = 0;
    const checked = await settle(read);
    const records = await renderRows(sql, checked, options);
    await staged;
    const issues = checked.flatMap((row) => row.issues);
    staged = stageRows(sql, staging, records, issues);
    // Told when it is waited for.
    staged.catch(() => {});
    // A progress bar needs its timer.
    await setImmediate();
  };
  for await (const some of rows) {
    count += some.length;
    // Nothing is written to the tables of an import that has failed: they may be another's by then.
    if (maxEmptyRows !== null && report.emptyRows > maxEmptyRows) {
      await staged;
      throw new ImportFailure(
        { code: 'tooManyEmptyRows', limit: maxEmptyRows },
        `The file has more than ${formatCount(maxEmptyRows, 'empty row')}.`,
      );
    }
    if (maxRows !== null && count > maxRows) {
      await staged;
      throw new ImportFailure(
        { code: 'tooManyRows', limit: maxRows },
        `The file has more than ${formatCount(maxRows, 'row')}.`,
      );
    }
    for (const row of some) {
      batch.push(row);
      characters += row.club ? row.club.shortDescription.length + (row.club.description?.length ?? 0) : 0;
      if (batch.length >= BATCH.rows || characters >= BATCH.characters) await flush();
    }
  }
  await flush();
  await staged;
}
