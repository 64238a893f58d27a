import type { Sql } from '../../../db/client.ts';
import type { Fragment } from '../../lib/sql.ts';
import { LABEL_COMPARED } from '../record/category.ts';
import { searchPattern } from '../record/fold.ts';
import type { ClubFilter } from '../search.ts';

/* A search as a condition in SQL. */

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
