import type { Database, Sql, Transaction } from '../../../../db/client.ts';
import { ignoreLost } from '../../../lost-connection.ts';
import { MARKDOWN_RULES } from '../../../markdown.ts';
import { INTEGER_ARRAY, list, type Fragment } from '../../../sql-fragments.ts';
import { beginStep, type Actor } from '../history.ts';
import { renderStaleClubs } from '../../render.ts';
import { holdAccount } from '../../edit/save.ts';
import { digestOf, evaluate, idsOf, type ReadStep, type UndoPlan } from './plan.ts';
import { findLastUndo, keepStep } from './read.ts';
import { keepRendered, renderUndone, type RenderedBatch } from './texts.ts';

/*
 * Undoing a step of the history, in one transaction.
 */

export interface UndoRequest {
  /** Those that are to be as before. */
  clubIds: 'all' | readonly number[];
  /** But for these. */
  without?: readonly number[];
  /** The digest of the plan that was seen, and the clubs that stayed as they are in that. */
  shown: string;
  shownWithout?: readonly number[];
  mayDelete?: boolean;
}

export type UndoOutcome =
  /**
   * `stepId` is the step that did it: an earlier one where the same was done meanwhile, as by a second press, or by
   * somebody else (`isByOther`).
   */
  | { outcome: 'undone'; stepId: number; clubs: number; isByOther?: boolean }
  /** What would be done is not what was seen: nothing was written. */
  | { outcome: 'changed'; plan: UndoPlan }
  /** A club that was asked for cannot be made again what it was: nothing was written. */
  | { outcome: 'refused'; plan: UndoPlan }
  /** All that was asked for is as before already. */
  | { outcome: 'nothing'; plan: UndoPlan }
  /** There is no such step. */
  | { outcome: 'gone' };

/**
 * Undoes a step, all that was asked for or nothing, as a step of its own. What was seen of the clubs that are undone has to
 * be what would be done to them: that others are left out changes nothing of it, unless they depend on each other.
 */
export async function undoStep(
  database: Database,
  actor: Actor,
  stepId: number,
  { clubIds, without = [], shown, shownWithout = [], mayDelete = false }: UndoRequest,
): Promise<UndoOutcome> {
  const wanted = clubIds === 'all' ? null : new Set(clubIds);
  const leftOut = new Set(without);
  const isWanted = (id: number) => !leftOut.has(id) && (wanted === null || wanted.has(id));
  const evaluateFor = (read: ReadStep) =>
    evaluate(read, { without: read.clubs.flatMap(({ id }) => (isWanted(id) ? [] : [id])), mayDelete });
  const isSeen = (read: ReadStep, plan: UndoPlan) => {
    const seen = evaluate(read, { without: shownWithout, mayDelete });
    const ids = idsOf(plan);
    return seen.digest === shown && digestOf(read, seen, ids) === digestOf(read, plan, ids);
  };
  const refuse = (read: ReadStep, plan: UndoPlan): UndoOutcome | null => {
    if (!isSeen(read, plan)) return { outcome: 'changed', plan };
    if (idsOf(plan).size === 0) return { outcome: 'nothing', plan };
    const hasIssues = plan.clubs.some(({ isLeftOut, issues }) => !isLeftOut && issues.length > 0);
    return hasIssues ? { outcome: 'refused', plan } : null;
  };
  // Before the transaction, which others wait for.
  const html = await renderUndone(database, stepId, isWanted);
  const done = await database.begin<UndoOutcome>(async (tx) => {
    await holdAccount(tx, actor);
    // First, as an import does: readers go on, and other writers wait, SQL by hand included.
    await tx`lock table club in share row exclusive mode`;
    await tx`select club_take_turn()`;
    // Nobody becomes an officer meanwhile of a club that is to go.
    await tx`
      select from club
      where id in (select club_id from club_change where step_id = ${stepId}::float8::bigint and before is null)
      for update`;
    const read = await keepStep(tx, stepId);
    if (!read) return { outcome: 'gone' };
    const plan = evaluateFor(read);
    const refused = refuse(read, plan);
    if (refused?.outcome === 'changed' && plan.clubs.every(({ isLeftOut }) => isLeftOut)) {
      const last = await findLastUndo(tx, stepId);
      if (last?.clubIds.every(isWanted)) {
        const isByOther = last.userId !== actor.userId;
        return { outcome: 'undone', stepId: last.stepId, clubs: last.clubIds.length, isByOther };
      }
    }
    if (refused) return refused;
    await beginStep(tx, { kind: 'undo', actor, undoes: stepId });
    await writeUndo(tx, read, plan, html);
    const [written] = await tx<[{ stepId: number }]>`
      select current_setting('club_directory.step_id')::float8 as step_id`;
    return { outcome: 'undone', stepId: written.stepId, clubs: idsOf(plan).size };
  });
  // The site renders what is missing when it starts.
  if (done.outcome === 'undone') {
    await ignoreLost(renderStaleClubs(database));
  }
  return done;
}

