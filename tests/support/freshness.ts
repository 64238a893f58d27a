import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';

/** The time within which all sites must serve the last write, in ms, also on a busy machine. */
const LAST_WITHIN = 20_000;

/** The result of reading sites while a club was written. */
export interface Freshness {
  reads: number;
  /**
   * By write and site, the time from the commit to the start of the last request that got the older state, in ms; 0 if
   * none did.
   */
  delays: number[];
}

/**
 * Writes increasing numbers into a club while all sites are read continuously. Throws if a response is older than one that
 * was received before its request, and if a site does not serve the last write in the end.
 */
export async function followWrites(sites: { url: string }[], sql: postgres.Sql, writes: number): Promise<Freshness> {
  const [{ id }] = await sql<[{ id: number }]>`insert into club (name) values ('Stamp 0') returning id`;
  await sql`insert into club (name) select 'Other ' || number from generate_series(1, 50) as number`;
  const paths = [
    '/club/?name=stamp',
    '/club/?page=51',
    '/api/club/search-profile?search=stamp',
    `/club/${id}/`,
    '/club/?page_size=100',
    '/fr/club/?name=stamp',
  ];
  // The sites may still serve the state before.
  for (const { url } of sites) {
    for (const path of paths) while ((await readStamp(url + path).catch(() => -1)) < 0) await sleep(10);
  }
  const committedAt = [performance.now()];
  let isWriting = true;
  let reads = 0;

  const readSite = async ({ url }: { url: string }): Promise<number[]> => {
    /** The start of the last request after a write whose response did not contain it. */
    const missedAt = new Map<number, number>();
    let highest = 0;
    const readPath = async (path: string) => {
      while (isWriting) {
        const seenBefore = highest;
        const writtenBefore = committedAt.length - 1;
        const begin = performance.now();
        const stamp = await readStamp(url + path);
        // On a busy machine, the site may not hear from the database in time.
        if (stamp === STALE) continue;
        if (stamp < seenBefore) throw new Error(`${path} went back from ${seenBefore} to ${stamp}.`);
        for (let missed = stamp + 1; missed <= writtenBefore; missed += 1) missedAt.set(missed, begin);
        highest = Math.max(highest, stamp);
        reads += 1;
      }
    };
    await Promise.all(paths.map(readPath));
    return committedAt.slice(1).map((committed, index) => (missedAt.get(index + 1) ?? committed) - committed);
  };

  const write = async () => {
    for (let stamp = 1; stamp <= writes; stamp += 1) {
      // A name may move the club in the list, a description changes its card only.
      await (stamp % 2 === 0
        ? sql`update club set name = ${`Stamp ${stamp}`} where id = ${id}`
        : sql`update club set short_description = ${`Stamp ${stamp}`} where id = ${id}`);
      committedAt.push(performance.now());
      if (stamp % 50 === 0) await sleep(100);
    }
  };
  const [delays] = await Promise.all([
    Promise.all(sites.map(readSite)),
    write().finally(() => {
      isWriting = false;
    }),
  ]);

  const end = performance.now() + LAST_WITHIN;
  for (const { url } of sites) {
    for (const path of paths) {
      for (let stamp = -1; stamp !== writes; stamp = await readStamp(url + path)) {
        if (performance.now() > end) throw new Error(`${url}${path} shows ${stamp} in the end.`);
      }
    }
  }
  return { reads, delays: delays.flat() };
}

const STALE = -2;

/** Returns the highest number on a page; -1 without one, `STALE` if the page is one that an outage allows. */
export async function readStamp(address: string): Promise<number> {
  const response = await fetch(address);
  if (response.status !== 200) throw new Error(`${address} answers ${response.status}.`);
  if (response.headers.has('age')) return STALE;
  const stamps = (await response.text()).matchAll(/Stamp (\d+)/g);
  return Math.max(-1, ...Array.from(stamps, ([, stamp]) => Number(stamp)));
}

/** The names of the clubs in the API of a site. */
export async function readNames(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/club/search`);
  return ((await answer.json()) as { results: { name: string }[] }).results.map(({ name }) => name);
}
