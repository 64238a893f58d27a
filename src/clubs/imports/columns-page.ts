import type { Database } from '../../../db/client.ts';
import { textOf } from '../../lib/form-data.ts';
import type { Locale } from '../../messages/locales.ts';
import { mainLocale, siteLanguages } from '../../site-settings.ts';
import { foldHeader, HEADER_WORDS } from '../csv/header-names.ts';
import { inLanguage, siteTargets, type ColumnTarget } from '../csv/match-columns.ts';
import type { FileColumns } from '../csv/read-file.ts';
import { detectLanguage } from '../record/localized.ts';
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

/** The guess, with texts in another language of the site as fields of that language, which is by default that of the page. */
export function guessTargets({ names, guess, samples }: FileColumns, pageLocale: Locale): ColumnTarget[] {
  const texts = samples.filter((_, index) => inLanguage(guess[index] ?? null, mainLocale()));
  const locale = detectLanguage(texts.flat().join(' ')) ?? languageOfHeaders(names) ?? pageLocale;
  return guess.map((target) => {
    const translated = locale === mainLocale() ? undefined : inLanguage(target, locale);
    return translated && !guess.includes(translated) ? translated : target;
  });
}

/** The language of most headers; undefined if they tell none. */
function languageOfHeaders(names: readonly string[]): Locale | undefined {
  const count = (locale: Locale) => names.filter((name) => HEADER_WORDS[locale].test(foldHeader(name))).length;
  const [first, second] = siteLanguages().toSorted((one, other) => count(other) - count(one));
  return first && count(first) > (second ? count(second) : 0) ? first : undefined;
}