const setsTexts = (sql: Sql): Fragment => sql`(fields ?| array['short_description', 'description'])`;

/**
 * Writes what was kept of a plan. A name is free, and a parent is there, when all that stands in its way has been done:
 * clubs go first, then all get their fields, then the others come, and then every parent is set.
 */
async function writeUndo(
  tx: Transaction,
  { step }: ReadStep,
  plan: UndoPlan,
  html: readonly RenderedBatch[],
): Promise<void> {
  const leftOut = plan.clubs.filter(({ isLeftOut }) => isLeftOut).map(({ id }) => id);
  await tx`delete from club_undo where id in (select unnest(${tx.array(leftOut, INTEGER_ARRAY)}::integer[]))`;
  await keepRendered(tx, html);
  await tx`analyze club_undo, club_undo_html`;

  await tx`delete from club using club_undo undo where club.id = undo.id and what = 'deleted'`;
  const columns = step.columns.filter((column) => column !== 'parent_id');
  await tx`
    update club set ${list(
      tx,
      columns.map(
        (column) =>
          tx`${tx(column)} = case when fields ? ${column}::text then given.${tx(column)} else club.${tx(column)} end`,
      ),
    )}, ${list(
      tx,
      HTML_COLUMNS.map(({ column, value }) => {
        return tx`${tx(column)} = case when ${setsTexts(tx)} then ${value(tx)} else club.${tx(column)} end`;
      }),
    )}, is_sample = false
    from club_undo undo cross join lateral jsonb_populate_record(null::club, fields) given
    left join club_undo_html rendered on rendered.digest = undo.texts_digest
    where club.id = undo.id and what = 'changed'`;
  const keySets = await findKeys(tx);
  // In one statement they come with their parents, which come too or are there; nothing is below a club that is not there yet.
  const insertable = keySets.length === 1 ? step.columns : columns;
  for (const keys of keySets) {
    // What a club did not have then, it gets as every new one does.
    const kept = insertable.filter((column) => keys.includes(column));
    await tx`
      insert into club (id, ${list(
        tx,
        [...kept, ...HTML_COLUMNS.map(({ column }) => column), 'is_sample'].map((column) => tx`${tx(column)}`),
      )})
      select undo.id, ${list(tx, [
        ...kept.map((column) => tx`given.${tx(column)}`),
        ...HTML_COLUMNS.map(({ value }) => value(tx)),
        tx`false`,
      ])}
      from club_undo undo cross join lateral jsonb_populate_record(null::club, fields) given
      left join club_undo_html rendered on rendered.digest = undo.texts_digest
      where what = 'restored' and ${keysOf(tx)} = ${JSON.stringify(keys)}::text::jsonb`;
  }
  await tx`
    update club set parent_id = (fields ->> 'parent_id')::integer from club_undo undo
    where club.id = undo.id and what <> 'deleted' and fields ? 'parent_id'
      and club.parent_id is distinct from (fields ->> 'parent_id')::integer`;
}

/** What stands beside the texts of a club; without HTML it is rendered later. */
const HTML_COLUMNS: readonly { column: string; value: (tx: Transaction) => Fragment }[] = [
  { column: 'short_description_html', value: (tx) => tx`rendered.short_description_html` },
  { column: 'description_html', value: (tx) => tx`rendered.description_html` },
  { column: 'html_digest', value: (tx) => tx`rendered.digest` },
  {
    column: 'html_rules',
    value: (tx) => tx`case when rendered.digest is not null then ${MARKDOWN_RULES}::integer end`,
  },
];

const keysOf = (tx: Transaction): Fragment =>
  tx`to_jsonb(array(select key from jsonb_object_keys(fields) key order by key collate "C"))`;

/** The columns that clubs had when they went: the same of all, unless columns were added to the table in between. */
async function findKeys(tx: Transaction): Promise<string[][]> {
  const found = await tx<{ keys: string[] }[]>`
    select distinct ${keysOf(tx)} as keys from club_undo where what = 'restored'`;
  return found.map(({ keys }) => keys);
}
