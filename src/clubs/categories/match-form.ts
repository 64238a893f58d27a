import { formatCategories, readCategories } from '../record/category.ts';
import { parseField } from '../record/fields.ts';
import { EXAMPLES, type CategoryMatches, type CategoryValue } from './match.ts';
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
      const examples = clubs.slice(0, EXAMPLES).map(({ name }) => name);
      const count = clubs.length;
      return category ? [{ folded: READY + category, label: labels[category], count, examples, clubs }] : [];
    })
    .sort((a, b) => b.count - a.count);

/** Reads the new labels by folded label. An empty or invalid label leaves the category as it is. */
export function readAnswers(form: FormData): Map<string, string | null> {
  const texts = form.getAll('to').map(String);
  const dropped = new Set(form.getAll('drop'));
  const answers = new Map<string, string | null>();
  for (const [index, value] of form.getAll('value').map(String).entries()) {
    const label = formatCategories((texts[index] ?? '').replaceAll(/[\r\n]+/g, ' '));
    const isValid = readCategories(label).length > 0 && !parseField('category', label).issues && !value.includes('\0');
    if (dropped.has(value)) answers.set(value.replaceAll('\0', ''), null);
    else if (isValid) answers.set(value, label);
  }
  return answers;
}

/** The checked clubs, with the answers to their proposed categories. */
export const readChosenClubs = (form: FormData, answers: CategoryMatches) =>
  form.getAll('club').map((entry) => {
    const [, key = '', id] = /^(.*)-(\d{1,9})$/.exec(typeof entry === 'string' ? entry : '') ?? [];
    return { id: Number(id ?? 0), before: '', after: answers.get(key) ?? '' };
  });
