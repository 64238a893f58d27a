import type { Database } from '../../../db/client.ts';
import { textOf } from '../../lib/form-data.ts';
import { findTargetsIssue, TARGETS, type ColumnTarget, type TargetsIssue } from '../csv/match-columns.ts';
import type { FileColumns } from '../csv/read-file.ts';
import { findImport, updateColumns, type StoredImport } from './queries.ts';
import { loadFile } from './stored-plan.ts';

export { TARGETS };

export const SHEET = 'sheet';
export const columnName = (index: number): string => `column-${index}`;

export interface ColumnsPage {
  stored: StoredImport;
  header: FileColumns;
  chosen: readonly ColumnTarget[];
  issue: TargetsIssue | null;
}

/** Loads the columns of a sheet, by default the one of the import; null if there are none. */
export async function loadColumnsPage(sql: Database, id: number, sheet: string | null): Promise<ColumnsPage | null> {
  const stored = await findImport(sql, id);
  if (!stored || stored.writtenCounts) return null;
  const isOther = sheet !== null && sheet !== stored.sheet;
  const file = await loadFile(sql, isOther ? { ...stored, sheet, columns: null } : stored);
  return file?.header
    ? { stored, header: file.header, chosen: file.header.targets ?? file.header.guess, issue: null }
    : null;
}

/** Stores what the user chose; null if that is done or the import is gone, else the page with the issue. */
export async function submitColumns(sql: Database, page: ColumnsPage, form: FormData): Promise<ColumnsPage | null> {
  const chosen = page.header.names.map((_, index) => {
    const text = textOf(form, columnName(index));
    return TARGETS.find((target) => target === text) ?? null;
  });
  const issue = findTargetsIssue(chosen);
  if (issue) return { ...page, chosen, issue };
  await updateColumns(sql, page.stored.id, page.header, chosen);
  return null;
}
