import * as v from 'valibot';
import { paginationRequest, type PaginationRequest } from '../pagination.ts';
import { CLUB_LIMITS, NameSchema, textUpTo } from './record.ts';
import { ClubStatusSchema, lastOf, ListPageSchema, type PageNumber } from './search.ts';

/*
 * The only place that knows the query string of the table of all clubs, in both directions. A parameter that is given
 * several times counts as its last value, but for `missing`. What it does not understand it refuses, and leaves nothing
 * out: somebody may go on to change all clubs that it finds.
 */

/** What a club may lack. `confirmation` is one within a year. */
export const LACKS = [
  ...(['confirmation', 'short_description', 'description', 'logo'] as const),
  ...(['category', 'contact', 'officers'] as const),
] as const;
export type Lack = (typeof LACKS)[number];

/** Which clubs are asked for. */
export interface DeskFilter {
  /** A part of the name; empty for any. */
  name: string;
  /** Null for both. */
  isActive: boolean | null;
  /** One of the categories of a club; empty for any. */
  category: string;
  /** All that a club lacks at once. */
  missing: readonly Lack[];
}

export const DESK_SORTS = ['name', 'confirmed', 'changed'] as const;

export interface DeskSort {
  by: (typeof DESK_SORTS)[number];
  isDescending: boolean;
}

/** What somebody asks of the table. */
export interface DeskSearch {
  filter: DeskFilter;
  sort: DeskSort;
  page: PageNumber;
  /** Filter and order as they were read, without what is so anyway. */
  request: PaginationRequest;
}

const BY_NAME: DeskSort = { by: 'name', isDescending: false };
const SORTS = new Map(
  DESK_SORTS.flatMap((by) => [
    [by, { by, isDescending: false }],
    [`-${by}`, { by, isDescending: true }],
  ]) as [string, DeskSort][],
);
const sortText = ({ by, isDescending }: DeskSort) => (isDescending ? `-${by}` : by);

const DeskSearchSchema = v.object({
  name: v.optional(NameSchema, ''),
  club_status: v.optional(ClubStatusSchema, ''),
  category: v.optional(textUpTo(CLUB_LIMITS.category), ''),
  missing: v.pipe(
    v.array(v.picklist(LACKS)),
    v.transform((given) => LACKS.filter((lack) => given.includes(lack))),
  ),
  sort: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => SORTS.has(text)),
      v.transform((text) => SORTS.get(text) ?? BY_NAME),
    ),
    'name',
  ),
  page: v.optional(ListPageSchema, '1'),
});

/** Reads the query string; null for one that asks for what there is not. Unknown parameters are nobody's. */
export function readDeskSearch(params: URLSearchParams): DeskSearch | null {
  const one = (name: string) => lastOf(params, name);
  const parsed = v.safeParse(DeskSearchSchema, {
    name: one('name'),
    club_status: one('club_status'),
    category: one('category'),
    missing: params.getAll('missing').filter((lack) => lack !== ''),
    sort: one('sort'),
    page: one('page'),
  });
  if (!parsed.success) return null;
  const { name, club_status, category, missing, sort, page } = parsed.output;
  const filter = { name, isActive: club_status === '' ? null : club_status === 'true', category, missing };
  return { filter, sort, page, request: toRequest(filter, sort) };
}

function toRequest({ name, isActive, category, missing }: DeskFilter, sort: DeskSort): PaginationRequest {
  const params: [string, string][] = [];
  if (name !== '') params.push(['name', name]);
  if (isActive !== null) params.push(['club_status', String(isActive)]);
  if (category !== '') params.push(['category', category]);
  for (const lack of missing) params.push(['missing', lack]);
  if (sort.by !== BY_NAME.by || sort.isDescending) params.push(['sort', sortText(sort)]);
  return paginationRequest(params);
}

/** A column that can be sorted by. */
export interface DeskColumn {
  by: DeskSort['by'];
  /** How the table is sorted by it; null when it is not. */
  direction: 'ascending' | 'descending' | null;
  /** The query that sorts by it, or the other way round when that is so already. */
  query: string;
}

export const sortColumns = ({ filter, sort }: DeskSearch): DeskColumn[] =>
  DESK_SORTS.map((by) => {
    const isBy = sort.by === by;
    return {
      by,
      direction: isBy ? (sort.isDescending ? 'descending' : 'ascending') : null,
      query: toRequest(filter, { by, isDescending: isBy && !sort.isDescending }).query,
    };
  });

/** Whether a filter leaves out any club. */
export const isFiltering = ({ name, isActive, category, missing }: DeskFilter): boolean =>
  name !== '' || isActive !== null || category !== '' || missing.length > 0;
