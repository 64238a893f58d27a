import { foldLabel, formatCategories, readCategories } from '../record/category.ts';
import { parseField } from '../record/fields.ts';
import type { CategoryMatches } from './match.ts';

/** More than a form shows. */
const MAX_VALUES = 1000;

/** Reads the new label of each category, by the value in the form. An empty or invalid one changes nothing. */
export function readAnswers(form: FormData): Map<string, string | null> {
  const texts = form.getAll('to').map(String);
  const dropped = new Set(form.getAll('drop'));
  const values = form.getAll('value').slice(0, MAX_VALUES).map(String);
  return new Map(
    values.map((value, index) => {
      const label = formatCategories((texts[index] ?? '').replaceAll(/[\r\n]+/g, ' '));
      const isRefused = parseField('category', label).issues !== undefined || value.includes('\0');
      const isValid = readCategories(label).length > 0 && !isRefused;
      return [value, dropped.has(value) ? null : isValid ? label : value] as const;
    }),
  );
}

/** The answers that change something, by folded label. */
export const toMatches = (answers: ReadonlyMap<string, string | null>): CategoryMatches =>
  new Map([...answers].filter(([value, label]) => value !== label).map(([value, label]) => [foldLabel(value), label]));

/** The checked clubs, each with the answer to its proposed category. */
export const readChosenClubs = (form: FormData, answers: ReadonlyMap<string, string | null>) =>
  form
    .getAll('club')
    .map(String)
    .flatMap((club) => {
      const [, value = '', id] = /^([a-z]+)-(\d{1,9})$/.exec(club) ?? [];
      const category = answers.get(value);
      return category ? [{ id: Number(id), category }] : [];
    });
