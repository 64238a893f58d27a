import type { Database, Sql, Transaction } from '../../../db/client.ts';
import type { DoneCounts } from '../../messages/done.ts';
import { readStepId, type Actor } from '../history/step.ts';
import { withWriteLock } from '../history/write-lock.ts';
import { relabel, type CategoryMatches } from './match.ts';
import type { ClubTexts } from './ready.ts';

export interface CategorizedClub {
  id: number;
  name: string;
  category: string;
  isSample: boolean;
}

export const findClubCategories = async (sql: Sql): Promise<CategorizedClub[]> =>
  await sql<CategorizedClub[]>`select id, name, category, is_sample from club`;

/** The first clubs without a category; as many as one form can have. */
export const findUncategorized = async (sql: Sql): Promise<(ClubTexts & { id: number })[]> =>
  await sql<(ClubTexts & { id: number })[]>`
    select id, name, short_description, left(description, 500) as description
    from club where category = '' order by name, id limit 3000`;

/** Sets the categories of clubs that have not changed since, in one step of the history. Sample clubs stay samples. */
export const changeCategories = (
  database: Database,
  actor: Actor,
  find: (tx: Transaction) => Promise<{ id: number; before: string; after: string }[]>,
): Promise<DoneCounts> =>
  withWriteLock(database, 'bulk', actor, async (tx) => {
    const rows = (await find(tx)).filter(({ before, after }) => before !== after);
    const { count } = await tx`
      update club set category = row.after
      from jsonb_to_recordset(${tx.json(rows)}) as row (id integer, before text, after text)
      where club.id = row.id and club.category = row.before`;
    const step = await readStepId(tx);
    return { changed: count, already: 0, ...(step !== null && { step }) };
  });

/** Renames, merges and deletes categories in all clubs. Imports will rename and merge them, too. */
export const relabelClubs = (database: Database, actor: Actor, matches: CategoryMatches): Promise<DoneCounts> =>
  changeCategories(database, actor, async (tx) => {
    const renames = new Map([...matches].filter(([, label]) => label !== null));
    const remembered = [...(await findRemembered(tx))];
    const renamed = remembered.map(([folded, label]) => [folded, label && relabel(label, renames)] as const);
    await rememberMatches(tx, new Map([...renamed, ...renames]));
    const clubs = await findClubCategories(tx);
    return clubs.map(({ id, category }) => ({ id, before: category, after: relabel(category, matches) }));
  });

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
