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
import { tellInterrupts } from './interrupt.ts';
import { startProgress } from './progress.ts';

const report = (line: string) => console.log(line);

const formatStage = ({ stage, done }: ImportProgress, file: string) =>
  stage === 'read'
    ? `Reading ${file}`
    : `${{ check: 'Comparing', write: 'Writing' }[stage]} ${formatCount(done, 'club')}`;

/** The first of many, and how many there are besides. */
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
    ? `The whole list is in ${reportFile}.`
    : mistakes > issues.length || warnings > 0
      ? 'Add --report FILE for the whole list, as a spreadsheet.'
      : [];
  return [
    `${file} has ${formatCount(mistakes, 'mistake')}.`,
    ...formatList(issues.map(formatIssue), mistakes),
    all,
    'Nothing was changed.',
  ]
    .flat()
    .join('\n');
}

/** Fetches what clubs have for their logo on other sites; answers whether all of it was to be had. */
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
    onProgress: ({ done, total }) => progress.show(`Fetching ${formatCount(total, 'logo')}`, done, total),
  })
    .catch((error: unknown) => {
      if (!isLostConnection(error) && !(error instanceof OwnerEndedError)) throw error;
      // A plain failure: the import itself is not to be done again.
      throw new Failure(`The clubs were imported, and not all logos fetched: ${error.message} Import the file again.`);
    })
    .finally(() => progress.end());
  report(`Fetched ${formatCount(fetched, 'logo')} from other sites, for ${formatCount(given, 'club')}.`);
  if (missed.length === 0) return true;
  const lines = missed.flatMap(toLines);
  if (reportFile !== undefined) {
    await writeReport(reportFile, ofOne(lines), { ...read, locale: 'en' }, { isContinued: true }).catch(
      (error: unknown) => {
        throw fileFailure(error, 'write', reportFile);
      },
    );
  }
  const more = reportFile !== undefined ? [] : ['Add --report FILE for all of them, as a spreadsheet.'];
  report(
    [
      `${formatCount(missed.length, 'logo')} could not be had:`,
      ...formatList(missed.slice(0, ISSUES_TOLD).map(formatMissed), missed.length),
      ...(missed.length > ISSUES_TOLD ? more : []),
      ...(fetched === 0 && missed.every(({ problem }) => isNameProblem(problem))
        ? ['No name of these sites could be looked up: is this machine on the Internet?']
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

function formatRemovedSamples(count: number): string {
  return `Removed ${formatCount(count, 'sample club')}${count === 0 ? ': none were left' : ''}.`;
}

function formatSummary(
  summary: ImportSummary,
  heading: string,
  { replaceSamples, hasLogoFolder }: { replaceSamples: boolean; hasLogoFolder: boolean },
): string {
  const { created, updated, unchanged, renamed, deleted, removedSamples } = summary;
  const counts = [
    `${formatNumber(created)} created`,
    `${formatNumber(updated)} updated${renamed > 0 ? ` (${formatNumber(renamed)} renamed)` : ''}`,
    `${formatNumber(unchanged)} unchanged`,
    deleted > 0 ? `${formatNumber(deleted)} deleted` : [],
  ].flat();
  return [
    heading,
    replaceSamples ? formatRemovedSamples(removedSamples) : [],
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
        `Cleared by empty cells: ${cleared.map(({ field, clubs }) => `${field} of ${formatCount(clubs, 'club')}`).join(', ')}.`,
      ];

/** What somebody has to agree to. */
function formatConsent(summary: ImportSummary, reportFile: string | undefined): string {
  const { created, updated, unchanged, renamed, renamedByFilling, renames, deleted, deletions } = summary;
  const list = (heading: string, lines: string[], total: number) =>
    total > 0 ? [`${heading} (${formatNumber(total)}):`, ...formatList(lines, total).map((line) => `  ${line}`)] : [];
  const hasMore = renamed > renames.length || deleted > deletions.length;
  return [
    ...describeFileWarnings(summary.file, 'en'),
    `This import creates ${formatCount(created, 'club')}, updates ${formatNumber(updated)}, renames ${formatNumber(renamed)} of them, and deletes ${formatNumber(deleted)}.`,
    ...list(
      'To be renamed',
      renames.map(({ from, to }) => `${quoteCell(from)} to ${quoteCell(to)}`),
      renamed,
    ),
    ...(renamedByFilling > 0
      ? [
          `The ids of ${formatNumber(renamedByFilling)} of them repeat or count up from row to row: if they were filled down in the spreadsheet, do not go ahead: take them from a new export, or delete the column id, and clubs are matched by name.`,
        ]
      : []),
    ...(renames.some(({ isSample }) => isSample)
      ? ['Among them are sample clubs: --replace-samples takes those away instead.']
      : []),
    ...list('To be deleted', deletions.map(quoteCell), deleted),
    ...formatCleared(summary),
    ...(deleted > updated + unchanged ? ['That is more than half of all clubs.'] : []),
    ...(hasMore
      ? [reportFile ? `All of them are in ${reportFile}.` : 'Add --report FILE for all of them, as a spreadsheet.']
      : []),
  ].join('\n');
}

/** What the process ends with when clubs were imported and not all of their logos were to be had. */
const INCOMPLETE = 2;

const form: CommandForm = {
  script: 'clubs:import',
  words: ['FILE.csv'],
  meaning: 'Reads clubs in from a CSV file: all that it says or, when one row is bad, nothing.',
  options: {
    'replace-samples': { meaning: 'removes the sample clubs first' },
    'delete-missing': { meaning: 'deletes the clubs that have no row in the file, after a question' },
    'allow-empty': { meaning: 'lets a file without clubs delete all of them' },
    'dry-run': { meaning: 'shows what it would do, club by club, and changes nothing' },
    yes: { meaning: 'confirms renamed and deleted clubs, cleared fields and a file in Windows-1252' },
    'fetch-logos': { meaning: 'fetches the logos that are on other sites, once the clubs are imported' },
    'with-logos': { value: 'DIR', meaning: 'takes logos that the site lacks from the folder of an export' },
    report: { value: 'FILE', meaning: 'writes every mistake, warning, renamed or deleted club to a spreadsheet' },
  },
};

/** Whether two names are of one file, by whatever way they lead there. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((name) => stat(name).catch(() => null)));
  return first?.ino !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

/** The bytes read at once. */
const CHUNK = 64 * 1024;

/**
 * What a file holds: from its beginning when it `isWhole`, so that it can be read any number of times, else from where
 * it is. A stream would close the file when nobody reads it to the end.
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
    throw new Failure(`The report would replace ${file} itself: give --report the name of another file.`);
  }
  const logoFolder = values.get('with-logos');
  if (logoFolder !== undefined) {
    const found = await stat(logoFolder).catch((error: unknown) => {
      throw fileFailure(error, 'read', logoFolder);
    });
    if (!found.isDirectory()) throw new Failure(`Cannot read logos from ${logoFolder}: it is not a folder.`);
  }
  const handle = await open(file).catch(failToRead);
  const stats = await handle.stat();
  const { size } = stats;
  const isWhole = stats.isFile();
  // A folder can be opened, too.
  if (isWhole || stats.isDirectory()) await handle.read(Buffer.alloc(1), 0, 1, 0).catch(failToRead);
  let decision: 'open' | 'pending' | 'written' = 'open';
  let hasAll = true as boolean;
  const written = switches.has('fetch-logos')
    ? 'The import is complete; the next one with --fetch-logos fetches the logos that are left.'
    : 'The import is complete.';
  const stopTelling = tellInterrupts(
    () => ({ open: 'Nothing was changed.', pending: null, written })[decision],
    'It cannot be known whether the clubs were changed: run the import again, and what is done already is told as unchanged.',
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
        return switches.has('yes') || (await confirm('Go ahead?'));
      },
    })
      .catch(failToRead)
      .finally(() => progress.end());
    if (result.outcome === 'mistakes') throw new Failure(formatMistakes(file, result, reportFile));
    if (result.outcome === 'declined') throw new Failure('Nothing was changed.');
    if (result.outcome === 'inspected') {
      const heading = `Importing ${file} into ${description} would do this. Nothing was changed.`;
      report(formatSummary(result.summary, heading, { replaceSamples, hasLogoFolder: logoFolder !== undefined }));
      if (!result.isCurrent) report('Clubs were changed meanwhile: this is what it would have done before.');
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
    // A server does this by itself in time, an embedded database never: without it a search takes three times as long.
    await sql.alone`vacuum (analyze) club`.catch((error: unknown) => {
      if (isLostConnection(error) || error instanceof OwnerEndedError) return;
      const reason = error instanceof Error ? error.message : String(error);
      report(`What the import left behind could not be tidied up, so searches may be slower: ${reason}.`);
    });
  };
  try {
    await withDatabase(report, work, { isRepeatable: isWhole });
  } finally {
    await handle.close();
  }
  stopTelling();
  // The import is done, and more was asked for.
  if (!hasAll) process.exitCode = INCOMPLETE;
});
