import type { Database } from '../../../db/client.ts';
import type { Locale } from '../../messages/locales.ts';
import type { Actor } from '../history/step.ts';
import { readCategories } from '../record/category.ts';
import { parseField } from '../record/fields.ts';
import { countValues, proposeMatches, type CategoryMatches, type CategoryValue } from './match.ts';
import { findCategorizedClubs, relabelClubs } from './queries.ts';
import { countReady } from './ready.ts';

/* The form with a new label for each category. */

export type CategoryRow = ReturnType<typeof toRows>[number];

/** More rows do not fit into a form. */
export const MAX_ROWS = 1000;

const NONE: CategoryMatches = new Map();

/** The rows of categories, those with another spelling first. */
export const toRows = (values: readonly CategoryValue[], spellings = NONE, answers = NONE) =>
  values
    .slice(0, MAX_ROWS)
    .map((value) => {
      const to = answers.get(value.folded);
      // The label of another spelling; null without one.
      return { ...value, alike: spellings.get(value.folded) ?? null, to: to ?? value.label, isDropped: to === null };
    })
    .sort((a, b) => Number(b.alike !== null) - Number(a.alike !== null));

/** Reads the new labels by folded label. An empty or invalid label leaves the category as it is. */
export function readAnswers(form: FormData): Map<string, string | null> {
  const texts = form.getAll('to').map(String);
  const dropped = new Set(form.getAll('drop'));
  const answers = new Map<string, string | null>();
  for (const [index, value] of form.getAll('value').map(String).entries()) {
    const text = (texts[index] ?? '').replaceAll(/[\r\n]+/g, ' ');
    const label = parseField('category', text).value?.category;
    const isValid = typeof label === 'string' && readCategories(label).length > 0;
    // PostgreSQL stores no zero characters.
    if (value.includes('\0') || (!isValid && !dropped.has(value))) continue;
    answers.set(value, isValid && !dropped.has(value) ? label : null);
  }
  return answers;
}

/** All categories, or the ready ones that are proposed for the clubs without any. */
export async function loadCategoriesPage(sql: Database, isReady: boolean, locale: Locale) {
  const clubs = await findCategorizedClubs(sql);
  const uncategorized = clubs.filter(({ category }) => category === '');
  const values = countValues(clubs);
  return {
    rows: isReady ? toRows(await countReady(uncategorized, locale, values)) : toRows(values, proposeMatches(values)),
    labels: values.slice(0, MAX_ROWS).map(({ label }) => label),
    uncategorized: uncategorized.length,
    inactive: uncategorized.filter(({ isActive }) => !isActive).length,
  };
}

/** Changes the categories of clubs as a form says. */
export async function submitCategories(sql: Database, form: FormData, actor: Actor) {
  const answers = readAnswers(form);
  const clubs = await findCategorizedClubs(sql);
  for (const { folded, label } of countValues(clubs)) if (answers.get(folded) === label) answers.delete(folded);
  return await relabelClubs(sql, actor, answers, clubs);
}
