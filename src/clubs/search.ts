import * as v from 'valibot';
import { foldLabel } from './category.ts';
import { paginationRequest, type PaginationRequest } from '../lib/pagination.ts';
import { toIssues, type Issue, type ReadResult } from '../lib/result.ts';
import { CLUB_ID_MAX, CLUB_LIMITS, faultOf, NameSearchSchema, type TextFault } from './field-rules.ts';

/*
 * The only place that knows the query strings of the list page and of the API, in both directions.
 * A parameter that is given several times counts as its last value.
 */

/** Which clubs are asked for. A null does not filter; an empty name does not either. */
export interface ClubFilter {
  name: string;
  isActive: boolean | null;
  /** Folded labels, sorted, each once: a club has any of them. None does not filter. */
  categories: readonly string[];
  parentId: number | null;
  excludeIds: readonly number[];
}

/** Page number from 1, or the last page, whichever that is. */
export type PageNumber = number | 'last';

// --- The list page ---

export const LIST_PAGE_SIZE_MAX = 100;

/** The form as the page shows it: its values, and what is wrong with them by field. */
export interface ClubSearchForm {
  isBound: boolean;
  name: string;
  /** A value of the radio buttons, or null when what was given is none. */
  clubStatus: 'true' | 'false' | '' | null;
  errors: { name?: TextFault; clubStatus?: 'unknown' };
}

/** What a visitor asks of the list page. */
export interface ClubListSearch {
  form: ClubSearchForm;
  /** Null when the form is invalid: then the list is empty and the page number does not count. */
  filter: ClubFilter | null;
  /** Null when it is malformed: no such page. */
  page: PageNumber | null;
  /** The visitor's own choice; null leaves it to the site. */
  pageSize: number | null;
  /** The recognised parameters but `page`, as they were read. */
  request: PaginationRequest;
}

const digits = (maximum: number, message: string) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, message),
    v.transform(Number),
    v.minValue(1, message),
    // A number beyond what can be counted exactly is a number all the same, and past every result.
    v.transform((number) => Math.min(number, Number.MAX_SAFE_INTEGER)),
    v.maxValue(maximum, message),
  );

const PAGE_MESSAGE = 'must be a whole number from 1';

/** Active, inactive or all (an empty text), as forms say it. */
export const ClubStatusSchema = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.picklist(['true', 'false', '1', '0', '']),
  v.transform((value) => (value === '1' ? 'true' : value === '0' ? 'false' : value)),
);

export const ListPageSchema = v.union([
  v.pipe(
    v.literal('last'),
    v.transform((): PageNumber => 'last'),
  ),
  v.pipe(
    digits(Number.MAX_SAFE_INTEGER, PAGE_MESSAGE),
    v.transform((number): PageNumber => number),
  ),
]);

const ListPageSizeSchema = digits(LIST_PAGE_SIZE_MAX, `must be a whole number from 1 to ${LIST_PAGE_SIZE_MAX}`);

/** More categories than these nobody looks for at once. */
export const CATEGORIES_MAX = 10;

/** The categories that a query asks for, as `ClubFilter` has them. What no club can have finds nothing. */
export function readCategoryLabels(params: URLSearchParams): string[] {
  const labels = params.getAll('category').map((text) => foldLabel(text.replaceAll('\0', '\ufffd')));
  return [...new Set(labels)]
    .filter((label) => label !== '')
    .sort()
    .slice(0, CATEGORIES_MAX);
}

export const lastOf = (params: URLSearchParams, name: string): string | undefined => params.getAll(name).at(-1);

/** Reads the query string of the list page. Nothing is refused here: see what may be null in `ClubListSearch`. */
export function readClubListSearch(params: URLSearchParams): ClubListSearch {
  const nameText = lastOf(params, 'name');
  const statusText = lastOf(params, 'club_status');
  const isBound = nameText !== undefined || statusText !== undefined;

  const name = v.safeParse(NameSearchSchema, nameText ?? '');
  const clubStatus = v.safeParse(ClubStatusSchema, statusText ?? (isBound ? '' : 'true'));
  const errors: ClubSearchForm['errors'] = {};
  if (!name.success) errors.name = faultOf(nameText ?? '');
  if (!clubStatus.success) errors.clubStatus = 'unknown';

  const page = v.safeParse(ListPageSchema, lastOf(params, 'page') ?? '1');
  const pageSizeText = lastOf(params, 'page_size');
  const pageSize = v.safeParse(ListPageSizeSchema, pageSizeText);

  const kept: [string, string][] = [];
  if (nameText !== undefined && name.success) kept.push(['name', name.output]);
  if (statusText !== undefined && clubStatus.success) kept.push(['club_status', clubStatus.output]);
  const categories = readCategoryLabels(params);
  for (const category of categories) kept.push(['category', category]);
  if (pageSize.success) kept.push(['page_size', String(pageSize.output)]);

  return {
    form: {
      isBound,
      name: name.success ? name.output : (nameText ?? ''),
      clubStatus: clubStatus.success ? clubStatus.output : null,
      errors,
    },
    filter:
      name.success && clubStatus.success
        ? {
            name: name.output,
            isActive: clubStatus.output === '' ? null : clubStatus.output === 'true',
            categories,
            parentId: null,
            excludeIds: [],
          }
        : null,
    page: page.success ? page.output : null,
    pageSize: pageSize.success ? pageSize.output : null,
    request: paginationRequest(kept),
  };
}

/** The order of the parameters in an address. */
const ORDER = ['name', 'club_status', 'category', 'page_size'];

/** The request with these values of a parameter, and no others. */
export function withParameter(
  { params }: PaginationRequest,
  name: 'name' | 'club_status' | 'category',
  values: readonly string[],
): PaginationRequest {
  const given = values.map((value): [string, string] => [name, value]);
  const all = [...params.filter(([other]) => other !== name), ...given];
  return paginationRequest(all.sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b)));
}

