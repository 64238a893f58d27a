import * as v from 'valibot';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import type { Database } from '../../../db/client.ts';
import type { Actor } from '../history/step.ts';
import { countValues, proposeMatches } from './match.ts';
import { readAnswers, readChosenClubs, toReadyValues, toRows, type CategoryRow } from './match-form.ts';
import { categorizeClubs, findCategoryTexts, findUncategorized, relabelClubs } from './queries.ts';
import { proposeForAll } from './ready.ts';

/** All categories, these with proposals for their spellings, or proposals for the clubs without a category. */
export const PartSchema = v.picklist(['', 'variants', 'uncategorized']);
export type CategoriesPart = v.InferOutput<typeof PartSchema>;

/** More rows do not fit into a form. */
export const MAX_ROWS = 500;

/** Changes the categories of clubs as a form says. */
export async function submitCategories(sql: Database, part: CategoriesPart, form: FormData, actor: Actor) {
  const answers = readAnswers(form);
  if (part === 'uncategorized') return await categorizeClubs(sql, actor, readChosenClubs(form, answers));
  const labels = new Map(countValues(await findCategoryTexts(sql)).map(({ folded, label }) => [folded, label]));
  return await relabelClubs(sql, actor, new Map([...answers].filter(([key, label]) => labels.get(key) !== label)));
}

export async function loadCategoriesPage(sql: Database, part: CategoriesPart, locale: Locale) {
  const texts = await findCategoryTexts(sql);
  const values = countValues(texts);
  const proposals = proposeMatches(values);
  let rows: CategoryRow[] = toRows(values, part === 'variants' ? proposals : undefined);
  if (part === 'uncategorized') {
    const clubs = await proposeForAll(await findUncategorized(sql), (club) => club);
    rows = toRows(toReadyValues(clubs, messages(locale).categories.ready));
  }
  return {
    rows: rows.slice(0, MAX_ROWS),
    labels: values.slice(0, MAX_ROWS).map(({ label }) => label),
    hidden: Math.max(0, rows.length - MAX_ROWS),
    variants: proposals.size,
    uncategorized: texts.find(({ category }) => category === '')?.count ?? 0,
  };
}
