import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CommandForm } from '../command-line.ts';
import { Failure } from '../failure.ts';
import { formatCount, formatNumber } from '../format.ts';
import { importClubs, type ImportProgress, type ImportResult, type ImportSummary } from '../clubs/csv/import.ts';
import { writeIssueFile } from '../clubs/csv/report.ts';
import { formatIssue, quoteCell, type FileIssue } from '../clubs/csv/issues.ts';
import type { FileReport } from '../clubs/csv/file-report.ts';
import { isLostConnection } from '../lost-connection.ts';
import { OwnerEndedError, type OpenDatabase } from '../../db/open.ts';
import { fileFailure, runCommand, withDatabase } from './command.ts';
import { confirm } from './confirm.ts';
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

const ENCODINGS = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16 (little-endian)', 'utf-16be': 'UTF-16 (big-endian)' };

/** What was understood although an export writes it otherwise. */
function formatReading(file: FileReport): string[] {
  const { normalised } = file;
  const form = [
    (file.hasByteOrderMark || file.encoding !== 'utf-8') && `${ENCODINGS[file.encoding]} with a byte order mark`,
    file.separator === ';' && 'semicolons as separators',
    file.separator === '\t' && 'tabs as separators',
    file.hasSeparatorLine && 'a line that names the separator',
    file.respelledColumns > 0 && `${formatCount(file.respelledColumns, 'column name')} in other letters or with spaces`,
    file.otherBooleans > 0 && `${formatCount(file.otherBooleans, 'status')} other than "true" and "false"`,
    file.respelledIds > 0 && `${formatCount(file.respelledIds, 'id')} with spaces or decimals`,
    file.otherDates > 0 && `${formatCount(file.otherDates, 'date')} in another form than 2026-05-17`,
  ].filter((text) => text !== false);
  const ignored = [
    file.emptyColumns > 0 && formatCount(file.emptyColumns, 'empty column'),
    file.emptyRows > 0 && formatCount(file.emptyRows, 'empty row'),
  ].filter((text) => text !== false);
  return [
    form.length > 0 ? `Understood: ${form.join(', ')}.` : [],
    ignored.length > 0 ? `Ignored: ${ignored.join(', ')}.` : [],
    `Normalised names: ${formatNumber(normalised.names.trimmed)} trimmed, ${formatNumber(normalised.names.toNfc)} to NFC.`,
    `Normalised parent names: ${formatNumber(normalised.parentNames.trimmed)} trimmed, ${formatNumber(normalised.parentNames.toNfc)} to NFC.`,
    normalised.trimmedAddresses > 0
      ? `Took the spaces around ${formatCount(normalised.trimmedAddresses, 'address')} away.`
      : [],
    file.foreignLogos > 0
      ? `Logos on other sites: ${formatNumber(file.foreignLogos)}; they are kept, and the site shows a placeholder instead.`
      : [],
  ].flat();
}

const formatWarnings = (count: number, first: FileIssue[]): string[] =>
  count === 0 ? [] : [`${formatCount(count, 'warning')}:`, ...formatList(first.map(formatIssue), count)];

function formatRemovedSamples(count: number): string {
  return `Removed ${formatCount(count, 'sample club')}${count === 0 ? ': none were left' : ''}.`;
}

function formatSummary(
  summary: ImportSummary,
  heading: string,
  { replaceSamples }: { replaceSamples: boolean },
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
    ...formatReading(summary.file),
    ...formatWarnings(summary.warnings, summary.firstWarnings),
  ]
    .flat()
    .join('\n');
}

/** What somebody has to agree to. */
function formatConsent(summary: ImportSummary, reportFile: string | undefined): string {
  const { created, updated, unchanged, renamed, renamedByFilling, renames, deleted, deletions } = summary;
  const list = (heading: string, lines: string[], total: number) =>
    total > 0 ? [`${heading} (${formatNumber(total)}):`, ...formatList(lines, total).map((line) => `  ${line}`)] : [];
  const hasMore = renamed > renames.length || deleted > deletions.length;
  return [
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
    ...(deleted > updated + unchanged ? ['That is more than half of all clubs.'] : []),
    ...(hasMore
      ? [reportFile ? `All of them are in ${reportFile}.` : 'Add --report FILE for all of them, as a spreadsheet.']
      : []),
  ].join('\n');
}

const form: CommandForm = {
  script: 'clubs:import',
  words: ['FILE.csv'],
  meaning: 'Reads clubs in from a CSV file: all that it says or, when one row is bad, nothing.',
  options: {
    'replace-samples': { meaning: 'removes the sample clubs first' },
    'delete-missing': { meaning: 'deletes the clubs that have no row in the file, after a question' },
    'allow-empty': { meaning: 'lets a file without clubs delete all of them' },
    yes: { meaning: 'answers the question before clubs are renamed or deleted' },
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
  const handle = await open(file).catch(failToRead);
  const stats = await handle.stat();
  const { size } = stats;
  const isWhole = stats.isFile();
  // A folder can be opened, too.
  if (isWhole || stats.isDirectory()) await handle.read(Buffer.alloc(1), 0, 1, 0).catch(failToRead);
  const reportFile = values.get('report');
  if (reportFile !== undefined && (await isSameFile(file, reportFile))) {
    throw new Failure(`The report would replace ${file} itself: give --report the name of another file.`);
  }
  let decision: 'open' | 'pending' | 'written' = 'open';
  const stopTelling = tellInterrupts(
    () => ({ open: 'Nothing was changed.', pending: null, written: 'The import is complete.' })[decision],
    'It cannot be known whether the clubs were changed: run the import again, and what is done already is told as unchanged.',
  );
  const replaceSamples = switches.has('replace-samples');
  const work = async ({ sql, description }: OpenDatabase) => {
    let progress = startProgress(process.stdout);
    const result = await importClubs(sql, readChunks(handle, isWhole), {
      replaceSamples,
      deleteMissing: switches.has('delete-missing'),
      allowEmpty: switches.has('allow-empty'),
      note: basename(file),
      onProgress: (now) => progress.show(formatStage(now, file), now.stage === 'read' ? now.done : size, size),
      onDecision: (now) => (decision = now),
      ...(reportFile !== undefined && {
        report: (entries, read) =>
          writeIssueFile(reportFile, entries, read).catch((error: unknown) => {
            const failure = fileFailure(error, 'write', reportFile);
            if (decision !== 'open' || !(failure instanceof Failure)) throw failure;
            throw new Failure(`${failure.message} Nothing was changed.`);
          }),
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
    report(formatSummary(result.summary, `Imported ${file} into ${description}.`, { replaceSamples }));
    // A server does this by itself in time, an embedded database never: without it a search takes three times as long.
    await sql.alone`vacuum (analyze) club`.catch((error: unknown) => {
      if (isLostConnection(error) || error instanceof OwnerEndedError) return;
      const reason = error instanceof Error ? error.message : String(error);
      report(`What the import left behind could not be tidied up, so searches may be slower: ${reason}.`);
    });
  };
  await withDatabase(report, work, { isRepeatable: isWhole }).finally(() => handle.close());
  stopTelling();
});
