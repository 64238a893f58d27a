import { isDeepStrictEqual } from 'node:util';
import type postgres from 'postgres';
import type { Database, Transaction } from '../../../db/client.ts';
import { MARKDOWN_RULES, renderClubTexts } from '../../markdown.ts';
import {
  fieldsOf,
  toLines,
  toText,
  type ClubIssue,
  type ClubTexts,
  type ClubValues,
  type FormField,
  type KeptField,
} from './form.ts';
import { today } from '../day.ts';
import { list } from '../../sql-fragments.ts';
import {
  beginStep,
  findClubAtRevision,
  findClubHistory,
  findKeptClub,
  findRestorable,
  findRevision,
  toTexts,
  type Actor,
  type Author,
  type ClubState,
  type KeptClub,
  type LinkHolder,
  type StepKind,
  type StepSummary,
} from '../history/history.ts';
import { foldForSearch, searchPattern } from '../names/fold.ts';
import { numberBehindAll } from '../numbers.ts';
import { CLUB_ID_MAX, normalizeName, toColumn } from '../record.ts';
import { changeOf, type Revision } from '../history/revision.ts';
import type { ClubFamily, ClubReference } from '../queries.ts';
import { isSameEpoch } from '../version.ts';

/** A club as a form shows it. */
export interface EditableClub {
  id: number;
  /** What the form hands back, so that nobody overwrites what they have not seen. */
  revision: Revision;
  texts: ClubTexts;
}

/** Somebody else has changed what this would change. Nothing was written. */
export interface Conflict {
  outcome: 'conflict';
  current: EditableClub;
  /** What the form was filled with; null when that cannot be known any more. */
  base: ClubTexts | null;
  /** What the form says. */
  mine: Partial<ClubTexts>;
  /** The fields that both have changed, to different values; without a base, all of which the form says something else. */
  disputed: FormField[];
  /** The fields that others have changed, and the form has as it was filled with: what there is now is right for both. */
  takenOver: FormField[];
  /** Who did the last of it, and when; null when that is not kept. */
  last: StepSummary | null;
}

export interface Refused {
  outcome: 'refused';
  issues: ClubIssue[];
}

/** There is no such club. */
interface Gone {
  outcome: 'gone';
}

export interface Saved {
  outcome: 'saved';
  club: EditableClub;
}

/** `revision` is what `restoreClub` takes to bring the club back, and its change. */
export interface Deleted {
  outcome: 'deleted';
  id: number;
  name: string;
  revision: Revision;
}

/** A club to be changed; null when there is none. */
export async function findEditableClub(database: Database, clubId: number): Promise<EditableClub | null> {
  const club = await findKeptClub(database, clubId);
  return club && (await toEditable(database, club));
}

/** What has to be written in the same transaction, before the club; an outcome of its own when it cannot be. */
export type Alongside = (tx: Transaction) => Promise<Refused | null>;

export async function createClub(
  database: Database,
  actor: Actor,
  values: ClubValues,
  alongside: Alongside = nothing,
): Promise<Saved | Refused> {
  if (values.name === undefined) return refuse('name', 'empty');
  const html = await renderTexts(values);
  const created = await inTurn<Saved | Refused>(database, 'create', actor, async (tx) => {
    const record = (await alongside(tx)) ?? (await toRecord(tx, values, null));
    if ('outcome' in record) return record;
    const { hasRoom } = await numberBehindAll(tx, 1);
    if (!hasRoom) throw new Error(`No ids left for a new club, up to ${CLUB_ID_MAX}.`);
    return await asSaved(tx, await insertClub(tx, { ...record, confirmedOn: today() }, html));
  });
  const isTaken = created.outcome === 'refused' && created.issues.some(({ fault }) => fault === 'taken');
  return (isTaken ? await findTwin(database, actor, values) : null) ?? created;
}

/**
 * The club that somebody has just made by the same form: whoever presses a button twice sends it twice, and has no use
 * for being told that the name is taken.
 */
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

