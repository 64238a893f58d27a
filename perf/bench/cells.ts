import type postgres from 'postgres';
import { createRandom, pick } from '../../tests/support/random.ts';
import { createTypos, type Texts } from '../support/typos.ts';
import { SERVERS, SITE_SERVERS, type Cell, type ServerName } from './types.ts';
import { createTyping } from './typing.ts';

const PAGE_SIZE = 20;
const PATTERNS = 200;
/** Names from which filters are taken. */
const NAMES = 20_000;
/** At most this number of pages is requested in advance; a cache of 48 MiB does not have more. */
const KNOWN_PAGES = 1000;
const MAX_TRIES = 1000;

/** The cells for the clubs of a database. */
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

  /** A trimmed part of a random name. */
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
    throw new Error(`No new name filter after ${given.size}.`);
  };

  const patternTexts = new Set<string>();
  // A tenth of the filters has two letters.
  for (let index = 0; index < PATTERNS; index += 1)
    unique(random, patternTexts, index % 10 === 0 ? 2 : 3, index % 10 === 0 ? 2 : 9);
  const patterns = [...patternTexts];
  const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz');
  const letters = alphabet.map(filter);
  const pairs = alphabet.flatMap((first) => alphabet.map((second) => filter(first + second)));
  const searches = patterns.map((text) => `/api/club/search?is_active=true&search=${encodeURIComponent(text)}`);
  // Every server gets the same filters in the same order.
  const forEach = <Of>(create: (server: ServerName) => Of) =>
    Object.fromEntries(SERVERS.map((server) => [server, create(server)])) as Record<ServerName, Of>;
  const neverRepeated = forEach((server) => {
    const random = createRandom(21);
    const given = new Set<string>();
    // The bare server is too fast for unique filters, and does not read them.
    return server === 'bare' ? () => cut(random, 5, 14) : () => unique(random, given, 5, 14);
  });
  const written = names.map(({ name }) => name);
  /** Fragments for a single user, who waits for each answer. */
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
  /** The same in French; the peer answers in English. */
  const inFrench = ({ next, known }: Pick<Cell, 'next' | 'known'>) => ({
    next: (server: ServerName) => (server === 'peer' ? '' : '/fr') + next(server),
    known: known.map((path) => `/fr${path}`),
  });
  const anyOf = (paths: string[], known = paths) => ({ next: () => pick(random, paths), known });
  const cells: (Omit<Cell, 'headers'> & Partial<Cell>)[] = [
    { id: 'page1', title: 'List page 1', ...always(list('')) },
    { id: 'page1fr', title: 'List page 1, in French', ...inFrench(always(list(''))) },
    { id: 'fragment', title: 'Fragment of page 1', headers: { 'HX-Request': 'true' }, ...always(list('')) },
    { id: 'random', title: 'Random page', ...anyOf(pages, pages.slice(0, KNOWN_PAGES)) },
    {
      id: 'randomfr',
      title: 'Random page, in French',
      ...inFrench(anyOf(pages, pages.slice(0, KNOWN_PAGES))),
    },
    { id: 'last', title: 'Last page', ...always(list(`&page=${pageCount}`)) },
    { id: 'pattern', title: `Name filter, one of ${PATTERNS}`, ...anyOf(patterns.map(filter)) },
    { id: 'letter', title: 'Name filter, one letter', ...anyOf(letters) },
    { id: 'pair', title: 'Name filter, two letters', ...anyOf(pairs) },
    {
      id: 'unique',
      title: 'Name filter, never repeated',
      next: (server) => filter(neverRepeated[server]()),
      known: [],
    },
    { id: 'typing', title: 'Name, letter by letter', ...onePerson(createTyping) },
    // The peer does not suggest names.
    { id: 'typo', title: 'Name that is mistyped', ...onePerson(createTypos), servers: ['bare', ...SITE_SERVERS] },
    { id: 'api', title: `API search, one of ${PATTERNS}`, ...anyOf(searches) },
  ];
  return cells.map((cell) => ({ headers: {}, ...cell }));
}
