import { createHash } from 'node:crypto';
import type { Database, Sql, Transaction } from '../../db/client.ts';
import { isLostConnection } from '../lost-connection.ts';
import { MARKDOWN_RULES, renderClubTexts } from '../markdown.ts';
import { INTEGER_ARRAY, list, type Fragment } from '../sql-fragments.ts';
import { findLoops } from './csv/plan.ts';
import { KEPT_FIELDS, type KeptField } from './form.ts';
import { beginStep, compare, findNames, lastName, type Actor, type ClubState, type HistoryEntry } from './history.ts';
import { FIELDS, fromColumn, toColumn } from './record.ts';
import { renderStaleClubs } from './render.ts';
import { holdAccount } from './save.ts';

/*
 * Undoing a step of the history: every club that it changed gets back what the step has changed of it, and no more.
 */

/** Why a club cannot be made again what it was before a step. */
export type UndoIssue =
  /** It was deleted since, and there is nothing to change. */
  | { fault: 'gone' }
  /** Deleting clubs, and bringing them back, is for others. */
  | { fault: 'notAllowed' }
  | { fault: 'taken'; name: string }
  | { fault: 'unknownParent' | 'loop'; parent: string }
  | { fault: 'logoSwept' };

/** What was done to a club since the step, and would be gone. */
export interface UndoLosses {
  fields: readonly KeptField[];
  /** Of a club that would be deleted: the clubs that would be part of none. */
  children: readonly number[];
  /** Of the same: how many people keep it, and are invited to. */
  officers: number;
  invitations: number;
}

/** What undoing a step would do to a club. */
export interface PlannedUndo {
  id: number;
  /** As it is called now, or was when it went. */
  name: string;
  /** A club that the step made is deleted, one that it deleted comes back; of every other one fields are changed. */
  what: 'deleted' | 'restored' | 'changed';
  /** It was asked to stay as it is. */
  isLeftOut: boolean;
  issues: readonly UndoIssue[];
  losses: UndoLosses;
}

export interface UndoPlan {
  stepId: number;
  /** Every club that is not as it was before the step, by its number. */
  clubs: PlannedUndo[];
  /** The same for the same plan: what `undoStep` is told that somebody has seen. */
  digest: string;
}

interface PlanOptions {
  /** Clubs that stay as they are. */
  without?: Iterable<number>;
  /** Whether who asks may delete clubs, and bring deleted ones back. */
  mayDelete?: boolean;
}

/** Whether something would be gone that was done since the step. */
export const isLossy = ({ losses: { fields, children, officers, invitations } }: PlannedUndo): boolean =>
  fields.length + children.length + officers + invitations > 0;

/**
 * What undoing a step would do to each club that it has changed, as far as it is not as before already; null when there
 * is no such step. Read in pieces, so that others get between them: who undoes it compares again.
 */
export async function planUndo(sql: Sql, stepId: number, options: PlanOptions = {}): Promise<UndoPlan | null> {
  const read = await readStep(sql, stepId);
  return read && evaluate(read, options);
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
  /** `stepId` is the step that did it. */
  | { outcome: 'undone'; stepId: number; clubs: number }
  /** What would be done is not what was seen: nothing was written. */
  | { outcome: 'changed'; plan: UndoPlan }
  /** A club that was asked for cannot be made again what it was: nothing was written. */
  | { outcome: 'refused'; plan: UndoPlan }
  /** All that was asked for is as before already. */
  | { outcome: 'nothing'; plan: UndoPlan }
  /** There is no such step. */
  | { outcome: 'gone' };

/** The texts of so many clubs are rendered beforehand; those of more, once they are there: pages show them plain until then. */
const RENDERED_BEFORE = 500;

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
  const leftOut = ({ clubs }: ReadStep) => {
    const wanted = clubIds === 'all' ? null : new Set(clubIds);
    return [...without, ...clubs.flatMap(({ id }) => (wanted === null || wanted.has(id) ? [] : [id]))];
  };
  const evaluateFor = (read: ReadStep) => evaluate(read, { without: leftOut(read), mayDelete });
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
  const html = await renderUndone(database, stepId);
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
    await tx`
      create temporary table club_undo (
        id integer primary key, what text not null, present_name text, fields jsonb not null, lost jsonb not null,
        texts_digest text not null
      ) on commit drop`;
    const read = await readStep(tx, stepId, (step, ids) => keepCompared(tx, step, ids));
    if (!read) return { outcome: 'gone' };
    const plan = evaluateFor(read);
    const refused = refuse(read, plan);
    if (refused) return refused;
    await beginStep(tx, { kind: 'undo', actor, undoes: stepId });
    await writeUndo(tx, read, plan, html);
    const [written] = await tx<[{ stepId: number }]>`
      select current_setting('club_directory.step_id')::float8 as step_id`;
    return { outcome: 'undone', stepId: written.stepId, clubs: idsOf(plan).size };
  });
  // The site renders what is missing when it starts.
  if (done.outcome === 'undone') {
    await renderStaleClubs(database).catch((error: unknown) => {
      if (!isLostConnection(error)) throw error;
    });
  }
  return done;
}

