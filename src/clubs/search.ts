import * as v from 'valibot';
import { foldLabel } from './record/category.ts';
import { today, type Day } from './record/day.ts';
import { described } from '../lib/schemas.ts';
import { paginationRequest, type PaginationRequest } from '../lib/pagination.ts';
import { WEEKDAYS, type Weekday } from '../lib/weekdays.ts';
import { toIssues, type ReadResult } from '../lib/result.ts';
import { MAX_CLUB_ID, CLUB_LIMITS, issueOf, NameSearchSchema, type TextIssue } from './record/field-rules.ts';
import { MAX_SHORTLIST } from './record/limits.ts';

/* Parses and formats the query strings of the list page and the API. The last value of a repeated parameter counts. */

/** A null value does not filter, nor does an empty name. */
export interface ClubFilter {
  name: string;
  isActive: boolean | null;
  /** Folded labels, sorted and unique: a club has at least one of them. An empty list does not filter. */
  categories: readonly string[];
  parentId: number | null;
  excludeIds: readonly number[];
  /** A folded text that the name, the other names, the categories or the texts of a club match. */
  about: string;
  /** A club must have each of them, and one of the weekdays. */
  facts: readonly Fact[];
  /** The day on which clubs are open; empty if they need not be. */
  today: Day;
  /** The clubs of the last three criteria (see `withIds`); null if they are not known yet, or do not filter. */
  ids: ReadonlySet<number> | null;
}

export const ALL_CLUBS: ClubFilter = {
  name: '',
  isActive: null,
  categories: [],
  parentId: null,
  excludeIds: [],
  about: '',
  facts: [],
  today: '',
  ids: null,
};

/** A fact that the list can be filtered by: open to new members today, a day of its meetings, or open to beginners. */
export type Fact = 'open' | Weekday | 'beginners';
export const FACTS: readonly Fact[] = ['open', ...WEEKDAYS, 'beginners'];

export type PageNumber = number | 'last';

// --- The list page ---

export const MAX_LIST_PAGE_SIZE = 100;

/** `filter` is null if the form is invalid: then the list is empty, and the page number is ignored. */
export type ClubListSearch = ReturnType<typeof readClubListSearch>;
export type ClubSearchForm = ClubListSearch['form'];

const digits = (maximum: number, message: string) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, message),
    v.transform(Number),
    v.minValue(1, message),
    // A larger number is valid, and past every result.
    v.transform((number) => Math.min(number, Number.MAX_SAFE_INTEGER)),
    v.maxValue(maximum, message),
  );

const PAGE_MESSAGE = 'must be a whole number from 1';

export const ClubStatusSchema = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.picklist(['true', 'false', '1', '0', '']),
  v.transform((value) => (value === '1' ? 'true' : value === '0' ? 'false' : value)),
);

export const ListPageSchema = v.union([v.literal('last'), digits(Number.MAX_SAFE_INTEGER, PAGE_MESSAGE)]);

const ListPageSizeSchema = digits(MAX_LIST_PAGE_SIZE, `must be a whole number from 1 to ${MAX_LIST_PAGE_SIZE}`);

/** The maximum number of category filters; more are ignored. */
export const MAX_CATEGORIES = 10;

/** Reads the categories for `ClubFilter`. PostgreSQL does not accept NUL, so it is replaced. */
function readCategoryLabels(texts: string[]): readonly string[] {
  const labels = texts.map((text) => foldLabel(text.replaceAll('\0', '\ufffd')));
  return [...new Set(labels)]
    .filter((label) => label !== '')
    .sort()
    .slice(0, MAX_CATEGORIES);
}

/** Reads the text that clubs are about, folded; empty for none. */
const readAbout = (text: string): string => foldLabel(text.replaceAll('\0', '\ufffd'));

const toParameter = (fact: Fact): ['open' | 'day' | 'beginners', string] =>
  fact === 'open' ? ['open', 'now'] : fact === 'beginners' ? ['beginners', 'true'] : ['day', fact];

/** Other values of these parameters count as absent. */
function readFacts(params: URLSearchParams): Pick<ClubFilter, 'facts' | 'today'> {
  const facts = FACTS.filter((fact) => params.getAll(toParameter(fact)[0]).includes(toParameter(fact)[1]));
  return { facts, today: facts.includes('open') ? today() : '' };
}

export const lastOf = (params: URLSearchParams, name: string): string | undefined => params.getAll(name).at(-1);

