import type { Sql } from '../../db/client.ts';
import { findCards } from './list/cards.ts';
import type { Day } from './day.ts';
import type { ClubStore } from './club-store.ts';
import { countCategories, type CategoryCount } from './list/categories.ts';
import { ACTIVE_CLUBS, type NameIndex } from './list/name-index.ts';
import { findRandomClub, findRecentlyUpdated, type ClubSummary } from './queries.ts';

/** What the home page shows of the clubs. */
export interface HomeClubs {
  meet: ClubSummary[];
  /** The largest first. */
  categories: readonly CategoryCount[];
  /** Without categories: the clubs that were updated last, and the letters that names begin with. */
  recent: ClubSummary[];
  letters: LetterStart[];
}

/** A letter with the position of its first active club among all active clubs. */
export interface LetterStart {
  letter: string;
  position: number;
}

const CLUBS_OF_DAY = 6;
const CATEGORIES = 12;

/** Loads what the home page shows on a day; nothing while there is no index. */
export async function loadHomeClubs(store: ClubStore, day: Day): Promise<HomeClubs> {
  const names = await store.namesSoon();
  if (!names) return { meet: [], categories: [], recent: [], letters: [] };
  const load = async (ids: number[]) => (await findCards(store, ids, names.version)).rows;
  const categories = countCategories(names, ACTIVE_CLUBS).slice(0, CATEGORIES);
  const chosen = await loadClubsOfDay(store.sql, names, day);
  const meet = await load(chosen);
  if (categories.length > 0 || meet.length === 0) return { meet, categories, recent: [], letters: [] };
  const updated = await findRecentlyUpdated(store.sql, 2 * CLUBS_OF_DAY);
  const recent = await load(updated.filter((id) => !chosen.includes(id)).slice(0, CLUBS_OF_DAY));
  return { meet, categories, recent, letters: findLetters(names) };
}

/** The clubs of the last day that was asked for, by version of the names: a query reads all active clubs. */
const ofDay = new WeakMap<NameIndex, { day: Day; ids: number[] }>();

async function loadClubsOfDay(sql: Sql, names: NameIndex, day: Day): Promise<number[]> {
  const known = ofDay.get(names);
  if (known?.day === day) return known.ids;
  const ids = await findClubsOfDay(sql, day);
  ofDay.set(names, { day, ids });
  return ids;
}

/** Up to six active clubs, the same for every visitor of a day. Clubs with a logo or a text come first. */
export async function findClubsOfDay(sql: Sql, day: Day): Promise<number[]> {
  const found = await sql<{ id: number }[]>`
    select id from club where is_active
    order by club_is_told(logo, short_description, description) desc, md5(id || ${day}::text) limit ${CLUBS_OF_DAY}`;
  return found.map(({ id }) => id);
}

/** The letters from A to Z that names of active clubs begin with. */
export function findLetters(names: NameIndex): LetterStart[] {
  const starts = new Map<string, number>();
  names.find(ACTIVE_CLUBS).forEach(({ nameFolded }, position) => {
    const letter = nameFolded.charAt(0).toUpperCase();
    if (/[A-Z]/.test(letter) && !starts.has(letter)) starts.set(letter, position);
  });
  return Array.from(starts, ([letter, position]) => ({ letter, position }));
}

/** The id of a random active club; null if there is none. */
export async function chooseRandomClub({ sql, names }: ClubStore): Promise<number | null> {
  const active = names()?.find(ACTIVE_CLUBS);
  if (!active) return await findRandomClub(sql);
  return active[Math.floor(Math.random() * active.length)]?.id ?? null;
}
