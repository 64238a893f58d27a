import fc from 'fast-check';
import { askRaw, type RawAnswer, type RawRequest } from '../support/raw-requests.ts';

/** What came of searches that were asked of the page, of its fragment and of the API. */
export interface QueriesResult {
  asked: number;
  /** Answers of the page, by status. */
  statuses: Record<string, number>;
  /** How often clubs were compared that both had found. */
  compared: number;
  /** The first that differ, or are errors of the server, with how. */
  wrong: string[];
  wrongCount: number;
}

/** A value as it is sent, and what it means; undefined where it is not sent. */
interface Value<Meaning> {
  text: string | undefined;
  means: Meaning;
}

/** A search as a page is asked for it, with what the specification makes of its parts. */
export interface SearchQuery {
  /** The query string of the page. */
  query: string;
  /** Null: no name. */
  name: Value<string | null>;
  /** Null: no status; true, false, or all of them as an empty text. */
  status: Value<'true' | 'false' | '' | null>;
  /** Null: no page of a list. */
  page: Value<number | 'last' | null>;
  /** Of the page; the API takes up to 200. */
  pageSize: Value<number>;
  /** Whether all of it means something: nothing is known of what others come to. */
  isKnown: boolean;
}

const LONGEST_NAME = 255;
/** How many clubs a page of the site has that the query says nothing of. */
const SITE_PAGE_SIZE = 1;
const AT_ONCE = 1000;
/** As many on each of four connections: of hundreds the last would take longer than a page may. */
const PIPELINED = 10;
/** So many are asked for at the same time. */
export const MOST_ASKED = 4 * PIPELINED;
const EXAMPLES = 5;

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

/** The same text, as different senders write it into an address. */
const writings = fc.constantFrom<(text: string) => string>(
  (text) => encodeURIComponent(text).replaceAll("'", '%27'),
  (text) => new URLSearchParams({ x: text }).toString().slice(2),
  (text) => Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
);

/** What nobody asked for. */
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
    // The last of several counts.
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

/** Query strings of the list: most of them mean something, each in one of many spellings, and some are anything. */
export const searchQueries: fc.Arbitrary<SearchQuery> = fc.oneof(
  { weight: 4, arbitrary: knownQueries },
  { weight: 1, arbitrary: anyQueries },
);

/**
 * What the API is asked for the same search. Its parameters have other names, its page has 50 clubs where the query says
 * nothing, it lists clubs of any status unless told otherwise (the page: active ones, while its form is not filled in),
 * it knows no last page, and refuses what the page passes over.
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

/** Of the page: 200 for a form that is not filled in rightly, whatever the number says; 404 for what is no number. */
const isInvalid = ({ name, status }: SearchQuery) => name.means === null || status.means === null;

const page = (query: string, headers: Record<string, string> = {}): RawRequest => ({
  target: `/club/?${query}`,
  headers,
});
const api = (query: string): RawRequest => ({ target: `/api/club/search?${query}` });

/** Asks a site for searches: its pages, fragments and the API say the same. Nobody changes the clubs meanwhile. */
export async function compareSearches(url: string, queries: readonly SearchQuery[]): Promise<QueriesResult> {
  const result: QueriesResult = { asked: 0, statuses: {}, compared: 0, wrong: [], wrongCount: 0 };
  for (let at = 0; at < queries.length; at += AT_ONCE) {
    const some = queries.slice(at, at + AT_ONCE);
    const [pages, fragments, firsts, same] = await Promise.all([
      askRaw(
        url,
        some.map(({ query }) => page(query)),
        PIPELINED,
      ),
      askRaw(
        url,
        some.map(({ query }) => page(query, { 'HX-Request': 'true' })),
        PIPELINED,
      ),
      askRaw(
        url,
        some.map((one) => api(toApiQuery(one, typeof one.page.means === 'number' ? one.page.means : 1))),
        PIPELINED,
      ),
      // The very same text, which the API reads in its own way.
      askRaw(
        url,
        some.map(({ query }) => api(query)),
        PIPELINED,
      ),
    ]);
    // Only now it is known which is the last.
    const isLast = ({ page: { means } }: SearchQuery, index: number) =>
      means === 'last' && firsts[index]?.status === 200;
    const lasts = await askRaw(
      url,
      some.flatMap((one, index) => (isLast(one, index) ? [api(toApiQuery(one, lastPage(one, firsts[index])))] : [])),
      PIPELINED,
    );
    for (const [index, one] of some.entries()) {
      const [whole, part, other] = [pages[index], fragments[index], same[index]];
      const found = isLast(one, index) ? lasts.shift() : firsts[index];
      if (!whole || !part || !other || !found) throw new Error(`No answer to ${one.query}.`);
      result.asked += 1;
      result.statuses[whole.status] = (result.statuses[whole.status] ?? 0) + 1;
      if (one.isKnown && whole.status === 200 && found.status === 200) result.compared += 1;
      const problem =
        findServerError([whole, part, other, found]) ??
        findDifference(whole, part) ??
        (one.isKnown ? findDisagreement(one, part, found) : null);
      if (problem === null) continue;
      result.wrongCount += 1;
      if (result.wrong.length < EXAMPLES) result.wrong.push(`/club/?${one.query.slice(0, 500)}: ${problem}`);
    }
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
  return !isList || whole.body.includes(part.body) ? null : 'the page does not hold its fragment';
}

/** The clubs of a list, in their order. */
const idsOf = (html: string) => [...new Set([...html.matchAll(/href="\/club\/(\d+)\/"/g)].map(([, id]) => Number(id)))];

/** What a list says of how many it has found: nothing is zero. */
const countOf = (html: string) => Number((/<h3(?:[^>"]|"[^"]*")*>([^<]*)/.exec(html)?.[1] ?? '').replace(/\D/g, ''));

function findDisagreement(asked: SearchQuery, list: RawAnswer, found: RawAnswer): string | null {
  const answered = `${list.status} by the page, ${found.status} by the API`;
  if (isInvalid(asked)) {
    const isEmpty = list.status === 200 && found.status === 422 && idsOf(list.body).length === 0;
    return isEmpty ? null : `what is not valid is answered ${answered}`;
  }
  if (asked.page.means === null) {
    return list.status === 404 && found.status === 422 ? null : `what is no page is answered ${answered}`;
  }
  if (list.status !== found.status) return `answered ${answered}`;
  if (list.status !== 200) return list.status === 404 ? null : `answered ${answered}`;
  const { count, results } = readEnvelope(found);
  const [shown, expected] = [idsOf(list.body).join(), results.map(({ id }) => id).join()];
  if (shown !== expected) return `the page shows the clubs ${shown}, the API has ${expected}`;
  return countOf(list.body) === count ? null : `the page has found ${countOf(list.body)}, the API ${count}`;
}
