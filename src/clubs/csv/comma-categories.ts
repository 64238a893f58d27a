import type { Database } from '../../../db/client.ts';
import { CLUB_LIMITS } from '../record.ts';
import { inStaging, type Staging } from './staging.ts';

/**
 * Separates the categories of staged rows at commas, and answers of how many rows. A row with an id comes from an
 * export, and a category text that a club has already is known: both stay as they are.
 */
export const splitCategoriesAtCommas = (sql: Database, { rows }: Staging): Promise<number> =>
  inStaging(sql, async (tx) => {
    const { count } = await tx`
      update ${tx(rows)} staged set category = split.category
      from (
        select line, (
          select string_agg(btrim(label), '; ' order by place)
          from regexp_split_to_table(given.category, ',') with ordinality part (label, place)
          where btrim(label) <> ''
        ) as category
        from ${tx(rows)} given
        where not is_bad and id is null and category like '%,%'
          and not exists (select from club where club.category = given.category)
      ) split
      where split.line = staged.line and char_length(split.category) <= ${CLUB_LIMITS.category}`;
    return count;
  });
