import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { createProgram } from '../lib/command-line.ts';
import { Failure } from '../lib/failure.ts';
import { formatCount, formatNumber } from '../lib/format.ts';
import { importClubs, type ImportProgress } from '../clubs/csv/import.ts';
import { formatIssue, quoteCell } from '../clubs/csv/issues.ts';
import { isRenamed, type ImportPlan } from '../clubs/csv/plan.ts';
import { describeFileWarnings, describeReading, type Reading } from '../clubs/csv/reading.ts';
import { inWords, writeReport, type ReportLine } from '../clubs/csv/report.ts';
import { fetchLogos, type MissedLogo } from '../clubs/fetch-logos.ts';
import { isLostConnection } from '../lib/error-codes.ts';
import { OwnerEndedError, type OpenDatabase } from '../../db/open.ts';
import { isNameProblem } from '../images/fetch-file.ts';
import { escapeControls } from '../messages/quote.ts';
import { settings } from '../settings.ts';
import { fileFailure, report, runCommand, withDatabase } from './command.ts';
import { confirm } from './confirm.ts';
import { formatPlannedClub } from './format-planned-club.ts';
import { reportInterrupts } from './interrupt.ts';
import { startProgress } from './progress.ts';

const formatStage = ({ stage, clubs }: ImportProgress, file: string) =>
  stage === 'read'
    ? `Reading ${file}`
    : `${{ check: 'Comparing', write: 'Writing' }[stage]} ${clubs === 0 ? 'clubs' : formatCount(clubs, 'club')}`;

/** The number of issues and clubs that a list shows. */
const LISTED = 20;

/** The first lines of a list, and the number of the others. */
function formatList<T>(items: readonly T[], format: (item: T) => string): string[] {
  const more = items.length - LISTED;
  const lines = items.slice(0, LISTED).map(format);
  return more > 0 ? [...lines, `and ${formatNumber(more)} more`] : lines;
}

const ADD_REPORT = 'Add --report FILE to save the full list as a CSV file.';

function formatMistakes(file: string, { mistakes, warnings }: ImportPlan, reportFile: string | undefined): string {
  const hasMore = mistakes.length > LISTED || warnings.length > 0;
  return [
    `${file} has ${formatCount(mistakes.length, 'error')}.`,
    ...formatList(mistakes, formatIssue),
    ...(reportFile ? [`The full list is in ${reportFile}.`] : hasMore ? [ADD_REPORT] : []),
    'Nothing was changed.',
  ].join('\n');
}

/** Downloads the logos on other sites; returns whether all succeeded. */
async function fetchForeignLogos(
  { sql }: OpenDatabase,
  file: string,
  read: Reading,
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
      throw new Failure(
        `The clubs were imported, but not all logos were downloaded: ${error.message} Import the file again.`,
      );
    })
    .finally(() => progress.end());
  report(`Downloaded ${formatCount(fetched, 'logo')} for ${formatCount(given, 'club')}.`);
  if (missed.length === 0) return true;
  const lines = missed.flatMap(toLines);
  if (reportFile !== undefined) {
    await writeReport(reportFile, lines, { ...read, locale: 'en' }, { isContinued: true }).catch((error: unknown) => {
      throw fileFailure(error, 'write', reportFile);
    });
  }
  const hasMore = reportFile === undefined && missed.length > LISTED;
  report(
    [
      `Could not download ${formatCount(missed.length, 'logo')}:`,
      ...formatList(missed, formatMissed),
      ...(hasMore ? [ADD_REPORT] : []),
      ...(fetched === 0 && missed.every(({ problem }) => isNameProblem(problem))
        ? ['None of the host names could be resolved. Check the Internet connection of this machine.']
        : []),
    ].join('\n'),
  );
  return false;
}

function formatMissed({ address, clubs: [club = '', ...others], problem }: MissedLogo): string {
  const more = others.length > 0 ? ` and ${formatNumber(others.length)} more` : '';
  return escapeControls(`club ${quoteCell(club)}${more}: ${quoteCell(address)} ${problem.replace(/\.$/, '')}`);
}

const toLines = ({ address, clubs, problem }: MissedLogo): ReportLine[] =>
  clubs.map((club) => ({
    kind: 'warning',
    line: null,
    row: null,
    column: 'logo_url',
    value: address,
    problem,
    club,
    limit: null,
    length: null,
  }));

function formatSummary(
  plan: ImportPlan,
  heading: string,
  { replaceSamples, hasLogoFolder }: { replaceSamples: boolean; hasLogoFolder: boolean },
): string {
  const { created, updated, unchanged, renamed, deleted, removedSamples } = plan.counts;
  const counts = [
    `${formatNumber(created)} created`,
    `${formatNumber(updated)} changed${renamed > 0 ? ` (${formatNumber(renamed)} renamed)` : ''}`,
    `${formatNumber(unchanged)} unchanged`,
    ...(deleted > 0 ? [`${formatNumber(deleted)} deleted`] : []),
  ];
  const { warnings } = plan;
  return [
    heading,
    ...(replaceSamples ? [`Deleted ${formatCount(removedSamples, 'sample club')}.`] : []),
    `Clubs: ${counts.join(', ')}.`,
    ...formatCleared(plan),
    ...describeFileWarnings(plan.reading, 'en'),
    ...describeReading(plan.reading, 'en', hasLogoFolder),
    ...(warnings.length > 0 ? [`${formatCount(warnings.length, 'warning')}:`] : []),
    ...formatList(warnings, formatIssue),
  ].join('\n');
}

const formatCleared = ({ cleared }: ImportPlan): string[] =>
  cleared.length === 0
    ? []
    : [
        `Cleared by empty cells: ${cleared.map(({ field, clubs }) => `${field} (${formatCount(clubs, 'club')})`).join(', ')}.`,
      ];

