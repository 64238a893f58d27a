import * as v from 'valibot';
import { today, type Day } from '../../day.ts';
import type { ClubStore } from '../../club-store.ts';
import { loadList, readListSearch, type AdminList } from '../list.ts';
import { countZeroResults, findZeroResults, TERM_RETENTION_DAYS, type ZeroResultTerm } from './queries.ts';

/** The period in days. The shorter one is the default. */
const PERIODS = { '': 28, year: TERM_RETENTION_DAYS } as const;
const SCHEMAS = { since: v.picklist(['', 'year']) };

export interface ZeroResultsPage {
  since: keyof typeof PERIODS;
  /** `isFound`: whether a search finds something now; null while the names are not loaded. */
  list: AdminList<ZeroResultTerm & { isFound: boolean | null }>;
}

/** Null when the query string is invalid. */
export async function loadZeroResultsPage(
  { sql, names }: ClubStore,
  params: URLSearchParams,
): Promise<ZeroResultsPage | null> {
  const search = readListSearch(SCHEMAS, params);
  if (!search) return null;
  const { since } = search.values;
  const firstDay = daysBefore(today(), PERIODS[since] - 1);
  const index = names();
  const isFound = (name: string) =>
    index && index.find({ name, isActive: null, categories: [], excludeIds: [] }).length > 0;
  const list = await loadList(search, await countZeroResults(sql, firstDay), async (slice) => {
    const terms = await findZeroResults(sql, firstDay, slice);
    return terms.map((one) => ({ ...one, isFound: isFound(one.term) }));
  });
  return { since, list };
}

function daysBefore(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
