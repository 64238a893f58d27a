import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { createProgram } from '../lib/command-line.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { formatCount } from '../lib/format.ts';
import { importClubs, type ImportProgress } from '../clubs/csv/import.ts';
import { listReport, type ImportPlan } from '../clubs/csv/plan.ts';
import { toReportLine, writeReport, type ReportLine } from '../clubs/csv/report.ts';
import { fetchLogos, type MissedLogo } from '../clubs/fetch-logos.ts';
import { isLostConnection } from '../lib/database-errors.ts';
import { OwnerEndedError, type OpenDatabase } from '../../db/open.ts';
import { settings } from '../settings.ts';
import { fileError, report, runCommand, withDatabase } from './command.ts';
import { formatCounts, formatMissedLogos, formatErrors, formatPlan, formatPlannedClub } from './format-import.ts';
import { reportInterrupts } from './interrupt.ts';
import { confirm } from './prompt.ts';
import { startProgress } from './progress.ts';

const STAGES: Record<ImportProgress['stage'], string> = { read: 'Reading', check: 'Comparing', write: 'Writing' };

/** Writes the report of a plan, with the logos that could not be downloaded. */
async function saveReport(path: string, plan: ImportPlan, missed: readonly MissedLogo[] = []): Promise<void> {
  const lines = [...listReport(plan).map((entry) => toReportLine(entry, 'en')), ...missed.flatMap(toLines)];
  await writeReport(path, lines, plan.reading).catch((error: unknown) => {
    throw fileError(error, 'write', path);
  });
}

const toLines = ({ address, clubs, problem }: MissedLogo): ReportLine[] =>
  clubs.map((club) => ({ kind: 'warning', line: null, column: 'logo_url', value: address, problem, club }));

/** Downloads the logos on other sites; returns whether all succeeded. */
async function fetchForeignLogos(
  { sql }: OpenDatabase,
  file: string,
  plan: ImportPlan,
  reportFile: string | undefined,
): Promise<boolean> {
  const progress = startProgress(process.stdout);
  const { fetched, given, missed } = await fetchLogos(sql, {
    from: settings().siteUrl,
    step: { kind: 'import', note: basename(file) },
    onProgress: ({ done, total }) => progress.show(`Downloading ${formatCount(total, 'logo')}`, done, total),
  })
    .catch((error: unknown) => {
      if (!isLostConnection(error) && !(error instanceof OwnerEndedError)) throw error;
      // A plain failure: the import itself must not be retried.
      throw new ExpectedError(
        `The clubs were imported, but not all logos were downloaded: ${error.message} Import the file again.`,
      );
    })
    .finally(() => progress.end());
  report(`Downloaded ${formatCount(fetched, 'logo')} for ${formatCount(given, 'club')}.`);
  if (missed.length === 0) return true;
  if (reportFile !== undefined) await saveReport(reportFile, plan, missed);
  report(formatMissedLogos(missed, reportFile));
  return false;
}

/** The exit status if the clubs were imported, but not all logos downloaded. */
const INCOMPLETE = 2;

interface CommandOptions {
  replaceSamples?: boolean;
  deleteMissing?: boolean;
  allowEmpty?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  fetchLogos?: boolean;
  withLogos?: string;
  report?: string;
}

/** Fails unless the inputs can be read, and before a database is created. */
async function checkInputs(file: string, reportFile: string | undefined, logoFolder: string | undefined) {
  const failToRead = (what: string) => (error: unknown) => {
    throw fileError(error, 'read', what);
  };
  const stats = await stat(file).catch(failToRead(file));
  if (stats.isDirectory()) throw new ExpectedError(`Cannot read ${file}: not a file.`);
  await access(file, constants.R_OK).catch(failToRead(file));
  if (reportFile !== undefined && resolve(reportFile) === resolve(file)) {
    throw new ExpectedError(`--report would overwrite ${file}. Choose another file name.`);
  }
  if (logoFolder !== undefined) {
    const found = await stat(logoFolder).catch(failToRead(logoFolder));
    if (!found.isDirectory()) throw new ExpectedError(`Cannot read logos from ${logoFolder}: not a folder.`);
  }
  return stats;
}

