import type { ClubIssue } from '../record/fields.ts';
import type { Database, Sql, Transaction } from '../../../db/client.ts';
import { foldForSearch, searchPattern } from '../record/fold.ts';
import type { ClubFamily, ClubReference } from '../record/columns.ts';
import type { ClubValues } from '../record/texts.ts';

/* Checks the names in a form: the club's own name must be free, and its parent must exist. */

/** The issues of the names in a form. `clubId` is null for a new club. */
export async function findNameIssues(
  sql: Database,
  clubId: number | null,
  { name = '', parentName = '' }: ClubValues,
): Promise<ClubIssue[]> {
  const [other] = await sql`select from club where name = ${name} and id is distinct from ${clubId}::integer`;
  const isKnown = parentName === '' || (await findParent(sql, parentName, clubId)) !== undefined;
  return [
    ...(other ? [{ field: 'name', code: 'taken' } as const] : []),
    ...(isKnown ? [] : [await unknownParent(sql, parentName)]),
  ];
}

/** The issue of a parent that does not exist, with similar names. */
export async function unknownParent(tx: Database | Transaction, name: string): Promise<ClubIssue> {
  const rows = await tx<{ name: string }[]>`
    select name from club where search_fold(${name}) <% name_folded
    order by word_similarity(search_fold(${name}), name_folded) desc, name, id limit 3`;
  const near = rows.map((row) => row.name);
  return { field: 'parent_name', code: 'unknownParent', ...(near.length > 0 && { near }) };
}

/** Finds a parent by name: also by a former name of one that the club has or had, or by a similar name if it is unique. */
export async function findParent(
  tx: Database | Transaction,
  name: string,
  clubId: number | null,
): Promise<number | undefined> {
  const [parent] = await tx<{ id: number }[]>`
    select id from club where name = ${name}
    union all
    select club_id from club_change where before ->> 'name' = ${name} and club_id in (
      select parent_id from club where id = ${clubId}
      union select (before ->> 'parent_id')::integer from club_change where club_id = ${clubId}
    )
    limit 1`;
  if (parent) return parent.id;
  const alike = await findClubsCalled(tx, name);
  return alike.length === 1 ? alike[0]?.id : undefined;
}

/** Up to three clubs whose names are the same except for case, accents and ligatures. */
export const findClubsCalled = async (sql: Sql, name: string): Promise<ClubReference[]> =>
  // The pattern lets PostgreSQL use the index.
  await sql<ClubReference[]>`
    select id, name, is_active from club
    where name_folded like ${searchPattern(name)} and name_folded = ${foldForSearch(name)} collate "C"
    order by name, id limit 3`;

/** The parent and the children that the page of a club would show with this parent; null for a new club. */
export async function findFamily(sql: Database, clubId: number | null, parentName: string): Promise<ClubFamily> {
  const parentId = parentName === '' ? null : ((await findParent(sql, parentName, clubId)) ?? null);
  const [parent] = await sql<ClubReference[]>`select id, name, is_active from club where id = ${parentId}::integer`;
  const children = await sql<ClubReference[]>`
    select id, name, is_active from club where parent_id = ${clubId}::integer order by name, id`;
  return { parent: parent ?? null, children: [...children] };
}
