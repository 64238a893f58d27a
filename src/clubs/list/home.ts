import { hash } from 'node:crypto';
import type { Sql } from '../../../db/client.ts';
import { isWeekly, weekdayOf } from '../../lib/weekdays.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { ACTIVE_CLUBS, type NameIndex } from '../directory/name-index.ts';
import { findClubsById, sortByIds } from '../directory/queries.ts';
import { addDays, type Day } from '../record/day.ts';
import { countCategories } from './categories.ts';
import { withCounts } from './facts.ts';
import { toTextQuery, type Words } from './text-query.ts';

/* The clubs of the home page: the same for every visitor of a day, and others the next day. */

export type HomeClubs = Awaited<ReturnType<typeof loadHomeClubs>>;

/** What decides where a club is shown. */
export interface Candidate {
  id: number;
  hasLogo: boolean;
  meetingDays: string;
  meetingTimes: string;
  welcomesBeginners: boolean;
  createdAt: Date;
}

const WORDS = 6;
const POSTERS = 9;
const MEETINGS = 7;
/** A row of them. */
const CARDS = 4;
const CATEGORIES = 8;
const FACES = 3;
/** The clubs of a larger directory are chosen from as many. */
const MAX_CANDIDATES = 2000;
const DAY_MS = 24 * 60 * 60 * 1000;
const NEW_DAYS = 90;

/** Loads the clubs of the home page on a day. `examples` are words to search for, the best first. */
export async function loadHomeClubs(store: ClubStore, day: Day, examples: readonly string[]) {
  const names = await store.namesSoon();
  const nothing = { words: [], posters: [], meetings: [], newest: [], beginners: [], categories: [] };
  if (!names) return { version: null, activeCount: 0, ...nothing };
  const { sql } = store;
  const [words, candidates] = await Promise.all([
    findWords(sql, store, examples),
    findCandidates(sql, activeIdsOn(day, names)),
  ]);
  const faces = orderFaces(candidates);
  const posters = faces.slice(0, POSTERS);
  const weekly = candidates.filter(({ meetingTimes }) => isWeekly(meetingTimes));
  const meetings = chooseMeetings(weekly, day);
  const dayOf = new Map(meetings.map(({ id, day }) => [id, day]));
  const newest = chooseNewest(candidates, new Date());
  const beginners = candidates
    .filter(({ id, welcomesBeginners }) => welcomesBeginners && !dayOf.has(id) && !newest.includes(id))
    .slice(0, CARDS)
    .map(({ id }) => id);
  const categories = chooseCategories(names, faces, posters);
  const ids = new Set([...posters, ...newest, ...beginners, ...categories.flatMap(({ faces }) => faces)]);
  const days = [...new Set(dayOf.values())].map((day) => ({ day, query: `day=${weekdayOf(day)}` }));
  const [cards, compared, counts] = await Promise.all([
    store.findCards([...ids], names.version),
    findClubsById(sql, 'compared', [...dayOf.keys()]),
    withCounts(store, names, days),
  ]);
  const toCards = (ids: readonly number[]) => sortByIds(cards, ids);
  return {
    version: names.version,
    activeCount: names.find(ACTIVE_CLUBS).length,
    words,
    posters: toCards(posters),
    meetings: counts.flatMap(({ day, count }) =>
      compared.rows.filter(({ id }) => dayOf.get(id) === day).map((club) => ({ day, count, club })),
    ),
    newest: toCards(newest),
    beginners: toCards(beginners),
    categories: categories.map(({ faces, ...category }) => ({ ...category, faces: toCards(faces) })),
  };
}

/** The first of these words that find an active club. */
async function findWords(sql: Sql, words: Words, examples: readonly string[]): Promise<string[]> {
  const queries = examples.map((word) => toTextQuery(word, words).wide);
  const found = await sql<{ place: number }[]>`
    select place::int from unnest(${queries}::text[]) with ordinality as example(query, place)
    where exists (select from club where is_active and words @@ query::tsquery) order by place limit ${WORDS}`;
  return found.flatMap(({ place }) => examples[place - 1] ?? []);
}

