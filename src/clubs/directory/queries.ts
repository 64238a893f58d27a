import type { Sql } from '../../../db/client.ts';
import type { Fragment } from '../../lib/sql.ts';
import { LABEL_COMPARED } from '../record/category.ts';
import { KINDS, type ClubColumns, type ClubRow } from '../record/columns.ts';
import { searchPattern } from '../record/fold.ts';
import { toVersioned, withVersion, type VersionedRows } from '../record/version-queries.ts';
import type { ClubFilter, PageNumber } from '../search.ts';

/** `foldLabel` in SQL. */
export const foldedLabel = (sql: Sql, label: Fragment): Fragment =>
  sql`btrim(left(search_fold(${label}), ${LABEL_COMPARED}))`;

/** `splitLabels` in SQL: rows of `label` and `position`. */
export const labels = (sql: Sql): Fragment =>
  sql`string_to_table(translate(club.category, '；', ';'), ';') with ordinality as one (label, position)`;

const hasCategory = (sql: Sql, folded: readonly string[]) => sql`
  and category <> '' and exists (
    select from ${labels(sql)}
    where ${foldedLabel(sql, sql`one.label`)} = any(${folded}))`;

export const matching = (sql: Sql, filter: ClubFilter): Fragment => sql`
  from club where true
  ${filter.name === '' ? sql`` : sql`and name_folded like ${searchPattern(filter.name)}`}
  ${filter.isActive === null ? sql`` : sql`and is_active = ${filter.isActive}`}
  ${filter.categories.length === 0 ? sql`` : hasCategory(sql, filter.categories)}
  ${filter.parentId === null ? sql`` : sql`and parent_id = ${filter.parentId}`}
  ${filter.ids === null ? sql`` : sql`and id = any(${[...filter.ids]})`}
  ${filter.excludeIds.length === 0 ? sql`` : sql`and id <> all(${filter.excludeIds})`}`;

/** The clubs with these ids that exist, in the order of the ids. */
export async function findClubsById<Kind extends keyof ClubColumns>(
  sql: Sql,
  kind: Kind,
  ids: readonly number[],
): Promise<VersionedRows<ClubColumns[Kind]>> {
  const found = await sql<(ClubRow & { version: string })[]>`
    ${withVersion(sql)}
    select version, page.* from directory
    left join (select ${KINDS[kind].columns(sql)} from club where id = any(${ids})) page on true`;
  const { version, rows } = toVersioned(found, KINDS[kind].read);
  return { version, rows: sortByIds(rows, ids) };
}

export function sortByIds<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A page from 1; null does not exist. */
export interface WindowRequest {
  page: PageNumber | null;
  pageSize: number;
}

/** One page of matching clubs by name, and the number of all matches. */
export async function findClubs<Kind extends keyof ClubColumns>(
  sql: Sql,
  kind: Kind,
  filter: ClubFilter,
  { page, pageSize }: WindowRequest,
): Promise<VersionedRows<ClubColumns[Kind]> & { total: number }> {
  const offset =
    page === 'last'
      ? sql`(select greatest(total - 1, 0) / ${pageSize}::int * ${pageSize}::int from counted)`
      : // Within the range of an offset in PostgreSQL.
        sql`${Math.min(((page ?? 1) - 1) * pageSize, Number.MAX_SAFE_INTEGER)}::float8::bigint`;
  const found = await sql<(ClubRow & { version: string; total: number })[]>`
    ${withVersion(sql)}, counted as (select count(*)::int as total ${matching(sql, filter)})
    select version, total, page.* from directory cross join counted
    left join (
      select ${KINDS[kind].columns(sql)} ${matching(sql, filter)}
      order by name, id
      limit ${pageSize} offset ${offset}
    ) page on true
    order by page.name, page.id`;
  return { ...toVersioned(found, KINDS[kind].read), total: found[0]?.total ?? 0 };
}

/** Of these ids, those of merged clubs, each with the id of the club that it is part of now. */
export async function findRedirects(sql: Sql, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ oldId: number; newId: number }[]>`
    with recursive redirect as (
      select old_id, new_id from club_redirect where old_id = any(${ids})
      union
      select redirect.old_id, next.new_id from redirect join club_redirect next on next.old_id = redirect.new_id
    )
    select old_id, new_id from redirect join club on club.id = new_id`;
  return new Map(rows.map(({ oldId, newId }) => [oldId, newId]));
}