/**
 * Saves what a form says of a club, which confirms all of it as of today. Where others have changed any of its fields
 * since it was filled, nothing is written and both are told; what they have changed of fields that the form does not
 * have is none of its business.
 */
export async function saveClub(
  database: Database,
  author: Author,
  clubId: number,
  revision: Revision,
  values: ClubValues,
  alongside: Alongside = nothing,
): Promise<Saved | Conflict | Refused | Gone> {
  return await save(database, author, clubId, revision, values, { alongside, confirms: true });
}

/** The same of single fields, which confirms nothing: the rest of the club was not looked at. */
export async function saveFields(
  database: Database,
  actor: Actor,
  clubId: number,
  revision: Revision,
  values: ClubValues,
): Promise<Saved | Conflict | Refused | Gone> {
  return await save(database, actor, clubId, revision, values, { alongside: nothing, confirms: false });
}

async function save(
  database: Database,
  author: Author,
  clubId: number,
  revision: Revision,
  values: ClubValues,
  { alongside, confirms }: { alongside: Alongside; confirms: boolean },
): Promise<Saved | Conflict | Refused | Gone> {
  const seen = await findKeptClub(database, clubId);
  if (!seen) return { outcome: 'gone' };
  // Before the transaction, which others wait for. What it is of is looked at again within.
  const html = await renderTexts({ ...seen.state, ...differing(values, seen.state) });
  return await inTurn(database, 'edit', author, async (tx) => {
    const club = await lockClub(tx, clubId);
    if (!club) return { outcome: 'gone' };
    const isOld = revision !== club.revision;
    const record = (await alongside(tx)) ?? (await toRecord(tx, differing(values, club.state), club));
    if (isOld && ('outcome' in record || hasColumns(record))) {
      const conflict = await findConflict(tx, club, revision, values);
      if (conflict) return conflict;
    }
    if ('outcome' in record) return record;
    if (hasColumns(record)) {
      const confirmed = confirms ? differing({ confirmedOn: today() }, club.state) : {};
      await updateClub(tx, clubId, { ...record, ...confirmed }, await htmlFor(html, { ...club.state, ...record }));
    } else if (confirms) {
      await beginStep(tx, { kind: 'confirm', actor: author });
      await confirm(tx, club);
    }
    return await asSaved(tx, clubId);
  });
}

/**
 * Says of a club that all of it is right as of today. Once a day: the second time nothing is written. Of somebody who has
 * looked at it as it was at a revision, only while what they saw is all that there is.
 */
export async function confirmClub(
  database: Database,
  author: Author,
  clubId: number,
  seen: Revision,
): Promise<Saved | Conflict | Refused | Gone> {
  return await inTurn(database, 'confirm', author, async (tx) => {
    const club = await lockClub(tx, clubId);
    if (!club) return { outcome: 'gone' };
    const conflict = seen === club.revision ? null : await findConflict(tx, club, seen, null);
    if (conflict) return conflict;
    await confirm(tx, club);
    return await asSaved(tx, clubId);
  });
}

/** The same of a club that is locked. Who has looked at it has touched it: it is no sample any more. */
async function confirm(tx: Transaction, { id, state }: KeptClub): Promise<void> {
  if (state.confirmedOn === today()) return;
  await tx`update club set confirmed_on = ${today()}, is_sample = false where id = ${id}`;
}

/** Deletes a club whose name was typed to confirm it. Its children stay, at the top. */
export async function deleteClub(
  database: Database,
  actor: Actor,
  clubId: number,
  revision: Revision,
  typedName: string,
): Promise<Deleted | Conflict | Refused | Gone> {
  return await inTurn(database, 'delete', actor, async (tx) => {
    const club = await lockClub(tx, clubId);
    if (!club) return { outcome: 'gone' };
    if (revision !== club.revision) {
      const conflict = await findConflict(tx, club, revision, null);
      if (conflict) return conflict;
    }
    const { name } = club.state;
    if (normalizeName(typedName) !== name) return refuse('name', 'notTheName');
    await tx`delete from club where id = ${clubId}`;
    const deleted = await findRevision(tx, clubId);
    return { outcome: 'deleted', id: clubId, name, revision: deleted };
  });
}

