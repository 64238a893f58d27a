import type { Sql, Transaction } from '../../../db/client.ts';
import {
  compareTexts,
  KEPT_FIELDS,
  toText,
  type ClubTexts,
  type FieldDifference,
  type KeptField,
} from '../edit/form.ts';
import { INTEGER_ARRAY, type Fragment } from '../../sql-fragments.ts';
import { FIELDS, toColumn, type ValuesOf } from '../record.ts';
import { changeOf, toRevision, type Revision } from './revision.ts';
import { isSameEpoch } from '../version.ts';

/*
 * What was changed of clubs, which the database keeps by itself: see db/migrations/0017_keep_history.sql.
 */

/** What somebody did; `other` is what was written by nobody who said so, such as SQL by hand. */
export type StepKind =
  'create' | 'edit' | 'delete' | 'restore' | 'confirm' | 'import' | 'undo' | 'bulk' | 'remove' | 'other';

/** Who changes clubs. The name is kept as it is now. */
export interface Actor {
  userId: number;
  name: string;
}

/** Somebody without an account who has the link by which a round asks a club: nobody knows who that is. */
export interface LinkHolder {
  roundId: number;
  clubId: number;
}

export type Author = Actor | LinkHolder;

export interface NewStep {
  kind: StepKind;
  actor?: Author;
  note?: string;
  /** Of an undo, the step that it undoes. */
  undoes?: number;
}

/** Says of all that this transaction changes of clubs who did it and why. If it changes nothing, nothing is kept. */
export async function beginStep(tx: Transaction, { kind, actor, note, undoes }: NewStep): Promise<void> {
  const { userId, name: userName } = actor && 'userId' in actor ? actor : {};
  const said = JSON.stringify({ kind, userId, userName, note, undoes });
  await tx`select set_config('club_directory.step', ${said}, true), set_config('club_directory.step_id', '', true)`;
}

/** What is kept of a club. */
export type ClubState = Omit<ValuesOf<KeptField>, 'parentName'> & { parentId: number | null; createdAt: string };

/** A club at some time, with the change that made it so. */
export interface KeptClub {
  id: number;
  revision: Revision;
  state: ClubState;
}

interface Change {
  id: number;
  before: Partial<ClubState> | null;
  after: Partial<ClubState> | null;
}

export const SIDES = ['before', 'after'] as const;
/** A side of a change. */
export type Side = (typeof SIDES)[number];

/** A change with the columns whose values were removed from the history for good. */
type ListedChange = Change & { removed: string[] };

/** A club with what has become of it, from the newest change back to one with this number. */
interface Past {
  revision: Revision;
  now: ClubState | null;
  changes: ListedChange[];
}

/** As many changes are read for what a club was when a form was filled; one that is older is told that it is, and no more. */
const MOST_CHANGES = 1000;

/** With no more than the newest `limit` of the changes; null for all. */
async function findPast(sql: Sql, clubId: number, from: number, limit: number | null = null): Promise<Past> {
  const [{ epoch, newest, ...past }] = await sql<[Omit<Past, 'revision'> & { epoch: string; newest: number }]>`
    select directory_epoch() as epoch, ${newestChange(sql, clubId)} as newest,
      (select club_fields(club) from club where id = ${clubId}) as now,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'before', before, 'after', after, 'removed', removed) order by id desc), '[]')
        from (
          select id, before, after, removed from club_change where club_id = ${clubId} and id >= ${from}::float8::bigint
          order by id desc limit ${limit}::int
        ) change) as changes`;
  return { ...past, revision: toRevision(epoch, newest) };
}

/** The number of the last change of a club; 0 when none is kept. */
const newestChange = (sql: Sql, clubId: number): Fragment =>
  sql`(select coalesce(max(id), 0)::float8 from club_change where club_id = ${clubId})`;

/** What a form of a club hands back that is filled now; also of one that is gone. */
export async function findRevision(sql: Sql, clubId: number): Promise<Revision> {
  const [{ epoch, newest }] = await sql<[{ epoch: string; newest: number }]>`
    select directory_epoch() as epoch, ${newestChange(sql, clubId)} as newest`;
  return toRevision(epoch, newest);
}

/** A club as it is; null when there is none. */
export async function findKeptClub(sql: Sql, clubId: number): Promise<KeptClub | null> {
  const [found] = await sql<{ epoch: string; newest: number; state: ClubState }[]>`
    select club_fields(club) as state, directory_epoch() as epoch, ${newestChange(sql, clubId)} as newest
    from club where id = ${clubId}`;
  return found ? { id: clubId, revision: toRevision(found.epoch, found.newest), state: found.state } : null;
}

/**
 * A club at a revision of it; null if it did not exist then, if the revision is of another epoch or the future, if more
 * than a thousand changes have come since, and if a value of these changes was removed for good.
 */
