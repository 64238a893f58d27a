import { setTimeout as sleep } from 'node:timers/promises';
import { PlainClient } from '../support/plain-client.ts';
import type { PostgresServer, StopSignal } from '../../tests/support/postgres-server.ts';
import { pick } from '../../tests/support/random.ts';
import type { SupervisedSite } from '../../tests/support/site-process.ts';
import {
  insertStampedClubs,
  readStamps,
  Writer,
  WRITERS,
  writeStamp,
  type StampedClub,
  type Unknown,
} from './stamps.ts';

export interface SoakOptions {
  /** In ms. */
  duration: number;
  /** Mean time between two restarts of the database, in ms. */
  restartEvery: number;
  /** The longest downtime of the database, in ms. */
  maxDowntime: number;
  /** How soon answers must be current after a commit, and after the database is back, in ms. */
  tolerance: number;
}

/** The goals, by kind of violation. */
export const GOALS = {
  back: 'no answer without an `Age` is older than an earlier one of the same site',
  late: 'no answer without an `Age`, or with an `Age` of 0, lacks an earlier write',
  incomplete: 'no answer lacks a club',
  old: 'no answer has a higher `Age` while the database is available',
  error: 'no answer is a 5xx while the database is available',
  status: 'every status is 200 or 5xx',
  unanswered: 'every request is answered',
  end: 'in the end every page matches the database',
} as const;
export type Violation = keyof typeof GOALS;

export interface SoakResult {
  seconds: number;
  writes: number;
  /** Updates of many clubs at once, inserts and deletes. */
  otherWrites: number;
  unknown: Unknown;
  /** Answers without an `Age`, with an `Age` of 0, with a higher `Age`, and 5xx. */
  fresh: number;
  overtaken: number;
  old: number;
  errors: number;
  /** Terminated connections. */
  kills: { listeners: number; others: number };
  restarts: Record<StopSignal, number>;
  secondsAway: number;
  /** In ms: the longest delay of a write, the latest stale answer and error after an outage, and the slowest answer. */
  worst: { late: number; old: number; error: number; answer: number };
  deaths: string[];
  wrong: Record<Violation, number>;
  /** The first violations of each kind. */
  examples: string[];
}

const ANSWER_TIMEOUT = 30_000;
const EXAMPLES = 5;

/** An address and the stamped clubs that it shows. */
interface Address {
  path: string;
  headers?: Record<string, string>;
  clubs: StampedClub[];
  /** It shows only names, and so every other write. */
  hasNamesOnly?: boolean;
}

function addressesOf(clubs: StampedClub[]): Address[] {
  const some = (...numbers: number[]) => clubs.filter(({ number }) => numbers.includes(number));
  const id = (number: number) => clubs[number]?.id ?? 0;
  return [
    { path: '/club/?name=stamp&page_size=20', clubs },
    { path: '/club/?name=stamp&page_size=20', headers: { 'HX-Request': 'true' }, clubs },
    { path: '/club/', clubs: some(0) },
    { path: '/club/?page_size=20&page=last', clubs: some(WRITERS - 1) },
    { path: '/club/?name=stamp+2&club_status=true', clubs: some(2) },
    { path: `/club/${id(1)}/`, clubs: some(1) },
    { path: `/api/club/${id(2)}`, clubs: some(2) },
    { path: '/api/club/search-profile?search=stamp', clubs },
    { path: '/api/club/search?search=stamp', clubs, hasNamesOnly: true },
  ];
}

/**
 * Reads sites without a pause while their clubs are written, connections to their database are terminated and the
 * database is restarted. Reports violations of the goals. No club's name may begin with a digit or Z.
 */