/**
 * Makes a club what it was at a change: see `findRestorable`. Who restores it finds that right today. One that is gone comes back under its number, and its
 * children to it, as far as they have no other parent; its own parent is given back if that is still there.
 */
export async function restoreClub(
  database: Database,
  actor: Actor,
  clubId: number,
  changeId: number,
  revision: Revision,
): Promise<Saved | Conflict | Refused | Gone> {
  const seen = await findRestorable(database, clubId, changeId);
  const html = seen.state && (await renderTexts(seen.state));
  return await inTurn(database, 'restore', actor, async (tx) => {
    const club = await lockClub(tx, clubId);
    const { state, revision: newest } = await findRestorable(tx, clubId, changeId);
    if (!state || !html) return { outcome: 'gone' };
    const restored = { ...state, parentId: await findIfThere(tx, state.parentId), confirmedOn: today() };
    if (!club) {
      // Somebody has brought it back, and deleted it again.
      if (revision !== newest) return { outcome: 'gone' };
      await insertClub(tx, { ...restored, id: clubId }, await htmlFor(html, restored));
      await giveChildrenBack(tx, clubId, changeOf(newest));
      return await asSaved(tx, clubId);
    }
    const record = differing(restored, club.state);
    if (hasColumns(record)) {
      const conflict = revision === newest ? null : await findConflict(tx, club, revision, null);
      if (conflict) return conflict;
      await updateClub(tx, clubId, record, await htmlFor(html, restored));
    }
    return await asSaved(tx, clubId);
  });
}

const nothing: Alongside = () => Promise.resolve(null);

const TAKEN = refuse('name', 'taken');
const UNKNOWN_PARENT = refuse('parent_name', 'unknownParent');

/** The rules of the table that a form may break, by what they are called. */
const ISSUES: Partial<Record<string, Refused>> = {
  club_name_is_unique: TAKEN,
  club_is_not_its_own_parent: refuse('parent_name', 'loop'),
  club_parents_form_no_loop: refuse('parent_name', 'loop'),
  club_parent_exists: UNKNOWN_PARENT,
  club_pkey: refuse('id', 'taken'),
};

export function refuse(field: ClubIssue['field'], fault: ClubIssue['fault']): Refused {
  return { outcome: 'refused', issues: [{ field, fault }] };
}

/** Whoever wants to change a club has no account any more. Nothing was written; the middleware answers it. */
export class NoAccountError extends Error {
  override name = 'NoAccountError';
}

/** Keeps the account of whoever changes clubs until the transaction is over: the step is to name it. */
export async function holdAccount(tx: Transaction, { userId }: Actor): Promise<void> {
  const [account] = await tx`select from site_user where id = ${userId} for key share`;
  if (!account) throw new NoAccountError(`There is no account ${userId}.`);
}

/** The link of who wants to change a club is good no more. Nothing was written. */
export class LinkOverError extends Error {
  override name = 'LinkOverError';
}

/** Keeps the round of a link open until the transaction is over. Its end waits for a turn too, before it. */
async function holdLink(tx: Transaction, { roundId, clubId }: LinkHolder): Promise<void> {
  const [round] = await tx`
    select from confirmation_round round
    where id = ${roundId} and ended_at is null and ends_on >= ${today()}::date
      and exists (select from round_club where round_id = round.id and club_id = ${clubId})
    for share`;
  if (!round) throw new LinkOverError(`There is no open round ${roundId} with the club ${clubId}.`);
}