/** The columns of a step's changes, and which of them are the step's: see `findChanges`. */
interface StepChanges {
  stepId: number;
  /** The first and the last of its changes. */
  first: number;
  last: number;
  columns: string[];
}

/** A club of a step that is not as it was before, without its texts: a step may be of all clubs. */
interface StepClub {
  id: number;
  what: 'deleted' | 'restored' | 'changed' | 'gone';
  name: string;
  /** What the undo would do to it, and what would be lost of it. */
  digest: string;
  lost: string[];
  /** The name that it would get; null when it keeps its own. */
  newName: string | null;
  /** The club that has this name now. */
  holderId: number | null;
  setsParent: boolean;
  parentId: number | null;
  /** What that is called, or was when it went. */
  parentName: string;
  isParentThere: boolean;
  isLogoSwept: boolean;
  children: number[];
  officers: number;
  invitations: number;
}

interface ReadStep {
  step: StepChanges;
  clubs: StepClub[];
  /** The present parents of the clubs that the undo would make parents, and of all above those. */
  parents: Map<number, number>;
}

/** So many clubs are read, and written, at a time. */
const BATCH = 2000;

async function findChanges(sql: Sql, stepId: number): Promise<StepChanges | null> {
  const [found] = await sql<{ first: number | null; last: number | null; columns: string[] }[]>`
    select (select min(id) from club_change where step_id = step.id)::float8 as first,
      (select max(id) from club_change where step_id = step.id)::float8 as last,
      to_json(array(
        select attname from pg_attribute
        where attrelid = 'club'::regclass and attnum > 0 and not attisdropped
          and attname <> all (club_columns_without_history()) order by attnum
      )) as columns
    from club_step step where id = ${stepId}::float8::bigint`;
  return found ? { stepId, columns: found.columns, first: found.first ?? 0, last: found.last ?? 0 } : null;
}

