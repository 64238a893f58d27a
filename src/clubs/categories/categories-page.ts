import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import type { Database } from '../../../db/client.ts';
import type { Actor } from '../history/step.ts';
import { countValues, proposeMatches } from './match.ts';
import { readAnswers, readChosenClubs, toReadyValues, toRows, type CategoryRow } from './match-form.ts';
import { changeCategories, findClubCategories, findUncategorized, relabelClubs } from './queries.ts';
import { proposeForAll } from './ready.ts';

/** All categories, these with proposals for their spellings, or proposals for the clubs without a category. */
export const PARTS = ['', 'variants', 'uncategorized'] as const;
export type CategoriesPart = (typeof PARTS)[number];

/** More rows do not fit into a form. */
export const MAX_ROWS = 1000;

/** Changes the categories of clubs as a form says. */
export async function submitCategories(sql: Database, part: CategoriesPart, form: FormData, actor: Actor) {
  const answers = readAnswers(form);
  if (part === 'uncategorized') {
    return await changeCategories(sql, actor, () => Promise.resolve(readChosenClubs(form, answers)));
  }
  for (const { folded, label } of countValues(await findClubCategories(sql))) {
    if (answers.get(folded) === label) answers.delete(folded);
  }
  return await relabelClubs(sql, actor, answers);
}

export async function loadCategoriesPage(sql: Database, part: CategoriesPart, locale: Locale) {
  const clubs = await findClubCategories(sql);
  const values = countValues(clubs).slice(0, MAX_ROWS);
  const proposals = proposeMatches(values);
  let rows: CategoryRow[] = toRows(values, part === 'variants' ? proposals : undefined);
  if (part === 'uncategorized') {
    const proposed = await proposeForAll(await findUncategorized(sql), (club) => club);
    rows = toRows(toReadyValues(proposed, messages(locale).categories.ready));
  }
  return {
    // Only the clubs of a file need examples: these have a link.
    rows: rows.map((row) => ({ ...row, examples: [] })),
    labels: values.map(({ label }) => label),
    variants: proposals.size,
    uncategorized: clubs.filter(({ category }) => category === '').length,
  };
}
