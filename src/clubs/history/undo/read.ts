import type { Sql, Transaction } from '../../../../db/client.ts';
import { INTEGER_ARRAY, list, TEXT_ARRAY, type Fragment } from '../../../sql-fragments.ts';
import { compare, findNames, lastName, type ClubState, type HistoryEntry } from '../history.ts';
import { fromColumn } from '../../record.ts';
import {
  columnsOf,
  evaluate,
  type PlannedUndo,
  type PlanOptions,
  type ReadStep,
  type StepChanges,
  type StepClub,
  type UndoPlan,
} from './plan.ts';
import { textsAfter } from './texts.ts';

/*
 * What there is to know of the clubs that a step has changed, before it is undone.
 */

/**
 * What undoing a step would do to each club that it has changed, as far as it is not as before already; null when there
 * is no such step. Read in pieces, so that others get between them: who undoes it compares again.
 */
export async function planUndo(sql: Sql, stepId: number, options: PlanOptions = {}): Promise<UndoPlan | null> {
  const read = await readStep(sql, stepId);
  return read && evaluate(read, options);
}

/** The last undo of a step, with who did it and the clubs that it touched; null when there is none, or when it was undone in turn. */
export async function findLastUndo(
  sql: Sql,
  stepId: number,
): Promise<{ stepId: number; userId: number | null; clubIds: number[] } | null> {
  const [last] = await sql<{ stepId: number; userId: number | null; clubIds: number[] }[]>`
    select id::float8 as step_id, user_id, to_json(array(
      select distinct club_id from club_change where step_id = undo.id
    )) as club_ids
    from (select id, user_id from club_step where undoes = ${stepId}::float8::bigint order by id desc limit 1) undo
    where not exists (select from club_step later where later.undoes = undo.id)`;
  return last ?? null;
}

/** Whether one of these clubs has something left of a step, also where that cannot be undone. Ends at the first. */
export async function hasClubsToUndo(sql: Sql, stepId: number, clubIds: readonly number[]): Promise<boolean> {
  const step = await findChanges(sql, stepId);
  if (!step) return false;
  const found = await sql`select from (${undoneClubs(sql, step, clubIds)}) undone limit 1`;
  return found.length > 0;
}

/** How a field would change, and whether what it says now was put there since the step. */
export type UndoneField = HistoryEntry['fields'][number] & { isLost: boolean };

/** A club of a plan with what would be done to it in full: `before` is what it says now. */
export interface UndoDetails {
  id: number;
  /** Of a club that would be deleted, those alone that were changed since. */
  fields: UndoneField[];
  /** Children that would be part of no club. */
  children: string[];
}

/** As many children of a club are named. */
const CHILDREN_NAMED = 20;

/** Tells some clubs of a plan in full, in their order. */
export async function findUndoDetails(
  sql: Sql,
  { stepId }: UndoPlan,
  clubs: readonly PlannedUndo[],
): Promise<UndoDetails[]> {
  const step = await findChanges(sql, stepId);
  if (!step) return [];
  const ids = clubs.map(({ id }) => id);
  const found = await sql<{ id: number; now: ClubState | null; fields: Partial<ClubState>; lost: string[] }[]>`
    select club_id as id, now, fields, to_json(array(select jsonb_object_keys(lost))) as lost from (${undoneClubs(sql, step, ids)}) undone`;
  const byId = new Map(found.map((one) => [one.id, one]));
  const names = await findNames(
    sql,
    found.flatMap(({ now, fields }) => [now, fields]),
  );
  const children = clubs.flatMap(({ losses }) => losses.children.slice(0, CHILDREN_NAMED));
  const named = await sql<{ id: number; name: string }[]>`
    select id, name from club where id = any(${sql.array(children, INTEGER_ARRAY)})`;
  const childNames = new Map(named.map(({ id, name }) => [id, name]));
  return clubs.map(({ id, what, losses }) => {
    const { now = null, fields = {}, lost = [] } = byId.get(id) ?? {};
    const lostNames = new Set(lost.map(fromColumn));
    const touched = what === 'deleted' ? lostNames : new Set(Object.keys(fields));
    const pick = (state: Partial<ClubState> | null) =>
      state && (Object.fromEntries(Object.entries(state).filter(([name]) => touched.has(name))) as Partial<ClubState>);
    const changed = compare({ before: pick(now), after: what === 'deleted' ? null : pick(fields) }, names);
    return {
      id,
      fields: changed.map((one) => ({ ...one, isLost: columnsOf(one.field).some((column) => lost.includes(column)) })),
      children: losses.children.slice(0, CHILDREN_NAMED).flatMap((child) => childNames.get(child) ?? []),
    };
  });
}

/** So many clubs are read, and written, at a time. */
const BATCH = 2000;

