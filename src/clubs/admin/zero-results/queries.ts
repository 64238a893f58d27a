import type { Database, Sql } from '../../../../db/client.ts';
import { INTEGER_ARRAY, TEXT_ARRAY } from '../../../sql-fragments.ts';
import type { Day } from '../../day.ts';
import { foldForSearch } from '../../names/fold.ts';

/** A term has so many characters at most; the table has the same. */
export const LONGEST_TERM = 60;
/** So many terms of one day are kept: whoever asks for nonsense fills no disk. */
export const TERMS_A_DAY = 500;
/** So long they are kept, in days. */
export const KEPT_DAYS = 365;

/** A search term as it was typed, and how often; spellings that fold to the same text are one term. */
export interface MissedCount {
  term: string;
  count: number;
}

/** What the spellings of a term have in common. */
export const foldTerm = (term: string): string => foldForSearch(term).trim();

/** What visitors missed in some time. */
export interface MissedTerm extends MissedCount {
  lastOn: Day;
}

/** Adds to what was missed on a day, and takes away what is too old. Of terms that are new for a full day the first go. */
export async function addMissed(sql: Database, day: Day, counts: readonly MissedCount[]): Promise<void> {
  await sql.begin(async (tx) => {
    const stored = await tx<{ term: string }[]>`select term from missed_search where day = ${day}`;
    const spellings = new Map(stored.map(({ term }) => [foldTerm(term), term]));
    await tx`
      with asked as (
        select asked.term, asked.count, known.term is null as is_new,
          row_number() over (partition by known.term is null order by asked.count desc, asked.term) as place
        from unnest(
          ${tx.array(
            counts.map(({ term }) => spellings.get(foldTerm(term)) ?? term),
            TEXT_ARRAY,
          )}::text[],
          ${tx.array(
            counts.map(({ count }) => count),
            INTEGER_ARRAY,
          )}::integer[]
        ) as asked (term, count)
        left join missed_search known on known.day = ${day} and known.term = asked.term
      )
      insert into missed_search as kept (day, term, count)
      select ${day}, term, count from asked
      where not is_new or place <= ${TERMS_A_DAY} - (select count(*) from missed_search where day = ${day})
      on conflict (day, term) do update set count = least(kept.count::bigint + excluded.count, 2147483647)`;
    await tx`delete from missed_search where day < ${day}::date - ${KEPT_DAYS}::integer`;
  });
}

/** Up to `limit` terms since a day, the most frequent first, each in its latest spelling. */
export async function listMissed(sql: Sql, since: Day, limit: number): Promise<MissedTerm[]> {
  const spellings = await sql<MissedTerm[]>`
    select term, sum(count)::float8 as count, max(day)::text as last_on from missed_search
    where day >= ${since} group by term order by max(day) desc, sum(count) desc, term`;
  const terms = new Map<string, MissedTerm>();
  for (const { term, count, lastOn } of spellings) {
    const known = terms.get(foldTerm(term));
    if (known) known.count += count;
    else terms.set(foldTerm(term), { term, count, lastOn });
  }
  // The sort is stable: terms of the same count stay in the order of the query.
  return [...terms.values()].sort((a, b) => b.count - a.count).slice(0, limit);
}

/** Deletes a term in all spellings and on all days; false when there was none. */
export const forgetMissed = (sql: Database, term: string): Promise<boolean> =>
  sql.begin(async (tx) => {
    const stored = await tx<{ term: string }[]>`select distinct term from missed_search`;
    const folded = foldTerm(term);
    const spellings = stored.map((one) => one.term).filter((one) => foldTerm(one) === folded);
    const deleted = await tx`delete from missed_search where term = any(${tx.array(spellings, TEXT_ARRAY)}::text[])`;
    return deleted.count > 0;
  });
