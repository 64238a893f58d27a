import PQueue from 'p-queue';
import type { Database, Sql } from '../../../db/client.ts';
import { fetchFile, type FetchFileOptions, type FetchProblem } from '../../images/fetch-file.ts';
import { describeLogoIssue } from '../../images/issues.ts';
import { saveFetchedLogo, type FetchedLogo } from '../../images/queries.ts';
import { readLogo } from '../../images/read-logo.ts';
import { messages } from '../../messages/messages.ts';
import { paths } from '../../paths.ts';
import { beginStep, type NewStep } from '../history/step.ts';

interface UnfetchedLogo {
  address: string;
  clubs: string[];
  ids: number[];
}

export interface FetchLogosOptions extends FetchFileOptions {
  step: NewStep;
  onProgress?: (logos: { done: number; total: number }) => void;
}

export type FetchSummary = Awaited<ReturnType<typeof fetchLogos>>;
export type MissedLogo = FetchSummary['missed'][number];

export const CONCURRENCY = 4;

const BATCH = 16;

/** Downloads logos from other sites and stores them in batches, so that the next run continues an interrupted one. */
export async function fetchLogos(
  database: Database,
  { step, onProgress = () => {}, ...connecting }: FetchLogosOptions,
) {
  const unfetched = await findUnfetchedLogos(database);
  const total = unfetched.length;
  const queue = new PQueue({ concurrency: CONCURRENCY });
  const missed: (Omit<UnfetchedLogo, 'ids'> & { problem: FetchProblem })[] = [];
  const summary = { fetched: 0, assigned: 0, missed };
  let done = 0;
  onProgress({ done, total });
  for (let start = 0; start < total; start += BATCH) {
    const work = unfetched.slice(start, start + BATCH).map((source) => async () => {
      const result = await fetchLogo(source.address, connecting);
      done += 1;
      onProgress({ done, total });
      return { ...source, ...result };
    });
    const fetched: (FetchedLogo & UnfetchedLogo)[] = [];
    for (const { address, clubs, ids, logo, problem } of await queue.addAll(work)) {
      if (logo) fetched.push({ address, clubs, ids, logo });
      else missed.push({ address, clubs, problem });
    }
    summary.fetched += fetched.length;
    if (fetched.length > 0) summary.assigned += await assignFetchedLogos(database, fetched, step);
  }
  return summary;
}

async function fetchLogo(address: string, connecting: FetchFileOptions) {
  const { bytes, problem } = await fetchFile(address, connecting);
  if (!bytes) return { problem };
  const { logo, issue } = await readLogo(bytes);
  if (logo) return { logo };
  const unusable: FetchProblem = (locale) =>
    messages(locale).logoDownload.problems.unusable(describeLogoIssue(issue, locale));
  return { problem: unusable };
}

const findUnfetchedLogos = async (sql: Sql): Promise<UnfetchedLogo[]> => [
  ...(await sql<UnfetchedLogo[]>`
    select foreign_logo_url as address, json_agg(name order by name) as clubs, json_agg(id) as ids
    from club where foreign_logo_url is not null
    group by foreign_logo_url order by min(name), foreign_logo_url`),
];

/** Assigns logos to the clubs that still have their URLs. Stores each source, so that imports recognise it. */
async function assignFetchedLogos(
  database: Database,
  fetched: readonly (FetchedLogo & Pick<UnfetchedLogo, 'ids'>)[],
  step: NewStep,
): Promise<number> {
  return await database.begin(async (tx) => {
    await tx`select club_take_turn()`;
    await beginStep(tx, step);
    let assigned = 0;
    for (const source of fetched) {
      await saveFetchedLogo(tx, source);
      const clubs = await tx`
        update club set logo = ${paths.image({ hash: source.logo.hash, size: 400 })}, foreign_logo_url = null
        where id = any(${source.ids}) and foreign_logo_url = ${source.address} returning id`;
      assigned += clubs.length;
    }
    return assigned;
  });
}
