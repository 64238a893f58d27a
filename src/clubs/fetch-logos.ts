import type { Database } from '../../db/client.ts';
import { fetchFile, type FetchFileOptions } from '../images/fetch-file.ts';
import { describeLogoIssue, MAX_LOGO_BYTES } from '../images/issues.ts';
import type { FetchedLogo } from '../images/queries.ts';
import { readLogo } from '../images/read-logo.ts';
import { findUnfetchedLogos, assignFetchedLogos, type UnfetchedLogo } from './foreign-logos.ts';
import type { NewStep } from './history/step.ts';

export interface FetchLogosOptions extends Omit<FetchFileOptions, 'limit'> {
  step: NewStep;
  onProgress?: (logos: { done: number; total: number }) => void;
}

/** A logo that could not be downloaded. `problem` continues a sentence about its address. */
export interface MissedLogo extends Omit<UnfetchedLogo, 'ids'> {
  problem: string;
}

export interface FetchSummary {
  /** The number of addresses. */
  fetched: number;
  /** The number of clubs that got a logo. */
  given: number;
  missed: MissedLogo[];
}

/** The most concurrent downloads, in total and per site. */
export const AT_ONCE = { all: 4, ofSite: 2 } as const;

/** The number of logos per transaction, during which other writers wait. */
const BATCH = 16;

/**
 * Downloads the logos that clubs have on other sites, and stores them. Writes in batches: if it is interrupted, the next
 * run downloads the rest.
 */
export async function fetchLogos(
  database: Database,
  { step, onProgress = () => {}, ...connecting }: FetchLogosOptions,
): Promise<FetchSummary> {
  const unfetched = await findUnfetchedLogos(database);
  const summary: FetchSummary = { fetched: 0, given: 0, missed: [] };
  const fetched: (FetchedLogo & UnfetchedLogo)[] = [];
  let done = 0;
  const write = async () => {
    const batch = fetched.splice(0);
    if (batch.length > 0) summary.given += await assignFetchedLogos(database, batch, step);
    summary.fetched += batch.length;
  };
  onProgress({ done, total: unfetched.length });
  await forEachOf(unfetched, async (one) => {
    const { logo, problem } = await fetchLogo(one.address, connecting);
    if (logo) fetched.push({ ...one, logo });
    else summary.missed.push({ address: one.address, clubs: one.clubs, problem });
    done += 1;
    onProgress({ done, total: unfetched.length });
    if (fetched.length >= BATCH) await write();
  });
  await write();
  const order = new Map(unfetched.map(({ address }, index) => [address, index]));
  summary.missed.sort((a, b) => (order.get(a.address) ?? 0) - (order.get(b.address) ?? 0));
  return summary;
}

type FetchResult = { logo: FetchedLogo['logo']; problem?: undefined } | { logo?: undefined; problem: string };

async function fetchLogo(address: string, connecting: Omit<FetchFileOptions, 'limit'>): Promise<FetchResult> {
  const { bytes, problem } = await fetchFile(address, { ...connecting, limit: MAX_LOGO_BYTES });
  if (!bytes) return { problem };
  const { logo, issue } = await readLogo(bytes);
  return logo ? { logo } : { problem: `is not a usable logo: ${describeLogoIssue(issue, 'en')}` };
}

/** Processes logos concurrently. The first error stops all workers. */
async function forEachOf(logos: readonly UnfetchedLogo[], work: (one: UnfetchedLogo) => Promise<void>): Promise<void> {
  const sites = Map.groupBy(logos, ({ address }) => URL.parse(address)?.host);
  // A lane processes the logos of one site in turn; each site has as many lanes as concurrent downloads.
  const lanes = [...sites.values()].flatMap((ofSite) => Array.from({ length: AT_ONCE.ofSite }, () => ofSite));
  let hasFailed = false as boolean;
  const runLanes = async () => {
    for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
      for (let one = lane.shift(); one && !hasFailed; one = lane.shift()) await work(one);
    }
  };
  const runs = Array.from({ length: AT_ONCE.all }, () =>
    runLanes().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  await Promise.allSettled(runs);
  await Promise.all(runs);
}