export async function findChanges(sql: Sql, stepId: number): Promise<StepChanges | null> {
  const [found] = await sql<{ epoch: string; first: number | null; last: number | null; columns: string[] }[]>`
    select directory_epoch() as epoch, (select min(id) from club_change where step_id = step.id)::float8 as first,
      (select max(id) from club_change where step_id = step.id)::float8 as last,
      to_json(array(
        select attname from pg_attribute
        where attrelid = 'club'::regclass and attnum > 0 and not attisdropped
          and attname <> all (club_columns_without_history()) order by attnum
      )) as columns
    from club_step step where id = ${stepId}::float8::bigint`;
  return found ? { ...found, stepId, first: found.first ?? 0, last: found.last ?? 0 } : null;
}

/** The clubs of a step; null when there is no such step. */
async function readStep(sql: Sql, stepId: number): Promise<ReadStep | null> {
  const step = await findChanges(sql, stepId);
  if (!step) return null;
  const clubs: Awaited<ReturnType<typeof readClubs>>[number][] = [];
  for (const ids of inBatches(await findIds(sql, stepId)))
    clubs.push(...(await readClubs(sql, comparedClubs(sql, step, ids))));
  return { step, clubs: await withPeople(sql, clubs), parents: await findParentsAbove(sql, clubs) };
}

/** The same in a transaction that is to undo it, which has what was compared in the table `club_undo`. */
export async function keepStep(tx: Transaction, stepId: number): Promise<ReadStep | null> {
  const step = await findChanges(tx, stepId);
  if (!step) return null;
  await tx`
    create temporary table club_undo (
      id integer primary key, what text not null, present_name text, fields jsonb not null, lost jsonb not null,
      texts_digest text not null
    ) on commit drop`;
  const clubs: Awaited<ReturnType<typeof readClubs>>[number][] = [];
  for (const ids of inBatches(await findIds(tx, stepId))) {
    await tx`insert into club_undo ${comparedClubs(tx, step, ids)}`;
    const kept = tx`
      select id as club_id, what, present_name, fields, lost from club_undo
      where id = any(${tx.array([...ids], INTEGER_ARRAY)})`;
    clubs.push(...(await readClubs(tx, kept)));
  }
  return { step, clubs: await withPeople(tx, clubs), parents: await findParentsAbove(tx, clubs) };
}

async function findIds(sql: Sql, stepId: number): Promise<number[]> {
  const [{ ids }] = await sql<[{ ids: number[] }]>`
    select to_json(array(
      select distinct club_id from club_change where step_id = ${stepId}::float8::bigint order by club_id
    )) as ids`;
  return ids;
}

function* inBatches(ids: readonly number[]): Generator<number[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH);
}

/**
 * Clubs of a step by what the step has made of them, what they are now, and what that comes to: `fields` are the values
 * that an undo would give them, and `lost` the present ones of the columns that others have changed since. Each club is
 * looked up by keys, whatever the database believes of tables that an import has just filled; each `offset 0` keeps what was
 * found from being looked up again wherever it is spoken of. Of a club that nobody has changed since, what the step has
 * left is `known` to be what it says now.
 */
function undoneClubs(sql: Sql, { stepId, first, last, columns }: StepChanges, ids: readonly number[]): Fragment {
  const now = sql`
    jsonb_build_object(${list(
      sql,
      columns.map((column) => sql`${column}::text, club.${sql(column)}`),
    )})`;
  return sql`
  select club_id, what, now, present_name, coalesce(fields, '{}') as fields, coalesce((
      select jsonb_object_agg(key, known -> key)
      from jsonb_each(case what when 'deleted' then nullif(known, after) when 'changed' then fields end) field
      where case when went then true
        -- Of a club that goes nothing is lost with what is empty; and so it is of a field that is younger than the step.
        when what = 'deleted' and value in ('null', '""', '[]') then false
        when after ? key then not ${isSame(sql, sql`after -> key`, sql`known -> key`)}
        else value not in ('null', '""', '[]') end
    ), '{}') as lost
  from (
    select *, case what
      when 'restored' then before
      when 'changed' then (
        select jsonb_object_agg(key, value) from jsonb_each(before) field
        where key = any(${sql.array(columns, TEXT_ARRAY)}) and not ${isSame(sql, sql`value`, sql`known -> key`)} and (went or value is distinct from after -> key)
      ) end as fields
    from (
      select wanted.id as club_id, before, after, came, went, now, known, present_name, case
        when came then case when present_name is not null and not went then 'deleted' end
        when present_name is not null then 'changed'
        when went then 'restored'
        else 'gone' end as what
      from unnest(${sql.array([...ids], INTEGER_ARRAY)}::integer[]) wanted (id)
      cross join lateral (
        select club_fields_merged(before order by id desc) as before, club_fields_merged(after order by id) as after,
          coalesce(min(id) filter (where before is null) = min(id), false) as came,
          coalesce(max(id) filter (where after is null) = max(id), false) as went, max(id) as latest
        from club_change
        where club_id = wanted.id and id between ${first}::float8::bigint and ${last}::float8::bigint
          and step_id + 0 = ${stepId}::float8::bigint
      ) step
      left join lateral (
        select name as present_name, ${now} as now,
          -- Made anew for every club of an import, it is a third of the work.
          case when updated_at = (select done_at from club_step where id = ${stepId}::float8::bigint)
            and not exists (select from club_change later where later.club_id = wanted.id and later.id > latest)
            then after else ${now} end as known
        from club where id = wanted.id offset 0
      ) present on true
      offset 0
    ) compared
    offset 0
  ) undone
  where what in ('deleted', 'restored', 'gone') or fields is not null
  offset 0`;
}

