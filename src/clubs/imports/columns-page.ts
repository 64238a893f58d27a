import type { Database } from '../../../db/client.ts';
import { textOf } from '../../lib/form-data.ts';
import { mainLocale } from '../../site-settings.ts';
import { inLanguage, siteTargets, type ColumnTarget } from '../csv/match-columns.ts';
import type { FileColumns } from '../csv/read-file.ts';
import { languageOf } from '../record/localized.ts';
import { findImport } from './queries.ts';
import { loadFile } from './stored-plan.ts';

/** Loads the columns of a sheet, by default the one of the import; null if there are none. */
export async function loadColumns(sql: Database, id: number, sheet: string | null) {
  const stored = await findImport(sql, id);
  if (!stored || stored.writtenCounts) return null;
  const isOther = sheet !== null && sheet !== stored.sheet;
  const file = await loadFile(sql, isOther ? { ...stored, sheet, columns: null } : stored);
  return file?.header ? { stored, header: file.header } : null;
}

/** The names of the form's fields, one for each column. */
export const columnName = (index: number): string => `column-${index}`;

export const readTargets = ({ names }: FileColumns, form: FormData): ColumnTarget[] =>
  names.map((_, index) => siteTargets().find((target) => target === textOf(form, columnName(index))) ?? null);

/** The guess, with texts in another language of the site as fields of that language. */
export function guessTargets({ guess, samples }: FileColumns): ColumnTarget[] {
  const texts = samples.filter((_, index) => inLanguage(guess[index] ?? null, mainLocale()));
  const locale = languageOf(texts.flat().join(' '));
  return guess.map((target) => (locale === mainLocale() ? target : (inLanguage(target, locale) ?? target)));
}
