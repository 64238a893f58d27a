import type { Database, Sql } from '../../db/client.ts';
import { saveFetchedLogo, type FetchedLogo } from '../images/queries.ts';
import { paths } from '../paths.ts';
import { INTEGER_ARRAY } from '../lib/sql.ts';
import { beginStep, type NewStep } from './history/step.ts';

/** The URL of a logo on another site, with the clubs that use it. */
export interface UnfetchedLogo {
  address: string;
  clubs: string[];
  ids: number[];
}

export const findUnfetchedLogos = async (sql: Sql): Promise<UnfetchedLogo[]> => [
  ...(await sql<UnfetchedLogo[]>`
    select foreign_logo_url as address, json_agg(name order by name) as clubs, json_agg(id) as ids
    from club where foreign_logo_url is not null
    group by foreign_logo_url order by min(name), foreign_logo_url`),
];

/**
 * Assigns logos to the clubs that still have their URLs, as a step of the history. Returns the number of clubs. The
 * source of every logo is stored, so that imports recognise its URL.
 */
export async function assignFetchedLogos(
  database: Database,
  fetched: readonly (FetchedLogo & Pick<UnfetchedLogo, 'ids'>)[],
  step: NewStep,
): Promise<number> {
  return await database.begin(async (tx) => {
    await tx`select club_take_turn()`;
    await beginStep(tx, step);
    let given = 0;
    for (const one of fetched) {
      await saveFetchedLogo(tx, one);
      const clubs = await tx`
        update club set logo = ${paths.image({ hash: one.logo.hash, size: 400 })}, foreign_logo_url = null
        where id = any(${tx.array(one.ids, INTEGER_ARRAY)}) and foreign_logo_url = ${one.address} returning id`;
      given += clubs.length;
    }
    return given;
  });
}