/** The changes to confirm. */
function formatConsent(plan: ImportPlan, reportFile: string | undefined): string {
  const { created, updated, unchanged, renamed, deleted } = plan.counts;
  const renames = plan.clubs.filter(isRenamed);
  const deletions = plan.clubs.filter(({ what }) => what === 'deleted');
  const list = (heading: string, lines: string[]) =>
    lines.length > 0
      ? [`${heading} (${formatNumber(lines.length)}):`, ...formatList(lines, (line) => line).map((line) => `  ${line}`)]
      : [];
  const hasMore = renames.length > LISTED || deletions.length > LISTED;
  return [
    ...describeFileWarnings(plan.reading, 'en'),
    `This import creates ${formatCount(created, 'club')}, changes ${formatNumber(updated)}${renamed > 0 ? ` (${formatNumber(renamed)} renamed)` : ''} and deletes ${formatNumber(deleted)}.`,
    ...list(
      'To be renamed',
      renames.map(({ oldName, name }) => `${quoteCell(oldName ?? '')} to ${quoteCell(name)}`),
    ),
    ...(renames.some(({ isSample }) => isSample)
      ? ['Some of them are sample clubs. Use --replace-samples to delete the sample clubs instead.']
      : []),
    ...list(
      'To be deleted',
      deletions.map(({ name }) => quoteCell(name)),
    ),
    ...formatCleared(plan),
    ...(deleted > updated + unchanged ? ['That is more than half of all clubs.'] : []),
    ...(hasMore ? [reportFile ? `The full list is in ${reportFile}.` : ADD_REPORT] : []),
  ].join('\n');
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

/** Whether two paths lead to the same file. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((name) => stat(name).catch(() => null)));
  return first?.ino !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

const STAGES: readonly ImportProgress['stage'][] = ['read', 'check', 'write'];

/** The bytes read at once. */
const CHUNK = 64 * 1024;

/**
 * Reads a file: a whole one from its beginning, so that it can be read again; a pipe from its current position. A stream
 * would close the file if it is not read to the end.
 */
async function* readChunks(handle: FileHandle, isWhole: boolean): AsyncGenerator<Uint8Array, void, undefined> {
  let position = 0;
  for (;;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, isWhole ? position : null);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function runImport(file: string, options: CommandOptions): Promise<void> {
  const failToRead = (error: unknown): never => {
    throw fileFailure(error, 'read', file);
  };
  const { report: reportFile, withLogos: logoFolder, replaceSamples = false } = options;
  if (reportFile !== undefined && (await isSameFile(file, reportFile))) {
    throw new Failure(`--report would overwrite ${file}. Choose another file name.`);
  }
  if (logoFolder !== undefined) {
    const found = await stat(logoFolder).catch((error: unknown) => {
      throw fileFailure(error, 'read', logoFolder);
    });
    if (!found.isDirectory()) throw new Failure(`Cannot read logos from ${logoFolder}: not a folder.`);
  }
  const handle = await open(file).catch(failToRead);
  const stats = await handle.stat();
  const isWhole = stats.isFile();
  // Opening a folder succeeds; reading it fails.
  if (isWhole || stats.isDirectory()) await handle.read(Buffer.alloc(1), 0, 1, 0).catch(failToRead);
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
    const progress = startProgress(process.stdout);
    const { outcome, plan } = await importClubs(sql, readChunks(handle, isWhole), {
      replaceSamples,
      deleteMissing: options.deleteMissing === true,
      allowEmpty: options.allowEmpty === true,
      isDryRun: options.dryRun === true,
      note: basename(file),
      siteUrl: settings().siteUrl,
      ...(logoFolder !== undefined && { logoFolder }),
      onProgress: (now) => progress.show(formatStage(now, file), STAGES.indexOf(now.stage), STAGES.length),
      onDecision: (now) => (decision = now),
      ...(reportFile !== undefined && {
        report: (entries, { reading }) =>
          writeReport(reportFile, inWords(entries, 'en'), { ...reading, locale: 'en' }).catch((error: unknown) => {
            const failure = fileFailure(error, 'write', reportFile);
            throw failure instanceof Failure ? new Failure(`${failure.message} Nothing was changed.`) : failure;
          }),
      }),
      async confirm(summary) {
        progress.end();
        report(formatConsent(summary, reportFile));
        return options.yes === true || (await confirm('Continue?'));
      },
    })
      .catch(failToRead)
      .finally(() => progress.end());
    if (outcome === 'mistakes') throw new Failure(formatMistakes(file, plan, reportFile));
    if (outcome === 'declined') throw new Failure('Nothing was changed.');
    const summaryOptions = { replaceSamples, hasLogoFolder: logoFolder !== undefined };
    if (outcome === 'planned') {
      for (const club of plan.clubs) for (const line of formatPlannedClub(club)) report(line);
      const heading = `Dry run of importing ${file} into ${description}. Nothing was changed.`;
      report(formatSummary(plan, heading, summaryOptions));
      return;
    }
    report(formatSummary(plan, `Imported ${file} into ${description}.`, summaryOptions));
    if (options.fetchLogos === true) hasAll = await fetchForeignLogos(database, file, plan.reading, reportFile);
    // The embedded database has no autovacuum. Without this a search takes three times as long.
    await sql.alone`vacuum (analyze) club`.catch((error: unknown) => {
      if (isLostConnection(error) || error instanceof OwnerEndedError) return;
      const reason = error instanceof Error ? error.message : String(error);
      report(`Could not vacuum the club table, so searches may be slower: ${reason}.`);
    });
  };
  try {
    await withDatabase(report, work, { isRepeatable: isWhole });
  } finally {
    await handle.close();
  }
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