/** Reads the query string of the list page. Invalid values are null in the result. */
export function readClubListSearch(params: URLSearchParams) {
  const nameText = lastOf(params, 'name');
  const statusText = lastOf(params, 'club_status');
  const isBound = nameText !== undefined || statusText !== undefined;

  const name = v.safeParse(NameSearchSchema, nameText ?? '');
  const clubStatus = v.safeParse(ClubStatusSchema, statusText ?? (isBound ? '' : 'true'));
  const errors: { name?: TextIssue; clubStatus?: 'unknown' } = {};
  if (!name.success) errors.name = issueOf(nameText ?? '');
  if (!clubStatus.success) errors.clubStatus = 'unknown';

  const page = v.safeParse(ListPageSchema, lastOf(params, 'page') ?? '1');
  const pageSizeText = lastOf(params, 'page_size');
  const pageSize = v.safeParse(ListPageSizeSchema, pageSizeText);

  const kept: [string, string][] = [];
  if (nameText !== undefined && name.success) kept.push(['name', name.output]);
  if (statusText !== undefined && clubStatus.success) kept.push(['club_status', clubStatus.output]);
  const categories = readCategoryLabels(params.getAll('category'));
  for (const category of categories) kept.push(['category', category]);
  const about = readAbout(lastOf(params, 'about') ?? '');
  if (about !== '') kept.push(['about', about]);
  const facts = readFacts(params);
  kept.push(...facts.facts.map(toParameter));
  if (pageSize.success) kept.push(['page_size', String(pageSize.output)]);

  return {
    form: {
      name: name.success ? name.output : (nameText ?? ''),
      clubStatus: clubStatus.success ? clubStatus.output : null,
      errors,
    },
    filter:
      name.success && clubStatus.success
        ? {
            ...ALL_CLUBS,
            name: name.output,
            isActive: clubStatus.output === '' ? null : clubStatus.output === 'true',
            categories,
            about,
            ...facts,
          }
        : null,
    page: page.success ? page.output : null,
    pageSize: pageSize.success ? pageSize.output : null,
    request: paginationRequest(kept),
  };
}

const FILTERS = ['name', 'club_status', 'category', 'about', 'open', 'day', 'beginners'] as const;
const ORDER = [...FILTERS, 'page_size'] as const;
export type ListParameter = (typeof ORDER)[number];
const placeOf = (name: string): number => (ORDER as readonly string[]).indexOf(name);

/** Replaces the values of a parameter. */
export const withParameter = (request: PaginationRequest, name: ListParameter, values: readonly string[]) =>
  replace(
    request,
    [name],
    values.map((value) => [name, value]),
  );

export const withFacts = (request: PaginationRequest, facts: readonly Fact[]) =>
  replace(request, ['open', 'day', 'beginners'], facts.map(toParameter));

export const withoutFilters = (request: PaginationRequest) => replace(request, FILTERS, []);

/** The query of all pages of a list, for its other formats. */
export const wholeListQuery = (request: PaginationRequest): string => withParameter(request, 'page_size', []).query;

/** The query of the same list for the API. */
export function toApiQuery({ form, request }: Pick<ClubListSearch, 'form' | 'request'>): string {
  const { params } = replace(request, ['name', 'club_status', 'page_size'], []);
  const search = [
    ['search', form.name],
    ['is_active', form.clubStatus ?? ''],
  ].filter(([, value]) => value !== '') as [string, string][];
  return paginationRequest([...search, ...params]).query;
}

function replace({ params }: PaginationRequest, names: readonly string[], values: [string, string][]) {
  const others = params.filter(([name]) => !names.includes(name));
  return paginationRequest([...others, ...values].sort(([a], [b]) => placeOf(a) - placeOf(b)));
}

// --- The API ---

export const API_PAGE_SIZE = 50;
export const MAX_API_PAGE_SIZE = 200;

// Integers outside the range of ids are valid, but no club has them: they become 0.
const clubId = v.pipe(
  v.string(),
  v.regex(/^[+-]?\d+$/, 'must be an integer'),
  v.transform((text) => (Number(text) > 0 && Number(text) <= MAX_CLUB_ID ? Number(text) : 0)),
);

const API_NAME_MESSAGES: Record<TextIssue, string> = {
  nul: 'must not contain a NUL character',
  tooLong: `must have at most ${CLUB_LIMITS.name} characters`,
};

const ApiNameSchema = v.pipe(
  v.string(),
  v.check(
    (text) => v.is(NameSearchSchema, text),
    ({ input }) => API_NAME_MESSAGES[issueOf(input)],
  ),
  NameSearchSchema,
);

/** Another value counts as absent. */
const optionalOf = (values: [string, ...string[]]) => v.fallback(v.optional(v.picklist(values)), undefined);

