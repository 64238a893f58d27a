import type { Sql } from '../../../db/client.ts';
import { INTEGER_ARRAY, type Fragment } from '../../lib/sql.ts';
import { compare, mergedChanges, type HistoryField } from './club-history.ts';
import { findNames, lastName, nameOf, type ClubState } from '../record/state.ts';
import { undoDigest, type UndoClub } from './undo-skips.ts';

/* Plans the undo of a step by comparing its changes with the current clubs. */

export interface UndoPlan {
  clubs: UndoClub[];
  digest: string;
}

/** Plans the undo of a step; null if the step does not exist. `from`: a table of `undoneClubs`. */
export async function planUndo(sql: Sql, stepId: number, from: Fragment | null = null): Promise<UndoPlan | null> {
  const [step] = await sql<{ epoch: string }[]>`
    select directory_epoch() as epoch from club_step where id = ${stepId}::float8::bigint`;
  if (!step) return null;
  const clubs = await sql<UndoClub[]>`select * from (
    select club_id as id, what, to_json(lost) as lost, md5(jsonb_build_array(what, fields, lost_values)::text) as digest,
      coalesce(now ->> 'name', fields ->> 'name', ${lastName(sql, sql`undone.club_id`)}, '') as name,
      fields ->> 'name' as new_name,
      (select id from club other where other.name = fields ->> 'name' and other.id <> club_id) as holder_id,
      parent.id as parent_id,
      case when parent.id is null then '' else ${nameOf(sql, sql`parent.id`)} end as parent_name,
      exists (select from club where club.id = parent.id) as is_parent_there,
      to_json(array(
        select child.id from club child where what = 'deleted' and child.parent_id = club_id order by child.id
      )) as children,
      case when what = 'deleted' then
        (select count(*)::integer from club_officer officer where officer.club_id = undone.club_id) else 0 end as officers,
      case when what = 'deleted' then (
        select count(*)::integer from invitation
        where invitation.club_id = undone.club_id and accepted_at is null and expires_at > now()
      ) else 0 end as invitations
    from (${from ?? undoneClubs(sql, stepId)}) undone
    cross join lateral (select (fields ->> 'parent_id')::integer as id) parent
    ) club order by name collate "und-x-icu", id`;
  return { clubs, digest: undoDigest(step.epoch, stepId, clubs) };
}

/** `fields`: the values that an undo would write. `lost`: the columns whose values were changed after the step. */
export const undoneClubs = (sql: Sql, stepId: number, clubIds: readonly number[] | null = null): Fragment => sql`
  select club_id, what, now, coalesce(fields, '{}') as fields, lost, lost_values
  from (
    select *, case what
      when 'restored' then before
      when 'changed' then (
        select jsonb_object_agg(key, value) from jsonb_each(before)
        where now ? key and key <> 'created_at' and value <> now -> key and (went or value is distinct from after -> key)
      ) end as fields
    from (
      select change.*, now, case
        when came and now is not null then 'deleted'
        when now is not null then 'changed'
        when went then 'restored'
        when not came then 'gone' end as what
      from (${mergedChanges(
        sql,
        clubIds === null
          ? sql`step_id = ${stepId}::float8::bigint`
          : sql`step_id = ${stepId}::float8::bigint and club_id = any(${sql.array([...clubIds], INTEGER_ARRAY)})`,
      )}) change
      left join lateral (select club_fields(club) as now from club where club.id = change.club_id offset 0) present on true
      where not (came and went)
      offset 0
    ) compared
    offset 0
  ) undone
  cross join lateral (
    select coalesce(array_agg(key order by key), '{}') as lost, jsonb_object_agg(key, value) as lost_values
    from jsonb_each(case what when 'deleted' then now when 'changed' then now end)
    where key <> 'created_at' and (what = 'deleted' or fields ? key)
      and (went or case when after ? key then value <> after -> key else value not in ('null', '""', '[]') end)
  ) changed_since
  where what in ('deleted', 'restored', 'gone') or fields is not null`;

/** Reads the fields of some clubs of a plan in full, by club: `before` is the current value. */
export async function findUndoFields(
  sql: Sql,
  stepId: number,
  clubs: readonly UndoClub[],
): Promise<Map<number, HistoryField[]>> {
  const ids = clubs.map(({ id }) => id);
  const found = await sql<{ id: number; before: Partial<ClubState>; after: Partial<ClubState> | null }[]>`
    select club_id as id, case what when 'deleted' then lost_values else (
        select jsonb_object_agg(key, value) from jsonb_each(now) where fields ? key
      ) end as before, case when what <> 'deleted' then fields end as after
    from (${undoneClubs(sql, stepId, ids)}) undone`;
  const names = await findNames(
    sql,
    found.flatMap(({ before, after }) => [before, after]),
  );
  return new Map(found.map(({ id, before, after }) => [id, compare({ before, after, removed: [] }, names)]));
}
