import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { createProgram } from '../lib/command-line.ts';
import { ExpectedError, isLostConnection } from '../lib/errors.ts';
import { formatCount } from '../lib/format.ts';
import { importClubs, type ImportOptions, type ImportStage } from '../clubs/csv/import.ts';
import { areComplete, type ColumnTarget } from '../clubs/csv/match-columns.ts';
import type { FileColumns } from '../clubs/csv/read-file.ts';
import { listIssues } from '../clubs/csv/plan.ts';
import { formatReport } from '../clubs/csv/issues.ts';
import { fetchLogos } from '../clubs/csv/fetch-logos.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { settings } from '../settings.ts';
import { fileError, loadSite, report, runCommand, withDatabase } from './command.ts';
import { formatMissedLogos, formatErrors, formatPlan, formatPlannedClub } from './format-import.ts';
import { formatColumns, setColumns } from './import-columns.ts';
import { confirm } from './prompt.ts';
import { startProgress } from './progress.ts';

const STAGES: Record<ImportStage, string> = { read: 'Reading', check: 'Comparing', write: 'Writing' };

const failTo = (verb: string, file: string) => (error: unknown) => {
  throw fileError(error, verb, file);
};

/** The exit status if the clubs were imported, but not all logos downloaded. */
const INCOMPLETE = 2;

async function fetchForeignLogos({ sql }: OpenDatabase, file: string): Promise<void> {
  const progress = startProgress(process.stdout);
  const { fetched, assigned, missed } = await fetchLogos(sql, {
    from: settings().siteUrl,
    step: { kind: 'import', note: basename(file) },
    onProgress: ({ done, total }) => progress.show(`Downloading ${formatCount(total, 'logo')}`, done, total),
  })
    .catch((error: unknown) => {
      if (!isLostConnection(error)) throw error;
      throw new ExpectedError(
        `The clubs were imported, but not all logos were downloaded: ${error.message} Import the file again.`,
      );
    })
    .finally(() => progress.end());
  report(`Downloaded ${formatCount(fetched, 'logo')} for ${formatCount(assigned, 'club')}.`);
  if (missed.length === 0) return;
  process.exitCode = INCOMPLETE;
  report(formatMissedLogos(missed));
}

interface CommandOptions extends Pick<ImportOptions, 'sheet' | 'replaceSamples' | 'deleteMissing' | 'allowEmpty'> {
  dryRun?: boolean;
  yes?: boolean;
  fetchLogos?: boolean;
  withLogos?: string;
  report?: string;
  columns?: string;
}

/** Shows how the columns of a file were matched, and asks, unless an earlier import or an option decided it. */
async function chooseColumns(
  { names, isOurs, targets: known, guess }: FileColumns,
  { columns, yes, dryRun }: CommandOptions,
): Promise<readonly ColumnTarget[] | null> {
  if (isOurs && columns === undefined) return known;
  const targets = columns === undefined ? (known ?? guess) : setColumns(names, known ?? guess, columns);
  report(formatColumns(names, targets));
  const isSettled = known !== null || [columns !== undefined, yes, dryRun].includes(true);
  if (areComplete(targets) && (isSettled || (await confirm('Import these columns?')))) return targets;
  throw new ExpectedError(
    'Nothing was changed. Set the columns with --columns "Club=name,Phone=": one must be the name.',
  );
}

/** Reads the file. Wrong arguments fail here, before a database is created. */
async function readInputs(file: string, { report: reportFile, withLogos }: CommandOptions): Promise<Buffer> {
  if (reportFile !== undefined && resolve(reportFile) === resolve(file)) {
    throw new ExpectedError(`--report would overwrite ${file}. Choose another file name.`);
  }
  if (withLogos !== undefined) await readdir(withLogos).catch(failTo('read logos from', withLogos));
  return await readFile(file).catch(failTo('read', file));
}

async function runImport(file: string, options: CommandOptions): Promise<void> {
  const { report: reportFile, dryRun: isDryRun, withLogos: logoFolder } = options;
  const bytes = await readInputs(file, options);
  const work = async (database: OpenDatabase) => {
    const { sql, description } = database;
    await loadSite(sql);
    const progress = startProgress(process.stdout);
    const { outcome, plan } = await importClubs(sql, bytes, {
      ...options,
      isDryRun,
      logoFolder,
      note: basename(file),
      siteUrl: settings().siteUrl,
      onProgress: (stage) => progress.show(`${STAGES[stage]} clubs`, Object.keys(STAGES).indexOf(stage), 3),
      chooseColumns(header) {
        progress.end();
        return chooseColumns(header, options);
      },
      async onPlan(plan) {
        progress.end();
        if (reportFile !== undefined)
          await writeFile(reportFile, formatReport(listIssues(plan), 'en')).catch(failTo('write', reportFile));
        if (plan.errors.length > 0) return;
        if (isDryRun) for (const line of plan.clubs.flatMap(formatPlannedClub)) report(line);
        report(formatPlan(plan));
      },
      confirm: async () => options.yes === true || (await confirm('Continue?')),
    }).finally(() => progress.end());
    if (outcome === 'errors') throw new ExpectedError(formatErrors(file, plan));
    if (outcome === 'declined') throw new ExpectedError('Nothing was changed.');
    const target = `${file} into ${description}`;
    report(isDryRun ? `Dry run of importing ${target}. Nothing was changed.` : `Imported ${target}.`);
    if (isDryRun) return;
    if (options.fetchLogos === true) await fetchForeignLogos(database, file);
    // The embedded database has no autovacuum. Without this a search takes three times as long.
    await sql.alone`vacuum (analyze) club`.catch((error: unknown) =>
      report(`Could not vacuum the club table, so searches may be slower: ${String(error)}.`),
    );
  };
  await withDatabase(report, work);
}

const program = createProgram(
  'clubs:import',
  'Imports clubs from a CSV or XLSX file. If a row has an error, nothing is changed.',
)
  .argument('<file>', 'a CSV or XLSX file')
  .option('--sheet <name>', 'the sheet of a workbook, if several have content')
  .option('--replace-samples', 'delete the sample clubs first')
  .option('--delete-missing', 'delete clubs that are not in the file, after confirmation')
  .option('--allow-empty', 'allow a file without clubs, which deletes all clubs')
  .option('--dry-run', 'show the changes club by club without making them')
  .option('--columns <pairs>', 'set what the columns of the file are, as in "Club name=name,Phone="')
  .option('--yes', 'confirm columns, renamed and deleted clubs, cleared fields and Windows-1252 files')
  .option('--fetch-logos', 'download logos from other sites after the import')
  .option('--with-logos <dir>', 'read missing logos from the folder of an export')
  .option('--report <file>', 'write all errors and warnings to a CSV file')
  .action(runImport);

await runCommand(program);
