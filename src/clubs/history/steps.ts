import type { Sql } from '../../../db/client.ts';
import { firstOf, type Fragment } from '../../lib/sql.ts';
import {
  describeChanges,
  mergedChanges,
  type ClubChange,
  type HistoryField,
  type HistoryRange,
  type Side,
} from './club-history.ts';
import type { Slice } from '../paged-list.ts';
import { LABEL_SEPARATOR } from '../record/category.ts';
import { nameOf } from '../record/state.ts';
import type { EntryChange } from './site-entries.ts';
import { stepColumn, type StepKind, type StepSummary } from './step.ts';

/* The steps of the history of all clubs. */

/** What differs in the clubs of a step that only changed clubs: without texts if they do not have the same ones. */
export interface StepField extends HistoryField {
  /** Then, the new text if they have the same one, or the categories that each club got and lost: “+ Sport; − Games”. */
  to?: string;
}

/** A step with the number of clubs that it changed. A club that it created and deleted again does not count. */
export interface DirectoryStep {
  step: StepSummary;
  created: number;
  changed: number;
  deleted: number;
  /** The only club of the step; null if there are several. */
  club: { id: number; name: string } | null;
  undoes: Pick<StepSummary, 'id' | 'doneAt' | 'kind'> | null;
  undoneBy: StandingUndo | null;
  /** For all its clubs. */
  isUndone: boolean;
  hasRemovedValues: boolean;
  entries: EntryChange[];
  fields: StepField[];
}

/** What a list of steps can be limited to: their kinds, or those that are undone. */
export const STEP_FILTERS = {
  edits: ['create', 'edit', 'delete', 'restore', 'confirm', 'bulk', 'merge'],
  imports: ['import'],
  site: ['site', 'words'],
  undone: null,
} as const satisfies Record<string, readonly StepKind[] | null>;
export type StepFilter = keyof typeof STEP_FILTERS;

function matching(sql: Sql, show: StepFilter | ''): Fragment {
  const kinds = show === '' ? [] : STEP_FILTERS[show];
  if (kinds !== null) return kinds.length === 0 ? sql`true` : sql`kind = any(${[...kinds]})`;
  return sql`exists (
    select from club_step undo where undo.undoes = club_step.id
      and not exists (select from club_step redo where redo.undoes = undo.id))`;
}

/** The steps of all clubs, newest first. */
export const findSteps = (sql: Sql, { before = null, limit }: HistoryRange, show: StepFilter | '' = '') =>
  readSteps(
    sql,
    sql`
      where ${matching(sql, show)} ${before === null ? sql`` : sql`and id < ${before}::float8::bigint`}
      order by id desc limit ${limit}`,
  );

export const findStep = (sql: Sql, stepId: number): Promise<DirectoryStep | null> =>
  firstOf(readSteps(sql, sql`where id = ${stepId}::float8::bigint`));

async function readSteps(sql: Sql, which: Fragment): Promise<DirectoryStep[]> {
  const rows = await sql<Omit<DirectoryStep, 'undoneBy' | 'isUndone' | 'fields'>[]>`
    select ${stepColumn(sql)}, created, changed, deleted, has_removed_values,
      case when created + changed + deleted = 1 then
        jsonb_build_object('id', club_id, 'name', ${nameOf(sql, sql`club_id`)}) end as club,
      (select jsonb_build_object('id', id, 'doneAt', done_at, 'kind', kind) from club_step other where other.id = step.undoes) as undoes,
      to_json(array(select entry from site_entry_change entry where step_id = step.id order by kind, name)) as entries
    from (select * from club_step ${which}) step
    cross join lateral (
      select count(*) filter (where is_created)::integer as created,
        count(*) filter (where not is_created and not is_deleted)::integer as changed,
        count(*) filter (where is_deleted)::integer as deleted, coalesce(bool_or(removed <> '[]'), false) as has_removed_values,
        coalesce(min(club_id), 0) as club_id
      from (${mergedChanges(sql, sql`step_id = step.id`)}) club where not (is_created and is_deleted)
    ) counted
    order by step.id desc`;
  const undos = await findStandingUndos(
    sql,
    rows.map(({ step }) => step.id),
  );
  const fields = await findFields(sql, rows);
  return rows.map((row) => {
    const undoneBy = undos.get(row.step.id) ?? null;
    const isUndone = undoneBy !== null && undoneBy.clubs >= row.created + row.changed + row.deleted;
    return { ...row, undoneBy, isUndone, fields: fields.get(row.step.id) ?? [] };
  });
}

