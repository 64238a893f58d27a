import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CommandForm } from '../command-line.ts';
import { Failure } from '../failure.ts';
import { formatCount, formatNumber } from '../format.ts';
import {
  importClubs,
  ISSUES_TOLD,
  type ImportProgress,
  type ImportResult,
  type ImportSummary,
} from '../clubs/csv/import.ts';
import { describeFileWarnings, describeReading } from '../clubs/csv/reading.ts';
import { inWords, writeReport, type ReportLine } from '../clubs/csv/report.ts';
import { formatIssue, quoteCell, type FileIssue } from '../clubs/csv/issues.ts';
import type { FileReport } from '../clubs/csv/file-report.ts';
import { fetchLogos, type MissedLogo } from '../clubs/fetch-logos.ts';
import { isLostConnection } from '../lost-connection.ts';
import { OwnerEndedError, type OpenDatabase } from '../../db/open.ts';
import { isNameProblem } from '../images/fetch-file.ts';
import { escapeControls } from '../messages/quote.ts';
import { settings } from '../settings.ts';
import { fileFailure, runCommand, withDatabase } from './command.ts';
import { confirm } from './confirm.ts';
import { formatDifference } from './format-difference.ts';
import { reportInterrupts } from './interrupt.ts';
import { startProgress } from './progress.ts';

const report = (line: string) => console.log(line);

const formatStage = ({ stage, done }: ImportProgress, file: string) =>
  stage === 'read'
    ? `Reading ${file}`
    : `${{ check: 'Comparing', write: 'Writing' }[stage]} ${done === 0 ? 'clubs' : formatCount(done, 'club')}`;

/** The first lines of a list, and the number of the others. */
function formatList(lines: string[], total: number): string[] {
  const more = total - lines.length;
  return more > 0 ? [...lines, `and ${formatNumber(more)} more`] : lines;
}

function formatMistakes(
  file: string,
  { mistakes, issues, warnings }: Extract<ImportResult, { outcome: 'mistakes' }>,
  reportFile: string | undefined,
): string {
  const all = reportFile
    ? `The full list is in ${reportFile}.`
    : mistakes > issues.length || warnings > 0
      ? 'Add --report FILE to save the full list as a CSV file.'
      : [];
  return [
    `${file} has ${formatCount(mistakes, 'error')}.`,
    ...formatList(issues.map(formatIssue), mistakes),
    all,
    'Nothing was changed.',
  ]
    .flat()
    .join('\n');
}

