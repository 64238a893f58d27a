import type * as v from 'valibot';
import type { Sql } from '../../../db/client.ts';
import { absolute, paths, withQuery } from '../../paths.ts';
import { findClubsById } from '../directory/queries.ts';
import { positionQuery, type Position } from '../search.ts';
import { toProfile } from './api.ts';
import type { Change, ChangesSchema } from './api-schemas.ts';

/*
 * The changes of all clubs in pages without an end, as in the Realtime Paged Data Exchange of OpenActive: a consumer
 * keeps a copy by following `next`.
 */

const CHANGES_PAGE_SIZE = 200;
/** How many ids above the highest known one an address can name: clubs that a restore of the database removed. */
const MAX_LOST_IDS = 100_000;

/**
 * The changes after a position, with the position itself. One of another epoch starts again, because the database was
 * restored: ids that it does not know are changes of version 0, because an older copy may have their clubs.
 */
async function findChanges(sql: Sql, after: Position) {
  const [row] = await sql<[Position & { current: string; changes: { id: number; version: number }[] }]>`
    with position as materialized (
      select epoch, epoch || '-' || number as current, known,
        case when epoch = ${after.epoch} then ${after.version}::integer else 0 end as version,
        case when epoch = ${after.epoch} then ${after.id}::integer else 0 end as id,
        greatest(least(${after.highest}::integer, known + ${MAX_LOST_IDS}), known) as highest
      from (select directory_epoch(epoch) as epoch, version as number from directory_version) directory
      cross join (select coalesce(max(club_id), 0) as known from club_version) ids
    ),
    change as (
      select lost as id, 0 as version
      from position cross join generate_series(position.id + 1, least(${after.highest}::integer, highest)) lost
      where version = 0 and not exists (select from club_version where club_id = lost)
      union all
      (select club_id, club_version.version from club_version cross join position
      where (club_version.version, club_id) > (position.version, case position.version when 0 then 0 else id end)
      order by club_version.version, club_id limit ${CHANGES_PAGE_SIZE})
    )
    select position.*, coalesce((
      select jsonb_agg(page order by version, id)
      from (select * from change order by version, id limit ${CHANGES_PAGE_SIZE}) page
    ), '[]') as changes
    from position`;
  return row;
}

/** A page of changes. The page without items has its own address as `next`. */
export async function loadChanges(
  sql: Sql,
  after: Position,
  siteUrl: string,
): Promise<{ version: string; body: v.InferOutput<typeof ChangesSchema> }> {
  const { current, changes, ...position } = await findChanges(sql, after);
  const ids = changes.map(({ id }) => id);
  const clubs = new Map((await findClubsById(sql, 'profile', ids)).rows.map((club) => [club.id, club]));
  const items = changes.map(({ id, version }): Change => {
    const club = clubs.get(id);
    const change = { kind: 'club', id, modified: version } as const;
    return club ? { state: 'updated', ...change, data: toProfile(club, siteUrl) } : { state: 'deleted', ...change };
  });
  const query = positionQuery({ ...position, ...changes.at(-1) });
  return { version: current, body: { items, next: absolute(siteUrl, withQuery(paths.clubChanges, query)) } };
}
