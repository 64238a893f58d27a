import fc from 'fast-check';
import { askRaw, type RawAnswer, type RawRequest } from './raw-requests.ts';

export interface QueriesResult {
  /** The responses of the page by status. */
  statuses: Record<string, number>;
  /** The number of comparisons between page and API. */
  compared: number;
  /** The queries whose responses differ or are server errors. */
  wrong: string[];
}

/** The text of a parameter (undefined if absent) and its meaning by the specification. */
interface Value<Meaning> {
  text: string | undefined;
  means: Meaning;
}

/** A search of the club list. */
export interface SearchQuery {
  /** The query string of the page. */
  query: string;
  /** Null: invalid. */
  name: Value<string | null>;
  /** Null: invalid. Empty: clubs of any status. */
  status: Value<'true' | 'false' | '' | null>;
  /** Null: invalid. */
  page: Value<number | 'last' | null>;
  /** At most 100, as on the page; the API takes up to 200. */
  pageSize: Value<number>;
  /** Whether the expected result is known. */
  isKnown: boolean;
}

const LONGEST_NAME = 255;
/** The default of the page. */
const SITE_PAGE_SIZE = 1;
/** The number of pipelined requests on each of the four connections. */
const PIPELINED = 10;

const value = <Meaning>(text: string | undefined, means: Meaning): Value<Meaning> => ({ text, means });

const names = fc.oneof(
  { weight: 3, arbitrary: fc.constant(value<string | null>(undefined, '')) },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('', 'a', 'e', 'É', 'e\u0301', 'œ', 'ﬁ', ' club ', 'club 1', '%', '_', '\\', "'", 'zzz', 'ß', 'İ')
      .map((name) => value<string | null>(name, name)),
  },
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .map((name) => value(name, name.includes('\0') ? null : name)),
  },
  { weight: 1, arbitrary: fc.constantFrom('a\0b', 'x'.repeat(LONGEST_NAME + 1)).map((name) => value(name, null)) },
);

const statuses = fc.constantFrom<Value<'true' | 'false' | '' | null>>(
  ...[value(undefined, '' as const), value(undefined, '' as const), value('', '' as const)],
  ...[value('true', 'true' as const), value('TRUE', 'true' as const), value('1', 'true' as const)],
  ...[value('false', 'false' as const), value('False', 'false' as const), value('0', 'false' as const)],
  ...[value('true', 'true' as const), value('false', 'false' as const), value('x', null)],
);

const pages: fc.Arbitrary<Value<number | 'last' | null>> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<Value<number | 'last' | null>>(
      ...[value(undefined, 1), value(undefined, 1), value('1', 1), value('2', 2), value('3', 3), value('007', 7)],
      ...[value('last', 'last' as const), value('40', 40)],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Value<number | 'last' | null>>(
      ...[value('2147483648', 2_147_483_648), value('9'.repeat(30), Number.MAX_SAFE_INTEGER)],
      ...['0', '-1', 'x', '', '1.0', '+1', ' 1'].map((text) => value(text, null)),
    ),
  },
);

const pageSizes = fc.constantFrom<Value<number>>(
  ...[undefined, undefined, '0', 'x', '', '101', '201', '-5'].map((text) => value(text, SITE_PAGE_SIZE)),
  ...[1, 2, 7, 20, 50, 100].map((size) => value(String(size), size)),
);

/** Ways to percent-encode a text. */
const writings = fc.constantFrom<(text: string) => string>(
  (text) => encodeURIComponent(text).replaceAll("'", '%27'),
  (text) => new URLSearchParams({ x: text }).toString().slice(2),
  (text) => Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
);

/** Unknown parameters. */
const noise = fc.array(
  fc.constantFrom('utm_source=x', 'x', '', '=', 'Name=zzz', 'name[]=a', '__proto__=1', 'search=q'),
  {
    maxLength: 2,
  },
);

const knownQueries: fc.Arbitrary<SearchQuery> = fc
  .tuple(names, statuses, pages, pageSizes, writings, noise, fc.boolean(), fc.nat(23))
  .map(([name, status, page, pageSize, write, others, isGivenTwice, order]) => {
    const given = [
      ['name', name.text],
      ['club_status', status.text],
      ['page', page.text],
      ['page_size', pageSize.text],
    ].flatMap(([key = '', text]) => (text === undefined ? [] : [`${key}=${write(text)}`]));
    const turned = [...given.slice(order % 4), ...given.slice(0, order % 4)];
    // The last of several values applies.
    const before = isGivenTwice && name.text !== undefined ? ['name=other'] : [];
    return { query: [...before, ...others, ...turned].join('&'), name, status, page, pageSize, isKnown: true };
  });

const NOTHING = { name: value('', ''), status: value('', '' as const), page: value('1', 1), pageSize: value('1', 1) };

