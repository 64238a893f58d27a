import type { Database, Sql } from '../../../db/client.ts';
import { INTEGER_ARRAY, TEXT_ARRAY } from '../../sql-fragments.ts';
import type { Day } from '../day.ts';

/** A term has so many characters at most; the table has the same. */
export const LONGEST_TERM = 60;
/** So many terms of one day are kept: whoever asks for nonsense fills no disk. */
export const TERMS_A_DAY = 500;
/** So long they are kept, in days. */
export const KEPT_DAYS = 365;

/** A term that was looked for, folded, and how often. */
export interface MissedCount {
  term: string;
  count: number;
}

/** What visitors missed in some time. */
export interface MissedTerm extends MissedCount {
  lastOn: Day;
}

/** Adds to what was missed on a day, and takes away what is too old. Of terms that are new for a full day the first go. */
export async function addMissed(sql: Database, day: Day, counts: readonly MissedCount[]): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      with asked as (
        select asked.term, asked.count, known.term is null as is_new,
          row_number() over (partition by known.term is null order by asked.count desc, asked.term) as place
        from unnest(
          ${tx.array(
            counts.map(({ term }) => term),
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

/** Up to `limit` terms since a day, what was missed most first. */
export async function listMissed(sql: Sql, since: Day, limit: number): Promise<MissedTerm[]> {
  const found = await sql<MissedTerm[]>`
    select term, sum(count)::float8 as count, max(day)::text as last_on from missed_search
    where day >= ${since} group by term order by sum(count) desc, max(day) desc, term limit ${limit}`;
  return [...found];
}

/** Forgets a term on all days; false when there was none. */
export const forgetMissed = (sql: Database, term: string): Promise<boolean> =>
  sql.begin(async (tx) => (await tx`delete from missed_search where term = ${term}`).count > 0);