/** In the order of the ids. */
async function findCandidates(sql: Sql, ids: readonly number[]): Promise<Candidate[]> {
  const found = await sql<Candidate[]>`
    select id, logo is not null as has_logo, beginners_welcome is true as welcomes_beginners, created_at,
      meeting_days, meeting_times
    from club where id = any(${ids})`;
  return sortByIds(found, ids);
}

/** Active clubs in an order that every day changes; of a large directory, a part that every day changes. */
export function activeIdsOn(day: Day, names: NameIndex): number[] {
  const active = names.find(ACTIVE_CLUBS);
  const step = Math.ceil(active.length / MAX_CANDIDATES);
  return active
    .filter((_, index) => index % step === Number(day.slice(-2)) % step)
    .map(({ id }) => ({ id, turn: hash('md5', `${id} ${day}`) }))
    .sort((a, b) => (a.turn < b.turn ? -1 : 1))
    .map(({ id }) => id);
}

/** With and without a logo in turn. */
export function orderFaces(candidates: readonly Pick<Candidate, 'id' | 'hasLogo'>[]): number[] {
  const withLogo = candidates.filter(({ hasLogo }) => hasLogo);
  const others = candidates.filter(({ hasLogo }) => !hasLogo);
  return candidates.flatMap((_, index) => [withLogo[index], others[index]]).flatMap((club) => club?.id ?? []);
}

/** Up to seven clubs in the week from a day, one on each day if possible. */
export function chooseMeetings(
  clubs: readonly Pick<Candidate, 'id' | 'meetingDays'>[],
  from: Day,
): { id: number; day: Day }[] {
  const days = Array.from({ length: 7 }, (_, offset) => addDays(from, offset));
  const chosen = new Map<number, Day>();
  for (let round = 0; round < MEETINGS; round += 1) {
    for (const day of days) {
      const club = clubs.find(({ id, meetingDays }) => !chosen.has(id) && meetingDays.includes(weekdayOf(day)));
      if (club && chosen.size < MEETINGS) chosen.set(club.id, day);
    }
  }
  return Array.from(chosen, ([id, day]) => ({ id, day })).sort((a, b) => a.day.localeCompare(b.day));
}

/** The newest clubs of the last three months; none while more than a third are as new, as after an import. */
export function chooseNewest(clubs: readonly Pick<Candidate, 'id' | 'createdAt'>[], now: Date): number[] {
  const times = clubs.map(({ createdAt }) => createdAt.getTime());
  const oldest = times.reduce((a, b) => Math.min(a, b), Infinity);
  const since = Math.max(now.getTime() - NEW_DAYS * DAY_MS, oldest + DAY_MS);
  const found = clubs.filter(({ createdAt }) => createdAt.getTime() > since);
  if (found.length * 3 > clubs.length) return [];
  return found
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, CARDS)
    .map(({ id }) => id);
}

/** The largest categories with three of their clubs, which are not shown twice if possible. */
function chooseCategories(names: NameIndex, faces: readonly number[], shown: readonly number[]) {
  const used = new Set(shown);
  return countCategories(names, ACTIVE_CLUBS)
    .slice(0, CATEGORIES)
    .map((category) => {
      const clubs = names.find({ ...ACTIVE_CLUBS, categories: [category.folded] });
      const ids = new Set(clubs.map(({ id }) => id));
      const own = faces.filter((id) => ids.has(id));
      const chosen = own.toSorted((a, b) => Number(used.has(a)) - Number(used.has(b))).slice(0, FACES);
      for (const id of chosen) used.add(id);
      return { ...category, faces: chosen };
    });
}

/** The id of a random active club; null if no club is active, or the index is not loaded. */
export async function chooseRandomClub({ namesSoon }: ClubStore): Promise<number | null> {
  const active = (await namesSoon())?.find(ACTIVE_CLUBS) ?? [];
  return active[Math.floor(Math.random() * active.length)]?.id ?? null;
}