const anyQueries: fc.Arbitrary<SearchQuery> = fc
  .tuple(
    fc.array(
      fc.constantFrom('name=', 'page=', 'club_status=', 'page_size=', 'is_active=', '&', '%', '%00', '%E9', ';'),
      {
        maxLength: 6,
      },
    ),
    fc.stringMatching(/^[!"$-~]{0,40}$/),
  )
  .map(([parts, text]) => ({ ...NOTHING, query: parts.join('') + text, isKnown: false }));

/** Query strings of the list: mostly meaningful ones in different spellings, some random. */
export const searchQueries: fc.Arbitrary<SearchQuery> = fc.oneof(
  { weight: 4, arbitrary: knownQueries },
  { weight: 1, arbitrary: anyQueries },
);

/**
 * The same search for the API. Its parameters have different names and its default page size is 50. Without a status it
 * lists clubs of any status, where the page without any filter lists active ones. It does not know "last", and refuses
 * values that the page ignores.
 */
function toApiQuery({ name, status, page, pageSize }: SearchQuery, number: number): string {
  const isBound = name.text !== undefined || status.text !== undefined;
  const isActive = isBound ? (status.means ?? 'x') : 'true';
  return new URLSearchParams({
    ...(name.text !== undefined && { search: name.text }),
    ...(isActive !== '' && { is_active: isActive }),
    page: page.means === null ? 'x' : String(number),
    page_size: String(pageSize.means),
  }).toString();
}

/** The page returns 200 for an invalid form, and 404 for an invalid page number. */
const isInvalid = ({ name, status }: SearchQuery) => name.means === null || status.means === null;

const page = (query: string, headers: Record<string, string> = {}): RawRequest => ({
  target: `/club/?${query}`,
  headers,
});
const api = (query: string): RawRequest => ({ target: `/api/club/search?${query}` });

/** Compares the pages, fragments and API results of a site for the same searches. Its clubs must not change. */
export async function compareSearches(url: string, queries: readonly SearchQuery[]): Promise<QueriesResult> {
  const result: QueriesResult = { statuses: {}, compared: 0, wrong: [] };
  const ask = (requests: RawRequest[]) => askRaw(url, requests, PIPELINED);
  // One after another: on a busy machine, all at once exceed the timeout of a page.
  const pages = await ask(queries.map(({ query }) => page(query)));
  const fragments = await ask(queries.map(({ query }) => page(query, { 'HX-Request': 'true' })));
  const firsts = await ask(
    queries.map((search) => api(toApiQuery(search, typeof search.page.means === 'number' ? search.page.means : 1))),
  );
  // The unchanged query string, which the API reads differently.
  const same = await ask(queries.map(({ query }) => api(query)));
  // The first response has the number of clubs, and so the last page.
  const isLast = ({ page: { means } }: SearchQuery, index: number) => means === 'last' && firsts[index]?.status === 200;
  const lasts = await ask(
    queries.flatMap((search, index) =>
      isLast(search, index) ? [api(toApiQuery(search, lastPage(search, firsts[index])))] : [],
    ),
  );
  for (const [index, search] of queries.entries()) {
    const [whole, part, other] = [pages[index], fragments[index], same[index]];
    const found = isLast(search, index) ? lasts.shift() : firsts[index];
    if (!whole || !part || !other || !found) throw new Error(`No answer to ${search.query}.`);
    result.statuses[whole.status] = (result.statuses[whole.status] ?? 0) + 1;
    if (search.isKnown && whole.status === 200 && found.status === 200) result.compared += 1;
    const problem =
      findServerError([whole, part, other, found]) ??
      findDifference(whole, part) ??
      (search.isKnown ? findDisagreement(search, part, found) : null);
    if (problem !== null) result.wrong.push(`/club/?${search.query.slice(0, 500)}: ${problem}`);
  }
  return result;
}

interface Envelope {
  count: number;
  results: { id: number }[];
}

const readEnvelope = (answer: RawAnswer) => JSON.parse(answer.body) as Envelope;

function lastPage({ pageSize }: SearchQuery, first: RawAnswer | undefined): number {
  return first ? Math.max(1, Math.ceil(readEnvelope(first).count / pageSize.means)) : 1;
}

function findServerError(answers: RawAnswer[]): string | null {
  const error = answers.find(({ status }) => status >= 500 || ![200, 400, 404, 414, 422].includes(status));
  return error ? `answered ${error.status}` : null;
}

function findDifference(whole: RawAnswer, part: RawAnswer): string | null {
  if (whole.status !== part.status) return `the page is answered ${whole.status}, the fragment ${part.status}`;
  const isList = part.status === 200 || part.body.includes('club-no-page');
  // The elements outside of the list follow it.
  const [list = ''] = part.body.split('<hx-partial');
  return !isList || whole.body.includes(list) ? null : 'the page does not hold its fragment';
}

/** The ids of the clubs of a list in their order. */
const idsOf = (html: string) => [...html.matchAll(/href="\/club\/(\d+)\/"><h4/g)].map(([, id]) => Number(id));

/** The number of results that a list shows. The heading of an empty list counts other clubs. */
const countOf = (html: string) =>
  idsOf(html).length === 0 ? 0 : Number((/<h3(?:[^>"]|"[^"]*")*>([^<]*)/.exec(html)?.[1] ?? '').replace(/\D/g, ''));

function findDisagreement(asked: SearchQuery, list: RawAnswer, found: RawAnswer): string | null {
  const answered = `${list.status} by the page, ${found.status} by the API`;
  if (isInvalid(asked)) {
    const isEmpty = list.status === 200 && found.status === 422 && idsOf(list.body).length === 0;
    return isEmpty ? null : `what is not valid is answered ${answered}`;
  }
  if (asked.page.means === null) {
    return list.status === 404 && found.status === 422 ? null : `a missing page is answered ${answered}`;
  }
  if (list.status !== found.status) return `answered ${answered}`;
  if (list.status !== 200) return list.status === 404 ? null : `answered ${answered}`;
  const { count, results } = readEnvelope(found);
  const [shown, expected] = [idsOf(list.body).join(), results.map(({ id }) => id).join()];
  if (shown !== expected) return `the page shows the clubs ${shown}, the API has ${expected}`;
  return countOf(list.body) === count ? null : `the page has found ${countOf(list.body)}, the API ${count}`;
}