/** A step of the history: one transaction, while no other club is saved and no file is imported. */
export async function takeTurn<Outcome>(
  database: Database,
  kind: StepKind,
  author: Author,
  work: (tx: Transaction) => Promise<Outcome>,
): Promise<Outcome> {
  return await database.begin(async (tx) => {
    if ('userId' in author) await holdAccount(tx, author);
    await tx`select club_take_turn()`;
    if ('roundId' in author) await holdLink(tx, author);
    await beginStep(tx, { kind, actor: author });
    const outcome = await work(tx);
    if ('roundId' in author) {
      // There is a step only where something was changed.
      await tx`
        update club_step set round_id = ${author.roundId}
        where id = nullif(current_setting('club_directory.step_id', true), '')::bigint`;
    }
    return outcome;
  });
}

/** The same where what somebody has typed may break a rule of the table. */
async function inTurn<Outcome extends { outcome: string }>(
  database: Database,
  kind: StepKind,
  author: Author,
  work: (tx: Transaction) => Promise<Outcome>,
): Promise<Outcome | Refused> {
  try {
    return await takeTurn(database, kind, author, work);
  } catch (error) {
    const issue = error instanceof Error && 'constraint_name' in error && ISSUES[String(error.constraint_name)];
    if (!issue) throw error;
    return issue;
  }
}

/** A club that nobody changes until the transaction is over, SQL by hand included. */
async function lockClub(tx: Transaction, clubId: number): Promise<KeptClub | null> {
  await tx`select from club where id = ${clubId} for update`;
  return await findKeptClub(tx, clubId);
}

const toEditable = async (sql: Database | Transaction, { id, revision, state }: KeptClub): Promise<EditableClub> => ({
  id,
  revision,
  texts: await toTexts(sql, state),
});

async function asSaved(tx: Transaction, clubId: number): Promise<Saved> {
  const club = await findKeptClub(tx, clubId);
  if (!club) throw new Error('The saved club does not exist.');
  return { outcome: 'saved', club: await toEditable(tx, club) };
}

/** Columns of a club by what they are called here. */
type ClubRecord = Partial<ClubState> & { id?: number };

const hasColumns = (record: object): boolean => Object.keys(record).length > 0;

/** Those of the values that are others than a club has. Ends of lines, which a form cannot keep, are no difference. */
function differing<Values extends object>(values: Values, state: ClubState): Partial<Values> {
  const isSame = (value: unknown, stored: unknown) =>
    isDeepStrictEqual(value, stored) ||
    (typeof value === 'string' && typeof stored === 'string' && value === toLines(stored));
  const stored = state as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(value, stored[name])),
  ) as Partial<Values>;
}

/** Values as columns, with the id of the parent for its name. Of a `club`, without a parent that it has already. */
async function toRecord(
  tx: Transaction,
  { parentName, ...values }: ClubValues,
  club: KeptClub | null,
): Promise<ClubRecord | Refused> {
  if (parentName === undefined) return values;
  const parentId = parentName === '' ? null : await findParent(tx, parentName, club?.state.parentId ?? null);
  if (parentId === undefined) return await refuseParent(tx, parentName);
  return parentId === (club?.state.parentId ?? null) ? values : { ...values, parentId };
}

/**
 * What the directory has against the names that a form says, before anything is saved: so that who has mended the rest
 * is not told of them then. `clubId` is null for a new club.
 */
export async function findNameFaults(sql: Database, clubId: number | null, values: ClubValues): Promise<ClubIssue[]> {
  const club = clubId === null ? null : await findKeptClub(sql, clubId);
  const { name = '', parentName = '' } = values;
  const [other] = await sql`select from club where name = ${name} and id is distinct from ${clubId}::integer`;
  const isKnown = parentName === '' || (await findParent(sql, parentName, club?.state.parentId ?? null)) !== undefined;
  return [...(other ? TAKEN.issues : []), ...(isKnown ? [] : (await refuseParent(sql, parentName)).issues)];
}

/** No club has this name: with those of nearly the same. */
async function refuseParent(tx: Database | Transaction, name: string): Promise<Refused> {
  const near = await findNear(tx, name);
  const { outcome, issues } = UNKNOWN_PARENT;
  return { outcome, issues: issues.map((issue) => ({ ...issue, ...(near.length > 0 && { near }) })) };
}