export async function findClubAtRevision(sql: Sql, clubId: number, revision: Revision): Promise<ClubState | null> {
  const seen = changeOf(revision);
  const { now, changes, revision: newest } = await findPast(sql, clubId, seen + 1, MOST_CHANGES + 1);
  const isOne = isSameEpoch(revision, newest) && seen <= changeOf(newest);
  const isComplete = changes.length <= MOST_CHANGES && changes.every(({ removed }) => removed.length === 0);
  return isOne && isComplete ? goBack(now, changes) : null;
}

/** What a change of a club has left, or what it took away if it left nothing, and what the club is now. */
export interface Restorable {
  /** The newest change of the club. */
  revision: Revision;
  /** Null when there was no such change. */
  state: ClubState | null;
  isThere: boolean;
}

export async function findRestorable(sql: Sql, clubId: number, changeId: number): Promise<Restorable> {
  const { now, changes, revision } = await findPast(sql, clubId, changeId);
  const change = changes.at(-1);
  const left = change?.id === changeId ? goBack(now, changes.slice(0, -1)) : null;
  return {
    revision,
    state: left ?? ((change?.id === changeId ? change.before : null) as ClubState | null),
    isThere: now !== null,
  };
}

/** The number of the club that has this very name; null when none has. */
export async function findNamesake(sql: Sql, name: string): Promise<number | null> {
  const [club] = await sql<{ id: number }[]>`select id from club where name = ${name}`;
  return club?.id ?? null;
}

/** A club at a change of it, as a form would show it: see `findRestorable`. Null when there was no such change. */
export async function findClubAt(sql: Sql, clubId: number, changeId: number): Promise<ClubTexts | null> {
  const { state } = await findRestorable(sql, clubId, changeId);
  return state && (await toTexts(sql, state));
}

/** What a club was before changes, which are given newest first. */
function goBack(now: ClubState | null, changes: Change[]): ClubState | null {
  let state = now;
  for (const { before, after } of changes) {
    // Of a club that went, and of one that came, the change has all there is.
    if (before === null) state = null;
    else if (after === null) state = before as ClubState;
    else state = state && { ...state, ...before };
  }
  return state;
}

/** A state as a form shows it. */
export async function toTexts(sql: Sql, state: ClubState): Promise<ClubTexts> {
  const names = await findNames(sql, [state]);
  return Object.fromEntries(
    KEPT_FIELDS.map((field) => [field, toText(field, withParentName(state, names))]),
  ) as ClubTexts;
}

const withParentName = (state: Partial<ClubState>, names: ReadonlyMap<number, string>) => ({
  ...state,
  parentName: state.parentId ? (names.get(state.parentId) ?? String(state.parentId)) : null,
});

/** What a club was called when it went: its last change is the one that took it away. */
export const lastName = (sql: Sql, clubId: Fragment): Fragment => sql`
  (
    -- By a name of its own: in here another column may have the name that it has outside.
    select before ->> 'name' from (select ${clubId} as id) gone join club_change last on last.club_id = gone.id
    order by last.id desc limit 1
  )`;

