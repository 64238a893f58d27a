import type { Database, Sql } from '../../../../db/client.ts';
import { INTEGER_ARRAY } from '../../../sql-fragments.ts';

/*
 * What somebody leaves out of an undo, between its requests: an address has no room for all of it.
 */

export interface UndoDraft {
  /** Clubs that stay as they are. */
  leftOut: number[];
  /** The digest of the plan that was last seen, and the clubs that stayed as they are in that; empty for none. */
  shown: string;
  shownWithout: number[];
  /** How often it was kept; 0 for one that is not. */
  version: number;
}

const NO_DRAFT: UndoDraft = { leftOut: [], shown: '', shownWithout: [], version: 0 };

/** What an account has kept of the undo of a step. */
export async function findUndoDraft(sql: Sql, stepId: number, userId: number): Promise<UndoDraft> {
  const [found] = await sql<UndoDraft[]>`
    select to_json(left_out) as left_out, shown, to_json(shown_without) as shown_without, version
    from club_undo_draft where step_id = ${stepId}::float8::bigint and user_id = ${userId}`;
  return found ?? NO_DRAFT;
}

/** Keeps it; of clubs that are none of the step, and for a step or an account that is gone, nothing. */
export async function keepUndoDraft(
  database: Database,
  stepId: number,
  userId: number,
  { leftOut, shown, shownWithout }: Omit<UndoDraft, 'version'>,
): Promise<void> {
  await database.begin(async (tx) => {
    const ofStep = (ids: readonly number[]) => tx`
      array(
        select distinct club_id from club_change
        where step_id = step.id and club_id = any(${tx.array([...ids], INTEGER_ARRAY)}) order by club_id
      )`;
    await tx`
      insert into club_undo_draft (step_id, user_id, left_out, shown, shown_without)
      select step.id, site_user.id, ${ofStep(leftOut)}, ${shown}, ${ofStep(shownWithout)}
      from club_step step, site_user where step.id = ${stepId}::float8::bigint and site_user.id = ${userId}
      on conflict (step_id, user_id) do update
      set left_out = excluded.left_out, shown = excluded.shown, shown_without = excluded.shown_without,
        version = club_undo_draft.version + 1`;
  });
}

/** Forgets what was left out of an undo that is done. */
export const dropUndoDraft = async (database: Database, stepId: number, userId: number): Promise<void> =>
  await keepUndoDraft(database, stepId, userId, { leftOut: [], shown: '', shownWithout: [] });
