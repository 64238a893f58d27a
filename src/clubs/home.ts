import { findCards } from './list/cards.ts';
import type { Day } from './day.ts';
import type { Directory } from './directory.ts';
import { countCategories, type CategoryCount } from './list/categories.ts';
import { ACTIVE_CLUBS, type IndexedClub, type NameIndex } from './list/name-index.ts';
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
export async function loadHomeClubs(directory: Directory, day: Day): Promise<HomeClubs> {
  const names = await directory.namesSoon();
  if (!names) return { meet: [], categories: [], recent: [], letters: [] };
  const load = async (ids: number[]) => (await findCards(directory, ids, names.version)).rows;
  const categories = countCategories(names, ACTIVE_CLUBS).slice(0, CATEGORIES);
  const chosen = clubsOfDay(names, day);
  const meet = await load(chosen);
  if (categories.length > 0 || meet.length === 0) return { meet, categories, recent: [], letters: [] };
  const updated = await findRecentlyUpdated(directory.sql, 2 * CLUBS_OF_DAY);
  const recent = await load(updated.filter((id) => !chosen.includes(id)).slice(0, CLUBS_OF_DAY));
  return { meet, categories, recent, letters: findLetters(names) };
}

const cached = new WeakMap<NameIndex, { day: Day; ids: number[] }>();

function clubsOfDay(names: NameIndex, day: Day): number[] {
  const known = cached.get(names);
  if (known?.day === day) return known.ids;
  const ids = chooseClubsOfDay(names.find(ACTIVE_CLUBS), day);
  cached.set(names, { day, ids });
  return ids;
}

/** Chooses clubs at random, the same for all visitors of a day; clubs without a logo or a text only as a last resort. */
export function chooseClubsOfDay(clubs: readonly IndexedClub[], day: Day): number[] {
  const date = Date.parse(day) / 86_400_000;
  const ranked: { id: number; rank: number }[] = [];
  for (const { id, hasContent } of clubs) {
    const rank = hashOf(id, date) + (hasContent ? 0 : 2 ** 32);
    if (ranked.length === CLUBS_OF_DAY && rank > (ranked.at(-1)?.rank ?? 0)) continue;
    ranked.push({ id, rank });
    ranked.sort((a, b) => a.rank - b.rank);
    ranked.length = Math.min(ranked.length, CLUBS_OF_DAY);
  }
  return ranked.map(({ id }) => id);
}

/** A number below 2³² for a club and a date. */
function hashOf(id: number, date: number): number {
  let mixed = Math.imul(id, 0x9e3779b1) ^ Math.imul(date, 0x85ebca77);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
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
export async function chooseRandomClub({ sql, names }: Directory): Promise<number | null> {
  const active = names()?.find(ACTIVE_CLUBS);
  if (!active) return await findRandomClub(sql);
  return active[Math.floor(Math.random() * active.length)]?.id ?? null;
}
