import { parse } from 'csv-parse/sync';
import { quoteCell } from '../clubs/csv/issues.ts';
import { foldHeader } from '../clubs/csv/header-names.ts';
import { siteTargets, type ColumnTarget } from '../clubs/csv/match-columns.ts';
import { ExpectedError } from '../lib/errors.ts';

/** Sets columns as in `Club name=name,Phone=`; other columns stay as they are. */
export function setColumns(
  names: readonly string[],
  targets: readonly ColumnTarget[],
  option: string,
): readonly ColumnTarget[] {
  const chosen = [...targets];
  for (const pair of parse(option, { relax_quotes: true, trim: true }).flat()) {
    const [, header = pair, field = pair] = /^(.*)=(.*)$/s.exec(pair) ?? [];
    const index = names.findIndex((name) => foldHeader(name) === foldHeader(header));
    const target = field.trim() === '' ? null : siteTargets().find((name) => name === field.trim().toLowerCase());
    if (index < 0 || target === undefined) {
      throw new ExpectedError(
        `--columns: ${quoteCell(pair)} is not a column and its field. Write Column=field, or Column= to leave a column out. The columns: ${names.map(quoteCell).join(', ')}. The fields: ${siteTargets().join(', ')}.`,
      );
    }
    chosen[index] = target;
  }
  return chosen;
}

export function formatColumns(names: readonly string[], targets: readonly ColumnTarget[]): string {
  const lines = names.map((name, index) => `  ${quoteCell(name)} → ${targets[index] ?? '(not imported)'}`);
  return ['Columns:', ...lines].join('\n');
}
