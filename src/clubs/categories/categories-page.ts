import type { Database } from '../../../db/client.ts';
import type { Locale } from '../../messages/locales.ts';
import type { Actor } from '../history/step.ts';
import { countValues, proposeMatches } from './match.ts';
import { MAX_ROWS, readAnswers, toRows } from './match-form.ts';
import { findCategorizedClubs, relabelClubs } from './queries.ts';
import { countReady } from './ready.ts';

/** All categories, or the ready ones that are proposed for the clubs without any. */
export async function loadCategoriesPage(sql: Database, isReady: boolean, locale: Locale) {
  const clubs = await findCategorizedClubs(sql);
  const uncategorized = clubs.filter(({ category }) => category === '');
  const values = countValues(clubs);
  return {
    rows: isReady ? toRows(await countReady(uncategorized, locale)) : toRows(values, proposeMatches(values)),
    labels: values.slice(0, MAX_ROWS).map(({ label }) => label),
    uncategorized: uncategorized.length,
  };
}

/** Changes the categories of clubs as a form says. */
export async function submitCategories(sql: Database, form: FormData, actor: Actor) {
  const answers = readAnswers(form);
  const clubs = await findCategorizedClubs(sql);
  for (const { folded, label } of countValues(clubs)) if (answers.get(folded) === label) answers.delete(folded);
  return await relabelClubs(sql, actor, answers, clubs);
}