/** The fields that differ in the clubs of edits and bulk changes, by the id of the step. */
async function findFields(sql: Sql, steps: readonly Pick<DirectoryStep, 'step' | 'changed' | 'club'>[]) {
  const ids = steps.flatMap(({ step, changed, club }) =>
    changed > 0 && (club !== null || step.kind === 'bulk') ? String(step.id) : [],
  );
  if (ids.length === 0) return new Map<number, StepField[]>();
  const labels = (side: Side) => sql`btrim(unnest(string_to_array(${sql(side)} ->> 'category', ';'))) as label`;
  const onlyIn = (side: Side, other: Side) => sql`(select ${labels(side)} except select ${labels(other)}) label`;
  const rows = await sql<
    (ClubChange & { stepId: number; isSame: boolean; hasSameAfter: boolean; moved: string | null })[]
  >`
    select step_id::float8 as step_id, (array_agg(before))[1] as before, (array_agg(after))[1] as after,
      (array_agg(removed))[1] as removed, count(distinct (before, after)) = 1 as is_same,
      count(distinct after) = 1 as has_same_after, case when count(distinct moved) = 1 then min(moved) end as moved
    from (${mergedChanges(sql, sql`step_id = any(${ids}::text[]::bigint[])`)}) change
    cross join lateral (
      select string_agg(sign || ' ' || label, ${LABEL_SEPARATOR} order by place, label) as moved
      from (
        select 1 as place, '+' as sign, label from ${onlyIn('after', 'before')}
        union all select 2, '−', label from ${onlyIn('before', 'after')}
      ) one
    ) category
    where not (is_created and is_deleted)
    group by step_id`;
  return new Map(
    (await describeChanges(sql, rows)).map(({ isSame, hasSameAfter, moved, stepId, fields }) => {
      const toOf = ({ field, after }: HistoryField) =>
        hasSameAfter ? after : field === 'category' ? (moved ?? '') : '';
      return [stepId, isSame ? fields : fields.map((field) => ({ ...field, before: '', after: '', to: toOf(field) }))];
    }),
  );
}

/** The undos of a step that were not undone themselves. */
export interface StandingUndo {
  /** The last one. */
  step: StepSummary;
  /** The number of clubs of the step that they changed. */
  clubs: number;
}

/** The standing undos of steps, by the id of the undone step. */
export async function findStandingUndos(sql: Sql, stepIds: readonly number[]): Promise<Map<number, StandingUndo>> {
  if (stepIds.length === 0) return new Map();
  const rows = await sql<(StandingUndo & { undoneId: number })[]>`
    select ${stepColumn(sql)}, undone_id::float8 as undone_id, clubs
    from (
      select undo.undoes as undone_id, max(undo.id) as id, count(distinct change.club_id)::integer as clubs
      from club_step undo left join club_change change on change.step_id = undo.id
        and exists (select from club_change done where done.step_id = undo.undoes and done.club_id = change.club_id)
      where undo.undoes = any(${stepIds.map(String)}::text[]::bigint[])
        and not exists (select from club_step redo where redo.undoes = undo.id)
        and (change.id is not null or exists (select from site_entry_change entry where entry.step_id = undo.id))
      group by undo.undoes
    ) undone join club_step step on step.id = undone.id`;
  return new Map(rows.map(({ undoneId, ...undo }) => [undoneId, undo]));
}

export async function findStepClubs(sql: Sql, stepId: number, { offset, limit }: Slice) {
  const ofStep = sql`step_id = ${stepId}::float8::bigint`;
  const rows = await sql<(ClubChange & { id: number; name: string; isThere: boolean })[]>`
    select page.club_id as id, name, exists (select from club where club.id = page.club_id) as is_there,
      before, after, removed
    from (
      select * from (
        select club_id, ${nameOf(sql, sql`club_id`)} as name from (${mergedChanges(sql, ofStep)}) club
        where not (is_created and is_deleted)
      ) named
      order by name collate "und-x-icu", club_id limit ${limit} offset ${offset}
    ) page
    cross join lateral (${mergedChanges(sql, sql`${ofStep} and club_id = page.club_id`)}) merged
    order by name collate "und-x-icu", id`;
  return await describeChanges(sql, rows);
}
