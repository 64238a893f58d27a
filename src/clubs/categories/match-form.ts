import { formatCategories, readCategories } from '../record/category.ts';
import { parseField } from '../record/fields.ts';
import type { CategoryMatches, CategoryValue } from './match.ts';
import type { ReadyCategory } from './ready.ts';

/* The form with a new label for each category. */

export interface CategoryRow extends CategoryValue {
  to: string;
  isProposed: boolean;
  isDropped: boolean;
  /** The clubs without a category that may get this one. */
  clubs?: readonly { id: number; name: string }[];
}

const NONE: CategoryMatches = new Map();

/** The rows of categories, those with a proposal first; answers come before proposals. */
export const toRows = <Value extends CategoryValue>(values: readonly Value[], proposals = NONE, answers = NONE) =>
  values
    .map((value): Value & CategoryRow => {
      const { folded, label } = value;
      const isProposed = proposals.has(folded) && !answers.has(folded);
      const to = (isProposed ? proposals : answers).get(folded);
      return { ...value, to: to ?? label, isProposed, isDropped: to === null };
    })
    .sort((a, b) => Number(b.isProposed) - Number(a.isProposed));

/** Before the name of a ready category, instead of a folded label. */
export const READY = 'ready:';

/** The ready categories that are proposed for clubs, by frequency. */
export const toReadyValues = <Club extends { name: string }>(
  proposals: ReadonlyMap<Club, ReadyCategory>,
  labels: Readonly<Record<ReadyCategory, string>>,
): (CategoryValue & { clubs: Club[] })[] =>
  [...Map.groupBy(proposals.keys(), (club) => proposals.get(club))]
    .flatMap(([category, clubs]) => {
      const examples = clubs.slice(0, 3).map(({ name }) => name);
      return category
        ? [{ folded: READY + category, label: labels[category], count: clubs.length, examples, clubs }]
        : [];
    })
    .sort((a, b) => b.count - a.count);

/** More than a form shows. */
const MAX_VALUES = 1000;

/** Reads the new labels by folded label. An empty or invalid label leaves the category as it is. */
export function readAnswers(form: FormData): Map<string, string | null> {
  const texts = form.getAll('to').map(String);
  const dropped = new Set(form.getAll('drop'));
  const values = form.getAll('value').slice(0, MAX_VALUES).map(String);
  const answers = values.map((value, index) => {
    const label = formatCategories((texts[index] ?? '').replaceAll(/[\r\n]+/g, ' '));
    const isValid = readCategories(label).length > 0 && parseField('category', label).issues === undefined;
    return [value.replaceAll('\0', ''), dropped.has(value) ? null : isValid ? label : undefined] as const;
  });
  return new Map(answers.filter((entry): entry is [string, string | null] => entry[1] !== undefined));
}

/** The checked clubs, each with the answer to its proposed category. */
export const readChosenClubs = (form: FormData, answers: CategoryMatches): { id: number; category: string }[] =>
  form
    .getAll('club')
    .map(String)
    .flatMap((club) => {
      const [, key = '', id] = /^(.*)-(\d{1,9})$/.exec(club) ?? [];
      const category = answers.get(key);
      return category ? [{ id: Number(id), category }] : [];
    });