/** Downloads the logos on other sites; returns whether all succeeded. */
async function fetchForeignLogos(
  { sql }: OpenDatabase,
  file: string,
  read: FileReport,
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
    await writeReport(reportFile, ofOne(lines), { ...read, locale: 'en' }, { isContinued: true }).catch(
      (error: unknown) => {
        throw fileFailure(error, 'write', reportFile);
      },
    );
  }
  const more = reportFile !== undefined ? [] : ['Add --report FILE to save the full list as a CSV file.'];
  report(
    [
      `Could not download ${formatCount(missed.length, 'logo')}:`,
      ...formatList(missed.slice(0, ISSUES_TOLD).map(formatMissed), missed.length),
      ...(missed.length > ISSUES_TOLD ? more : []),
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

async function* ofOne<T>(only: T): AsyncGenerator<T, void, undefined> {
  await Promise.resolve();
  yield only;
}

const formatWarnings = (count: number, first: FileIssue[]): string[] =>
  count === 0 ? [] : [`${formatCount(count, 'warning')}:`, ...formatList(first.map(formatIssue), count)];

function formatDeletedSamples(count: number): string {
  return `Deleted ${formatCount(count, 'sample club')}.`;
}

function formatSummary(
  summary: ImportSummary,
  heading: string,
  { replaceSamples, hasLogoFolder }: { replaceSamples: boolean; hasLogoFolder: boolean },
): string {
  const { created, updated, unchanged, renamed, deleted, removedSamples } = summary;
  const counts = [
    `${formatNumber(created)} created`,
    `${formatNumber(updated)} changed${renamed > 0 ? ` (${formatNumber(renamed)} renamed)` : ''}`,
    `${formatNumber(unchanged)} unchanged`,
    deleted > 0 ? `${formatNumber(deleted)} deleted` : [],
  ].flat();
  return [
    heading,
    replaceSamples ? formatDeletedSamples(removedSamples) : [],
    `Clubs: ${counts.join(', ')}.`,
    ...formatCleared(summary),
    ...describeFileWarnings(summary.file, 'en'),
    ...describeReading(summary.file, 'en', { hasLogoFolder }),
    ...formatWarnings(summary.warnings, summary.firstWarnings),
  ]
    .flat()
    .join('\n');
}

const formatCleared = ({ cleared = [] }: ImportSummary): string[] =>
  cleared.length === 0
    ? []
    : [
        `Cleared by empty cells: ${cleared.map(({ field, clubs }) => `${field} (${formatCount(clubs, 'club')})`).join(', ')}.`,
      ];

/** The changes to confirm. */
function formatConsent(summary: ImportSummary, reportFile: string | undefined): string {
  const { created, updated, unchanged, renamed, renamedByFilling, renames, deleted, deletions } = summary;
  const list = (heading: string, lines: string[], total: number) =>
    total > 0 ? [`${heading} (${formatNumber(total)}):`, ...formatList(lines, total).map((line) => `  ${line}`)] : [];
  const hasMore = renamed > renames.length || deleted > deletions.length;
  return [
    ...describeFileWarnings(summary.file, 'en'),
    `This import creates ${formatCount(created, 'club')}, changes ${formatNumber(updated)}${renamed > 0 ? ` (${formatNumber(renamed)} renamed)` : ''} and deletes ${formatNumber(deleted)}.`,
    ...list(
      'To be renamed',
      renames.map(({ from, to }) => `${quoteCell(from)} to ${quoteCell(to)}`),
      renamed,
    ),
    ...(renamedByFilling > 0
      ? [
          `The ids of ${formatNumber(renamedByFilling)} renamed clubs repeat or count up from row to row. If they were filled down in the spreadsheet, cancel and use the ids of a new export, or delete the id column to match clubs by name.`,
        ]
      : []),
    ...(renames.some(({ isSample }) => isSample)
      ? ['Some of them are sample clubs. Use --replace-samples to delete the sample clubs instead.']
      : []),
    ...list('To be deleted', deletions.map(quoteCell), deleted),
    ...formatCleared(summary),
    ...(deleted > updated + unchanged ? ['That is more than half of all clubs.'] : []),
    ...(hasMore
      ? [reportFile ? `The full list is in ${reportFile}.` : 'Add --report FILE to save the full list as a CSV file.']
      : []),
  ].join('\n');
}

/** The exit status if the clubs were imported, but not all logos downloaded. */
const INCOMPLETE = 2;

const form: CommandForm = {
  script: 'clubs:import',
  words: ['FILE.csv'],
  meaning: 'Imports clubs from a CSV file. If a row has an error, nothing is changed.',
  options: {
    'replace-samples': { meaning: 'deletes the sample clubs first' },
    'delete-missing': { meaning: 'deletes clubs that are not in the file, after confirmation' },
    'allow-empty': { meaning: 'allows a file without clubs, which deletes all clubs' },
    'dry-run': { meaning: 'shows the changes club by club without making them' },
    yes: { meaning: 'confirms renamed and deleted clubs, cleared fields and Windows-1252 files' },
    'fetch-logos': { meaning: 'downloads logos from other sites after the import' },
    'with-logos': { value: 'DIR', meaning: 'reads missing logos from the folder of an export' },
    report: { value: 'FILE', meaning: 'writes all errors, warnings, renamed and deleted clubs to a CSV file' },
  },
};

/** Whether two paths lead to the same file. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((name) => stat(name).catch(() => null)));
  return first?.ino !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

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

await runCommand(form, async ({ words: [file = ''], switches, values }) => {
  const failToRead = (error: unknown): never => {
    throw fileFailure(error, 'read', file);
  };
  const reportFile = values.get('report');
  if (reportFile !== undefined && (await isSameFile(file, reportFile))) {
    throw new Failure(`--report would overwrite ${file}. Choose another file name.`);
  }
  const logoFolder = values.get('with-logos');
  if (logoFolder !== undefined) {
    const found = await stat(logoFolder).catch((error: unknown) => {
      throw fileFailure(error, 'read', logoFolder);
    });
    if (!found.isDirectory()) throw new Failure(`Cannot read logos from ${logoFolder}: not a folder.`);
  }
  const handle = await open(file).catch(failToRead);
  const stats = await handle.stat();
  const { size } = stats;
  const isWhole = stats.isFile();
  // Opening a folder succeeds; reading it fails.
  if (isWhole || stats.isDirectory()) await handle.read(Buffer.alloc(1), 0, 1, 0).catch(failToRead);
  let decision: 'open' | 'pending' | 'written' = 'open';
  let hasAll = true as boolean;
  const written = switches.has('fetch-logos')
    ? 'The import is complete. Run it again with --fetch-logos to download the remaining logos.'
    : 'The import is complete.';
  const stopReporting = reportInterrupts(
    () => ({ open: 'Nothing was changed.', pending: null, written })[decision],
    'It is unknown whether the clubs were changed. Run the import again; clubs that were already imported count as unchanged.',
  );
  const replaceSamples = switches.has('replace-samples');
  const work = async (database: OpenDatabase) => {
    const { sql, description } = database;
    let progress = startProgress(process.stdout);
    const result = await importClubs(sql, readChunks(handle, isWhole), {
      replaceSamples,
      deleteMissing: switches.has('delete-missing'),
      allowEmpty: switches.has('allow-empty'),
      note: basename(file),
      siteUrl: settings().siteUrl,
      ...(logoFolder !== undefined && { logoFolder }),
      onProgress: (now) => progress.show(formatStage(now, file), now.stage === 'read' ? now.done : size, size),
      onDecision: (now) => (decision = now),
      ...(reportFile !== undefined && {
        report: (entries, read) =>
          writeReport(reportFile, inWords(entries, 'en'), { ...read, locale: 'en' }).catch((error: unknown) => {
            const failure = fileFailure(error, 'write', reportFile);
            if (decision !== 'open' || !(failure instanceof Failure)) throw failure;
            throw new Failure(`${failure.message} Nothing was changed.`);
          }),
      }),
      ...(switches.has('dry-run') && {
        async inspect(differences) {
          progress.end();
          progress = startProgress(process.stdout);
          for await (const some of differences) report(some.flatMap(formatDifference).join('\n'));
        },
      }),
      async confirm(summary) {
        progress.end();
        progress = startProgress(process.stdout);
        report(formatConsent(summary, reportFile));
        return switches.has('yes') || (await confirm('Continue?'));
      },
    })
      .catch(failToRead)
      .finally(() => progress.end());
    if (result.outcome === 'mistakes') throw new Failure(formatMistakes(file, result, reportFile));
    if (result.outcome === 'declined') throw new Failure('Nothing was changed.');
    if (result.outcome === 'inspected') {
      const heading = `Dry run of importing ${file} into ${description}. Nothing was changed.`;
      report(formatSummary(result.summary, heading, { replaceSamples, hasLogoFolder: logoFolder !== undefined }));
      if (!result.isCurrent) report('Clubs were changed during the dry run, so its result may be outdated.');
      return;
    }
    report(
      formatSummary(result.summary, `Imported ${file} into ${description}.`, {
        replaceSamples,
        hasLogoFolder: logoFolder !== undefined,
      }),
    );
    if (switches.has('fetch-logos')) {
      hasAll = await fetchForeignLogos(database, file, result.summary.file, reportFile);
    }
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
  stopReporting();
  if (!hasAll) process.exitCode = INCOMPLETE;
});