/** The names of all parents, as they are called now or were when they went. */
export async function findNames(sql: Sql, states: (Partial<ClubState> | null)[]): Promise<Map<number, string>> {
  const ids = sql.array([...new Set(states.flatMap((state) => state?.parentId ?? []))], INTEGER_ARRAY);
  const found = await sql<{ id: number; name: string }[]>`
    select id, name from club where id = any(${ids})
    union all
    select wanted.id, last.name
    from unnest(${ids}::integer[]) wanted (id) cross join lateral (select ${lastName(sql, sql`wanted.id`)} as name) last
    where not exists (select from club where club.id = wanted.id) and last.name is not null`;
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** A step, for people. */
export interface StepSummary {
  id: number;
  kind: StepKind;
  doneAt: Date;
  /** Null when nobody said who it was, or the account is gone. */
  userId: number | null;
  userName: string;
  /** Which account it is, whatever it calls itself; null as its number is. */
  userEmail: string | null;
  /** Whether it was done by the link by which a round asks a club. */
  isByLink: boolean;
  note: string;
}

/** A field that a step changed. */
export interface HistoryField extends FieldDifference {
  /** The sides whose value was removed from the history for good. Their text is empty. */
  removed?: readonly Side[];
}

/** What one step has changed of a club. */
export interface HistoryEntry {
  step: StepSummary;
  /** Names this state of the club: see `findClubAt` and `restoreClub`. */
  changeId: number;
  what: 'created' | 'changed' | 'deleted';
  /** The fields that differ, as a form shows them; of a club that came or went, all that are not empty. */
  fields: HistoryField[];
}

/**
 * The steps of a club, the newest first; `before` is the `changeId` of the last one that was seen. A step that changes a
 * club keeps it until it is over, so that its changes of the club follow each other: what is read of a long history is
 * the changes of these steps alone, from each step to the next by the key.
 */
export async function findClubHistory(
  sql: Sql,
  clubId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<HistoryEntry[]> {
  const found = await sql<
    { step: Omit<StepSummary, 'doneAt'>; doneAt: Date; changeId: number; changes: ListedChange[] }[]
  >`
    with recursive page as (
      (
        select step_id, id, 1 as place from club_change where club_id = ${clubId}
        ${
          before === undefined
            ? sql``
            : sql`
              and id < ${before}::float8::bigint and step_id is distinct from (
                select step_id from club_change where club_id = ${clubId} and id >= ${before}::float8::bigint
                order by id limit 1
              )`
        }
        order by id desc limit 1
      )
      union all
      select older.* from page cross join lateral (
        select step_id, id, place + 1 from club_change
        where club_id = ${clubId} and id < page.id and step_id <> page.step_id
        order by id desc limit 1
      ) older
      where place <= ${limit}::int
    ), step_of_club as (
      select step_id, id, place, coalesce(lead(id) over (order by place), 0) as older from page
    )
    select ${stepColumns(sql)}, step_of_club.id::float8 as change_id, (
      select jsonb_agg(jsonb_build_object('id', id, 'before', before, 'after', after, 'removed', removed) order by id)
      from club_change where club_id = ${clubId} and id > step_of_club.older and id <= step_of_club.id
    ) as changes
    from step_of_club join club_step step on step.id = step_id
    where place <= ${limit}::int
    order by place`;
  const entries = found.map(({ step, doneAt, changeId, changes }) => ({
    step: { ...step, doneAt },
    changeId,
    change: changes.reduce(combine),
  }));
  const names = await findNames(
    sql,
    entries.flatMap(({ change }) => [change.before, change.after]),
  );
  return entries.map(({ step, changeId, change }) => ({
    step,
    changeId,
    what: change.before === null ? 'created' : change.after === null ? 'deleted' : 'changed',
    fields: compare(change, names),
  }));
}

/** Of a `step`: see `StepSummary`, whose time stands beside it. */
export const stepColumns = (sql: Sql): Fragment => sql`
  jsonb_build_object('id', step.id, 'kind', kind, 'userId', user_id, 'userName', user_name, 'note', note,
    'isByLink', step.round_id is not null, 'userEmail', (select email from site_user where site_user.id = user_id)) as step, done_at`;

/** Two changes of one club, the second after the first, as one. */
function combine(first: ListedChange, second: ListedChange): ListedChange {
  const { id } = second;
  const removed = [...first.removed, ...second.removed];
  // It went, or was not there yet, in between.
  if (second.before === null || first.after === null) return { id, removed, before: first.before, after: second.after };
  return {
    id,
    removed,
    before: first.before && { ...second.before, ...first.before },
    after: second.after && { ...first.after, ...second.after },
  };
}

/** The fields that differ, as a form shows them; `names` has those of parents. */
export function compare(
  { before, after, removed = [] }: Pick<Change, Side> & { removed?: readonly string[] },
  names: ReadonlyMap<number, string>,
): HistoryField[] {
  const [was, is] = [before ?? {}, after ?? {}].map((state) => withParentName(state, names));
  const differences = new Map(compareTexts(was ?? {}, is ?? {}).map((one) => [one.field, one]));
  return KEPT_FIELDS.flatMap((field) => {
    const sides = findRemovedSides(field, { before, after }, removed);
    if (sides.length === 0) return differences.get(field) ?? [];
    return { field, before: '', after: '', ...differences.get(field), removed: sides };
  });
}

/** The sides of a change whose value of a field was removed. */
function findRemovedSides(field: KeptField, change: Pick<Change, Side>, removed: readonly string[]): Side[] {
  const names = FIELDS[field].stored.filter((name) => removed.includes(toColumn(name)));
  return SIDES.filter((side) => {
    const state = change[side];
    return names.length > 0 && state !== null && !names.some((name) => name in state);
  });
}

/** A club that is gone, and was not there again since. */
export interface DeletedClub {
  id: number;
  name: string;
  /** Its last change; `restoreClub` brings back what it took away. */
  changeId: number;
  /** The same, as the form hands it back. */
  revision: Revision;
  step: StepSummary;
}

/** The deleted clubs, the last first; `before` is the `changeId` of the last one that was seen. */
export async function findDeletedClubs(
  sql: Sql,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<DeletedClub[]> {
  const found = await sql<
    (Omit<DeletedClub, 'step' | 'revision'> & { step: Omit<StepSummary, 'doneAt'>; doneAt: Date; epoch: string })[]
  >`
    select ${stepColumns(sql)}, (select directory_epoch()) as epoch, club_id as id, before ->> 'name' as name, change.id::float8 as change_id
    from club_change change join club_step step on step.id = step_id
    where after is null and not exists (select from club where club.id = club_id)
      and not exists (select from club_change later where later.club_id = change.club_id and later.id > change.id)
      ${before === undefined ? sql`` : sql`and change.id < ${before}::float8::bigint`}
    order by change.id desc limit ${limit}`;
  return found.map(({ step, doneAt, epoch, ...club }) => ({
    ...club,
    revision: toRevision(epoch, club.changeId),
    step: { ...step, doneAt },
  }));
}