export const ClubApiSearchSchema = v.object({
  search: described(
    v.optional(ApiNameSchema, ''),
    `A part of the name, up to ${CLUB_LIMITS.name} characters. Case and accents do not matter`,
  ),
  is_active: described(
    v.optional(
      v.pipe(
        v.string(),
        v.toLowerCase(),
        v.picklist(['true', 'false'], 'must be true or false'),
        v.transform((value) => value === 'true'),
      ),
    ),
    '`true`: only active clubs; `false`: only inactive ones',
    { type: 'boolean' },
  ),
  parent_id: described(v.optional(clubId), 'The id of a club: finds the clubs that are part of it', {
    type: 'integer',
  }),
  exclude_ids: described(v.array(clubId), 'The id of a club to leave out. Can be repeated', {
    items: { type: 'integer' },
  }),
  about: described(
    v.optional(v.pipe(v.string(), v.transform(readAbout)), ''),
    'Words to look for in names, other names, categories and texts, in any form or as synonyms',
  ),
  category: described(
    v.pipe(v.array(v.string()), v.transform(readCategoryLabels)),
    `A category. Repeat it, up to ${MAX_CATEGORIES} times, for clubs in any of them`,
  ),
  open: described(optionalOf(['now']), '`now`: only clubs that students can join today'),
  day: described(
    v.fallback(v.array(v.picklist(WEEKDAYS)), []),
    'A day of meetings, `mon` to `sun`. Repeat it for clubs that meet on any of them',
  ),
  beginners: described(optionalOf(['true']), '`true`: only clubs that welcome beginners'),
  page: described(v.optional(digits(Number.MAX_SAFE_INTEGER, PAGE_MESSAGE), '1'), 'The number of the page, from 1', {
    type: 'integer',
    default: 1,
  }),
  page_size: described(
    v.optional(
      digits(MAX_API_PAGE_SIZE, `must be a whole number from 1 to ${MAX_API_PAGE_SIZE}`),
      String(API_PAGE_SIZE),
    ),
    `Clubs on a page, from 1 to ${MAX_API_PAGE_SIZE}`,
    { type: 'integer', default: API_PAGE_SIZE },
  ),
});

/** Reads the query string of an API search. Unknown parameters are ignored. */
export function readClubApiSearch(params: URLSearchParams) {
  const given = Object.fromEntries(params);
  const repeated = ['exclude_ids', 'category', 'day'].map((name) => [name, params.getAll(name)] as const);
  const parsed = v.safeParse(ClubApiSearchSchema, { ...given, ...Object.fromEntries(repeated) });
  if (!parsed.success) return { issues: toIssues(parsed.issues) };

  const search = parsed.output;
  const kept: [string, string][] = [];
  if (given.search !== undefined) kept.push(['search', search.search]);
  if (search.is_active !== undefined) kept.push(['is_active', String(search.is_active)]);
  if (search.parent_id !== undefined) kept.push(['parent_id', String(search.parent_id)]);
  for (const id of search.exclude_ids) kept.push(['exclude_ids', String(id)]);
  for (const category of search.category) kept.push(['category', category]);
  if (search.about !== '') kept.push(['about', search.about]);
  const facts = readFacts(params);
  kept.push(...facts.facts.map(toParameter));
  if (given.page_size !== undefined) kept.push(['page_size', String(search.page_size)]);
  return {
    value: {
      filter: {
        ...ALL_CLUBS,
        name: search.search,
        isActive: search.is_active ?? null,
        categories: search.category,
        parentId: search.parent_id ?? null,
        excludeIds: search.exclude_ids,
        about: search.about,
        ...facts,
      },
      page: search.page,
      pageSize: search.page_size,
      request: paginationRequest(kept),
    },
  };
}

/** Parses the id of a club; null if it is invalid. */
export function readClubId(text: string | undefined): number | null {
  const number = Number(text);
  return text !== undefined && /^[1-9]\d*$/.test(text) && number <= MAX_CLUB_ID ? number : null;
}

export const ClubIdSchema = v.pipe(
  v.string(),
  v.metadata({ type: 'integer' }),
  v.transform((text) => readClubId(text)),
  v.number(),
  v.description('The number in the address of the club'),
);

// --- The changes of the API ---

/** The last item that a consumer has: epoch, version and id, and the highest id that it has seen. */
export interface Position {
  epoch: string;
  version: number;
  id: number;
  highest: number;
}

/** The query string; empty for the start. */
export const positionQuery = ({ epoch, version, id, highest }: Position): string =>
  epoch === '' ? '' : `after=${epoch}-${version}-${id}-${highest}`;

const AfterSchema = v.pipe(
  v.string(),
  v.regex(/^(?:[\da-f]{16}(?:-\d{1,9}){3})?$/, 'must be that of a `next`'),
  v.transform((text): Position => {
    const [epoch = '', version = 0, id = 0, highest = 0] = text.split('-');
    return { epoch, version: Number(version), id: Number(id), highest: Number(highest) };
  }),
);

export const ChangesRequestSchema = v.object({
  after: described(v.optional(AfterSchema, ''), 'The position, from `next`. Leave it out to start from the beginning'),
});

/** Reads the query string; without a position, the start. */
export function readAfter(params: URLSearchParams): ReadResult<Position> {
  const parsed = v.safeParse(ChangesRequestSchema, Object.fromEntries(params));
  return parsed.success ? { value: parsed.output.after } : { issues: toIssues(parsed.issues) };
}

// --- Clubs by id ---

/**
 * Reads ids that are separated by commas or in repeated parameters. Ignores invalid ids, and those past the limit of a
 * shortlist. A form in which no club is selected sends all ids as `of`.
 */
export function readClubIds(params: URLSearchParams): number[] {
  const given = params.getAll(params.has('ids') ? 'ids' : 'of').flatMap((text) => text.split(','));
  return [...new Set(given.flatMap((text) => readClubId(text.trim()) ?? []))].slice(0, MAX_SHORTLIST);
}