/**
 * The club of a name. The present parent may have been called so when the form was filled. A name that no club has may
 * be that of one alone in its folded form.
 */
async function findParent(
  tx: Database | Transaction,
  name: string,
  presentId: number | null,
): Promise<number | undefined> {
  const [parent] = await tx<{ id: number }[]>`
    select id from club where name = ${name}
    union all
    select club_id from club_change where club_id = ${presentId} and before ->> 'name' = ${name}
    limit 1`;
  if (parent) return parent.id;
  // The pattern lets PostgreSQL use the index.
  const alike = await tx<{ id: number }[]>`
    select id from club
    where name_folded like ${searchPattern(name)} and name_folded = ${foldForSearch(name)} collate "C"
    limit 2`;
  return alike.length === 1 ? alike[0]?.id : undefined;
}

/** The clubs that a page would lead to, were its club saved with the name of this parent; null is a new club. */
export async function findFamily(sql: Database, clubId: number | null, parentName: string): Promise<ClubFamily> {
  const [club] = await sql<{ parentId: number | null }[]>`select parent_id from club where id = ${clubId}`;
  const parentId = parentName === '' ? null : ((await findParent(sql, parentName, club?.parentId ?? null)) ?? null);
  const found = await sql<(ClubReference & { isParent: boolean; isChild: boolean })[]>`
    select id, name, is_active, id is not distinct from ${parentId}::integer as is_parent,
      parent_id is not distinct from ${clubId}::integer as is_child
    from club where id = ${parentId}::integer or parent_id = ${clubId}::integer order by name, id`;
  const refer = ({ id, name, isActive }: ClubReference): ClubReference => ({ id, name, isActive });
  const parent = found.find(({ isParent }) => isParent);
  return {
    parent: parent ? refer(parent) : null,
    children: found.filter(({ isChild }) => isChild).map(refer),
  };
}

/** Clubs with names near to one that none has. */
async function findNear(tx: Database | Transaction, name: string): Promise<string[]> {
  const near = await tx<{ name: string }[]>`
    select name from club where search_fold(${name}) <% name_folded
    order by word_similarity(search_fold(${name}), name_folded) desc, name, id limit 3`;
  return near.map((club) => club.name);
}

async function findIfThere(tx: Transaction, clubId: number | null): Promise<number | null> {
  const [club] = await tx<{ id: number }[]>`select id from club where id = ${clubId}`;
  return club?.id ?? null;
}

/** The HTML of two texts. */
interface RenderedTexts {
  shortDescription: string;
  description: string;
  shortDescriptionHtml: string;
  descriptionHtml: string;
}

async function renderTexts(values: ClubValues): Promise<RenderedTexts> {
  const texts = { shortDescription: values.shortDescription ?? '', description: values.description ?? '' };
  return { ...texts, ...(await renderClubTexts(texts)) };
}

/** The same for these values, which others may have changed since. */
const htmlFor = async (html: RenderedTexts, values: ClubValues): Promise<RenderedTexts> =>
  html.shortDescription === (values.shortDescription ?? '') && html.description === (values.description ?? '')
    ? html
    : await renderTexts(values);

const withHtml = (tx: Transaction, { shortDescription, description, ...html }: RenderedTexts) => [
  ...Object.entries(html).map(([name, value]) => ({ name: tx`${tx(toColumn(name))}`, value: tx`${value}` })),
  { name: tx`html_digest`, value: tx`club_text_digest(${shortDescription}, ${description})` },
  { name: tx`html_rules`, value: tx`${MARKDOWN_RULES}` },
  // What somebody has touched is no sample any more.
  { name: tx`is_sample`, value: tx`false` },
];

/** The columns of a record, of what the database makes of its JSON. */
const ofRecord = (tx: Transaction, record: ClubRecord) =>
  Object.keys(record).map((name) => ({ name: tx`${tx(toColumn(name))}`, value: tx`given.${tx(toColumn(name))}` }));

