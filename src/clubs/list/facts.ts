import { LRUCache } from 'lru-cache';
import { list, type Fragment } from '../../lib/sql.ts';
import { WEEKDAYS, type Weekday } from '../../lib/weekdays.ts';
import type { Sql } from '../../../db/client.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { today, type Day } from '../record/day.ts';
import { searchPattern } from '../record/fold.ts';
import type { ClubFilter, Fact } from '../search.ts';
import { toTextQuery } from './text-query.ts';

/* Filters by what the index of names lacks: the texts of clubs, when they meet, and whether new members can join. */

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
    ${days.length === 0 ? sql`` : sql`and ${meetsOn(sql, days)}`}
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
  coalesce(joining_url, joining_from::text, joining_until::text) is not null
  and coalesce(joining_from <= ${day}, true) and coalesce(joining_until >= ${day}, true)`;

const meetsOn = (sql: Sql, days: readonly Weekday[]): Fragment => sql`meeting_days ~ ${days.join('|')}`;

/** The numbers of active clubs that new members can join today, that meet on each day, and that welcome beginners. */
export type FactCounts = Readonly<Record<Fact, number>>;

const countsAt = new LRUCache<string, FactCounts>({ max: 2 });

/** The counts at the version of the index; null while the index is not loaded. */
export async function loadFactCounts({ sql, names }: ClubStore): Promise<FactCounts | null> {
  const index = names();
  if (!index) return null;
  const day = today();
  const key = `${index.version} ${day}`;
  const cached = countsAt.get(key);
  if (cached) return cached;
  const perDay = WEEKDAYS.map((name) => sql`count(*) filter (where ${meetsOn(sql, [name])})::int as ${sql(name)}`);
  const [counts] = await sql<[FactCounts]>`
    select count(*) filter (where ${isOpenOn(sql, day)})::int as open,
      count(*) filter (where beginners_welcome)::int as beginners, ${list(sql, perDay)}
    from club where is_active`;
  countsAt.set(key, counts);
  return counts;
}
