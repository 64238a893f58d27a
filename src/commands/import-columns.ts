import { parse } from 'csv-parse/sync';
import { quoteCell } from '../clubs/csv/issues.ts';
import { foldHeader } from '../clubs/csv/header-names.ts';
import { findTargetsIssue, TARGETS, type ColumnTarget } from '../clubs/csv/match-columns.ts';
import { ExpectedError } from '../lib/expected-error.ts';

/** Sets columns as in `Club name=name,Phone=`; other columns stay as they are. */
export function setColumns(
  names: readonly string[],
  targets: readonly ColumnTarget[],
  option: string,
): readonly ColumnTarget[] {
  const pairs = parse(option, { relax_quotes: true, trim: true })
    .flat()
    .filter((pair) => pair !== '');
  const chosen = [...targets];
  for (const pair of pairs) {
    const [, header = pair, field = pair] = /^(.*)=(.*)$/s.exec(pair) ?? [];
    const index = names.findIndex((name) => foldHeader(name) === foldHeader(header));
    const target = field.trim() === '' ? null : TARGETS.find((name) => name === field.trim().toLowerCase());
    if (target === undefined) {
      throw new ExpectedError(
        `--columns: ${quoteCell(field)} is not a field. Write Column=field, or Column= to leave a column out. The fields: ${TARGETS.join(', ')}.`,
      );
    }
    if (index < 0) {
      const known = names.map(quoteCell).join(', ');
      throw new ExpectedError(`--columns: the file has no column ${quoteCell(header)}. Its columns: ${known}.`);
    }
    chosen[index] = target;
  }
  return chosen;
}

export function formatColumns(names: readonly string[], targets: readonly ColumnTarget[]): string {
  return [
    'Columns:',
    ...names.map((name, index) => `  ${quoteCell(name)} → ${targets[index] ?? '(not imported)'}`),
  ].join('\n');
}

/** Throws if columns cannot be imported like this. */
export function assertTargets(targets: readonly ColumnTarget[]): void {
  const issue = findTargetsIssue(targets);
  if (!issue) return;
  const text =
    issue.code === 'nameMissing' ? 'No column has the names of the clubs.' : `Several columns are ${issue.field}.`;
  throw new ExpectedError(`${text} Set the columns, for example --columns "Club=name,Phone=". Nothing was changed.`);
}
