import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Failure } from '../../src/failure.ts';
import { formatCount, formatNumber } from '../../src/format.ts';
import { importClubs, type ImportProgress, type ImportResult, type ImportSummary } from '../import/import-clubs.ts';
import { writeIssueFile } from '../import/issue-file.ts';
import { formatIssue, quoteCell, type FileIssue } from '../import/issues.ts';
import type { FileReport } from '../import/read-csv.ts';
import { fileFailure, runCommand, withDatabase, type CommandForm } from './command.ts';
import { confirm } from './confirm.ts';
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
    file.respelledColumns > 0 && `${formatCount(file.respelledColumns, 'column name')} in other letters or with spaces`,
    file.otherBooleans > 0 && `${formatCount(file.otherBooleans, 'status')} other than "true" and "false"`,
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
      ? `Took the spaces around ${formatCount(normalised.trimmedAddresses, 'address').replace(/address(?=s)/, 'addresse')} away.`
      : [],
    file.foreignLogos > 0
      ? `Logos on other sites: ${formatNumber(file.foreignLogos)}; they are kept, and the site shows a placeholder instead.`
      : [],
  ].flat();
}

const formatWarnings = (count: number, first: FileIssue[]): string[] =>
  count === 0 ? [] : [`${formatCount(count, 'warning')}:`, ...formatList(first.map(formatIssue), count)];

function formatSummary(summary: ImportSummary, heading: string): string {
  const { created, updated, unchanged, renamed, deleted, removedSamples } = summary;
  const counts = [
    `${formatNumber(created)} created`,
    `${formatNumber(updated)} updated${renamed > 0 ? ` (${formatNumber(renamed)} renamed)` : ''}`,
    `${formatNumber(unchanged)} unchanged`,
    deleted > 0 ? `${formatNumber(deleted)} deleted` : [],
  ].flat();
  return [
    heading,
    removedSamples > 0 ? `Removed ${formatCount(removedSamples, 'sample club')}.` : [],
    `Clubs: ${counts.join(', ')}.`,
    ...formatReading(summary.file),
    ...formatWarnings(summary.warnings, summary.firstWarnings),
  ]
    .flat()
    .join('\n');
}

/** What somebody has to agree to. */
function formatConsent({ created, updated, renamed, renames, deleted, deletions }: ImportSummary): string {
  const list = (heading: string, lines: string[], total: number) =>
    total > 0 ? [heading, ...formatList(lines, total).map((line) => `  ${line}`)] : [];
  return [
    `This import creates ${formatCount(created, 'club')}, updates ${formatNumber(updated)}, renames ${formatNumber(renamed)} of them, and deletes ${formatNumber(deleted)}.`,
    ...list(
      'Renamed:',
      renames.map(({ from, to }) => `${quoteCell(from)} to ${quoteCell(to)}`),
      renamed,
    ),
    ...(renames.some(({ isSample }) => isSample)
      ? ['Among them are sample clubs: --replace-samples takes those away instead.']
      : []),
    ...list('Deleted:', deletions.map(quoteCell), deleted),
  ].join('\n');
}

const form: CommandForm = {
  usage: 'clubs:import -- FILE.csv [--replace-samples] [--delete-missing] [--yes] [--report FILE]',
  words: 1,
  switches: ['replace-samples', 'delete-missing', 'yes'],
  values: ['report'],
  help: [
    'Reads clubs in from a CSV file: all that it says or, when one row is bad, nothing.',
    '  --replace-samples  removes the sample clubs first',
    '  --delete-missing   deletes the clubs that have no row in the file, after a question',
    '  --yes              answers the question before clubs are renamed or deleted',
    '  --report FILE      writes every mistake and warning to a spreadsheet',
  ],
};

/** Whether two names are of one file, by whatever way they lead there. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((name) => stat(name).catch(() => null)));
  return first?.ino !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

await runCommand(form, async ({ words: [file = ''], switches, values }) => {
  const handle = await open(file).catch((error: unknown) => {
    throw fileFailure(error, 'read', file);
  });
  const { size } = await handle.stat();
  const reportFile = values.get('report');
  if (reportFile !== undefined && (await isSameFile(file, reportFile))) {
    throw new Failure(`The report would replace ${file} itself: give --report the name of another file.`);
  }
  await withDatabase(report, async ({ sql, description }) => {
    let progress = startProgress(process.stdout);
    const result = await importClubs(sql, createReadStream(file, { fd: handle }), {
      replaceSamples: switches.has('replace-samples'),
      deleteMissing: switches.has('delete-missing'),
      onProgress: (now) => progress.show(formatStage(now, file), now.stage === 'read' ? now.done : size, size),
      async report(issues, read) {
        if (reportFile === undefined) return;
        await writeIssueFile(reportFile, issues, read).catch((error: unknown) => {
          throw fileFailure(error, 'write', reportFile);
        });
      },
      async confirm(summary) {
        progress.end();
        progress = startProgress(process.stdout);
        report(formatConsent(summary));
        return switches.has('yes') || (await confirm('Go ahead?'));
      },
    })
      .catch((error: unknown) => {
        throw fileFailure(error, 'read', file);
      })
      .finally(() => progress.end());
    if (result.outcome === 'mistakes') throw new Failure(formatMistakes(file, result, reportFile));
    if (result.outcome === 'declined') throw new Failure('Nothing was changed.');
    report(formatSummary(result.summary, `Imported ${file} into ${description}.`));
    // A server does this by itself in time, an embedded database never: without it a search takes three times as long.
    await sql.alone`vacuum (analyze) club`;
  });
});
