import * as v from 'valibot';
import { foldLabel, LABEL_SEPARATOR } from '../category.ts';
import { paginationRequest, type PaginationRequest } from '../../pagination.ts';
import { CLUB_LIMITS, faultOf, NameSearchSchema, parseField, textUpTo, type TextFault } from '../record.ts';
import { ClubStatusSchema, lastOf, ListPageSchema, readClubId, type PageNumber } from '../search.ts';
import { isVisible } from '../text.ts';

/*
 * The only place that knows the query string of the table of all clubs, in both directions. A parameter that is given
 * several times counts as its last value, but for `missing`. What it does not understand it refuses, and leaves nothing
 * out: somebody may go on to change all clubs that it finds.
 */

/** What a club may lack. `confirmation` is one within a year, `answer` one to the round that is open and asks it. */
export const LACKS = [
  ...(['confirmation', 'short_description', 'description', 'logo'] as const),
  ...(['category', 'contact', 'officers', 'answer'] as const),
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
  /** Whether every club on the page is chosen to begin with. */
  areChosen: boolean;
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
  name: v.optional(NameSearchSchema, ''),
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
  chosen: v.optional(v.literal('page')),
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
    chosen: one('chosen'),
  });
  if (!parsed.success) return null;
  const { name, club_status, category, missing, sort, page, chosen } = parsed.output;
  const filter = { name, isActive: club_status === '' ? null : club_status === 'true', category, missing };
  return { filter, sort, page, areChosen: chosen !== undefined, request: toRequest(filter, sort) };
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

// --- What is done with several clubs at once ---

/** Those that need categories typed: `add_category` and `remove_category` one, which leaves a club its others. */
const CATEGORY_ACTIONS = ['add_category', 'remove_category', 'set_category'] as const;
type CategoryAction = (typeof CATEGORY_ACTIONS)[number];

/** `ask` changes no club: it asks those who keep them whether they are still right. */
export const BULK_ACTIONS = [
  ...(['activate', 'deactivate', ...CATEGORY_ACTIONS] as const),
  ...(['clear_category', 'confirm', 'ask'] as const),
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const isOfCategory = (action: BulkAction): action is CategoryAction =>
  CATEGORY_ACTIONS.some((one) => one === action);

/** The clubs that something is done with: single ones, or all that a filter finds. */
export type DeskChoice = { ids: readonly number[] } | { filter: DeskFilter };

/** What somebody asks to be done, before they have seen with how many clubs. */
export interface BulkRequest {
  action: BulkAction;
  choice: DeskChoice;
  /** The query that asks for this. */
  query: string;
}

const BulkRequestSchema = v.object({
  action: v.picklist(BULK_ACTIONS),
  which: v.optional(v.picklist(['chosen', 'filtered']), 'chosen'),
  club: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.transform((text) => readClubId(text)),
        v.number(),
      ),
    ),
    v.transform((ids) => [...new Set(ids)]),
  ),
});

/** Reads the query string of a form around the table. What it does not know is refused, as by `readDeskSearch`. */
export function readBulkRequest(params: URLSearchParams): BulkRequest | 'unknown' | 'noneChosen' {
  const search = readDeskSearch(params);
  const parsed = v.safeParse(BulkRequestSchema, {
    action: lastOf(params, 'action'),
    which: lastOf(params, 'which'),
    club: params.getAll('club'),
  });
  if (!search || !parsed.success) return 'unknown';
  const { action, which, club } = parsed.output;
  if (which === 'chosen' && club.length === 0) return 'noneChosen';
  const { query } = paginationRequest([
    ...search.request.params,
    ['action', action],
    ['which', which],
    ...(which === 'chosen' ? club.map((id) => ['club', String(id)] as const) : []),
  ]);
  return { action, choice: which === 'chosen' ? { ids: club } : { filter: search.filter }, query };
}

/** What is done to each of the clubs. */
export type BulkChange =
  { action: Exclude<BulkAction, CategoryAction | 'ask'> } | { action: CategoryAction; category: string };

/** The change that an action is, with the category that somebody has typed for it; or what is wrong with that. */
export function readBulkChange(
  action: BulkChange['action'],
  typed: string,
):
  | { change: BulkChange; fault?: undefined }
  | { change?: undefined; fault: 'empty' | 'lineBreak' | 'several' | TextFault } {
  if (!isOfCategory(action)) return { change: { action } };
  const category = typed.trim();
  if (!isVisible(category)) return { fault: 'empty' };
  if (/[\r\n]/.test(category)) return { fault: 'lineBreak' };
  const [fault] = parseField('category', category).faults ?? [];
  if (fault) return { fault: fault.code === 'empty' ? 'empty' : faultOf(category) };
  if (action !== 'set_category') {
    if (foldLabel(category) === '') return { fault: 'empty' };
    // Somebody may have made one label of `Sport;Arts`, and it has to go again.
    if (category.includes(action === 'add_category' ? ';' : LABEL_SEPARATOR)) return { fault: 'several' };
  }
  return { change: { action, category } };
}
