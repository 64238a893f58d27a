import * as v from 'valibot';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import type { ClubStore } from '../directory/club-store.ts';
import type { Actor } from '../history/step.ts';
import { foldLabel } from '../record/category.ts';
import { countValues, proposeMatches, type CategoryValue } from './match.ts';
import { readAnswers, readChosenClubs, toMatches } from './match-form.ts';
import { categorizeClubs, findCategoryTexts, findUncategorized, relabelClubs } from './queries.ts';
import { findReadyLabels, proposeReady, READY_CATEGORIES, type ReadyCategory } from './ready.ts';

/** All categories, these with proposals for their spellings, or proposals for the clubs without a category. */
export const PartSchema = v.picklist(['', 'variants', 'uncategorized']);
export type CategoriesPart = v.InferOutput<typeof PartSchema>;

/** A category in the form, with its new label. */
export interface CategoryRow extends Omit<CategoryValue, 'folded'> {
  value: string;
  to: string;
  isProposed: boolean;
  isDropped: boolean;
  /** Has an answer already, which is folded. */
  isKnown: boolean;
  /** Clubs to choose from. */
  clubs: readonly { id: number; name: string }[];
}

export const PLAIN = { isDropped: false, isKnown: false, clubs: [] } as const;

export const MAX_ROWS = 500;
/** Clubs with a proposal on a page. */
const MAX_CLUBS = 1000;

/** Changes the categories of clubs as a form says. */
export async function submitCategories({ sql }: ClubStore, part: CategoriesPart, form: FormData, actor: Actor) {
  const answers = readAnswers(form);
  return part === 'uncategorized'
    ? await categorizeClubs(sql, actor, readChosenClubs(form, answers).slice(0, MAX_CLUBS))
    : await relabelClubs(sql, actor, toMatches(answers));
}

export async function loadCategoriesPage({ sql }: ClubStore, part: CategoriesPart, locale: Locale) {
  const texts = await findCategoryTexts(sql);
  const values = countValues(texts);
  const proposals = proposeMatches(values);
  const rows =
    part === 'uncategorized'
      ? await loadReadyRows(sql, values, locale)
      : toRows(values, part === 'variants' ? proposals : new Map());
  return {
    rows: rows.slice(0, MAX_ROWS),
    labels: values.slice(0, MAX_ROWS).map(({ label }) => label),
    hidden: Math.max(0, rows.length - MAX_ROWS),
    variants: proposals.size,
    uncategorized: texts.find(({ category }) => category === '')?.count ?? 0,
  };
}

/** The rows with a proposal come first. */
export const toRows = (values: readonly CategoryValue[], proposals: ReadonlyMap<string, string>): CategoryRow[] =>
  values
    .map(({ folded, ...value }) => {
      const to = proposals.get(folded) ?? value.label;
      return { ...value, value: value.label, to, isProposed: foldLabel(to) !== folded, ...PLAIN };
    })
    .sort((a, b) => Number(b.isProposed) - Number(a.isProposed));

async function loadReadyRows(
  sql: ClubStore['sql'],
  values: readonly CategoryValue[],
  locale: Locale,
): Promise<CategoryRow[]> {
  const labels = findReadyLabels(values, messages(locale).categories.ready);
  const clubs = new Map(
    READY_CATEGORIES.map((category): [ReadyCategory, { id: number; name: string }[]] => [category, []]),
  );
  let count = 0;
  for await (const batch of findUncategorized(sql)) {
    for (const club of batch) {
      const category = proposeReady(club);
      if (category && (count += 1) <= MAX_CLUBS) clubs.get(category)?.push({ id: club.id, name: club.name });
    }
    if (count >= MAX_CLUBS) break;
  }
  return [...clubs]
    .filter(([, { length }]) => length > 0)
    .sort((a, b) => b[1].length - a[1].length)
    .map(([value, clubs]) => {
      const label = labels[value];
      return { ...PLAIN, value, label, to: label, count: clubs.length, examples: [], isProposed: false, clubs };
    });
}
