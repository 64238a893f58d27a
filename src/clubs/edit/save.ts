import { toText, type ClubIssue } from '../record.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Database, Transaction } from '../../../db/client.ts';
import { today } from '../day.ts';
import { findCurrentClub, findRevision, findStateAt, type ClubState, type CurrentClub } from '../history/club-state.ts';
import { changeOf, type Revision } from '../history/revision.ts';
import { beginStep, type Actor, type Author, type StepKind } from '../history/step.ts';
import { reserveClubIds } from '../club-ids.ts';
import { MAX_CLUB_ID, normalizeName } from '../field-rules.ts';
import { findConflict, toEditable, type Conflict, type EditableClub } from './conflict.ts';
import { fieldsOf, toLines, type ClubValues } from './form.ts';
import { findParent, unknownParent } from './names.ts';
import { constraintOf, withWriteLock } from './write-lock.ts';
import { insertClubs, updateClubs, type ClubRecord } from './write.ts';

/* Creates, saves, confirms, deletes and restores a club: each as one step of the history. */

export interface Refused {
  outcome: 'refused';
  issues: ClubIssue[];
}

interface Gone {
  outcome: 'gone';
}

export interface Saved {
  outcome: 'saved';
  club: EditableClub;
}

/** `revision` is the one that restores the club. */
export interface Deleted {
  outcome: 'deleted';
  id: number;
  name: string;
  revision: Revision;
}

export async function findEditableClub(database: Database, clubId: number): Promise<EditableClub | null> {
  const club = await findCurrentClub(database, clubId);
  return club && (await toEditable(database, club));
}

/** Runs in the same transaction before the club is written, and may refuse the form. */
export type BeforeSave = (tx: Transaction) => Promise<Refused | null>;

export async function createClub(
  database: Database,
  actor: Actor,
  values: ClubValues,
  beforeSave?: BeforeSave,
): Promise<Saved | Refused> {
  if (values.name === undefined) return refuse({ field: 'name', code: 'empty' });
  const created = await runStep<Saved | Refused>(database, 'create', actor, async (tx) => {
    const record = (await beforeSave?.(tx)) ?? (await toRecord(tx, values, null));
    if ('outcome' in record) return record;
    const { areEnough } = await reserveClubIds(tx, 1);
    if (!areEnough) throw new Error(`No ids left for a new club, up to ${MAX_CLUB_ID}.`);
    return await asSaved(tx, await insertOne(tx, { ...record, confirmedOn: today() }));
  });
  const isTaken = created.outcome === 'refused' && created.issues.some(({ code }) => code === 'taken');
  return (isTaken ? await findTwin(database, actor, values) : null) ?? created;
}

/** The club that the same form has just created: a double click submits a form twice. */
async function findTwin(database: Database, actor: Actor, values: ClubValues): Promise<Saved | null> {
  const [made] = await database<{ id: number }[]>`
    select club.id from club
    cross join lateral (
      select step_id from club_change where club_id = club.id order by id desc limit 1
    ) change join club_step step on step.id = step_id
    where name = ${values.name ?? ''} and kind = 'create' and user_id = ${actor.userId}
      and done_at > now() - interval '1 minute'`;
  const club = made && (await findEditableClub(database, made.id));
  if (!club) return null;
  const isSame = fieldsOf(values).every((field) => toText(field, values) === toLines(club.texts[field]));
  return isSame ? { outcome: 'saved', club } : null;
}