export async function soak(
  sites: SupervisedSite[],
  server: PostgresServer,
  { duration, restartEvery, maxDowntime, tolerance }: SoakOptions,
  note: (line: string) => void = () => undefined,
): Promise<SoakResult> {
  const between = (least: number, most: number) => least + Math.random() * (most - least);
  const start = performance.now();
  const outages = new Outages();
  const result: SoakResult = {
    seconds: 0,
    writes: 0,
    otherWrites: 0,
    unknown: { done: 0, notDone: 0 },
    fresh: 0,
    overtaken: 0,
    old: 0,
    errors: 0,
    kills: { listeners: 0, others: 0 },
    restarts: { SIGTERM: 0, SIGINT: 0, SIGQUIT: 0 },
    secondsAway: 0,
    worst: { late: 0, old: 0, error: 0, answer: 0 },
    deaths: [],
    wrong: { back: 0, late: 0, incomplete: 0, old: 0, error: 0, status: 0, unanswered: 0, end: 0 },
    examples: [],
  };
  const report = (kind: Violation, what: string) => {
    result.wrong[kind] += 1;
    if (result.wrong[kind] > EXAMPLES) return;
    const line = `${((performance.now() - start) / 1000).toFixed(1)} s, ${kind}: ${what}`;
    result.examples.push(line);
    note(line);
  };

  const clubs = await insertStampedClubs(server.url);
  const addresses = addressesOf(clubs);
  const isLastStage = { ofDisturbing: false as boolean, ofWriting: false as boolean };

  const readSite = async (site: SupervisedSite) => {
    /** The stamps that current answers of this process have shown, by club number. */
    let seen = new Map<number, number>();
    let seenOf: string | null = null;

    const readAddress = async (address: Address) => {
      while (!isLastStage.ofWriting) {
        const { url } = site;
        if (url === null) {
          await sleep(50);
          continue;
        }
        if (url !== seenOf) {
          seen = new Map();
          seenOf = url;
        }
        const seenBefore = new Map(seen);
        const writtenBefore = clubs.map(({ committedAt }) => committedAt.length - 1);
        const begin = performance.now();
        const answer = await ask(url, address);
        const end = performance.now();
        const what = `${site.name} ${address.path}${address.headers ? ' (fragment)' : ''}`;
        if (typeof answer === 'string') {
          await sleep(200);
          if (site.url === url) report('unanswered', `${what}: ${answer}`);
          continue;
        }
        result.worst.answer = Math.max(result.worst.answer, end - begin);
        const wellBefore = outages.wellBefore(begin, end);
        const since = Number.isFinite(wellBefore)
          ? `${(wellBefore / 1000).toFixed(1)} s after an outage`
          : 'before any outage';
        if (answer.status >= 500) {
          result.errors += 1;
          if (wellBefore > tolerance) report('error', `${what}: ${answer.status}, ${since}`);
          if (Number.isFinite(wellBefore)) result.worst.error = Math.max(result.worst.error, wellBefore);
        } else if (answer.status !== 200) {
          report('status', `${what}: ${answer.status}`);
        } else {
          // An age of 0 marks an answer that a change has overtaken; it must not be stale either.
          const isOld = answer.age !== null && answer.age > 0;
          if (answer.age === null) result.fresh += 1;
          else if (isOld) result.old += 1;
          else result.overtaken += 1;
          if (isOld && wellBefore > tolerance) report('old', `${what}: Age ${answer.age}, ${since}`);
          if (isOld && Number.isFinite(wellBefore)) result.worst.old = Math.max(result.worst.old, wellBefore);
          for (const club of isOld ? [] : address.clubs) {
            const { number, committedAt } = club;
            const shown = answer.stamps.get(number);
            const visible = (stamp: number) => (address.hasNamesOnly ? stamp - (stamp % 2) : stamp);
            if (shown === undefined) {
              report('incomplete', `${what}: no club ${number}, ${since}`);
              continue;
            }
            const before = visible(seenBefore.get(number) ?? 0);
            if (shown < before && answer.age === null)
              report('back', `${what}: club ${number} from ${before} to ${shown}, ${since}`);
            const written = visible(writtenBefore[number] ?? 0);
            if (shown < written) {
              const missing = committedAt[address.hasNamesOnly ? shown + 2 : shown + 1] ?? begin;
              const late = Math.min(begin - missing, wellBefore);
              result.worst.late = Math.max(result.worst.late, late);
              if (late > tolerance) report('late', `${what}: club ${number} at ${shown} of ${written}, ${since}`);
            }
            if (url === site.url && answer.age === null) seen.set(number, Math.max(shown, seen.get(number) ?? 0));
          }
        }
        await sleep(2);
      }
    };
    await Promise.all(addresses.map(readAddress));
  };

  const writeClub = async (club: StampedClub) => {
    const writer = new Writer(server.url);
    while (!isLastStage.ofWriting) {
      await writeStamp(writer, club, result.unknown);
      result.writes += 1;
      await sleep(10);
    }
    writer.close();
  };

  const others = `from club other where other.id < ${clubs[0]?.id ?? 0}`;
  /** Changes the other clubs; ignores errors. */
  const writeOthers = async () => {
    const writer = new Writer(server.url);
    for (let round = 0; !isLastStage.ofWriting; round += 1) {
      await sleep(between(200, 1500));
      const some = (count: number) =>
        `club.id = other.id and other.id in (select other.id ${others} order by random() limit ${count})`;
      const text = pick(Math.random, [
        `update club set name = 'Other ' || ${round} || '-' || club.id ${others} and ${some(600)}`,
        `update club set short_description = 'Text ${round}' ${others} and ${some(600)}`,
        `update club set is_active = not club.is_active ${others} and ${some(20)}`,
        `insert into club (name) values ('Newcomer ${round}')`,
        `delete from club where name like 'Newcomer %' and id % 2 = ${round % 2}`,
      ]);
      await writer.query(text).then(
        () => (result.otherWrites += 1),
        () => undefined,
      );
    }
    writer.close();
  };

  const cutOff = async () => {
    const client = new Writer(server.url);
    while (!isLastStage.ofDisturbing) {
      await sleep(between(200, 1500));
      if (outages.isAway) continue;
      const isListener = `query ~* '^\\s*listen'`;
      const which = Math.random() < 0.2 ? isListener : `not ${isListener}`;
      await client
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity where pid = (
            select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() and ${which}
            order by random() limit 1)`,
        )
        .then(
          (rows) => (result.kills[which === isListener ? 'listeners' : 'others'] += rows.length),
          () => undefined,
        );
    }
    client.close();
  };

  const restart = async () => {
    const ways: StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGQUIT'];
    // On a slow machine, run until each signal was used.
    const isOver = (round: number) => isLastStage.ofDisturbing && round >= ways.length;
    for (let round = 0; ; round += 1) {
      const until = performance.now() + restartEvery * between(0.75, 1.25);
      while (performance.now() < until && !isOver(round)) await sleep(50);
      if (isOver(round)) return;
      const way = ways[round % ways.length] ?? 'SIGINT';
      const begin = performance.now();
      outages.begin();
      await server.restart(way, between(50, maxDowntime));
      await awaitAnswer(server.url);
      outages.end();
      const away = (performance.now() - begin) / 1000;
      result.restarts[way] += 1;
      result.secondsAway += away;
      note(`${way}: the database was down for ${away.toFixed(1)} s`);
    }
  };

  const disturb = async () => {
    const ended = Promise.all([cutOff(), restart()]);
    await sleep(duration);
    isLastStage.ofDisturbing = true;
    await ended;
    await sleep(tolerance);
    isLastStage.ofWriting = true;
  };
  await Promise.all([...sites.map(readSite), ...clubs.map(writeClub), writeOthers(), disturb()]);

  const names = await readNames(server.url);
  for (const site of sites) {
    const until = performance.now() + tolerance;
    for (const address of addresses) {
      for (;;) {
        const problem = await findProblem(site, address);
        if (problem === null) break;
        if (performance.now() > until) {
          report('end', `${site.name} ${address.path}: ${problem}`);
          break;
        }
        await sleep(50);
      }
    }
    const shown = await readShownNames(site);
    if (shown.join('\n') !== names.join('\n'))
      report(
        'end',
        `${site.name}: the ${shown.length} clubs of the list differ from the ${names.length} of the database`,
      );
  }
  result.deaths = sites.flatMap(({ deaths }) => deaths);
  result.seconds = (performance.now() - start) / 1000;
  return result;
}

/** The downtimes of the database. */
class Outages {
  readonly #spans: { from: number; to: number }[] = [];

  begin(): void {
    this.#spans.push({ from: performance.now(), to: Infinity });
  }

  end(): void {
    const last = this.#spans.at(-1);
    if (last) last.to = performance.now();
  }

  get isAway(): boolean {
    return this.#spans.at(-1)?.to === Infinity;
  }

  /** How long the database had been available at `begin`; 0 if an outage began before `end`. */
  wellBefore(begin: number, end: number): number {
    const last = this.#spans.findLast(({ from }) => from <= end);
    return last ? Math.max(0, begin - last.to) : Infinity;
  }
}

interface Answered {
  status: number;
  /** In seconds; null without the header. */
  age: number | null;
  stamps: Map<number, number>;
}

/** The answer of a site, or an error message. */
async function ask(url: string, { path, headers = {} }: Address): Promise<Answered | string> {
  try {
    const response = await fetch(url + path, { headers, signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
    const stamps = readStamps(await response.text());
    const age = response.headers.get('age');
    return { status: response.status, age: age === null ? null : Number(age), stamps };
  } catch (error) {
    return String(error);
  }
}

/** Compares an address with the last writes; null if it is current. */
async function findProblem(site: SupervisedSite, address: Address): Promise<string | null> {
  if (site.url === null) return 'the site does not run';
  const answer = await ask(site.url, address);
  if (typeof answer === 'string') return answer;
  if (answer.status !== 200 || answer.age !== null) return `${answer.status}, Age ${answer.age ?? 'none'}`;
  for (const { number, committedAt } of address.clubs) {
    const last = committedAt.length - 1;
    const expected = address.hasNamesOnly ? last - (last % 2) : last;
    const shown = answer.stamps.get(number);
    if (shown !== expected) return `club ${number} is at ${shown ?? 'nothing'}, not at ${expected}`;
  }
  return null;
}

async function readNames(url: string): Promise<string[]> {
  const client = await PlainClient.connect(url);
  const rows = await client.query('select name from club order by name, id');
  client.close();
  return rows.map(([name]) => name ?? '');
}

async function readShownNames({ url }: SupervisedSite): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; url !== null; page += 1) {
    const response = await fetch(`${url}/api/club/search?page_size=200&page=${page}`);
    if (!response.ok) break;
    const { results, next } = (await response.json()) as { results: { name: string }[]; next: string | null };
    names.push(...results.map(({ name }) => name));
    if (next === null) break;
  }
  return names;
}

async function awaitAnswer(url: string): Promise<void> {
  for (;;) {
    try {
      const client = await PlainClient.connect(url);
      client.close();
      return;
    } catch {
      await sleep(20);
    }
  }
}