/** The queries of a request with other categories, in their order, each as short work: a list has many such links. */
export function withCategories({ params }: PaginationRequest): (labels: readonly string[]) => string {
  const place = ORDER.indexOf('category');
  const others = (isBefore: boolean) =>
    paginationRequest(params.filter(([name]) => name !== 'category' && ORDER.indexOf(name) < place === isBefore)).query;
  const [before, after] = [others(true), others(false)];
  return (labels) =>
    [before, paginationRequest(labels.map((label) => ['category', label])).query, after].filter(Boolean).join('&');
}

/** The request with another page size: what the links to the views keep. */
export function withPageSize(request: PaginationRequest, pageSize: number): PaginationRequest {
  const others = request.params.filter(([name]) => name !== 'page_size');
  return paginationRequest([...others, ['page_size', String(pageSize)]]);
}

// --- The API ---

export const API_PAGE_SIZE = 50;
export const API_PAGE_SIZE_MAX = 200;

/** What a caller asks of the API. */
export interface ClubApiSearch {
  filter: ClubFilter;
  page: number;
  pageSize: number;
  /** The parameters but `page`, as they were read. */
  request: PaginationRequest;
}

// An integer beyond the ids is an integer all the same: no club has it. 0 stands for all of them.
const clubId = v.pipe(
  v.string(),
  v.regex(/^[+-]?\d+$/, 'must be an integer'),
  v.transform((text) => (Number(text) > 0 && Number(text) <= CLUB_ID_MAX ? Number(text) : 0)),
);

const API_NAME_MESSAGES: Record<TextFault, string> = {
  nul: 'must not contain a NUL character',
  tooLong: `must have at most ${CLUB_LIMITS.name} characters`,
};

const ApiNameSchema = v.pipe(
  v.string(),
  v.check(
    (text) => v.is(NameSearchSchema, text),
    ({ input }) => API_NAME_MESSAGES[faultOf(input)],
  ),
  NameSearchSchema,
);

const ClubApiSearchSchema = v.object({
  search: v.optional(ApiNameSchema, ''),
  is_active: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.picklist(['true', 'false'], 'must be true or false'),
      v.transform((value) => value === 'true'),
    ),
  ),
  parent_id: v.optional(clubId),
  exclude_ids: v.array(clubId),
  page: v.optional(digits(Number.MAX_SAFE_INTEGER, PAGE_MESSAGE), '1'),
  page_size: v.optional(
    digits(API_PAGE_SIZE_MAX, `must be a whole number from 1 to ${API_PAGE_SIZE_MAX}`),
    String(API_PAGE_SIZE),
  ),
});

/** Reads the query string of the API's searches. Unknown parameters are nobody's. */
export function readClubApiSearch(params: URLSearchParams): ReadResult<ClubApiSearch> {
  const excludeIds = v.safeParse(ClubApiSearchSchema.entries.exclude_ids, params.getAll('exclude_ids'));
  const given = Object.fromEntries(params);
  const parsed = v.safeParse(ClubApiSearchSchema, { ...given, exclude_ids: [] });
  const issues: Issue[] = [
    ...(parsed.success ? [] : toIssues(parsed.issues)),
    ...(excludeIds.success ? [] : [{ field: 'exclude_ids', message: 'must be an integer' }]),
  ];
  if (!parsed.success || !excludeIds.success) return { issues };

  const search = parsed.output;
  const kept: [string, string][] = [];
  if (given.search !== undefined) kept.push(['search', search.search]);
  if (search.is_active !== undefined) kept.push(['is_active', String(search.is_active)]);
  if (search.parent_id !== undefined) kept.push(['parent_id', String(search.parent_id)]);
  for (const id of excludeIds.output) kept.push(['exclude_ids', String(id)]);
  const categories = readCategoryLabels(params);
  for (const category of categories) kept.push(['category', category]);
  if (given.page_size !== undefined) kept.push(['page_size', String(search.page_size)]);
  return {
    value: {
      filter: {
        name: search.search,
        isActive: search.is_active ?? null,
        categories,
        parentId: search.parent_id ?? null,
        excludeIds: excludeIds.output,
      },
      page: search.page,
      pageSize: search.page_size,
      request: paginationRequest(kept),
    },
  };
}

/** Reads a club's id out of an address; null when no club can have it. */
export function readClubId(text: string | undefined): number | null {
  const number = Number(text);
  return text !== undefined && /^[1-9]\d*$/.test(text) && number <= CLUB_ID_MAX ? number : null;
}

// --- Clubs by their numbers ---

/** As many clubs as a shortlist has; src/scripts/shortlist.ts keeps no more. */
export const SHORTLIST_MOST = 50;
/** As many as stand side by side. */
export const COMPARED_MOST = 4;

/** The clubs that an address names by their numbers. */
export interface ClubIds {
  /** Each once, in the order of the address. */
  ids: number[];
  /** Whether the address names more than these. */
  isCut: boolean;
  /** What is left of the address when all that makes no difference is taken away: those, and one more that says so. */
  spelling: number[];
}

/**
 * Reads numbers with commas between them, or one by one as boxes of a form send them: here all values of the parameter
 * count. What is no number of a club is nobody's.
 */
export function readClubIds(params: URLSearchParams, most: number): ClubIds {
  const given = params.getAll('ids').flatMap((text) => text.split(','));
  const ids = [...new Set(given.flatMap((text) => readClubId(text.trim()) ?? []))];
  return { ids: ids.slice(0, most), isCut: ids.length > most, spelling: ids.slice(0, most + 1) };
}
