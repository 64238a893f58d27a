import { hash } from 'node:crypto';
import type { Sql } from '../../../db/client.ts';
import type { Fragment } from '../../lib/sql.ts';
import { describeChanges, mergedChanges, type ClubChange, type HistoryField } from './club-history.ts';
import { lastName, nameOf } from '../record/state.ts';
import type { UndoClub } from './undo-skips.ts';

/* Plans the undo of a step by comparing its changes with the current clubs. */

/** Plans the undo of a step; null if the step does not exist. `from`: a table of `undoneClubs`. */
export async function planUndo(sql: Sql, stepId: number, from: Fragment | null = null) {
  const [step] = await sql<{ epoch: string }[]>`
    select directory_epoch() as epoch from club_step where id = ${stepId}::float8::bigint`;
  if (!step) return null;
  const clubs = await sql<UndoClub[]>`select * from (
    select club_id as id, what, to_json(later_columns) as lost,
      md5(jsonb_build_array(what, fields, later_values)::text) as digest,
      coalesce(current ->> 'name', fields ->> 'name', ${lastName(sql, sql`undone.club_id`)}, '') as name,
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
  // Identifies what the user saw. In another epoch, the step with this id is another one.
  return { clubs, digest: hash('sha256', JSON.stringify([step.epoch, stepId, clubs])) };
}

/**
 * The clubs that an undo would change, and those that are gone. `fields`: the values that it would write. `later_columns`
 * and `later_values`: changes after the step, which it would lose.
 */
export function undoneClubs(sql: Sql, stepId: number, clubIds: readonly number[] | null = null): Fragment {
  const ofStep = sql`step_id = ${stepId}::float8::bigint`;
  const which = clubIds ? sql`${ofStep} and club_id = any(${clubIds})` : ofStep;
  // Materialized, because PostgreSQL would compute the merged values again for each use.
  return sql`
    with compared as materialized (
      select change.*, current, case
          when is_created and current is not null then 'deleted'
          when current is not null then 'changed'
          when is_deleted then 'restored'
          when not is_created then 'gone' end as what
      from (${mergedChanges(sql, which)}) change
      left join lateral (select club_fields(club) as current from club where club.id = change.club_id) present on true
      where not (is_created and is_deleted)
    ), undone as materialized (
      select *, case what
          when 'restored' then before
          when 'changed' then (
            select jsonb_object_agg(key, value) from jsonb_each(before)
            where current ? key and key <> 'created_at' and value <> current -> key
              and (is_deleted or value is distinct from after -> key)
          ) end as fields
      from compared
    )
    select club_id, what, current, coalesce(fields, '{}') as fields, later_columns, later_values
    from undone
    cross join lateral (
      select coalesce(array_agg(key order by key), '{}') as later_columns, jsonb_object_agg(key, value) as later_values
      from jsonb_each(case when what in ('deleted', 'changed') then current end)
      where key <> 'created_at' and (what = 'deleted' or fields ? key)
        and (is_deleted or case when after ? key then value <> after -> key else value not in ('null', '""', '[]') end)
    ) later
    where what in ('deleted', 'restored', 'gone') or fields is not null`;
}

/** Reads the fields of some clubs of a plan in full, by club: `before` is the current value. */
export async function findUndoFields(
  sql: Sql,
  stepId: number,
  clubs: readonly UndoClub[],
): Promise<Map<number, HistoryField[]>> {
  const ids = clubs.map(({ id }) => id);
  const rows = await sql<(ClubChange & { id: number })[]>`
    select club_id as id, case what when 'deleted' then later_values else (
        select jsonb_object_agg(key, value) from jsonb_each(current) where fields ? key
      ) end as before, case when what <> 'deleted' then fields end as after, '[]'::jsonb as removed
    from (${undoneClubs(sql, stepId, ids)}) undone`;
  return new Map((await describeChanges(sql, rows)).map(({ id, fields }) => [id, fields]));
}
