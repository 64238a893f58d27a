import { LRUCache } from 'lru-cache';
import type { ClubFilter } from '../search.ts';
import { NO_CATEGORY } from './category-texts.ts';
import { foldForSearch } from './fold.ts';
import type { NameIndex } from './name-index.ts';
import { NameSignatures } from './signatures.ts';

/** What the names can be searched for; as the fields of the same names in `ClubFilter`. */
export interface NameFilter {
  name: string;
  isActive: boolean | null;
  categories: readonly string[];
  excludeIds: readonly number[];
}

/** How many clubs match, and the ids of a stretch of them in the order of the list. */
export interface NameMatches {
  count: number;
  ids: number[];
}

/** Whether an index can tell which clubs a search finds. */
export const answersByNames = ({ categoryTexts }: NameIndex, { parentId, categories }: ClubFilter): boolean =>
  parentId === null && (categories.length === 0 || categoryTexts.isWhole);

/** Looks for a name, or for all when it is empty; the answer is what the database's search would give. */
export function searchNames(
  index: NameIndex,
  filter: NameFilter,
  { offset, limit }: { offset: number; limit: number },
): NameMatches {
  if (filter.name === '' && filter.excludeIds.length === 0 && filter.categories.length === 0) {
    const { active, inactive } = index.byStatus;
    const ids = filter.isActive === null ? index.ids : filter.isActive ? active : inactive;
    return { count: ids.length, ids: [...ids.subarray(offset, offset + limit)] };
  }
  const needle = foldForSearch(filter.name);
  const visit = createVisit(index, Buffer.from(needle), filter);
  const survey =
    filter.excludeIds.length === 0
      ? recallSurvey(index, [String(filter.isActive), ...filter.categories, needle].join('\0'), visit)
      : makeSurvey(visit);

  if (survey.step === 1) {
    const found = survey.places.subarray(offset, offset + limit);
    return { count: survey.count, ids: Array.from(found, (place) => index.ids[place] ?? 0) };
  }
  const ids: number[] = [];
  const from = survey.places[Math.floor(offset / survey.step)];
  // No more than there are: who looks for another would go through all the names behind the last.
  const wanted = Math.min(limit, survey.count - offset);
  if (from !== undefined && wanted > 0) {
    let skipped = offset % survey.step;
    visit(from, (place) => {
      if (skipped > 0) skipped -= 1;
      else ids.push(index.ids[place] ?? 0);
      return ids.length < wanted;
    });
  }
  return { count: survey.count, ids };
}

/** Goes through the places of the matches from a place on, in their order, until `take` says no. */
export type Visit = (from: number, take: (place: number) => boolean) => void;

/** A way through the names that match a filter. */
export const visitMatches = (index: NameIndex, filter: NameFilter): Visit =>
  createVisit(index, Buffer.from(foldForSearch(filter.name)), filter);

function createVisit(
  { ids, active, categories, categoryTexts, names, signatures }: NameIndex,
  needle: Buffer,
  { isActive, categories: asked, excludeIds }: NameFilter,
): Visit {
  const wanted = isActive === null ? null : isActive ? 1 : 0;
  const excluded = new Set(excludeIds);
  const hasCategory = asked.length === 0 ? null : categoryTexts.having(asked);
  const isWanted = (place: number) =>
    (wanted === null || active[place] === wanted) &&
    (hasCategory === null || hasCategory[categories[place] ?? NO_CATEGORY] === 1) &&
    (excluded.size === 0 || !excluded.has(ids[place] ?? 0));
  // A name of marks alone folds to nothing, which every name contains.
  if (needle.length === 0) {
    return (from, take) => {
      for (let place = from; place < ids.length; place += 1) if (isWanted(place) && !take(place)) return;
    };
  }
  const isCertain = NameSignatures.isCertain(needle);
  const matches = (place: number) =>
    isWanted(place) && (isCertain || contains(names.bytes, names.startOf(place), names.startOf(place + 1), needle));
  return (from, take) => {
    signatures.find(needle, from, (place) => !matches(place) || take(place));
  };
}

/** Whether the bytes from `start` to `end` contain the needle. */
function contains(text: Buffer, start: number, end: number, needle: Buffer): boolean {
  const { length } = needle;
  const first = needle[0];
  const last = needle[length - 1];
  for (let at = start; at <= end - length; at += 1) {
    if (text[at] !== first || text[at + length - 1] !== last) continue;
    let same = 1;
    while (same < length && text[at + same] === needle[same]) same += 1;
    if (same >= length) return true;
  }
  return false;
}

/** How many names match, and where each `step`-th of them is, from the first. */
interface Survey {
  count: number;
  step: number;
  places: Int32Array;
}

/** So many places are kept of a search, and of one that finds more each 256th: enough to begin near any page. */
const KEPT_PLACES = 4096;
const STEP = 256;

/** Where the first places are noted: one array for all searches, since none begins before another has ended. */
const first = new Int32Array(KEPT_PLACES);

function makeSurvey(visit: Visit): Survey {
  const spread: number[] = [];
  let count = 0;
  visit(0, (place) => {
    if (count < KEPT_PLACES) first[count] = place;
    if (count % STEP === 0) spread.push(place);
    count += 1;
    return true;
  });
  return count <= KEPT_PLACES
    ? { count, step: 1, places: first.slice(0, count) }
    : { count, step: STEP, places: Int32Array.from(spread) };
}

/** What the surveys of one index may take of memory, in bytes. */
export const MAX_SURVEY_BYTES = 4 * 1024 * 1024;

/** Surveys by what was searched for: for the other pages of a search, and for what many search for. */
const surveys = new WeakMap<NameIndex, LRUCache<string, Survey>>();

function recallSurvey(index: NameIndex, key: string, visit: Visit): Survey {
  let known = surveys.get(index);
  if (!known) {
    known = new LRUCache({
      maxSize: MAX_SURVEY_BYTES,
      sizeCalculation: ({ places }, text) => 600 + places.byteLength + text.length * 2,
    });
    surveys.set(index, known);
  }
  let survey = known.get(key);
  if (!survey) {
    survey = makeSurvey(visit);
    known.set(key, survey);
  }
  return survey;
}
