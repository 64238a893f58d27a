import type { Sql } from '../../../db/client.ts';
import { TEXT_ARRAY, type Fragment } from '../../sql-fragments.ts';
import {
  compare,
  findNames,
  lastName,
  stepColumns,
  type ClubState,
  type HistoryEntry,
  type StepSummary,
} from './history.ts';
import { hasClubsToUndo } from './undo/read.ts';

/*
 * The steps of the history of all clubs: see db/migrations/0017_keep_history.sql.
 */

/** A step that another one speaks of. */
export interface StepReference {
  id: number;
  doneAt: Date;
}

/** A step with what it came to. A club that it made and deleted again counts as none. */
export interface DirectoryStep {
  step: StepSummary;
  created: number;
  changed: number;
  deleted: number;
  /** The only club of the step, as it is called now or was when it went; null where there are others. */
  club: { id: number; name: string } | null;
  /** Of an undo, the step that it undoes. */
  undoes: StepReference | null;
  /** The last step by which clubs of it are as before: see `StandingUndo`. */
  undoneBy: StepReference | null;
  /** How many of its clubs are so by that; all of them where nothing is left of it to undo. */
  undoneClubs: number;
  /** Whether values of it were removed from the history for good. */
  hasRemovedValues: boolean;
}

/** The steps of all clubs, the newest first; `before` is the number of the last one that was seen. */
export const findSteps = (sql: Sql, { before, limit }: { before?: number | undefined; limit: number }) =>
  readSteps(
    sql,
    sql`
      ${before === undefined ? sql`` : sql`where id < ${before}::float8::bigint`}
      order by id desc limit ${limit}`,
  );

/** A step by its number; null when there is none. */
export async function findStep(sql: Sql, stepId: number): Promise<DirectoryStep | null> {
  const [step] = await readSteps(sql, sql`where id = ${stepId}::float8::bigint`);
  return step ?? null;
}

/** What is undone of a step now: its undos, those of them that were undone, and so on, as far as steps say. */
export interface StandingUndo {
  /** The last step by which a club is as before: an undo of the step, or of what had undone such an undo. */
  step: StepSummary;
  /** How many of the clubs of the step are as before by that. */
  clubs: number;
}

/** What is undone of steps, by their numbers. */
export async function findStandingUndos(sql: Sql, stepIds: readonly number[]): Promise<Map<number, StandingUndo>> {
  if (stepIds.length === 0) return new Map();
  const found = await sql<{ step: Omit<StepSummary, 'doneAt'>; doneAt: Date; undoneId: number; clubs: number }[]>`
    ${lastOfClubs(sql, stepIds)}, standing as (
      select root, max(id) as id, count(*)::integer as clubs from last_of_club where takes_back group by root
    )
    select ${stepColumns(sql)}, root::float8 as undone_id, clubs from standing join club_step step on step.id = standing.id`;
  return new Map(found.map(({ step, doneAt, undoneId, clubs }) => [undoneId, { step: { ...step, doneAt }, clubs }]));
}

/**
 * By what each club of these steps became as before last, or got back what the step had made of it: `last_of_club`. Each
 * is looked up by the step and its number, one after the other (`offset 0`), whatever the database believes of a table
 * that an import has just filled: joined as it likes, it reads the changes of all steps.
 */
const lastOfClubs = (sql: Sql, stepIds: readonly number[]): Fragment => sql`
  with recursive undo as (
    select undoes as root, id, undoes, true as takes_back
    from club_step where undoes = any(${sql.array(stepIds.map(String), TEXT_ARRAY)}::bigint[])
    union all
    select root, later.id, later.undoes, not takes_back from undo join club_step later on later.undoes = undo.id
  ), last_of_club as (
    select distinct on (root, undone.club_id) root, undone.club_id, undo.id, takes_back
    from undo
      cross join lateral (select club_id, before, after from club_change where step_id = undo.id offset 0) undone
      cross join lateral (
        select before, after from club_change where step_id = undo.undoes and club_id = undone.club_id offset 0
      ) done
    where ${takesBack(sql)}
      and exists (select from club_change first where first.step_id = root and first.club_id = undone.club_id offset 0)
    order by root, undone.club_id, undo.id desc
  )`;

interface FoundStep {
  step: Omit<StepSummary, 'doneAt'>;
  doneAt: Date;
  created: number;
  changed: number;
  deleted: number;
  clubId: number | null;
  clubName: string | null;
  undoesId: number | null;
  undoesAt: Date | null;
  hasRemovedValues: boolean;
}

