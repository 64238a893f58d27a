import type { Sql } from '../../db/client.ts';
import { countCategories, type CategoryCount } from './names/categories.ts';
import type { Day } from './day.ts';
import type { Directory } from './directory.ts';
import { findCards } from './find-cards.ts';
import { findLetters, type LetterStart } from './names/letters.ts';
import type { NameIndex } from './names/name-index.ts';
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

const MET = 6;
const CATEGORIES = 12;

/** Loads what the home page shows on a day; nothing while the names are not there. */
export async function loadHomeClubs(directory: Directory, day: Day): Promise<HomeClubs> {
  const names = await directory.namesSoon();
  if (!names) return { meet: [], categories: [], recent: [], letters: [] };
  const categories = countCategories(names, { name: '', isActive: true }).slice(0, CATEGORIES);
  const load = async (ids: number[]) => {
    const { rows } = ids.length === 0 ? { rows: [] } : await findCards(directory, ids, names.version);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  const meet = await load(await loadClubsOfDay(directory.sql, names, day));
  if (categories.length > 0 || meet.length === 0) return { meet, categories, recent: [], letters: [] };
  const met = new Set(meet.map(({ id }) => id));
  const updated = await findRecentlyUpdated(directory.sql, 2 * MET);
  const recent = await load(updated.filter((id) => !met.has(id)).slice(0, MET));
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
    order by club_is_told(logo, short_description, description) desc, md5(id || ${day}::text) limit ${MET}`;
  return found.map(({ id }) => id);
}

/** The number of any active club; null where there is none. */
export async function chooseRandomClub({ sql, names }: Directory): Promise<number | null> {
  const active = names()?.byStatus.active;
  if (!active) return await findRandomClub(sql);
  return active[Math.floor(Math.random() * active.length)] ?? null;
}
