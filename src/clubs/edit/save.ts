import type { ClubIssue } from '../record/fields.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Database, Transaction } from '../../../db/client.ts';
import { today } from '../record/day.ts';
import { findCurrentClub, findRevision, findStateAt, type ClubState, type CurrentClub } from '../record/state.ts';
import { changeOf, type Revision } from '../record/revision.ts';
import { beginStep, readStepId, type Actor, type Author, type StepKind } from '../history/step.ts';
import { MAX_CLUB_ID } from '../record/field-rules.ts';
import { findOutdated, mergeForm, toEditable, type Conflict, type EditableClub, type Outdated } from './conflict.ts';
import type { ClubValues, FormField } from '../record/texts.ts';
import { findParent, unknownParent } from './names.ts';
import { constraintOf, withWriteLock } from '../history/write-lock.ts';
import { insertClubs, reserveClubIds, updateClubs, type ClubRecord } from './write.ts';

/* Creates, saves, confirms, deletes and restores a club: each as one step of the history. */

export interface Refused {
  outcome: 'refused';
  issues: ClubIssue[];
}

export interface Gone {
  outcome: 'gone';
}

export interface Saved {
  outcome: 'saved';
  club: EditableClub;
  /** The submitted fields that keep newer values. */
  kept: FormField[];
  /** Null if nothing has changed. */
  stepId: number | null;
}

export async function findEditableClub(database: Database, clubId: number): Promise<EditableClub | null> {
  const club = await findCurrentClub(database, clubId);
  return club && (await toEditable(database, club));
}

/** Runs in the same transaction before these values are written, and may take out values, or refuse the form. */
export type BeforeSave = (tx: Transaction, changed: ClubRecord) => Promise<Refused | null>;

export async function createClub(
  database: Database,
  author: Author,
  values: ClubValues,
  beforeSave?: BeforeSave,
): Promise<Saved | Refused> {
  if (values.name === undefined) return refuse({ field: 'name', code: 'empty' });
  return await runStep<Saved | Refused>(database, 'create', author, async (tx) => {
    const record = (await beforeSave?.(tx, values)) ?? (await toRecord(tx, values, null));
    if ('outcome' in record) return record;
    if (!(await reserveClubIds(tx, 1))) throw new Error(`No ids left for a new club, up to ${MAX_CLUB_ID}.`);
    return await asSaved(tx, await insertOne(tx, record));
  });
}

/** Saves the fields that the user changed and, unless `confirms` is false, confirms the club. */
export async function saveClub(
  database: Database,
  author: Author,
  clubId: number,
  revision: Revision,
  values: ClubValues,
  { beforeSave, confirms = true }: { beforeSave?: BeforeSave; confirms?: boolean } = {},
): Promise<Saved | Conflict | Refused | Gone> {
  return await runClubStep<Saved | Conflict>(database, 'edit', author, clubId, async (tx, club) => {
    const submitted = await toRecord(tx, values, clubId);
    if ('outcome' in submitted) return submitted;
    const merged = await mergeForm(tx, club, revision, submitted);
    if ('outcome' in merged) return merged;
    const { record, kept } = merged;
    const refused = await beforeSave?.(tx, record);
    if (refused) return refused;
    if (confirms && Object.keys(record).length === 0) await beginStep(tx, { kind: 'confirm', actor: author });
    await updateOne(tx, club, { ...record, ...(confirms && { confirmedOn: today() }) });
    return await asSaved(tx, clubId, kept);
  });
}

/** Confirms a club as of today, unless it has changed since the user saw it. */
export async function confirmClub(
  database: Database,
  author: Author,
  clubId: number,
  seen: Revision,
): Promise<Saved | Outdated | Refused | Gone> {
  return await runClubStep<Saved | Outdated>(database, 'confirm', author, clubId, async (tx, club) => {
    const outdated = await findOutdated(tx, club, seen);
    if (outdated) return outdated;
    await updateOne(tx, club, { confirmedOn: today() });
    return await asSaved(tx, clubId);
  });
}

/** Deletes a club. Its children stay, without a parent. */
export async function deleteClub(
  database: Database,
  actor: Actor,
  clubId: number,
  revision: Revision,
): Promise<{ outcome: 'deleted' } | Outdated | Refused | Gone> {
  return await runClubStep<{ outcome: 'deleted' } | Outdated>(database, 'delete', actor, clubId, async (tx, club) => {
    const outdated = await findOutdated(tx, club, revision);
    if (outdated) return outdated;
    await tx`delete from club where id = ${clubId}`;
    return { outcome: 'deleted' };
  });
}

/** Restores a club as of a change, with its last check of then. A deleted club gets back its id, parent and children. */
export async function restoreClub(
  database: Database,
  actor: Actor,
  clubId: number,
  changeId: number,
  revision: Revision,
): Promise<Saved | Outdated | Refused | Gone> {
  return await runStep<Saved | Outdated | Gone>(database, 'restore', actor, async (tx) => {
    const club = await lockClub(tx, clubId);
    const { state, isKnown } = await findStateAt(tx, clubId, changeId);
    if (!isKnown) return { outcome: 'gone' };
    const [parent] = await tx<{ id: number }[]>`select id from club where id = ${state.parentId}`;
    const restored = { ...state, parentId: parent?.id ?? null };
    if (club) {
      const outdated = isDeepStrictEqual(restored, club.state) ? null : await findOutdated(tx, club, revision);
      if (outdated) return outdated;
      await updateOne(tx, club, restored);
    } else {
      // The club may have been restored and deleted again.
      if (revision !== (await findRevision(tx, clubId))) return { outcome: 'gone' };
      await insertOne(tx, { ...restored, id: clubId });
      await giveChildrenBack(tx, clubId, changeOf(revision));
    }
    return await asSaved(tx, clubId);
  });
}

/** Updates the columns of a club that differ. A changed club is no longer a sample. */
export async function updateOne(
  tx: Transaction,
  { id, state }: CurrentClub,
  record: Partial<ClubState>,
): Promise<void> {
  const names = (Object.keys(record) as (keyof ClubState)[]).filter(
    (name) => !isDeepStrictEqual(record[name], state[name]),
  );
  if (names.length > 0) await updateClubs(tx, [{ ...state, ...record, id }], { names, isSample: false });
}

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

/** Writes a step, or returns the issue of a violated constraint. */
export async function runStep<Outcome extends { outcome: string }>(
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

async function runClubStep<Outcome extends { outcome: string }>(
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

async function asSaved(tx: Transaction, clubId: number, kept: FormField[] = []): Promise<Saved> {
  const club = await findCurrentClub(tx, clubId);
  if (!club) throw new Error('The saved club does not exist.');
  return { outcome: 'saved', club: await toEditable(tx, club), kept, stepId: await readStepId(tx) };
}

/** Replaces the name of the parent by its id. */
async function toRecord(
  tx: Transaction,
  { parentName, ...values }: ClubValues,
  clubId: number | null,
): Promise<ClubRecord | Refused> {
  if (parentName === undefined) return values;
  const parentId = parentName === '' ? null : await findParent(tx, parentName, clubId);
  return parentId === undefined ? refuse(await unknownParent(tx, parentName)) : { ...values, parentId };
}
