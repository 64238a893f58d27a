import type { Sql } from '../../../db/client.ts';
import { optionsOf } from '../record/fields.ts';
import { KEPT_FIELDS, type KeptField } from '../record/texts.ts';
import { findClubHistory, findDeletedClubs, SIDES, type DeletedClub, type HistoryField } from './club-history.ts';
import { findCurrentClub, findRevision } from '../record/state.ts';
import type { ValuePlace } from './removal.ts';
import { changeOf } from '../record/revision.ts';
import { findWordChanges } from './word-changes.ts';

export const HISTORY_PAGE_SIZE = 20;

export type FieldChange = ReturnType<typeof describeFields>[number];

export type ClubHistoryPage = NonNullable<Awaited<ReturnType<typeof loadClubHistoryPage>>>;

/** Loads a page of a club's history; null if the club never existed. */
export async function loadClubHistoryPage(sql: Sql, clubId: number, before: number | null) {
  const club = await findCurrentClub(sql, clubId);
  const { rows, next } = await loadRange(
    (limit) => findClubHistory(sql, clubId, { before, limit }),
    ({ changeId }) => changeId,
  );
  const [newest] = club ? [] : await findClubHistory(sql, clubId, { limit: 1 });
  if (!club && !newest) return null;
  const revision = club?.revision ?? (await findRevision(sql, clubId));
  const lastName = newest?.fields.find(({ field }) => field === 'name')?.before;
  return {
    // With its current or last name.
    club: { id: clubId, name: club?.state.name ?? lastName ?? '', isThere: club !== null },
    revision,
    steps: rows.map((entry) => ({
      ...entry,
      fields: describeFields(entry),
      isCurrent: club !== null && entry.changeId === changeOf(revision),
      // The values that an administrator can remove from the history.
      removable: findRemovable(entry.fields),
    })),
    next,
  };
}

/** Fields whose values can be removed: a club cannot be restored without the others, which hold no personal data. */
const REMOVABLE_FIELDS: readonly KeptField[] = KEPT_FIELDS.filter(
  (field) => !['name', 'is_active', 'parent_name', 'confirmed_on'].includes(field),
);

const findRemovable = (changes: readonly HistoryField[]) =>
  changes
    .filter(({ field }) => REMOVABLE_FIELDS.includes(field))
    .flatMap((change) => SIDES.map((side) => ({ field: change.field, side, text: change[side] })))
    .filter(({ text }) => text !== '');

/** Reads the value that a form selects, such as `contact:before` of a change. */
export function readValuePlace(form: FormData): ValuePlace | null {
  const changeId = readChangeId(form.get('change'));
  const value = form.get('value');
  const [fieldName, sideName] = typeof value === 'string' ? value.split(':') : [];
  const field = REMOVABLE_FIELDS.find((name) => name === fieldName);
  const side = SIDES.find((name) => name === sideName);
  return changeId !== null && field && side ? { changeId, field, side } : null;
}

const TEXTS: ReadonlySet<KeptField> = new Set(
  KEPT_FIELDS.filter((field) => ['name', 'category'].includes(field) || optionsOf(field).markdown),
);

/** Compares the texts of a changed club by words. */
export const describeFields = ({ what, fields }: { what: string; fields: readonly HistoryField[] }) =>
  fields.map((change) => {
    const { field, before, after } = change;
    const isCompared = what === 'changed' && TEXTS.has(field) && before !== '' && after !== '';
    // Null unless both texts are similar.
    return { ...change, stretches: isCompared ? findWordChanges(before, after) : null };
  });

export const loadDeletedClubs = (sql: Sql, before: number | null, name: string) =>
  loadRange(
    (limit) => findDeletedClubs(sql, { before, limit, name }),
    ({ changeId }) => changeId,
  );

/** Loads a page of rows. `next` is where the next page starts; null on the last one. */
export async function loadRange<Row>(
  find: (limit: number) => Promise<Row[]>,
  idOf: (row: Row) => number,
  size = HISTORY_PAGE_SIZE,
) {
  const extended = await find(size + 1);
  const rows = extended.slice(0, size);
  const last = rows.at(-1);
  return { rows, next: extended.length > rows.length && last ? idOf(last) : null };
}

/** The club that a change deleted; null if it was restored. */
export async function findDeletedClub(sql: Sql, changeId: number): Promise<DeletedClub | null> {
  const [club] = await findDeletedClubs(sql, { before: changeId + 1, limit: 1 });
  return club?.changeId === changeId ? club : null;
}

/** Reads the id of a change or step; null if it is invalid. */
export function readChangeId(text: unknown): number | null {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