/** Saves fields and, unless `confirms` is false, confirms the club. Later changes of the same fields are a conflict. */
export async function saveClub(
  database: Database,
  author: Author,
  clubId: number,
  revision: Revision,
  values: ClubValues,
  { beforeSave, confirms = true }: { beforeSave?: BeforeSave; confirms?: boolean } = {},
): Promise<Saved | Conflict | Refused | Gone> {
  return await runClubStep(database, 'edit', author, clubId, async (tx, club) => {
    const record = (await beforeSave?.(tx)) ?? (await toRecord(tx, differing(values, club.state), club));
    const isChange = 'outcome' in record || hasColumns(record);
    const conflict = isChange ? await findConflict(tx, club, revision, values) : null;
    if (conflict) return conflict;
    if ('outcome' in record) return record;
    if (isChange) {
      const confirmed = confirms ? differing({ confirmedOn: today() }, club.state) : {};
      await updateOne(tx, club, { ...record, ...confirmed });
    } else if (confirms) {
      await beginStep(tx, { kind: 'confirm', actor: author });
      await confirm(tx, club);
    }
    return await asSaved(tx, clubId);
  });
}

/** Confirms a club as of today, unless it has changed since the user saw it. */
export async function confirmClub(
  database: Database,
  author: Author,
  clubId: number,
  seen: Revision,
): Promise<Saved | Conflict | Refused | Gone> {
  return await runClubStep(database, 'confirm', author, clubId, async (tx, club) => {
    const conflict = await findConflict(tx, club, seen, null);
    if (conflict) return conflict;
    await confirm(tx, club);
    return await asSaved(tx, clubId);
  });
}

async function confirm(tx: Transaction, { id, state }: CurrentClub): Promise<void> {
  if (state.confirmedOn === today()) return;
  await tx`update club set confirmed_on = ${today()}, is_sample = false where id = ${id}`;
}

/** Deletes a club whose name the user typed. Its children stay, without a parent. */
export async function deleteClub(
  database: Database,
  actor: Actor,
  clubId: number,
  revision: Revision,
  typedName: string,
): Promise<Deleted | Conflict | Refused | Gone> {
  return await runClubStep<Deleted | Conflict>(database, 'delete', actor, clubId, async (tx, club) => {
    const conflict = await findConflict(tx, club, revision, null);
    if (conflict) return conflict;
    const { name } = club.state;
    if (normalizeName(typedName) !== name) return refuse({ field: 'name', code: 'notTheName' });
    await tx`delete from club where id = ${clubId}`;
    return { outcome: 'deleted', id: clubId, name, revision: await findRevision(tx, clubId) };
  });
}

/** Restores a club as of a change, and confirms it. A deleted club gets back its id, parent and children. */
export async function restoreClub(
  database: Database,
  actor: Actor,
  clubId: number,
  changeId: number,
  revision: Revision,
): Promise<Saved | Conflict | Refused | Gone> {
  return await runStep<Saved | Conflict | Gone>(database, 'restore', actor, async (tx) => {
    const club = await lockClub(tx, clubId);
    const { state, isKnown } = await findStateAt(tx, clubId, changeId);
    if (!isKnown) return { outcome: 'gone' };
    const [parent] = await tx<{ id: number }[]>`select id from club where id = ${state.parentId}`;
    const restored = { ...state, parentId: parent?.id ?? null, confirmedOn: today() };
    if (club) {
      const record = differing(restored, club.state);
      const conflict = hasColumns(record) ? await findConflict(tx, club, revision, null) : null;
      if (conflict) return conflict;
      if (hasColumns(record)) await updateOne(tx, club, record);
    } else {
      // The club may have been restored and deleted again.
      if (revision !== (await findRevision(tx, clubId))) return { outcome: 'gone' };
      await insertOne(tx, { ...restored, id: clubId });
      await giveChildrenBack(tx, clubId, changeOf(revision));
    }
    return await asSaved(tx, clubId);
  });
}

/** Updates columns of a club, which is no longer a sample. */
const updateOne = (tx: Transaction, { id, state }: CurrentClub, record: ClubRecord) =>
  updateClubs(tx, [{ ...state, ...record, id }], { names: Object.keys(record), isSample: false });

async function insertOne(tx: Transaction, record: ClubRecord): Promise<number> {
  const [id] = await insertClubs(tx, [record], { names: Object.keys(record), isSample: false });
  if (id === undefined) throw new Error('The club was not inserted.');
  return id;
}

