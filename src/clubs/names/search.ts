import { LRUCache } from 'lru-cache';
import type { ClubFilter } from '../search.ts';
import { foldForSearch } from './fold.ts';
import { forEachLine } from './lines.ts';
import type { NameIndex } from './name-index.ts';

/** What the index can be searched for; as the fields of the same names in `ClubFilter`. */
export type NameFilter = Pick<ClubFilter, 'name' | 'isActive' | 'categories' | 'excludeIds'>;

/** Whether the index can answer a search. */
export const canSearchNames = ({ parentId }: ClubFilter): boolean => parentId === null;

/** How many clubs match, and the ids of a stretch of them in the order of the list. */
export interface NameMatches {
  count: number;
  ids: number[];
}

/** The memory for the results of one index, in bytes. */
const CACHE_BYTES = 8 * 1024 * 1024;
const caches = new WeakMap<NameIndex, LRUCache<string, Int32Array>>();

/** Searches the names, or lists all clubs without a name; the result equals that of `findClubs` in queries.ts. */
export function searchNames(
  index: NameIndex,
  filter: NameFilter,
  { offset, limit }: { offset: number; limit: number },
): NameMatches {
  const { name, isActive, categories, excludeIds } = filter;
  if (name === '' && categories.length === 0 && excludeIds.length === 0) {
    const ids = isActive === null ? index.ids : isActive ? index.byStatus.active : index.byStatus.inactive;
    return { count: ids.length, ids: [...ids.subarray(offset, offset + limit)] };
  }
  const positions = findPositions(index, filter);
  const page = positions.subarray(offset, offset + limit);
  return { count: positions.length, ids: Array.from(page, (position) => index.ids[position] ?? 0) };
}

/** The positions of all matching clubs, cached for each index. */
export function findPositions(index: NameIndex, filter: NameFilter): Int32Array {
  const cache = caches.get(index) ?? new LRUCache({ maxSize: CACHE_BYTES, sizeCalculation: sizeOf });
  caches.set(index, cache);
  const key = JSON.stringify([filter.isActive, foldForSearch(filter.name), filter.categories, filter.excludeIds]);
  let positions = cache.get(key);
  if (!positions) {
    positions = scan(index, filter);
    cache.set(key, positions);
  }
  return positions;
}

const sizeOf = (positions: Int32Array, key: string) => positions.byteLength + key.length * 2 + 200;

/** Reused by all scans; none starts before another has ended. */
let buffer = new Int32Array(1024);

function scan(index: NameIndex, { name, isActive, categories, excludeIds }: NameFilter): Int32Array {
  const { ids, active, categoryIds } = index;
  if (buffer.length < ids.length) buffer = new Int32Array(ids.length * 2);
  const status = isActive === null ? null : Number(isActive);
  const excluded = new Set(excludeIds);
  const hasCategory =
    categories.length === 0
      ? null
      : index.categoryTexts.categories.map((all) => all.some(({ folded }) => categories.includes(folded)));
  let count = 0;
  forEachName(index, foldForSearch(name), (position) => {
    if (status !== null && active[position] !== status) return true;
    if (hasCategory && !hasCategory[categoryIds[position] ?? 0]) return true;
    if (excluded.size > 0 && excluded.has(ids[position] ?? 0)) return true;
    buffer[count++] = position;
    return true;
  });
  return buffer.slice(0, count);
}

/** Calls `visit` with the position of each name that contains the needle, which is folded, until it returns false. */
export function forEachName({ names, ids }: NameIndex, needle: string, visit: (position: number) => boolean): void {
  if (needle !== '') forEachLine(names, needle, visit);
  else for (let position = 0; position < ids.length; position += 1) if (!visit(position)) return;
}