/** Reads a step, and keeps what it has compared where somebody wants to write it. */
async function readStep(
  sql: Sql,
  stepId: number,
  keep?: (step: StepChanges, ids: readonly number[]) => Promise<void>,
): Promise<ReadStep | null> {
  const step = await findChanges(sql, stepId);
  if (!step) return null;
  const clubs: StepClub[] = [];
  for (const ids of inBatches(await findIds(sql, stepId))) {
    await keep?.(step, ids);
    clubs.push(...(await readClubs(sql, keep ? keptClubs(sql, ids) : comparedClubs(sql, step, ids))));
  }
  return { step, clubs, parents: await findParentsAbove(sql, clubs) };
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
 * found from being looked up again wherever it is spoken of.
 */
const undoneClubs = (sql: Sql, { stepId, first, last, columns }: StepChanges, ids: readonly number[]): Fragment => sql`
  select club_id, what, now, coalesce(fields, '{}') as fields, coalesce((
      select jsonb_object_agg(key, now -> key)
      from jsonb_each(case what when 'deleted' then nullif(now, after) when 'changed' then fields end) field
      where case when went then true
        when after ? key then not ${isSame(sql, sql`after -> key`, sql`now -> key`)}
        -- A field that is younger than the step.
        else value not in ('null', '""', '[]') end
    ), '{}') as lost
  from (
    select *, case what
      when 'restored' then before
      when 'changed' then (
        select jsonb_object_agg(key, value) from jsonb_each(before) field
        where now ? key and not ${isSame(sql, sql`value`, sql`now -> key`)} and (went or value is distinct from after -> key)
      ) end as fields
    from (
      select wanted.id as club_id, before, after, came, went, now, case
        when came then case when now is not null and not went then 'deleted' end
        when now is not null then 'changed'
        when went then 'restored'
        else 'gone' end as what
      from unnest(${sql.array([...ids], INTEGER_ARRAY)}::integer[]) wanted (id)
      cross join lateral (
        select club_fields_merged(before order by id desc) as before, club_fields_merged(after order by id) as after,
          coalesce(min(id) filter (where before is null) = min(id), false) as came,
          coalesce(max(id) filter (where after is null) = max(id), false) as went
        from club_change
        where club_id = wanted.id and id between ${first}::float8::bigint and ${last}::float8::bigint
          and step_id + 0 = ${stepId}::float8::bigint
      ) step
      left join lateral (
        select jsonb_build_object(${list(
          sql,
          columns.map((column) => sql`${column}::text, club.${sql(column)}`),
        )}) as now
        from club where id = wanted.id offset 0
      ) present on true
      offset 0
    ) compared
    offset 0
  ) undone
  where what in ('deleted', 'restored', 'gone') or fields is not null
  offset 0`;

/** The same moment is written by the zone of who wrote it. */
const isSame = (sql: Sql, one: Fragment, other: Fragment): Fragment => sql`
  (${one} is not distinct from ${other}
    or (key = 'created_at' and (${one} #>> '{}')::timestamptz = (${other} #>> '{}')::timestamptz))`;

/** The same without what the clubs are now. */
const comparedClubs = (sql: Sql, step: StepChanges, ids: readonly number[]): Fragment => sql`
  select club_id, what, now ->> 'name' as present_name, fields, lost,
    club_text_digest(${textsAfter(sql)}) as texts_digest
  from (${undoneClubs(sql, step, ids)}) undone
  offset 0`;

const readClubs = (sql: Sql, compared: Fragment) => sql<StepClub[]>`
  select club_id as id, what, to_json(array(select jsonb_object_keys(lost))) as lost,
    coalesce(present_name, fields ->> 'name', ${lastName(sql, sql`undone.club_id`)}, '') as name,
    md5(jsonb_build_array(what, fields, lost)::text) as digest,
    fields ->> 'name' as new_name,
    (select id from club other where other.name = fields ->> 'name' and other.id <> club_id) as holder_id,
    fields ? 'parent_id' as sets_parent, parent.id as parent_id,
    coalesce((select name from club where club.id = parent.id), ${lastName(sql, sql`parent.id`)}, '') as parent_name,
    exists (select from club where club.id = parent.id) as is_parent_there,
    coalesce(fields ->> 'logo' ~ '^/image/[0-9a-f]{64}-(200|400)[.]webp$', false) and not exists (
      select from image where hash = substring(fields ->> 'logo' from '[0-9a-f]{64}')
    ) as is_logo_swept,
      case when what = 'deleted' then to_json(array(
      select child.id from club child where child.parent_id = club_id order by child.id)) else '[]' end as children,
    case when what = 'deleted' then (
      select count(*) from club_officer officer where officer.club_id = undone.club_id) else 0 end::integer as officers,
    case when what = 'deleted' then (
      select count(*) from invitation
      where invitation.club_id = undone.club_id and accepted_at is null and expires_at > now()
    ) else 0 end::integer as invitations
  from (${compared}) undone
  cross join lateral (select (fields ->> 'parent_id')::integer as id) parent
  order by club_id`;

async function findParentsAbove(sql: Sql, clubs: readonly StepClub[]): Promise<Map<number, number>> {
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

/** What can be done of an undo, and what is lost by it, when some clubs stay as they are. */
function evaluate(read: ReadStep, { without = [], mayDelete = false }: PlanOptions): UndoPlan {
  const leftOut = new Set(without);
  /** The clubs that are undone: those with an issue fall out of it, and others by them. */
  const undone = new Map(read.clubs.filter(({ id }) => !leftOut.has(id)).map((club) => [club.id, club]));
  const issues = new Map<number, UndoIssue[]>();
  const byHolder = Map.groupBy(read.clubs, ({ holderId }) => holderId);
  const byParent = Map.groupBy(read.clubs, ({ parentId }) => parentId);
  const findIssues = (club: StepClub): UndoIssue[] => {
    const { what, newName, holderId, parentId, parentName: parent, isParentThere } = club;
    const holder = holderId === null ? undefined : undone.get(holderId);
    const isTaken = holderId !== null && holder?.what !== 'deleted' && !holder?.newName;
    const above = parentId === null ? undefined : undone.get(parentId);
    const hasParent = parentId === null || (isParentThere ? above?.what !== 'deleted' : above?.what === 'restored');
    return [
      ...(what === 'gone' ? [{ fault: 'gone' as const }] : []),
      ...(!mayDelete && (what === 'deleted' || what === 'restored') ? [{ fault: 'notAllowed' as const }] : []),
      ...(isTaken ? [{ fault: 'taken' as const, name: newName ?? '' }] : []),
      ...(hasParent ? [] : [{ fault: 'unknownParent' as const, parent }]),
      ...(club.isLogoSwept ? [{ fault: 'logoSwept' as const }] : []),
    ];
  };
  const dropAll = (clubs: Iterable<StepClub>) => {
    const waiting = [...clubs];
    for (let club = waiting.pop(); club; club = waiting.pop()) {
      if (!undone.has(club.id)) continue;
      const found = findIssues(club);
      if (found.length === 0) continue;
      issues.set(club.id, found);
      undone.delete(club.id);
      for (const groups of [byHolder, byParent]) for (const other of groups.get(club.id) ?? []) waiting.push(other);
    }
  };
  dropAll(read.clubs);
  for (;;) {
    const loops = findLoops(parentsAfter(read, undone));
    if (loops.length === 0) break;
    const closing = loops.flat().flatMap((id) => {
      const club = undone.get(id);
      return club?.setsParent ? [club] : [];
    });
    for (const club of closing) {
      issues.set(club.id, [{ fault: 'loop', parent: club.parentName }]);
      undone.delete(club.id);
    }
    dropAll(closing.flatMap(({ id }) => [...(byHolder.get(id) ?? []), ...(byParent.get(id) ?? [])]));
  }
  /** Whether a child of a club that goes is part of none after it, and was asked for neither. */
  const isOrphaned = (id: number) => {
    const child = undone.get(id);
    return !child || (child.what !== 'deleted' && !child.setsParent);
  };
  const clubs = read.clubs.map((club): PlannedUndo => {
    const { id, name, what, lost, officers, invitations } = club;
    const isUndone = undone.has(id);
    const lostFields = KEPT_FIELDS.filter((field) => columnsOf(field).some((column) => lost.includes(column)));
    return {
      id,
      name,
      what: what === 'gone' ? 'changed' : what,
      isLeftOut: leftOut.has(id),
      issues: issues.get(id) ?? [],
      losses: {
        fields: lostFields,
        children: isUndone ? club.children.filter(isOrphaned) : [],
        officers,
        invitations,
      },
    };
  });
  const plan = { stepId: read.step.stepId, clubs, digest: '' };
  return { ...plan, digest: digestOf(read, plan, null) };
}

/** The parents as the undo would leave them, as far as loops can be among them. */
function parentsAfter({ parents }: ReadStep, undone: ReadonlyMap<number, StepClub>): Map<number, number> {
  const after = new Map([...parents].filter(([id]) => !undone.get(id)?.setsParent));
  for (const { id, parentId } of undone.values()) if (parentId !== null) after.set(id, parentId);
  for (const [id, parentId] of after) if (undone.get(parentId)?.what === 'deleted') after.delete(id);
  return after;
}

/** The columns that a field is stored in; of a parent, that of its number. */
const columnsOf = (field: KeptField): string[] =>
  field === 'parent_name' ? ['parent_id'] : FIELDS[field].stored.map(toColumn);

/** The clubs of a plan that are undone, whether or not they can be. */
const idsOf = ({ clubs }: UndoPlan): Set<number> =>
  new Set(clubs.filter(({ isLeftOut }) => !isLeftOut).map(({ id }) => id));

/** Tells plans apart by all that they say of these clubs; null for all. */
function digestOf(read: ReadStep, { clubs }: UndoPlan, ids: ReadonlySet<number> | null): string {
  const hash = createHash('sha256');
  for (const [index, { id, isLeftOut, issues, losses }] of clubs.entries()) {
    if (ids && !ids.has(id)) continue;
    const told = isLeftOut
      ? []
      : [read.clubs[index]?.digest, issues, losses.children, losses.officers, losses.invitations];
    hash.update(`${JSON.stringify([id, isLeftOut, ...told])}\n`);
  }
  return hash.digest('hex').slice(0, 32);
}

/** HTML with the digest of the texts that it was made of. */
interface RenderedTexts {
  digest: string;
  shortDescriptionHtml: string;
  descriptionHtml: string;
}

const TEXT_COLUMNS = ['short_description', 'description'] as const;

/** The texts of an undone club as they would be. */
const textsAfter = (sql: Sql): Fragment =>
  list(
    sql,
    TEXT_COLUMNS.map((column) => sql`coalesce(fields ->> ${column}::text, now ->> ${column}::text, '')`),
  );

/** The texts that clubs get by an undo, in HTML: of a step of few clubs, so that pages have them at once. */
async function renderUndone(sql: Sql, stepId: number): Promise<RenderedTexts[]> {
  const step = await findChanges(sql, stepId);
  const ids = step ? await findIds(sql, stepId) : [];
  if (!step || ids.length > RENDERED_BEFORE) return [];
  const texts = await sql<{ digest: string; shortDescription: string; description: string }[]>`
    select distinct on (digest) digest, short_description, description
    from (${undoneClubs(sql, step, ids)}) undone
    cross join lateral (values (${textsAfter(sql)})) texts (short_description, description)
    cross join lateral (select club_text_digest(short_description, description) as digest) digested
    where ${setsTexts(sql)}`;
  return await Promise.all(texts.map(async (one) => ({ digest: one.digest, ...(await renderClubTexts(one)) })));
}

const setsTexts = (sql: Sql): Fragment => sql`(fields ?| array['short_description', 'description'])`;

/** Keeps clubs of a step in a table of the transaction, as they were compared. */
async function keepCompared(tx: Transaction, step: StepChanges, ids: readonly number[]): Promise<void> {
  await tx`insert into club_undo ${comparedClubs(tx, step, ids)}`;
}

const keptClubs = (tx: Sql, ids: readonly number[]): Fragment => tx`
  select id as club_id, what, present_name, fields, lost from club_undo
  where id = any(${tx.array([...ids], INTEGER_ARRAY)})`;

/**
 * Writes what was kept of a plan. A name is free, and a parent is there, when all that stands in its way has been done:
 * clubs go first, then all get their fields, then the others come, and then every parent is set.
 */
async function writeUndo(
  tx: Transaction,
  { step }: ReadStep,
  plan: UndoPlan,
  html: readonly RenderedTexts[],
): Promise<void> {
  const leftOut = plan.clubs.filter(({ isLeftOut }) => isLeftOut).map(({ id }) => id);
  await tx`delete from club_undo where id in (select unnest(${tx.array(leftOut, INTEGER_ARRAY)}::integer[]))`;
  await tx`
    create temporary table club_undo_html on commit drop as
    select * from jsonb_to_recordset(${tx.json(html.map((one) => ({ ...one })))}) as
      rendered (digest text, "shortDescriptionHtml" text, "descriptionHtml" text)`;
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
  { column: 'short_description_html', value: (tx) => tx`rendered."shortDescriptionHtml"` },
  { column: 'description_html', value: (tx) => tx`rendered."descriptionHtml"` },
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
