import type { Database, Sql, Transaction } from '../../../db/client.ts';
import { countRows } from '../../lib/sql.ts';
import type { DoneCounts } from '../../messages/done.ts';
import { readStepId, type Actor } from '../history/step.ts';
import { withWriteLock } from '../history/write-lock.ts';
import { relabel, type CategoryMatches } from './match.ts';
import { proposeForAll, type ClubTexts } from './ready.ts';

export interface CategorizedClub extends ClubTexts {
  id: number;
  category: string;
  isSample: boolean;
  isActive: boolean;
}

/** All clubs; those without a category with the start of their texts. */
export const findCategorizedClubs = async (sql: Sql): Promise<CategorizedClub[]> =>
  await sql<CategorizedClub[]>`
    select id, name, category, is_sample, is_active, case when category = '' then short_description else '' end as short_description,
      case when category = '' then left(description, 500) else '' end as description
    from club order by name, id`;

export const countUncategorized = (sql: Sql): Promise<number> =>
  countRows(sql, sql`club where category = '' and not is_sample`);

/**
 * Renames, merges and deletes categories, and sets the ready ones, in one step of the history. Clubs that have changed since
 * stay as they are, and sample clubs stay samples. Imports will rename and merge the categories, too.
 */
export async function relabelClubs(
  database: Database,
  actor: Actor,
  matches: CategoryMatches,
  clubs: readonly CategorizedClub[],
): Promise<DoneCounts> {
  const uncategorized = clubs.filter(({ category }) => category === '');
  const proposals = await proposeForAll(uncategorized);
  const rows = [
    ...clubs.map(({ id, category }) => ({ id, before: category, after: relabel(category, matches) })),
    ...uncategorized.map(({ id }, index) => ({ id, before: '', after: matches.get(proposals[index] ?? '') ?? '' })),
  ].filter(({ before, after }) => before !== after);
  return await withWriteLock(database, 'bulk', actor, async (tx) => {
    const renames = new Map([...matches].filter(([, label]) => label !== null));
    const remembered = [...(await findRemembered(tx))];
    const renamed = remembered.map(([folded, label]) => [folded, label && relabel(label, renames)] as const);
    await rememberMatches(tx, new Map([...renamed, ...renames]));
    const { count } = await tx`
      update club set category = row.after
      from jsonb_to_recordset(${tx.json(rows)}) as row (id integer, before text, after text)
      where club.id = row.id and club.category = row.before`;
    const step = await readStepId(tx);
    return { changed: count, already: 0, ...(step !== null && { step }) };
  });
}

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
