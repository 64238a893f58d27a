import { readFile } from 'node:fs/promises';
import { Failure } from '../../src/failure.ts';
import { formatCount, formatNumber } from '../../src/format.ts';
import type { RowIssue } from '../import/club-row.ts';
import { importClubs, type ImportProgress, type ImportReport } from '../import/import-clubs.ts';
import { fileFailure, runCommand, withDatabase } from './command.ts';
import { startProgress } from './progress.ts';

/** A file that is wrong in one row is often wrong in all of them. */
const ISSUES_SHOWN = 20;

const report = (line: string) => console.log(line);

const formatStage = (stage: ImportProgress['stage'], total: number) =>
  ({ render: 'Rendering the texts of ', write: 'Writing ' })[stage] + formatCount(total, 'club');

function formatIssues(file: string, issues: RowIssue[]): string {
  const shown = issues.slice(0, ISSUES_SHOWN).map(({ line, message }) => `line ${line}: ${message}`);
  const more = issues.length - shown.length;
  if (more > 0) shown.push(`and ${formatNumber(more)} more`);
  return [`${file} has ${formatCount(issues.length, 'mistake')}.`, ...shown, 'Nothing was changed.'].join('\n');
}

function formatReport(
  { created, updated, unchanged, removedSamples, normalised }: ImportReport,
  heading: string,
): string {
  const { names, parentNames } = normalised;
  const lines = [
    heading,
    `Clubs: ${formatNumber(created)} created, ${formatNumber(updated)} updated, ${formatNumber(unchanged)} unchanged.`,
    `Normalised names: ${formatNumber(names.trimmed)} trimmed, ${formatNumber(names.toNfc)} to NFC.`,
    `Normalised parent names: ${formatNumber(parentNames.trimmed)} trimmed, ${formatNumber(parentNames.toNfc)} to NFC.`,
  ];
  if (removedSamples > 0) lines.splice(1, 0, `Removed ${formatCount(removedSamples, 'sample club')}.`);
  return lines.join('\n');
}

const form = {
  usage: 'clubs:import -- FILE.csv [--replace-samples]',
  words: 1,
  switches: ['replace-samples'],
};

await runCommand(form, async ({ words: [file = ''], switches }) => {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw fileFailure(error, 'read', file);
  });
  await withDatabase(report, async ({ sql, description }) => {
    const progress = startProgress(process.stdout);
    const { report: done, issues } = await importClubs(sql, bytes, {
      replaceSamples: switches.has('replace-samples'),
      onProgress: ({ stage, done, total }) => progress.show(formatStage(stage, total), done, total),
    }).finally(() => progress.end());
    if (issues) throw new Failure(formatIssues(file, issues));
    report(formatReport(done, `Imported ${file} into ${description}.`));
    // A server does this by itself in time, an embedded database never: without it a search takes three times as long.
    await sql.alone`vacuum (analyze) club`;
  });
});