/** Restores the children that a club lost by its deletion, unless they have a parent or are above it now. */
async function giveChildrenBack(tx: Transaction, clubId: number, deletion: number): Promise<void> {
  await tx`
    with recursive above as (
      select parent_id as id from club where id = ${clubId}
      union select club.parent_id from club join above on club.id = above.id
    )
    update club set parent_id = ${clubId}
    from club_change change
    where change.step_id = (select step_id from club_change where club_id = ${clubId} and id = ${deletion}::float8::bigint)
      and change.before -> 'parent_id' = to_jsonb(${clubId}::integer) and change.after -> 'parent_id' = 'null'
      and club.id = change.club_id and club.parent_id is null
      and not exists (select from above where above.id = club.id)`;
}

const ISSUES: Partial<Record<string, Refused>> = {
  club_name_is_unique: refuse({ field: 'name', code: 'taken' }),
  club_is_not_its_own_parent: refuse({ field: 'parent_name', code: 'loop' }),
  club_parents_form_no_loop: refuse({ field: 'parent_name', code: 'loop' }),
  club_parent_exists: refuse({ field: 'parent_name', code: 'unknownParent' }),
  club_pkey: refuse({ field: 'id', code: 'taken' }),
};

export function refuse(issue: ClubIssue): Refused {
  return { outcome: 'refused', issues: [issue] };
}

async function runStep<Outcome extends { outcome: string }>(
  database: Database,
  kind: StepKind,
  author: Author,
  work: (tx: Transaction) => Promise<Outcome | Refused>,
): Promise<Outcome | Refused> {
  try {
    return await withWriteLock(database, kind, author, work);
  } catch (error) {
    const refused = ISSUES[constraintOf(error) ?? ''];
    if (!refused) throw error;
    return refused;
  }
}

async function runClubStep<Outcome extends { outcome: string } = Saved | Conflict>(
  database: Database,
  kind: StepKind,
  author: Author,
  clubId: number,
  change: (tx: Transaction, club: CurrentClub) => Promise<Outcome | Refused>,
): Promise<Outcome | Refused | Gone> {
  return await runStep<Outcome | Gone>(database, kind, author, async (tx) => {
    const club = await lockClub(tx, clubId);
    return club ? await change(tx, club) : { outcome: 'gone' };
  });
}

/** Locks a club until the transaction ends, also against SQL by hand. */
async function lockClub(tx: Transaction, clubId: number): Promise<CurrentClub | null> {
  await tx`select from club where id = ${clubId} for update`;
  return await findCurrentClub(tx, clubId);
}

async function asSaved(tx: Transaction, clubId: number): Promise<Saved> {
  const club = await findCurrentClub(tx, clubId);
  if (!club) throw new Error('The saved club does not exist.');
  return { outcome: 'saved', club: await toEditable(tx, club) };
}

const hasColumns = (record: object): boolean => Object.keys(record).length > 0;

/** The values that differ from the state of a club. Line breaks, which browsers replace, do not count. */
function differing<Values extends object>(values: Values, state: ClubState): Partial<Values> {
  const isSame = (value: unknown, stored: unknown) =>
    isDeepStrictEqual(value, stored) ||
    (typeof value === 'string' && typeof stored === 'string' && value === toLines(stored));
  const stored = state as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(value, stored[name])),
  ) as Partial<Values>;
}

/** Replaces the name of the parent by its id, unless it is the present parent. */
async function toRecord(
  tx: Transaction,
  { parentName, ...values }: ClubValues,
  club: CurrentClub | null,
): Promise<ClubRecord | Refused> {
  if (parentName === undefined) return values;
  const present = club?.state.parentId ?? null;
  const parentId = parentName === '' ? null : await findParent(tx, parentName, club?.id ?? null);
  if (parentId === undefined) return refuse(await unknownParent(tx, parentName));
  return parentId === present ? values : { ...values, parentId };
}