async function readSteps(sql: Sql, which: Fragment): Promise<DirectoryStep[]> {
  const found = await sql<FoundStep[]>`
    select ${stepColumns(sql)}, created, changed, deleted, has_removed_values,
      case when of_one then club_id end as club_id, case when of_one then ${nameOf(sql, sql`club_id`)} end as club_name,
      undone.id::float8 as undoes_id, undone.at as undoes_at
    from (select * from club_step ${which}) step
    cross join lateral (
      select count(*) filter (where came and not went)::integer as created,
        count(*) filter (where not came and not went)::integer as changed,
        count(*) filter (where went and not came)::integer as deleted,
        count(*) filter (where not (came and went)) = 1 as of_one,
        coalesce(bool_or(has_removed_values), false) as has_removed_values,
        min(club_id) filter (where not (came and went)) as club_id
      from (${clubsOf(sql, sql`step.id`)}) club
    ) counted
    left join lateral (select id, done_at as at from club_step other where other.id = step.undoes) undone on true
    order by step.id desc`;
  const undos = await findStandingUndos(
    sql,
    found.map(({ step }) => step.id),
  );
  const steps: DirectoryStep[] = [];
  for (const {
    step,
    doneAt,
    created,
    changed,
    deleted,
    clubId,
    clubName,
    undoesId,
    undoesAt,
    hasRemovedValues,
  } of found) {
    const undo = undos.get(step.id);
    steps.push({
      step: { ...step, doneAt },
      created,
      changed,
      deleted,
      club: clubId === null ? null : { id: clubId, name: clubName ?? '' },
      undoes: undoesId === null || undoesAt === null ? null : { id: undoesId, doneAt: undoesAt },
      undoneBy: undo ? { id: undo.step.id, doneAt: undo.step.doneAt } : null,
      undoneClubs: undo ? await countUndone(sql, step.id, undo.clubs, created + changed + deleted) : 0,
      hasRemovedValues,
    });
  }
  return steps;
}

/** The clubs that no undo has made as before are looked through up to so many. */
const REST_LOOKED_THROUGH = 2000;

/** How many clubs of a step count as undone: all of them where the rest has nothing of the step either, by whatever. */
async function countUndone(sql: Sql, stepId: number, undone: number, clubs: number): Promise<number> {
  if (undone >= clubs || clubs - undone > REST_LOOKED_THROUGH) return undone;
  const [{ rest }] = await sql<[{ rest: number[] }]>`
    ${lastOfClubs(sql, [stepId])}
    select to_json(array(
      select distinct club_id from club_change where step_id = ${stepId}::float8::bigint
      except select club_id from last_of_club where takes_back
    )) as rest`;
  return (await hasClubsToUndo(sql, stepId, rest)) ? undone : clubs;
}

/** The clubs of a step, and whether they came or went by it. */
const clubsOf = (sql: Sql, stepId: Fragment): Fragment => sql`
  select club_id, coalesce(min(id) filter (where before is null) = min(id), false) as came,
    coalesce(max(id) filter (where after is null) = max(id), false) as went,
    bool_or(removed <> '{}') as has_removed_values
  from club_change where step_id = ${stepId} group by club_id`;

/** Whether the change `undone` of an undo takes back the change `done` of the same club. */
const takesBack = (sql: Sql): Fragment => sql`
  case
    when done.before is null then undone.after is null
    when done.after is null then undone.before is null
    else undone.after is null or undone.after ?| array(select jsonb_object_keys(done.before)) end`;

/** What a club is called now, or was when it went. */
const nameOf = (sql: Sql, clubId: Fragment): Fragment => sql`
  coalesce((select name from club where club.id = ${clubId}), ${lastName(sql, clubId)}, '')`;

/** A club of a step with what the step has made of it. */
export interface StepClub extends Pick<HistoryEntry, 'what' | 'fields'> {
  id: number;
  name: string;
  /** Whether there is such a club now. */
  isThere: boolean;
}

/** The clubs of a step by name, from a place on. */
export async function findStepClubs(
  sql: Sql,
  stepId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<StepClub[]> {
  const found = await sql<
    {
      id: number;
      name: string;
      isThere: boolean;
      before: Partial<ClubState> | null;
      after: Partial<ClubState> | null;
      removed: string[];
    }[]
  >`
    select club_id as id, name, exists (select from club where club.id = club_id) as is_there,
      case when not came then before end as before, case when not went then after end as after, removed
    from (
      select * from (
        select *, ${nameOf(sql, sql`club_id`)} as name from (${clubsOf(sql, sql`${stepId}::float8::bigint`)}) club
        where not (came and went)
      ) named
      order by name collate "und-x-icu", club_id limit ${limit} offset ${offset}
    ) page cross join lateral (
      select club_fields_merged(before order by id desc) as before, club_fields_merged(after order by id) as after,
        to_json(array(
          select unnest(removed) from club_change where club_id = page.club_id and step_id = ${stepId}::float8::bigint
        )) as removed
      from club_change change where change.club_id = page.club_id and step_id = ${stepId}::float8::bigint
    ) merged
    order by name collate "und-x-icu", club_id`;
  const names = await findNames(
    sql,
    found.flatMap(({ before, after }) => [before, after]),
  );
  return found.map(({ before, after, removed, ...club }) => ({
    ...club,
    what: before === null ? 'created' : after === null ? 'deleted' : 'changed',
    fields: compare({ before, after, removed }, names),
  }));
}
