import type { Database, Sql } from '../../../../db/client.ts';
import type { Fragment } from '../../../lib/sql.ts';
import type { Slice } from '../../paged-list.ts';
import type { Day } from '../../record/day.ts';

/** The maximum length of a term in characters, as in the table. */
export const MAX_TERM_LENGTH = 60;
export const TERMS_PER_DAY = 500;
/** The retention of terms, in days. */
export const TERM_RETENTION_DAYS = 365;

export interface TermCount {
  term: string;
  count: number;
}

/** A term in its latest spelling; all spellings count. */
export interface ZeroResultTerm extends TermCount {
  lastOn: Day;
}

/** Adds counts to a day, and deletes old ones. */
export const addZeroResults = (database: Database, day: Day, counts: readonly TermCount[]): Promise<unknown> =>
  database.begin(async (tx) => {
    await tx`
      insert into zero_result_search as stored (day, term, count)
      select ${day}::date, term, count
      from jsonb_to_recordset(${tx.json(counts.map(({ term, count }) => ({ term, count })))}) as new (term text, count integer)
      where (select count(*) from zero_result_search where day = ${day}::date) < ${TERMS_PER_DAY}
        or exists (select from zero_result_search known where known.day = ${day}::date and known.term = new.term)
      on conflict (day, term) do update set count = stored.count + excluded.count`;
    await tx`delete from zero_result_search where day < ${day}::date - ${TERM_RETENTION_DAYS}::integer`;
  });

const folded = (sql: Sql, term: Fragment): Fragment => sql`btrim(search_fold(${term}))`;

export async function countZeroResults(sql: Sql): Promise<number> {
  const [{ terms }] = await sql<[{ terms: number }]>`
    select count(distinct ${folded(sql, sql`term`)})::int as terms from zero_result_search`;
  return terms;
}

/** The most frequent terms first. */
export const findZeroResults = async (sql: Sql, { offset, limit }: Slice): Promise<ZeroResultTerm[]> =>
  await sql<ZeroResultTerm[]>`
  select (array_agg(term order by day desc, count desc, term))[1] as term, sum(count)::float8 as count,
    max(day)::text as last_on
  from zero_result_search group by ${folded(sql, sql`term`)}
  order by sum(count) desc, max(day) desc, 1 limit ${limit} offset ${offset}`;

export const deleteTerm = (database: Database, term: string): Promise<unknown> =>
  database.begin(
    (tx) => tx`delete from zero_result_search where ${folded(tx, tx`term`)} = ${folded(tx, tx`${term}::text`)}`,
  );
