import type { Sql } from '../../../db/client.ts';
import { KEPT_FIELDS, type ClubTexts, type KeptField } from './texts.ts';
import { toText, type ValuesOf } from './fields.ts';
import type { Fragment } from '../../lib/sql.ts';
import { toRevision, type Revision } from './revision.ts';

/* The state of a club now and at earlier changes: the fields that the history stores. */

export type ClubState = Omit<ValuesOf<KeptField>, 'parentName'> & { parentId: number | null; createdAt: string };

export interface CurrentClub {
  id: number;
  revision: Revision;
  state: ClubState;
}

/** The id of the last change of a club; 0 if the history has none. */
const lastChange = (sql: Sql, clubId: number): Fragment =>
  sql`(select coalesce(max(id), 0)::float8 from club_change where club_id = ${clubId})`;

/** The current revision of a club, also of a deleted one. */
export async function findRevision(sql: Sql, clubId: number): Promise<Revision> {
  const [{ epoch, last }] = await sql<[{ epoch: string; last: number }]>`
    select directory_epoch() as epoch, ${lastChange(sql, clubId)} as last`;
  return toRevision(epoch, last);
}

export async function findCurrentClub(sql: Sql, clubId: number): Promise<CurrentClub | null> {
  const [row] = await sql<{ epoch: string; last: number; state: ClubState }[]>`
    select club_fields(club) as state, directory_epoch() as epoch, ${lastChange(sql, clubId)} as last
    from club where id = ${clubId}`;
  return row ? { id: clubId, revision: toRevision(row.epoch, row.last), state: row.state } : null;
}

/**
 * The state of a club after a change, or before a change that deleted it: the current state without later changes. Fields
 * whose values were removed from the history since have their current value, if any.
 */
export async function findStateAt(sql: Sql, clubId: number, changeId: number) {
  const [row] = await sql<[{ state: ClubState; isKnown: boolean; hasRemovedValues: boolean }]>`
    with later as (
      select * from club_change
      where club_id = ${clubId} and id >= ${changeId}::float8::bigint
        and (id > ${changeId}::float8::bigint or after is null)
    )
    select coalesce((select club_fields(club) from club where id = ${clubId}), '{}')
        || coalesce((select club_fields_merged(before order by id desc) from later), '{}') as state,
      exists (select from club_change where club_id = ${clubId} and id = ${changeId}::float8::bigint) as is_known,
      exists (select from later where removed <> '{}') as has_removed_values`;
  return row;
}

export async function toTexts(sql: Sql, state: Partial<ClubState>): Promise<ClubTexts> {
  const named = withParentName(state, await findNames(sql, [state]));
  return Object.fromEntries(KEPT_FIELDS.map((field) => [field, toText(field, named)])) as ClubTexts;
}

export const withParentName = (state: Partial<ClubState>, names: ReadonlyMap<number, string>) => ({
  ...state,
  parentName: state.parentId ? (names.get(state.parentId) ?? String(state.parentId)) : null,
});

export const lastName = (sql: Sql, clubId: Fragment): Fragment => sql`
  (
    -- The subquery keeps the column names of the history out of the scope of the argument.
    select before ->> 'name' from (select ${clubId} as id) gone join club_change last on last.club_id = gone.id
    order by last.id desc limit 1
  )`;

/** The current or last name of a club. */
export const nameOf = (sql: Sql, clubId: Fragment): Fragment => sql`
  coalesce((select name from club where club.id = ${clubId}), ${lastName(sql, clubId)}, '')`;

/** The names of all parents of these states. */
export async function findNames(sql: Sql, states: (Partial<ClubState> | null)[]): Promise<Map<number, string>> {
  const ids = [...new Set(states.flatMap((state) => state?.parentId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; name: string }[]>`
    select id, ${nameOf(sql, sql`wanted.id`)} as name
    from unnest(${ids}::integer[]) wanted (id)`;
  return new Map(rows.flatMap(({ id, name }) => (name === '' ? [] : [[id, name]])));
}
