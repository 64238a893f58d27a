import type { Sql } from '../../../db/client.ts';
import type { Day } from '../record/day.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { countCategories, type CategoryCount } from './categories.ts';
import { ACTIVE_CLUBS } from '../directory/name-index.ts';
import type { ClubSummary } from '../record/columns.ts';

export interface HomeClubs {
  meet: ClubSummary[];
  /** By number of clubs, descending. */
  categories: readonly CategoryCount[];
}

const CLUBS_OF_DAY = 6;
const CATEGORIES = 12;

/** Loads the clubs of the home page on a day; empty while the index is not loaded. */
export async function loadHomeClubs(store: ClubStore, day: Day): Promise<HomeClubs> {
  const names = await store.namesSoon();
  if (!names) return { meet: [], categories: [] };
  return {
    meet: await store.findCards(await findClubsOfDay(store.sql, day), names.version),
    categories: countCategories(names, ACTIVE_CLUBS).slice(0, CATEGORIES),
  };
}

/** Up to six active clubs, the same for every visitor of a day. Clubs with a logo or a text come first. */
export async function findClubsOfDay(sql: Sql, day: Day): Promise<number[]> {
  const found = await sql<{ id: number }[]>`
    select id from club where is_active
    order by club_is_told(logo, short_description, description) desc, md5(id || ${day}::text) limit ${CLUBS_OF_DAY}`;
  return found.map(({ id }) => id);
}

/** The id of a random active club; null if no club is active, or the index is not loaded. */
export async function chooseRandomClub({ namesSoon }: ClubStore): Promise<number | null> {
  const active = (await namesSoon())?.find(ACTIVE_CLUBS) ?? [];
  return active[Math.floor(Math.random() * active.length)]?.id ?? null;
}
