import type { Sql } from '../../../db/client.ts';
import type { ClubState } from '../record/state.ts';
import type { StepSummary } from './step.ts';

/** The last change of a column on the site. */
export interface Edit extends Pick<StepSummary, 'doneAt' | 'userName' | 'isByLink'> {
  column: string;
}

export interface EditedClub {
  state: ClubState;
  /** Newest first. */
  edits: Edit[];
}

/** Of these clubs, those that were edited on the site after their last import; an import that was undone does not count. */
export async function findEditsSinceImport(sql: Sql, ids: readonly number[]): Promise<Map<number, EditedClub>> {
  const rows = await sql<(EditedClub & { id: number })[]>`
    with edit as (
      select distinct on (club_id, name) club_id, name, change.id, done_at, user_name, round_id
      from club_change change join club_step step on step.id = step_id
      cross join jsonb_object_keys(after) name
      where club_id = any(${ids}) and before is not null
        and kind in ('edit', 'confirm', 'bulk', 'merge', 'restore')
        and change.id > coalesce((
          select max(earlier.id) from club_change earlier join club_step import on import.id = earlier.step_id
          where earlier.club_id = change.club_id and import.kind = 'import'
            and not exists (select from club_step undo where undo.undoes = import.id)
        ), 0)
      order by club_id, name, change.id desc
    )
    select club.id, club_fields(club) as state, edits
    from club join (
      select club_id, jsonb_agg(jsonb_build_object('column', name, 'doneAt', done_at, 'userName', user_name,
        'isByLink', round_id is not null) order by id desc) as edits
      from edit group by club_id
    ) edited on club_id = club.id`;
  return new Map(rows.map(({ id, ...club }) => [id, club]));
}
