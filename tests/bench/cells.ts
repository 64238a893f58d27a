import type postgres from 'postgres';
import { createRandom, pick } from './random.ts';
import { createTyping, createTypos, type Texts } from './typing.ts';
import { SERVERS, SITE_SERVERS, type Cell, type ServerName } from './types.ts';

export const PAGE_SIZE = 20;
const PATTERNS = 200;
/** Names that filters are taken from. */
const NAMES = 20_000;
/** More pages than this are not asked for beforehand: a visitor does not find them in a cache of 48 MiB either. */
const KNOWN_PAGES = 1000;
/** So many stretches in a row that were all given before: the names have no others, or nearly. */
const MAX_TRIES = 1000;

/** The cells of the table for the clubs of a database. */
export async function makeCells(sql: postgres.Sql): Promise<Cell[]> {
  const [row] = await sql<[{ count: number }]>`select count(*)::int as count from club where is_active`;
  const names = await sql<
    { name: string }[]
  >`select name from club where is_active order by hashint4(id), id limit ${NAMES}`;
  const random = createRandom(20);
  const pageCount = Math.ceil(row.count / PAGE_SIZE);
  const list = (query: string) => `/club/?page_size=${PAGE_SIZE}${query}`;
  const filter = (name: string): string => list(`&club_status=true&name=${encodeURIComponent(name)}`);
  const pages = Array.from({ length: pageCount }, (_, index) => list(`&page=${index + 1}`));

  /** A stretch of some name, with no space at its ends. */
  const cut = (random: () => number, shortest: number, longest: number): string => {
    const { name } = pick(random, names);
    const length = shortest + Math.floor(random() * (longest - shortest + 1));
    const start = Math.floor(random() * Math.max(1, name.length - length));
    const text = name
      .slice(start, start + length)
      .trim()
      .toLowerCase();
    return text.length >= shortest ? text : cut(random, shortest, longest);
  };
  const unique = (random: () => number, given: Set<string>, shortest: number, longest: number): string => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const text = cut(random, shortest, longest);
      if (given.has(text)) continue;
      given.add(text);
      return text;
    }
    throw new Error(`After ${given.size} name filters there is hardly another.`);
  };

  const patternTexts = new Set<string>();
  // Most visitors type the beginning of a word; one of ten gives two letters only.
  for (let index = 0; index < PATTERNS; index += 1)
    unique(random, patternTexts, index % 10 === 0 ? 2 : 3, index % 10 === 0 ? 2 : 9);
  const patterns = [...patternTexts];
  const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz');
  const letters = alphabet.map(filter);
  const pairs = alphabet.flatMap((first) => alphabet.map((second) => filter(first + second)));
  const searches = patterns.map((text) => `/api/club/search?is_active=true&search=${encodeURIComponent(text)}`);
  // Every server is asked for the same filters in the same order, however many of them it answers.
  const forEach = <Of>(create: (server: ServerName) => Of) =>
    Object.fromEntries(SERVERS.map((server) => [server, create(server)])) as Record<ServerName, Of>;
  const neverRepeated = forEach((server) => {
    const random = createRandom(21);
    const given = new Set<string>();
    // The bare one does not read them, and would soon have used them up.
    return server === 'bare' ? () => cut(random, 5, 14) : () => unique(random, given, 5, 14);
  });
  const written = names.map(({ name }) => name);
  /** Fragments for one person, who waits for each. */
  const onePerson = (create: (seed: number, names: string[]) => Texts) => {
    const random = createRandom(22);
    const texts = forEach(() => create(22, written));
    return {
      headers: { 'HX-Request': 'true' },
      next: (server: ServerName) => filter(server === 'bare' ? cut(random, 3, 15) : texts[server].next()),
      begin: (server: ServerName) => texts[server].begin(),
      known: [],
      connections: 1,
    };
  };

  const always = (path: string) => ({ next: () => path, known: [path] });
  /** The same in French, of which the peer knows nothing: it answers in English. */
  const inFrench = ({ next, known }: Pick<Cell, 'next' | 'known'>) => ({
    next: (server: ServerName) => (server === 'peer' ? '' : '/fr') + next(server),
    known: known.map((path) => `/fr${path}`),
  });
  const anyOf = (paths: string[], known = paths) => ({ next: () => pick(random, paths), known });
  const browser = {};
  return [
    { id: 'page1', title: 'List page 1', headers: browser, ...always(list('')) },
    { id: 'page1fr', title: 'List page 1, in French', headers: browser, ...inFrench(always(list(''))) },
    { id: 'fragment', title: 'Fragment of page 1', headers: { 'HX-Request': 'true' }, ...always(list('')) },
    { id: 'random', title: 'Random page', headers: browser, ...anyOf(pages, pages.slice(0, KNOWN_PAGES)) },
    {
      id: 'randomfr',
      title: 'Random page, in French',
      headers: browser,
      ...inFrench(anyOf(pages, pages.slice(0, KNOWN_PAGES))),
    },
    { id: 'last', title: 'Last page', headers: browser, ...always(list(`&page=${pageCount}`)) },
    { id: 'pattern', title: `Name filter, one of ${PATTERNS}`, headers: browser, ...anyOf(patterns.map(filter)) },
    { id: 'letter', title: 'Name filter, one letter', headers: browser, ...anyOf(letters) },
    { id: 'pair', title: 'Name filter, two letters', headers: browser, ...anyOf(pairs) },
    {
      id: 'unique',
      title: 'Name filter, never repeated',
      headers: browser,
      next: (server) => filter(neverRepeated[server]()),
      known: [],
    },
    { id: 'typing', title: 'Name, letter by letter', ...onePerson(createTyping) },
    // The peer looks for nothing else where it finds nothing.
    { id: 'typo', title: 'Name that is mistyped', ...onePerson(createTypos), servers: ['bare', ...SITE_SERVERS] },
    { id: 'api', title: `API search, one of ${PATTERNS}`, headers: browser, ...anyOf(searches) },
  ];
}
