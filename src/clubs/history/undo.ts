import type { Database, Transaction } from '../../../db/client.ts';
import { isLostConnection } from '../../lib/errors.ts';
import { SAMPLES_NOTE } from '../../messages/notes.ts';
import { list } from '../../lib/sql.ts';
import { constraintOf, lockAccount } from './write-lock.ts';
import { renderStaleClubs } from '../record/stored-html.ts';
import { mergedChanges } from './club-history.ts';
import { findUndoEntries, writeEntry } from './site-entries.ts';
import { beginStep, readStepId, type Actor } from './step.ts';
import { findStandingUndos } from './steps.ts';
import { findSkipped, type UndoOptions } from './undo-skips.ts';
import { planUndo, undoneClubs } from './undo-plan.ts';

/* Undoes a step of the history in one transaction. */

export interface UndoRequest extends UndoOptions {
  /** The digest of the plan that the user saw; null without a plan: then every club must be as after the step. */
  shown: string | null;
  /** Whether the user may change the content of the site. */
  maySite?: boolean;
}

export type UndoOutcome =
  /** Also if the same was already done, in this step. */
  | { outcome: 'undone'; stepId: number }
  /** The clubs differ from what the user saw. */
  | { outcome: 'changed' }
  /** Every club is skipped, and the entries of the site were changed since. */
  | { outcome: 'nothing' }
  /** The restored parents would form a loop with later ones. */
  | { outcome: 'loop' }
  | { outcome: 'gone' };

/** Reverts what a step changed, as a new step. Skips the clubs that `findSkipped` lists. */
export async function undoStep(
  database: Database,
  actor: Actor,
  stepId: number,
  { shown, maySite = false, ...options }: UndoRequest,
): Promise<UndoOutcome> {
  const done = await database
    .begin<UndoOutcome>(async (tx) => {
      await lockAccount(tx, actor);
      // Like an import: others can read, and writers wait, including SQL by hand.
      await tx`lock table club in share row exclusive mode`;
      await tx`select club_take_turn()`;
      // No officers are added to clubs that may be deleted.
      await tx`
        select from club
        where id in (select club_id from club_change where step_id = ${stepId}::float8::bigint and before is null)
        for update`;
      await tx`
        create temporary table club_undo (
          club_id integer primary key, what text, current jsonb, fields jsonb, later_columns text[], later_values jsonb
        ) on commit drop`;
      await tx`insert into club_undo ${undoneClubs(tx, stepId)}`;
      const plan = await planUndo(tx, stepId, tx`select * from club_undo`);
      if (!plan) return { outcome: 'gone' };
      const skipped = findSkipped(plan.clubs, options);
      const entries = await findUndoEntries(tx, stepId, { maySite });
      const isNothing = entries.length === 0 && plan.clubs.every(({ id }) => skipped.has(id));
      const last = isNothing ? (await findStandingUndos(tx, [stepId])).get(stepId)?.step : undefined;
      if (last) return { outcome: 'undone', stepId: last.id };
      if (shown === null ? skipped.size > 0 : plan.digest !== shown) return { outcome: 'changed' };
      if (isNothing) return { outcome: 'nothing' };
      await beginStep(tx, { kind: 'undo', actor, undoes: stepId });
      await writeUndo(tx, stepId, [...skipped.keys()]);
      for (const { kind, name, before } of entries) await writeEntry(tx, { kind, name, value: before });
      return { outcome: 'undone', stepId: (await readStepId(tx)) ?? stepId };
    })
    .catch((error: unknown) => {
      if (constraintOf(error) === 'club_parents_form_no_loop') return { outcome: 'loop' } as const;
      throw error;
    });
  // Until this is done, pages show plain text. If it fails, the next start renders the rest.
  if (done.outcome === 'undone')
    await renderStaleClubs(database).catch((error: unknown) => {
      if (!isLostConnection(error)) throw error;
    });
  return done;
}

/** Writes the fields of the table `club_undo`. */
async function writeUndo(tx: Transaction, stepId: number, skipped: readonly number[]): Promise<void> {
  await tx`delete from club_undo where club_id = any(${[...skipped]})`;
  await tx`analyze club_undo`;
  // Clubs may have taken each other's names.
  await tx`set constraints club_name_is_unique deferred`;
  await tx`delete from club using club_undo undo where club.id = undo.club_id and what = 'deleted'`;
  // A restored club keeps the defaults of columns that it did not have, and of values that were removed.
  await tx`insert into club (id, name) select club_id, fields ->> 'name' from club_undo where what = 'restored'`;
  const columns = await tx<{ name: string }[]>`
    select distinct key as name from club_undo cross join jsonb_object_keys(fields) key
    join pg_attribute on attrelid = 'club'::regclass and attname = key and attnum > 0 and not attisdropped`;
  if (columns.length === 0) return;
  const values = columns.map(
    ({ name }) => tx`${tx(name)} = case when fields ? ${name}::text then given.${tx(name)} else club.${tx(name)} end`,
  );
  await tx`
    update club set ${list(tx, values)}, is_sample = false
    from club_undo undo cross join lateral jsonb_populate_record(null::club, fields) given
    where club.id = undo.club_id and what <> 'deleted'`;
  // Clubs that were deleted as samples are samples again, and so are those that equal their loaded samples.
  await tx`
    update club set is_sample = true
    from club_undo undo join club_step step on step.id = ${stepId}::float8::bigint
    where club.id = undo.club_id and what = 'restored' and step.kind = 'delete' and step.note = ${SAMPLES_NOTE}`;
  const loaded = mergedChanges(
    tx,
    tx`step_id in (select id from club_step where kind = 'import' and note = ${SAMPLES_NOTE} and user_id is null)`,
  );
  await tx`
    update club set is_sample = true
    from club_undo undo join (${loaded}) loaded on loaded.club_id = undo.club_id
    where club.id = undo.club_id and club_fields(club) - 'created_at' = loaded.after - 'created_at'`;
}