const given = (tx: Transaction, record: ClubRecord) => {
  const columns = Object.fromEntries(Object.entries(record).map(([name, value]) => [toColumn(name), value]));
  return tx`jsonb_populate_record(null::club, ${tx.json(columns as postgres.JSONValue)}) given`;
};

async function updateClub(tx: Transaction, clubId: number, record: ClubRecord, html: RenderedTexts): Promise<void> {
  const columns = [...ofRecord(tx, record), ...withHtml(tx, html)];
  await tx`
    update club set ${list(
      tx,
      columns.map(({ name, value }) => tx`${name} = ${value}`),
    )}
    from ${given(tx, record)} where club.id = ${clubId}`;
}

async function insertClub(tx: Transaction, record: ClubRecord, html: RenderedTexts): Promise<number> {
  const columns = [...ofRecord(tx, record), ...withHtml(tx, html)];
  const [club] = await tx<[{ id: number }]>`
    insert into club (${list(
      tx,
      columns.map(({ name }) => name),
    )})
    select ${list(
      tx,
      columns.map(({ value }) => value),
    )} from ${given(tx, record)} returning id`;
  return club.id;
}

/** The children that a club lost when it went, unless they have another parent by now or have come above it. */
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

/** What stands against a form that was filled at a revision; `null` for values is all of the club. */
async function findConflict(
  tx: Transaction,
  club: KeptClub,
  revision: Revision,
  values: ClubValues | null,
): Promise<Conflict | null> {
  const base = await findClubAtRevision(tx, club.id, revision);
  const current = await toEditable(tx, club);
  const baseTexts = base && (await toTexts(tx, base));
  const fields = fieldsOf(values ?? { ...club.state, parentName: '' });
  if (baseTexts && fields.every((field) => baseTexts[field] === current.texts[field])) return null;
  const mine: Partial<ClubTexts> = values
    ? Object.fromEntries(fieldsOf(values).map((field) => [field, toText(field, values)]))
    : {};
  const isSame = (field: FormField, one: Partial<ClubTexts>, other: Partial<ClubTexts>) =>
    toLines(one[field] ?? '') === toLines(other[field] ?? '');
  const compared = values ? mine : (baseTexts ?? {});
  const unlike = fields.filter((field) => !isSame(field, compared, current.texts));
  const changedByOthers = unlike.filter((field) => !baseTexts || !isSame(field, baseTexts, current.texts));
  const hasOldParent = base !== null && (await isParentOf(tx, base, values?.parentName));
  const takenOver = changedByOthers.filter(
    (field) => values && baseTexts && (isSame(field, mine, baseTexts) || (field === 'parent_name' && hasOldParent)),
  );
  return {
    outcome: 'conflict',
    current,
    base: baseTexts,
    mine,
    disputed: changedByOthers.filter((field) => !takenOver.includes(field)),
    takenOver,
    last: await findLastChange(tx, club, revision, changedByOthers),
  };
}

/** Whether a name is that of a club's parent, which may have been called so when a form was filled. */
const isParentOf = async (tx: Transaction, { parentId }: ClubState, name: string | undefined): Promise<boolean> =>
  name !== undefined && name !== '' && (await findParent(tx, name, parentId)) === parentId;

/** As many steps are looked through for who has changed a club last: the newest may have confirmed it alone. */
const MOST_STEPS = 20;

/** The last step after a revision that has changed one of these fields; null of a revision of another epoch. */
async function findLastChange(
  tx: Transaction,
  club: KeptClub,
  revision: Revision,
  fields: readonly KeptField[],
): Promise<StepSummary | null> {
  if (!isSameEpoch(revision, club.revision)) return null;
  const steps = await findClubHistory(tx, club.id, { limit: MOST_STEPS });
  const seen = changeOf(revision);
  const last = steps.find((one) => one.changeId > seen && one.fields.some(({ field }) => fields.includes(field)));
  return last?.step ?? null;
}