async function runImport(file: string, options: CommandOptions): Promise<void> {
  const { report: reportFile, withLogos: logoFolder } = options;
  const stats = await checkInputs(file, reportFile, logoFolder);
  let decision: 'open' | 'pending' | 'written' = 'open';
  let hasAll = true as boolean;
  const written =
    options.fetchLogos === true
      ? 'The import is complete. Run it again with --fetch-logos to download the remaining logos.'
      : 'The import is complete.';
  reportInterrupts(
    () => ({ open: 'Nothing was changed.', pending: null, written })[decision],
    'It is unknown whether the clubs were changed. Run the import again; clubs that were already imported count as unchanged.',
  );
  const work = async (database: OpenDatabase) => {
    const { sql, description } = database;
    let isDescribed = false as boolean;
    const progress = startProgress(process.stdout);
    const { outcome, plan } = await importClubs(sql, createReadStream(file), {
      replaceSamples: options.replaceSamples === true,
      deleteMissing: options.deleteMissing === true,
      allowEmpty: options.allowEmpty === true,
      isDryRun: options.dryRun === true,
      note: basename(file),
      siteUrl: settings().siteUrl,
      ...(logoFolder !== undefined && { logoFolder }),
      onProgress: (now) => {
        const stages = Object.keys(STAGES);
        const what = now.stage === 'read' ? file : formatCount(now.clubs, 'club');
        progress.show(`${STAGES[now.stage]} ${what}`, stages.indexOf(now.stage), stages.length);
      },
      onDecision: (now) => (decision = now),
      async onPlan(plan) {
        if (reportFile === undefined) return;
        await saveReport(reportFile, plan).catch((error: unknown) => {
          throw error instanceof ExpectedError ? new ExpectedError(`${error.message} Nothing was changed.`) : error;
        });
      },
      async confirm(plan) {
        progress.end();
        isDescribed = true;
        report(formatPlan(plan, reportFile));
        return options.yes === true || (await confirm('Continue?'));
      },
    })
      .catch((error: unknown): never => {
        throw fileError(error, 'read', file);
      })
      .finally(() => progress.end());
    if (outcome === 'errors') throw new ExpectedError(formatErrors(file, plan, reportFile));
    if (outcome === 'declined') throw new ExpectedError('Nothing was changed.');
    if (outcome === 'planned') {
      for (const club of plan.clubs) for (const line of formatPlannedClub(club)) report(line);
      report(`Dry run of importing ${file} into ${description}. Nothing was changed.`);
      report(formatPlan(plan, reportFile));
      return;
    }
    report(`Imported ${file} into ${description}.`);
    report(isDescribed ? formatCounts(plan) : formatPlan(plan, reportFile));
    if (options.fetchLogos === true) hasAll = await fetchForeignLogos(database, file, plan, reportFile);
    // The embedded database has no autovacuum. Without this a search takes three times as long.
    await sql.alone`vacuum (analyze) club`.catch((error: unknown) => {
      if (isLostConnection(error) || error instanceof OwnerEndedError) return;
      report(`Could not vacuum the club table, so searches may be slower: ${String(error)}.`);
    });
  };
  // A pipe cannot be read twice.
  await withDatabase(report, work, { isRepeatable: stats.isFile() });
  if (!hasAll) process.exitCode = INCOMPLETE;
}

const program = createProgram(
  'clubs:import',
  'Imports clubs from a CSV file. If a row has an error, nothing is changed.',
)
  .argument('<file.csv>')
  .option('--replace-samples', 'delete the sample clubs first')
  .option('--delete-missing', 'delete clubs that are not in the file, after confirmation')
  .option('--allow-empty', 'allow a file without clubs, which deletes all clubs')
  .option('--dry-run', 'show the changes club by club without making them')
  .option('--yes', 'confirm renamed and deleted clubs, cleared fields and Windows-1252 files')
  .option('--fetch-logos', 'download logos from other sites after the import')
  .option('--with-logos <dir>', 'read missing logos from the folder of an export')
  .option('--report <file>', 'write all errors, warnings, renamed and deleted clubs to a CSV file')
  .action(runImport);

await runCommand(program);
