import { formatIssue, quoteCell, type FileIssue } from '../clubs/csv/issues.ts';
import { fieldsOf, isRenamed, type ImportPlan, type PlannedClub } from '../clubs/csv/plan.ts';
import { describeDoubts, describeReading } from '../clubs/csv/reading.ts';
import type { MissedLogo } from '../clubs/csv/fetch-logos.ts';
import type { FieldDifference } from '../clubs/record/texts.ts';
import { formatCount, formatNumber } from '../lib/format.ts';
import { escapeControls } from '../messages/quote.ts';

/* The texts of clubs:import. */

/** For issues and clubs. */
const LISTED = 20;

const FULL_LIST = '--report FILE saves the full list as a CSV file.';

/** The first items, one per line, and the number of the others. */
function formatList<T>(items: readonly T[], format: (item: T) => string): string[] {
  const more = items.length - LISTED;
  const lines = items.slice(0, LISTED).map(format);
  return more > 0 ? [...lines, `and ${formatNumber(more)} more`] : lines;
}

const formatInEnglish = (issue: FileIssue): string => formatIssue(issue, 'en');

export const formatErrors = (file: string, { errors, reading }: ImportPlan): string =>
  [
    `${file} has ${formatCount(errors.length, 'error')}.`,
    ...formatList(errors, formatInEnglish),
    ...describeReading(reading, 'en'),
    ...describeDoubts(reading, 'en'),
    FULL_LIST,
    'Nothing was changed.',
  ].join('\n');

function formatCounts({
  counts: { created, updated, unchanged, renamed, deleted, removedSamples },
}: ImportPlan): string {
  const parts = [
    `${formatNumber(created)} created`,
    `${formatNumber(updated)} changed${renamed > 0 ? ` (${formatNumber(renamed)} renamed)` : ''}`,
    `${formatNumber(unchanged)} unchanged`,
    ...(deleted > 0 ? [`${formatNumber(deleted)} deleted`] : []),
    ...(removedSamples > 0 ? [`${formatCount(removedSamples, 'sample club')} deleted`] : []),
  ];
  return `Clubs: ${parts.join(', ')}.`;
}

/** Describes a plan: the counts, what needs consent, how the file was read, and the warnings. */
export function formatPlan(plan: ImportPlan): string {
  const { clubs, cleared, counts, reading, warnings } = plan;
  const renames = clubs.filter(isRenamed);
  const deletions = clubs.filter(({ what }) => what === 'deleted');
  const list = <T>(heading: string, items: readonly T[], format: (item: T) => string) =>
    items.length > 0 ? [`${heading} (${formatNumber(items.length)}):`, ...formatList(items, format)] : [];
  return [
    formatCounts(plan),
    ...list('To be renamed', renames, ({ oldName, name }) => `${quoteCell(oldName ?? '')} to ${quoteCell(name)}`),
    ...list(
      'May be new names of clubs without a row',
      clubs.filter(({ similar }) => similar !== null),
      ({ line, name, similar }) =>
        `line ${line}: ${quoteCell(name)} may be the new name of ${quoteCell(similar?.name ?? '')} (id ${similar?.id})`,
    ),
    ...list('To be deleted', deletions, ({ name }) => quoteCell(name)),
    ...(counts.deleted > counts.updated + counts.unchanged ? ['That is more than half of all clubs.'] : []),
    ...(cleared.length > 0
      ? [
          `Cleared by empty cells: ${cleared.map(({ field, clubs }) => `${field} (${formatCount(clubs, 'club')})`).join(', ')}.`,
        ]
      : []),
    ...describeReading(reading, 'en'),
    ...describeDoubts(reading, 'en'),
    ...list('Warnings', warnings, formatInEnglish),
    ...(warnings.length > LISTED ? [FULL_LIST] : []),
  ].join('\n');
}

export const formatMissedLogos = (missed: readonly MissedLogo[]): string =>
  [`Could not download ${formatCount(missed.length, 'logo')}:`, ...missed.map(formatMissed)].join('\n');

function formatMissed({ address, clubs: [club = '', ...others], problem }: MissedLogo): string {
  const more = others.length > 0 ? ` and ${formatNumber(others.length)} more` : '';
  return escapeControls(`club ${quoteCell(club)}${more}: ${quoteCell(address)} ${problem('en').replace(/\.$/, '')}`);
}

/** The changes of an import to a club, as lines for a terminal. */
export function formatPlannedClub(planned: PlannedClub): string[] {
  const { what, line, clubId, name } = planned;
  const club = `${clubId === null ? 'club' : `club ${clubId}`} ${quoteCell(name)}`;
  if (what === 'created') return [`line ${line}: new ${club}`];
  if (what === 'changed') return [`line ${line}: ${club}`, ...fieldsOf(planned).map(formatField)];
  return what === 'deleted' ? [`not in the file: ${club} is deleted`] : [];
}

const formatField = ({ field, before, after }: FieldDifference) =>
  `  ${field}: ${quoteCell(before)} → ${quoteCell(after)}`;
