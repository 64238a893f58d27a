import { countCategories, type CategoryCount } from './names/categories.ts';
import type { Day } from './day.ts';
import type { Directory } from './directory.ts';
import { findCards } from './find-cards.ts';
import { findRandomClub, type ClubSummary } from './queries.ts';

/** What the home page shows of the clubs. */
export interface HomeClubs {
  meet: ClubSummary[];
  /** The largest first. */
  categories: readonly CategoryCount[];
}

const MET = 6;
const CATEGORIES = 12;

/** Loads what the home page shows on a day; nothing while the names are not there. */
export async function loadHomeClubs(directory: Directory, day: Day): Promise<HomeClubs> {
  const names = await directory.namesSoon();
  if (!names) return { meet: [], categories: [] };
  const { active } = names.byStatus;
  const ids = chooseOfDay(active.length, MET, day).map((place) => active[place] ?? 0);
  const { rows } = ids.length === 0 ? { rows: [] } : await findCards(directory, ids, names.version);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    meet: ids.flatMap((id) => byId.get(id) ?? []),
    categories: countCategories(names, { name: '', isActive: true }).slice(0, CATEGORIES),
  };
}

/**
 * The places of so many of `count` things that it is the day of: the same for everybody, none twice, and in as many days
 * as it takes each as often as any other.
 */
export function chooseOfDay(count: number, many: number, day: Day): number[] {
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  const step = strideOf(count);
  return Array.from({ length: Math.min(many, count) }, (_, index) => ((number * many + index) * step) % count);
}

/** A step that comes to each of so many places before any a second time, and far from the last. */
function strideOf(count: number): number {
  let stride = Math.max(1, Math.round(count * 0.618));
  while (divisorOf(stride, count) !== 1) stride += 1;
  return stride;
}

const divisorOf = (a: number, b: number): number => (b === 0 ? a : divisorOf(b, a % b));

/** The number of any active club; null where there is none. */
export async function chooseRandomClub({ sql, names }: Directory): Promise<number | null> {
  const active = names()?.byStatus.active;
  if (!active) return await findRandomClub(sql);
  return active[Math.floor(Math.random() * active.length)] ?? null;
}
