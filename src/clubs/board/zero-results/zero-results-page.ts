import type { ClubStore } from '../../directory/club-store.ts';
import { findSearchWords } from '../../directory/index-queries.ts';
import { toTerm } from '../../directory/synonyms.ts';
import { findMentions } from '../../list/mentions.ts';
import { loadList, readListSearch } from '../../paged-list.ts';
import { ALL_CLUBS } from '../../search.ts';
import { countZeroResults, findZeroResults } from './queries.ts';

/** The searches, and the words of the site. Null when the query string is invalid. */
export async function loadZeroResults(store: ClubStore, params: URLSearchParams) {
  const search = readListSearch({}, params);
  if (!search) return null;
  const index = await store.namesSoon();
  const words = await findSearchWords(store.sql);
  const list = await loadList(search, await countZeroResults(store.sql), async (slice) => {
    const rows = (await findZeroResults(store.sql, slice)).map(async (row) => {
      const filter = { ...ALL_CLUBS, name: row.term };
      return {
        ...row,
        meaning: words.find(({ term }) => term === toTerm(row.term))?.meaning,
        // Whether a search finds something now; null while the names are not loaded.
        isFound: index && (index.find(filter).length > 0 || (await findMentions(store, filter, 0)).total > 0),
      };
    });
    return await Promise.all(rows);
  });
  return { ...list, words };
}
