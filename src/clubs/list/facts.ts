import { LRUCache } from 'lru-cache';
import type { Fragment } from '../../lib/sql.ts';
import { readWeekdays, WEEKDAYS } from '../../lib/weekdays.ts';
import type { Sql } from '../../../db/client.ts';
import type { ClubStore } from '../directory/club-store.ts';
import type { NameIndex } from '../directory/name-index.ts';
import { foldLabel } from '../record/category.ts';
import { today, type Day } from '../record/day.ts';
import { foldForSearch, searchPattern } from '../record/fold.ts';
import { FACTS, readClubListSearch, type ClubFilter, type Fact } from '../search.ts';
import { toTextQuery } from './text-query.ts';

/* Filters by what the index of names lacks: the texts of clubs, when they meet, and whether new members can join. */

/** The number of clubs from which a filter is offered. */
const ENOUGH = 5;
/** The maximum number of ids in the cache. */
const MAX_CACHED = 500_000;
/** The ids of the clubs that match these criteria at a version. */
const idsAt = new LRUCache<string, ReadonlySet<number>>({
  maxSize: MAX_CACHED,
  sizeCalculation: (ids, key) => ids.size + key.length,
});

/** A filter with the ids of the clubs that match its criteria from `about` on. */
export async function withIds(store: ClubStore, filter: ClubFilter): Promise<ClubFilter> {
  const { about, facts, today } = filter;
  if (about === '' && facts.length === 0) return filter;
  const index = await store.namesSoon();
  const key = index && JSON.stringify([index.version, about, facts, today]);
  const known = key === null ? undefined : idsAt.get(key);
  if (known) return { ...filter, ids: known };
  const { sql } = store;
  const days = WEEKDAYS.filter((day) => facts.includes(day));
  const rows = await sql<{ id: number }[]>`
    select id from club where true
    ${about === '' ? sql`` : sql`and ${isAbout(store, about)}`}
    ${facts.includes('open') ? sql`and ${isOpenOn(sql, today)}` : sql``}
    ${days.length === 0 ? sql`` : sql`and meeting_days ~ ${days.join('|')}`}
    ${facts.includes('beginners') ? sql`and beginners_welcome` : sql``}`;
  const ids = new Set(rows.map(({ id }) => id));
  if (key !== null) idsAt.set(key, ids);
  return { ...filter, ids };
}

function isAbout(store: ClubStore, text: string): Fragment {
  const { sql } = store;
  const { wide } = toTextQuery(text, store);
  return sql`(name_folded like ${searchPattern(text)} ${wide === '' ? sql`` : sql`or words @@ ${wide}::tsquery`})`;
}

/** `joiningOn` in SQL. */
const isOpenOn = (sql: Sql, day: Day): Fragment => sql`
  is_active and coalesce(joining_url, joining_from::text, joining_until::text) is not null
  and coalesce(joining_from <= ${day}, true) and coalesce(joining_until >= ${day}, true)`;

const offeredAt = new LRUCache<string, readonly Fact[]>({ max: 2 });

/** The facts that enough active clubs have for a filter; none while the index is not loaded. */
export async function loadOfferedFacts({ sql, names }: ClubStore): Promise<readonly Fact[]> {
  const index = names();
  const day = today();
  const key = `${index?.version} ${day}`;
  const cached = index ? offeredAt.get(key) : [];
  if (cached) return cached;
  const [enough] = await sql<[Record<'open' | 'beginners' | 'meetings', boolean> & { days: string }]>`
    select count(*) filter (where ${isOpenOn(sql, day)}) >= ${ENOUGH} as open,
      count(*) filter (where beginners_welcome) >= ${ENOUGH} as beginners,
      count(*) filter (where meeting_days <> '') >= ${ENOUGH} as meetings,
      coalesce(string_agg(distinct meeting_days, ' '), '') as days
    from club where is_active`;
  const offered = FACTS.filter((fact) =>
    fact === 'open' || fact === 'beginners' ? enough[fact] : enough.meetings && enough.days.includes(fact),
  );
  offeredAt.set(key, offered);
  return offered;
}

/** Adds the number of clubs that each list shows, those called or about its search text, and leaves out empty lists. */
export async function withCounts<Link extends { query: string }>(store: ClubStore, names: NameIndex, links: Link[]) {
  const counted = links.map(async (link) => {
    const { filter } = readClubListSearch(new URLSearchParams(link.query));
    const { name = '', about = '' } = filter ?? {};
    const whole = filter && (await withIds(store, { ...filter, name: '', about: about || foldLabel(name) }));
    return { ...link, count: whole ? names.find(whole).length : 0 };
  });
  return (await Promise.all(counted)).filter(({ count }) => count > 0);
}

const BEGINNERS = /\b(?:beginners?|novices?|debuta?nte?s?|anfanger(?:in|innen)?|einsteiger(?:in|innen)?)\b/;

/** The facts that a search text names, in any language: "Tuesday", "le mardi", "for beginners". */
export function readFactWords(text: string): Fact[] {
  // Short forms of days are other words, too: "mon", "sun".
  const days = readWeekdays(text.replace(/(?<!\p{L})\p{L}{1,4}(?!\p{L})/gu, ''));
  return BEGINNERS.test(foldForSearch(text)) ? [...days, 'beginners'] : days;
}