/** The same moment is written by the zone of who wrote it. */
const isSame = (sql: Sql, one: Fragment, other: Fragment): Fragment => sql`
  (${one} is not distinct from ${other}
    or (key = 'created_at' and (${one} #>> '{}')::timestamptz = (${other} #>> '{}')::timestamptz))`;

/** The same without what the clubs are now. */
const comparedClubs = (sql: Sql, step: StepChanges, ids: readonly number[]): Fragment => sql`
  select club_id, what, present_name, fields, lost,
    club_text_digest(${textsAfter(sql)}) as texts_digest
  from (${undoneClubs(sql, step, ids)}) undone
  offset 0`;

/** By keys too: what `exists` asks, a batch would find by reading a whole table. */
const readClubs = (sql: Sql, compared: Fragment) => sql<Omit<StepClub, 'officers' | 'invitations'>[]>`
  select club_id as id, what, to_json(array(select jsonb_object_keys(lost))) as lost,
    coalesce(present_name, fields ->> 'name', ${lastName(sql, sql`undone.club_id`)}, '') as name,
    md5(jsonb_build_array(what, fields, lost)::text) as digest,
    fields ->> 'name' as new_name,
    (select id from club other where other.name = fields ->> 'name' and other.id <> club_id) as holder_id,
    fields ? 'parent_id' as sets_parent, parent.id as parent_id,
    coalesce(present_parent.name, ${lastName(sql, sql`parent.id`)}, '') as parent_name,
    present_parent.name is not null as is_parent_there,
    coalesce(fields ->> 'logo' ~ '^/image/[0-9a-f]{64}-(200|400)[.]webp$', false) and (
      select hash from image where hash = substring(fields ->> 'logo' from '[0-9a-f]{64}') limit 1
    ) is null as is_logo_swept,
      case when what = 'deleted' then to_json(array(
      select child.id from club child where child.parent_id = club_id order by child.id)) else '[]' end as children
  from (${compared}) undone
  cross join lateral (select (fields ->> 'parent_id')::integer as id) parent
  left join lateral (select name from club where club.id = parent.id offset 0) present_parent on true
  order by club_id`;

/** Says how many people keep the clubs that would be deleted, and are invited to: of all at once, as they are few. */
async function withPeople(sql: Sql, clubs: readonly Omit<StepClub, 'officers' | 'invitations'>[]): Promise<StepClub[]> {
  const counted = clubs.some(({ what }) => what === 'deleted')
    ? await sql<{ id: number; officers: number; invitations: number }[]>`
      select club_id as id, sum(officers)::integer as officers, sum(invitations)::integer as invitations
      from (
        select club_id, 1 as officers, 0 as invitations from club_officer
        union all
        select club_id, 0, 1 from invitation
        where club_id is not null and accepted_at is null and expires_at > now()
      ) people
      group by club_id`
    : [];
  const byId = new Map(counted.map(({ id, ...counts }) => [id, counts]));
  return clubs.map((club) => ({
    ...club,
    officers: 0,
    invitations: 0,
    ...(club.what === 'deleted' && byId.get(club.id)),
  }));
}

async function findParentsAbove(sql: Sql, clubs: readonly Pick<StepClub, 'parentId'>[]): Promise<Map<number, number>> {
  const targets = [...new Set(clubs.flatMap(({ parentId }) => parentId ?? []))];
  const found = await sql<{ id: number; parentId: number }[]>`
    with recursive above as (
      select id, parent_id from unnest(${sql.array(targets, INTEGER_ARRAY)}::integer[]) target (id)
      cross join lateral (select parent_id from club where club.id = target.id offset 0) present
      union
      select above.parent_id, present.parent_id from above
      cross join lateral (select parent_id from club where club.id = above.parent_id offset 0) present
    )
    select id, parent_id from above where parent_id is not null`;
  return new Map(found.map(({ id, parentId }) => [id, parentId]));
}
