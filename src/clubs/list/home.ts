import type { Sql } from '../../../db/client.ts';
import { TEXT_ARRAY } from '../../lib/sql.ts';
import { weekdayOf } from '../../lib/weekdays.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { ACTIVE_CLUBS, type NameIndex } from '../directory/name-index.ts';
import { findClubsById } from '../directory/queries.ts';
import type { ClubSummary, ComparedClub } from '../record/columns.ts';
import { addDays, type Day } from '../record/day.ts';
import { countCategories, type CategoryCount } from './categories.ts';
import { toTextQuery, type Words } from './text-query.ts';

/* The clubs of the home page: the same for every visitor of a day, and others the next day. */

export interface HomeClubs {
  /** All of them are at this version, or a newer one; null while the index is not loaded. */
  version: string | null;
  activeCount: number;
  /** Searches that find an active club. */
  words: string[];
  posters: ClubSummary[];
  /** By day, from today on. */
  meetings: { day: Day; club: ComparedClub }[];
  newest: ClubSummary[];
  beginners: ClubSummary[];
  /** By number of clubs, descending. */
  categories: (CategoryCount & { faces: ClubSummary[] })[];
}

const MEETINGS = 6;
const WORDS = 6;
const POSTERS = 9;
/** A row of them. */
const CARDS = 4;
const CATEGORIES = 8;
const FACES = 3;
/** From which posters, faces and meetings are chosen. */
const CANDIDATES = 200;

/** Loads the clubs of the home page on a day. `examples` are words to search for, the best first. */
export async function loadHomeClubs(store: ClubStore, day: Day, examples: readonly string[]): Promise<HomeClubs> {
  const names = await store.namesSoon();
  const nothing = { words: [], posters: [], meetings: [], newest: [], beginners: [], categories: [] };
  if (!names) return { version: null, activeCount: 0, ...nothing };
  const { sql } = store;
  const activeCount = names.find(ACTIVE_CLUBS).length;
  const [words, candidates, meeting, newest, welcoming] = await Promise.all([
    findWords(sql, store, examples),
    findFaces(sql, day),
    findMeetings(sql, day),
    findNewest(sql, activeCount),
    findBeginners(sql, day),
  ]);
  const meetings = chooseMeetings(meeting, day);
  const dayOf = new Map(meetings.map(({ id, day }) => [id, day]));
  const beginners = welcoming.filter((id) => !dayOf.has(id) && !newest.includes(id)).slice(0, CARDS);
  const posters = candidates.slice(0, POSTERS);
  const categories = chooseFaces(names, candidates, posters);
  const ids = [...new Set([...posters, ...newest, ...beginners, ...categories.flatMap(({ faces }) => faces)])];
  const [cards, compared] = await Promise.all([
    store.findCards(ids, names.version),
    findClubsById(sql, 'compared', [...dayOf.keys()]),
  ]);
  const byId = new Map(cards.map((club) => [club.id, club]));
  const toCards = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  return {
    version: names.version,
    activeCount,
    words,
    posters: toCards(posters),
    meetings: compared.rows.map((club) => ({ day: dayOf.get(club.id) ?? day, club })),
    newest: toCards(newest),
    beginners: toCards(beginners),
    categories: categories.map(({ faces, ...category }) => ({ ...category, faces: toCards(faces) })),
  };
}

/** The first of these words that find an active club. */
async function findWords(sql: Sql, words: Words, examples: readonly string[]): Promise<string[]> {
  const queries = examples.map((word) => toTextQuery(word, words).wide);
  const found = await sql<{ place: number }[]>`
    select place::int from unnest(${sql.array(queries, TEXT_ARRAY)}) with ordinality as example(query, place)
    where exists (select from club where is_active and words @@ query::tsquery) order by place limit ${WORDS}`;
  return found.flatMap(({ place }) => examples[place - 1] ?? []);
}

/** Active clubs, with and without a logo in turn. Clubs with a logo or a text come first. */
export async function findFaces(sql: Sql, day: Day): Promise<number[]> {
  const found = await sql<{ id: number }[]>`
    select id from club where is_active
    order by row_number() over (
        partition by logo is null order by club_is_told(logo, short_description, description) desc, ${turnOn(sql, day)}
      ), logo is null
    limit ${CANDIDATES}`;
  return toIds(found);
}

interface Meeting {
  id: number;
  meetingDays: string;
}

const findMeetings = async (sql: Sql, day: Day): Promise<Meeting[]> =>
  await sql<Meeting[]>`
    select id, meeting_days from club where is_active and meeting_days <> ''
    order by ${turnOn(sql, day)} limit ${CANDIDATES}`;

/** Up to six clubs in the week from a day, as many on one day as on another if possible. */
export function chooseMeetings(clubs: readonly Meeting[], from: Day): { id: number; day: Day }[] {
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

/** The newest active clubs of the last three months; none while most clubs are as new, as after an import. */
async function findNewest(sql: Sql, activeCount: number): Promise<number[]> {
  const found = await sql<{ id: number; total: number }[]>`
    select id, count(*) over ()::int as total from club where is_active and created_at > greatest(
      now() - interval '90 days', (select min(created_at) from club) + interval '1 day'
    ) order by created_at desc, id desc limit ${CARDS}`;
  return (found[0]?.total ?? 0) * 3 > activeCount ? [] : toIds(found);
}

async function findBeginners(sql: Sql, day: Day): Promise<number[]> {
  const found = await sql<{ id: number }[]>`
    select id from club where is_active and beginners_welcome
    order by ${turnOn(sql, day)} limit ${2 * CARDS + MEETINGS}`;
  return toIds(found);
}

/** The largest categories with three of their clubs, which are not the same again if possible. */
function chooseFaces(names: NameIndex, candidates: readonly number[], posters: readonly number[]) {
  const used = new Set(posters);
  return countCategories(names, ACTIVE_CLUBS)
    .slice(0, CATEGORIES)
    .map((category) => {
      const clubs = names.find({ ...ACTIVE_CLUBS, categories: [category.folded] });
      const ids = new Set(clubs.map(({ id }) => id));
      const own = candidates.filter((id) => ids.has(id));
      const faces = own.toSorted((a, b) => Number(used.has(a)) - Number(used.has(b))).slice(0, FACES);
      for (const id of faces) used.add(id);
      return { ...category, faces };
    });
}

/** An order of clubs that every day changes. */
const turnOn = (sql: Sql, day: Day) => sql`md5(id || ${day}::text)`;

const toIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** The id of a random active club; null if no club is active, or the index is not loaded. */
export async function chooseRandomClub({ namesSoon }: ClubStore): Promise<number | null> {
  const active = (await namesSoon())?.find(ACTIVE_CLUBS) ?? [];
  return active[Math.floor(Math.random() * active.length)]?.id ?? null;
}
