import type { Database, Sql, Transaction } from '../../../db/client.ts';
import type { DoneCounts } from '../../messages/done.ts';
import { readStepId, type Actor } from '../history/step.ts';
import { constraintOf, withWriteLock } from '../history/write-lock.ts';
import { relabel, type CategoryMatches } from './match.ts';
import type { ClubTexts } from './ready.ts';

/** The distinct texts of categories, with the number of clubs; empty for clubs without a category. */
export const findCategoryTexts = async (sql: Sql): Promise<{ category: string; count: number }[]> =>
  await sql<{ category: string; count: number }[]>`
    select category, count(*)::int as count from club group by category`;

/** The first clubs without a category; as many as one form can have. */
export const findUncategorized = async (sql: Sql): Promise<(ClubTexts & { id: number })[]> =>
  await sql<(ClubTexts & { id: number })[]>`
    select id, name, short_description, left(description, 500) as description
    from club where category = '' order by name, id limit 3000`;

/** `full`: the categories of a club would be too long, and nothing was changed. */
export type RelabelOutcome = { outcome: 'done'; counts: DoneCounts } | { outcome: 'full' };

interface ChangedCategory {
  id: number;
  before: string;
  after: string;
}

/** Writes the categories of clubs in one step of the history. Sample clubs stay samples. */
async function changeCategories(
  database: Database,
  actor: Actor,
  find: (tx: Transaction) => Promise<ChangedCategory[]>,
): Promise<RelabelOutcome> {
  try {
    return await withWriteLock(database, 'bulk', actor, async (tx) => {
      const rows = (await find(tx)).filter(({ before, after }) => before !== after);
      const { count } = await tx`
        update club set category = row.after
        from jsonb_to_recordset(${tx.json(rows.map((row) => ({ ...row })))}) as row (id integer, before text, after text)
        where club.id = row.id and club.category = row.before`;
      const step = await readStepId(tx);
      return { outcome: 'done', counts: { changed: count, already: 0, ...(step !== null && { step }) } };
    });
  } catch (error) {
    if (constraintOf(error) === 'club_category_has_up_to_1000_characters') return { outcome: 'full' };
    throw error;
  }
}

/** Renames, merges and deletes categories in all clubs. Imports will rename and merge them, too. */
export const relabelClubs = (database: Database, actor: Actor, matches: CategoryMatches): Promise<RelabelOutcome> =>
  changeCategories(database, actor, async (tx) => {
    const renames = new Map([...matches].filter(([, label]) => label !== null));
    const remembered = [...(await findRemembered(tx))];
    const renamed = remembered.map(([folded, label]) => [folded, label && relabel(label, renames)] as const);
    await rememberMatches(tx, new Map([...renamed, ...renames]));
    const clubs = await tx<{ id: number; before: string }[]>`
      select id, category as before from club where category <> ''`;
    return clubs.map(({ id, before }) => ({ id, before, after: relabel(before, matches) }));
  });

/** Sets the categories of clubs that have none. */
export const categorizeClubs = (
  database: Database,
  actor: Actor,
  clubs: readonly { id: number; category: string }[],
): Promise<RelabelOutcome> =>
  changeCategories(database, actor, () =>
    Promise.resolve(clubs.map(({ id, category }) => ({ id, before: '', after: category }))),
  );

/** The answers about the categories of earlier files. */
export async function findRemembered(sql: Sql): Promise<CategoryMatches> {
  const rows = await sql<{ folded: string; label: string | null }[]>`select folded, label from category_match`;
  return new Map(rows.map(({ folded, label }) => [folded, label]));
}

export async function rememberMatches(tx: Transaction, matches: CategoryMatches): Promise<void> {
  const rows = [...matches].map(([folded, label]) => ({ folded, label }));
  await tx`
    insert into category_match select folded, label
    from jsonb_to_recordset(${tx.json(rows)}) as row (folded text, label text)
    on conflict (folded) do update set label = excluded.label`;
}

/** The clubs with a category. */
export const findCategorized = async (sql: Sql): Promise<{ id: number; name: string; category: string }[]> =>
  await sql<{ id: number; name: string; category: string }[]>`
    select id, name, category from club where category <> '' and not is_sample`;
