import type { Sql } from '../../../db/client.ts';
import { searchPattern } from '../record/fold.ts';
import { compareTexts, KEPT_FIELDS, type FieldDifference, type KeptField } from '../record/texts.ts';
import { FIELDS, toColumn } from '../record/fields.ts';
import type { Fragment } from '../../lib/sql.ts';
import { findNames, withParentName, type ClubState } from '../record/state.ts';
import { toRevision, type Revision } from '../record/revision.ts';
import { stepColumn, type StepSummary } from './step.ts';

/* The changes of one club, by step. */

export const SIDES = ['before', 'after'] as const;
export type Side = (typeof SIDES)[number];

/** The changes of a club in one step, merged. A created club has no `before`, a deleted one no `after`. */
export interface ClubChange extends Record<Side, Partial<ClubState> | null> {
  /** The columns whose values were removed from the history, per change. */
  removed: string[][];
}

/** Merges changes by club and step; `which` selects rows of `club_change`. PostgreSQL computes only columns in use. */
export const mergedChanges = (sql: Sql, which: Fragment): Fragment => sql`
  select step_id, club_id, max(id)::float8 as change_id,
    coalesce(min(id) filter (where before is null) = min(id), false) as is_created,
    coalesce(max(id) filter (where after is null) = max(id), false) as is_deleted,
    case when min(id) filter (where before is null) = min(id) then null
      else club_fields_merged(before order by id desc) end as before,
    case when max(id) filter (where after is null) = max(id) then null
      else club_fields_merged(after order by id) end as after,
    coalesce(jsonb_agg(to_jsonb(removed)) filter (where removed <> '{}'), '[]') as removed
  from club_change where ${which} group by step_id, club_id`;

export interface HistoryField extends FieldDifference {
  /** The sides whose value was removed from the history. Their text is empty. */
  removed?: readonly Side[];
}

export interface HistoryEntry {
  step: StepSummary;
  /** Identifies this state of the club: see `findStateAt` and `restoreClub`. */
  changeId: number;
  what: 'created' | 'changed' | 'deleted';
  /** The fields that differ; of a created or deleted club, all that are not empty. */
  fields: HistoryField[];
}

const whatOf = ({ before, after }: ClubChange): HistoryEntry['what'] =>
  before === null ? 'created' : after === null ? 'deleted' : 'changed';

/** A page of the history, newest first. `before`: the id of the last row of the previous page; null for the first one. */
export interface HistoryRange {
  before?: number | null;
  limit: number;
}

/** The steps of a club, newest first; `before` is a `changeId`. */
export async function findClubHistory(
  sql: Sql,
  clubId: number,
  { before = null, limit }: HistoryRange,
): Promise<HistoryEntry[]> {
  // The last change of each step: a step locks the club, so its changes of the club follow each other.
  const rows = await sql<(ClubChange & { step: StepSummary; changeId: number })[]>`
    select ${stepColumn(sql)}, change_id, before, after, removed
    from (
      select id, step_id from club_change change
      where club_id = ${clubId} ${before === null ? sql`` : sql`and id < ${before}::float8::bigint`}
        and step_id is distinct from (
          select step_id from club_change next where next.club_id = change.club_id and next.id > change.id
          order by next.id limit 1
        )
      order by id desc limit ${limit}
    ) page
    cross join lateral (${mergedChanges(sql, sql`club_id = ${clubId} and step_id = page.step_id`)}) merged
    join club_step step on step.id = page.step_id
    order by page.id desc`;
  return await describeChanges(sql, rows);
}

/** Adds what happened to each club, and the fields that differ, as a form shows them. */
export async function describeChanges<Change extends ClubChange>(sql: Sql, changes: readonly Change[]) {
  const names = await findNames(
    sql,
    changes.flatMap(({ before, after }) => [before, after]),
  );
  return changes.map((change) => ({ ...change, what: whatOf(change), fields: compare(change, names) }));
}

/** `names` contains those of the parents. */
function compare(change: ClubChange, names: ReadonlyMap<number, string>): HistoryField[] {
  const [before, after] = SIDES.map((side) => withParentName(change[side] ?? {}, names));
  const differences = new Map(
    compareTexts(before ?? {}, after ?? {}).map((difference) => [difference.field, difference]),
  );
  return KEPT_FIELDS.flatMap((field) => {
    const removed = findRemovedSides(field, change);
    if (removed.length === 0) return differences.get(field) ?? [];
    return { field, before: '', after: '', ...differences.get(field), removed };
  });
}

function findRemovedSides(field: KeptField, change: ClubChange): Side[] {
  const removed = change.removed.flat();
  const names = FIELDS[field].stored.filter((name) => removed.includes(toColumn(name)));
  return SIDES.filter((side) => {
    const state = change[side];
    return names.length > 0 && state !== null && !names.some((name) => name in state);
  });
}

/** A deleted club that was not restored since. */
export interface DeletedClub {
  id: number;
  name: string;
  /** Its deletion: `restoreClub` restores the state before it. */
  changeId: number;
  revision: Revision;
  step: StepSummary;
}

/** The deleted clubs, newest deletion first; `before` is a `changeId`, `name` a part of the name (empty: any). */
export async function findDeletedClubs(
  sql: Sql,
  { before = null, limit, name = '' }: HistoryRange & { name?: string },
): Promise<DeletedClub[]> {
  const rows = await sql<(Omit<DeletedClub, 'revision'> & { epoch: string })[]>`
    select ${stepColumn(sql)}, (select directory_epoch()) as epoch, club_id as id, before ->> 'name' as name,
      change.id::float8 as change_id
    from club_change change join club_step step on step.id = step_id
    where after is null and not exists (select from club where club.id = club_id)
      and not exists (select from club_change later where later.club_id = change.club_id and later.id > change.id)
      ${before === null ? sql`` : sql`and change.id < ${before}::float8::bigint`}
      ${name === '' ? sql`` : sql`and search_fold(before ->> 'name') like ${searchPattern(name)}`}
    order by change.id desc limit ${limit}`;
  return rows.map(({ epoch, ...club }) => ({ ...club, revision: toRevision(epoch, club.changeId) }));
}
