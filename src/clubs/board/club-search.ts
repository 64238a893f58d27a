import * as v from 'valibot';
import { CLUB_LIMITS, NameSearchSchema, textUpTo } from '../record/field-rules.ts';
import { ClubStatusSchema } from '../search.ts';
import { readListSearch, toListRequest } from '../paged-list.ts';

/* Parses the query string of the table of all clubs. */

/**
 * What a club may lack: `confirmation` is one in the last year, `answer` one to the open round, `address` one that
 * accepts e-mail, `logo_file` the file of a logo on another site.
 */
export const LACKS = [
  'confirmation',
  'short_description',
  'description',
  'logo',
  'logo_file',
  'category',
  'contact',
  'address',
  'officers',
  'answer',
] as const;
export type Lack = (typeof LACKS)[number];

export interface TableFilter {
  /** A part of the name; empty for any. */
  name: string;
  /** Null for both. */
  isActive: boolean | null;
  /** One of the categories of a club; empty for any. */
  category: string;
  /** Fields that must all be empty. */
  missing: readonly Lack[];
}

export const NO_FILTER: TableFilter = { name: '', isActive: null, category: '', missing: [] };

export type ClubChoice = { ids: readonly number[] } | { filter: TableFilter };

export const SORT_COLUMNS = ['name', 'confirmed', 'changed'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
/** A column, with a minus sign for the reverse order. */
export type TableSort = SortColumn | `-${SortColumn}`;

const SORTS: readonly TableSort[] = SORT_COLUMNS.flatMap((column) => [column, `-${column}`] as const);

const SCHEMAS = {
  name: NameSearchSchema,
  club_status: ClubStatusSchema,
  category: textUpTo(CLUB_LIMITS.category),
  missing: v.pipe(
    v.array(v.picklist(LACKS)),
    v.transform((lacks) => LACKS.filter((lack) => lacks.includes(lack))),
  ),
  sort: v.pipe(
    v.picklist(['', ...SORTS]),
    v.transform((sort) => (sort === 'name' ? '' : sort)),
  ),
};

/** Whether a query is one of the table. */
export const isTableQuery = (params: URLSearchParams): boolean =>
  [...Object.keys(SCHEMAS), 'page'].some((name) => params.has(name));

export type TableSearch = NonNullable<ReturnType<typeof readTableSearch>>;
type TableValues = NonNullable<ReturnType<typeof readListSearch<typeof SCHEMAS>>>['values'];

/** Reads the query string; null if it is invalid. */
export function readTableSearch(params: URLSearchParams) {
  const search = readListSearch(SCHEMAS, params);
  if (!search) return null;
  const { name, club_status: status, category, missing, sort } = search.values;
  return {
    ...search,
    filter: { name, isActive: status === '' ? null : status === 'true', category, missing },
    sort: sort === '' ? ('name' as const) : sort,
    sorts: {
      name: sortLink(search.values, 'name'),
      confirmed: sortLink(search.values, 'confirmed'),
      changed: sortLink(search.values, 'changed'),
    },
    isFiltered: name !== '' || status !== '' || category !== '' || missing.length > 0,
  };
}

/** `direction` is null if another column sorts the table; `query` sorts by this one or reverses the order. */
export interface SortLink {
  direction: 'ascending' | 'descending' | null;
  query: string;
}

function sortLink(values: TableValues, column: SortColumn): SortLink {
  const sort = values.sort === '' ? 'name' : values.sort;
  const direction = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : null;
  const next = direction === 'ascending' ? `-${column}` : column;
  return { direction, query: toListRequest({ ...values, sort: next === 'name' ? '' : next }).query };
}
