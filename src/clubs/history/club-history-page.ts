import type { Directory } from '../directory.ts';
import { KEPT_FIELDS, type KeptField } from '../edit/form.ts';
import {
  findClubHistory,
  findDeletedClubs,
  findKeptClub,
  findRevision,
  type DeletedClub,
  SIDES,
  type HistoryEntry,
  type Side,
} from './history.ts';
import type { ValuePlace } from './removal.ts';
import { changeOf, type Revision } from './revision.ts';
import { findThere } from '../../images/queries.ts';
import { readImagePath } from '../../paths.ts';
import { findWordChanges, type Stretch } from './word-changes.ts';

export const HISTORY_PAGE_SIZE = 20;

/** A field before and after a step. */
export interface FieldChange {
  field: KeptField;
  before: string;
  after: string;
  /** The same by words, of a text that is still much of what it was. */
  stretches: Stretch[] | null;
  /** The sides whose value was removed from the history for good. */
  removed?: readonly Side[];
  /** Of a logo, the addresses of images that this site does not have any more. */
  swept: readonly string[];
}

export interface HistoryStep extends Omit<HistoryEntry, 'fields'> {
  fields: FieldChange[];
  /** Whether the club is now what this step has made of it. */
  isCurrent: boolean;
  /** The values that an administrator can remove from the history for good. */
  removable: { field: KeptField; side: Side; text: string }[];
}

/** What a club's history shows. */
export interface ClubHistoryPage {
  club: {
    id: number;
    /** Of one that is gone, what it was called last. */
    name: string;
    isThere: boolean;
  };
  /** The club's last change, which a restore hands back. */
  revision: Revision;
  steps: HistoryStep[];
  /** What the next page begins before; null on the last one. */
  next: number | null;
}

/** Fields whose texts are compared by words. Of the others there is no part that stays. */
const TEXTS: ReadonlySet<KeptField> = new Set(['name', 'short_description', 'category', 'description']);

/** Loads a page of a club's history, from the change before this one on; null when there never was such a club. */
export async function loadClubHistoryPage(
  { sql }: Directory,
  clubId: number,
  before: number | null,
): Promise<ClubHistoryPage | null> {
  const club = await findKeptClub(sql, clubId);
  const { page, next } = cutPage(
    await findClubHistory(sql, clubId, { before: before ?? undefined, limit: HISTORY_PAGE_SIZE + 1 }),
    ({ changeId }) => changeId,
  );
  const [newest] = club ? [] : await findClubHistory(sql, clubId, { limit: 1 });
  const lastName = newest?.fields.find(({ field }) => field === 'name')?.before;
  if (!club && lastName === undefined) return null;
  const revision = club?.revision ?? (await findRevision(sql, clubId));
  const steps = await describeFields(sql, page);
  return {
    club: { id: clubId, name: club?.state.name ?? lastName ?? '', isThere: club !== null },
    revision,
    steps: steps.map((entry) => ({
      ...entry,
      isCurrent: club !== null && entry.changeId === changeOf(revision),
      removable: findRemovable(entry.fields),
    })),
    next,
  };
}

/** Fields whose values can be removed: a club cannot be restored without the others, and they hold no personal data. */
export const REMOVABLE_FIELDS: readonly KeptField[] = KEPT_FIELDS.filter(
  (field) => !['name', 'is_active', 'parent_name', 'confirmed_on'].includes(field),
);

const findRemovable = (changes: readonly FieldChange[]): HistoryStep['removable'] =>
  changes
    .filter(({ field }) => REMOVABLE_FIELDS.includes(field))
    .flatMap((change) => SIDES.map((side) => ({ field: change.field, side, text: change[side] })))
    .filter(({ text }) => text !== '');

/** Reads the place that a form chooses, such as `contact:before` of a change; null if it chooses none. */
export function readValuePlace(form: FormData): ValuePlace | null {
  const changeId = readChangeId(form.get('change'));
  const value = form.get('value');
  const [fieldName, sideName] = typeof value === 'string' ? value.split(':') : [];
  const field = REMOVABLE_FIELDS.find((one) => one === fieldName);
  const side = SIDES.find((one) => one === sideName);
  return changeId !== null && field && side ? { changeId, field, side } : null;
}

/** Some changes of clubs with all that a page says of their fields; only of a club that is `changed` texts are compared. */
export async function describeFields<Entry extends Pick<HistoryEntry, 'fields'> & { what: string }>(
  sql: Directory['sql'],
  entries: readonly Entry[],
): Promise<(Omit<Entry, 'fields'> & { fields: (Entry['fields'][number] & FieldChange)[] })[]> {
  const swept = await findSwept(
    sql,
    entries.flatMap(({ fields }) => fields),
  );
  return entries.map((entry) => ({
    ...entry,
    fields: entry.fields.map((change) => ({ ...change, stretches: compare(entry, change), swept })),
  }));
}

/** Addresses of images that are not there. What the history has is kept, but it may be from another site. */
async function findSwept(sql: Directory['sql'], changes: HistoryEntry['fields']): Promise<string[]> {
  const hashes = new Map(
    changes
      .filter(({ field }) => field === 'logo_url')
      .flatMap(({ before, after }) => [before, after])
      .map((address) => [address, readImagePath(address)?.hash ?? null]),
  );
  const asked = [...hashes.values()].filter((hash) => hash !== null);
  const there = asked.length > 0 ? await findThere(sql, asked) : new Set();
  return [...hashes].flatMap(([address, hash]) => (hash === null || there.has(hash) ? [] : [address]));
}

const compare = ({ what }: { what: string }, { field, before, after }: HistoryEntry['fields'][number]) =>
  what === 'changed' && TEXTS.has(field) && before !== '' && after !== '' ? findWordChanges(before, after) : null;

export interface DeletedClubsPage {
  clubs: DeletedClub[];
  next: number | null;
}

/** Loads a page of the clubs that are gone. */
export async function loadDeletedClubsPage({ sql }: Directory, before: number | null): Promise<DeletedClubsPage> {
  const { page, next } = cutPage(
    await findDeletedClubs(sql, { before: before ?? undefined, limit: HISTORY_PAGE_SIZE + 1 }),
    ({ changeId }) => changeId,
  );
  return { clubs: page, next };
}

/** A page of what was found, which is one more when there is another page; `next` is the number of its last one. */
export function cutPage<One>(found: One[], numberOf: (one: One) => number): { page: One[]; next: number | null } {
  const page = found.slice(0, HISTORY_PAGE_SIZE);
  const last = page.at(-1);
  return { page, next: found.length > page.length && last ? numberOf(last) : null };
}

/** The club that this change has taken away, if it is gone still. */
export async function findDeletedClub({ sql }: Directory, changeId: number): Promise<DeletedClub | null> {
  const [club] = await findDeletedClubs(sql, { before: changeId + 1, limit: 1 });
  return club?.changeId === changeId ? club : null;
}

/** Reads the number of a change, as an address or a form has it; null for what is none. */
export function readChangeId(text: unknown): number | null {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
