import type { ClubStore } from '../../directory/club-store.ts';
import { ALL_CLUBS } from '../../directory/name-index.ts';
import { loadList, readListSearch, type BoardList } from '../../paged-list.ts';
import { countZeroResults, findZeroResults, type ZeroResultTerm } from './queries.ts';

/** `isFound`: whether a search finds something now; null while the names are not loaded. */
export type ZeroResultList = BoardList<ZeroResultTerm & { isFound: boolean | null }>;

/** Null when the query string is invalid. */
export async function loadZeroResults(
  { sql, names }: ClubStore,
  params: URLSearchParams,
): Promise<ZeroResultList | null> {
  const search = readListSearch({}, params);
  if (!search) return null;
  const index = names();
  const isFound = (name: string) => index && index.find({ ...ALL_CLUBS, name }).length > 0;
  return await loadList(search, await countZeroResults(sql), async (slice) => {
    const terms = await findZeroResults(sql, slice);
    return terms.map((row) => ({ ...row, isFound: isFound(row.term) }));
  });
}
