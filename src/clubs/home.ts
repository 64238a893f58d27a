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
  const meet = await load(meetOfDay(names, day));
  if (categories.length > 0 || meet.length === 0) return { meet, categories, recent: [], letters: [] };
  const met = new Set(meet.map(({ id }) => id));
  const updated = await findRecentlyUpdated(directory.sql, 2 * MET);
  const recent = await load(updated.filter((id) => !met.has(id)).slice(0, MET));
  return { meet, categories, recent, letters: findLetters(names) };
}

/** Those of a day, as long as the names are what they are. */
const met = new WeakMap<NameIndex, { day: Day; ids: number[] }>();

function meetOfDay(names: NameIndex, day: Day): number[] {
  const known = met.get(names);
  if (known?.day === day) return known.ids;
  const ids = chooseToMeet(names, day);
  met.set(names, { day, ids });
  return ids;
}

/** Of the active clubs those that it is the day of, which have a logo or a text; others only where there are too few. */
export function chooseToMeet({ ids, active, hasContent }: NameIndex, day: Day): number[] {
  const those = (flag: 0 | 1) =>
    ids.filter((_, place) => active[place] === 1 && hasContent[place] === flag);
  const chosen = chooseOfDay(those(1), MET, day);
  return chosen.length === MET ? chosen : [...chosen, ...chooseOfDay(those(0), MET - chosen.length, day)];
}

/**
 * So many of the clubs that it is the day of: the same for everybody, none twice. In a period of days, long enough for
 * all of them, they have their turns in an order that is drawn for it, and begin again at its end: none comes a third
 * time. One club more or less moves the turns by one or two. Only where it makes the period another are all drawn anew:
 * a period is a power of two, so that this is when there are twice as many clubs.
 */
export function chooseOfDay(ids: Int32Array, many: number, day: Day): number[] {
  const date = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  if (ids.length <= many) return inDrawnOrder(ids, date, 0, ids.length);
  const days = 2 ** Math.ceil(Math.log2(ids.length / many));
  const period = Math.floor(date / days);
  const first = ((date % days) * many) % ids.length;
  const end = Math.min(first + many, ids.length);
  return [...inDrawnOrder(ids, period, first, end), ...inDrawnOrder(ids, period, 0, first + many - end)];
}

/** The draw is in so many heaps, of which only those are sorted that are asked for. */
const HEAP_BITS = 12;

/** A part of the ids in the order that is drawn for a period. */
function inDrawnOrder(ids: Int32Array, period: number, from: number, to: number): number[] {
  const heapOf = (id: number) => draw(id, period) >>> (32 - HEAP_BITS);
  const sizes = new Uint32Array(2 ** HEAP_BITS);
  for (const id of ids) sizes[heapOf(id)] = (sizes[heapOf(id)] ?? 0) + 1;
  let heap = 0;
  let before = 0;
  for (; before + (sizes[heap] ?? 0) <= from && heap < sizes.length; heap += 1) before += sizes[heap] ?? 0;
  const first = heap;
  let behind = before;
  for (; behind < to; heap += 1) behind += sizes[heap] ?? 0;
  return Array.from(ids.filter((id) => heapOf(id) >= first && heapOf(id) < heap))
    .toSorted((a, b) => draw(a, period) - draw(b, period) || a - b)
    .slice(from - before, to - before);
}

/** For so many periods the same is drawn, and only the beginning is elsewhere: others come twice in each. */
const PERIODS_OF_A_DRAW = 8;
/** How far apart beginnings are: the golden section of 2³². */
const APART = 0x9e3779b1;

/** A number below 2³² that a club draws for a period, as good as by chance. */
function draw(id: number, period: number): number {
  const group = Math.floor(period / PERIODS_OF_A_DRAW);
  let mixed = Math.imul(id, 0x9e3779b1) ^ Math.imul(group + 1, 0x85ebca77);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) + Math.imul(period, APART)) >>> 0;
}

/** The number of any active club; null where there is none. */
export async function chooseRandomClub({ sql, names }: Directory): Promise<number | null> {
  const active = names()?.byStatus.active;
  if (!active) return await findRandomClub(sql);
  return active[Math.floor(Math.random() * active.length)] ?? null;
}
