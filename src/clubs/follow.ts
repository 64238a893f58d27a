import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Listener } from '../../db/client.ts';
import { CardMemory } from './cards.ts';
import type { Directory } from './directory.ts';
import { startNewEpoch } from './epoch.ts';
import { applyChanges, type NameIndex } from './names/name-index.ts';
import { findChangesSince, findState, findVersion, loadNameIndex } from './queries.ts';
import { isBefore, readVersion } from './version.ts';
import { PATIENCE, shareCalls, within } from '../share-calls.ts';

/** The directory with what this process knows of its changes. */
export interface WatchedDirectory extends Directory {
  /** The newest version that this process has heard of; answers of another are stale. */
  version: () => string;
  /** An answer came of this version: nobody may see an older one any more. */
  observe: (version: string) => void;
  /** Hears of all that was completed before, unless the database is slow to say it: for who has just changed something. */
  catchUp: () => Promise<void>;
  /** Whether a change would be known by now: the version was compared a moment ago, and nothing has failed or contradicted it since. */
  isCertain: () => boolean;
  /** Whether the database accepted writes at the last comparison: a standby does not. */
  acceptsWrites: () => boolean;
  /** Whether the database has been asked for its version, and has said nothing for a second and a half: it hangs, or is at something long. */
  isSilent: () => boolean;
  figures: () => DirectoryFigures;
  close: () => Promise<void>;
}

/** How what is in memory stands. */
export interface DirectoryFigures {
  version: string;
  isCertain: boolean;
  names: {
    /** Whether searches use them now. */
    isCurrent: boolean;
    /** Of their clubs; 0 while there are none. */
    count: number;
    /** How often all names were read, and how often only the changes. */
    loads: number;
    moves: number;
  };
}

const CHANNEL = 'directory';
/** How often the version is compared, in ms: announcements may be lost without a word. */
export const COMPARE_EVERY = 1000;
/** So long after the last comparison began, in ms, an answer in memory may be stale. */
export const CERTAIN_FOR = 2500;
/** A comparison that takes longer, in ms, waits for a database that says nothing: who listens and another were asked. */
const SILENT_AFTER = 1500;
/** A standby may lag behind: pauses before the next look, in ms. */
const PAUSES = { first: 2, last: 250 };

/** Who can do with older names, or a version, waits so long for the newest, in ms: many times what a change of one club takes. */
const SOON = 250;

/** When something happened, times in ms. */
interface Moment {
  /** Of two moments the later one has the higher. */
  order: number;
  /** Since this process began, by nobody's setting. */
  elapsed: number;
  clock: number;
}

/** Follows the changes of the clubs, and keeps in memory their names, and what is asked for of the rest. */
export async function watchDirectory(sql: Client, report: (line: string) => void): Promise<WatchedDirectory> {
  let moments = 0;
  const now = (): Moment => ({ order: (moments += 1), elapsed: performance.now(), clock: Date.now() });
  let confirmed = now();
  let version = await findVersion(sql);
  let { epoch, number } = readVersion(version);
  /** When something came of another epoch; a comparison that begins after it says which one holds. */
  let doubtfulSince: Moment | null = null;
  let names: NameIndex | null = null;
  const cards = new CardMemory(version);
  const counts = { loads: 0, moves: 0 };
  /** When the comparison began that is under way. */
  let askedSince: number | null = null;
  let work: Promise<void> | null = null;
  let hasFailed = false;
  /** Whether the last comparison came to an end. */
  let isAnswering = true;
  let isStandby = false;
  let isClosed = false;
  /** Empty until somebody listens. */
  const listeners: Listener[] = [];

  const observe = (seen: string) => {
    if (seen === version) return;
    const other = readVersion(seen);
    if (other.epoch !== epoch) {
      doubtfulSince = now();
      void compare();
    } else if (other.number > number) {
      version = seen;
      number = other.number;
      void update();
    }
  };

  /** Takes what a comparison that began at that moment has found, whatever was known before. */
  const accept = (found: string, asked: Moment) => {
    // A comparison may be overtaken by a later one.
    if (asked.order < confirmed.order) return;
    const other = readVersion(found);
    if (other.epoch !== epoch) {
      // Another history: nothing that is in memory belongs to it.
      version = found;
      ({ epoch, number } = other);
      names = null;
      cards.move(version, null);
    }
    if (doubtfulSince && asked.order > doubtfulSince.order) doubtfulSince = null;
    confirmed = asked;
    observe(found);
  };

  const compare = shareCalls(async () => {
    const asked = now();
    const known = version;
    askedSince ??= asked.elapsed;
    const [listener] = listeners;
    try {
      // On the connection that listens: an answer says that it hears. It may be gone without a word.
      const heard = listener ? await within(PATIENCE, findState(listener.ask)).catch(() => null) : null;
      const found = heard ?? (await findState(sql));
      ({ isStandby } = found);
      // Who listens reads no lagging copy: what was known before is gone, and its numbers will be given again.
      if (heard && !isStandby && isBefore(found.version, known)) await leaveLostFuture(found.version, known);
      else accept(found.version, asked);
      isAnswering = true;
      void update();
      askedSince = null;
    } catch {
      isAnswering = false;
      // What fails at once is no silence.
      if (performance.now() - asked.elapsed < PATIENCE) askedSince = null;
    }
  });

  /** The database was set back without another epoch, as by a copy of its files: one is begun, for all sites on it. */
  const leaveLostFuture = async (found: string, known: string) => {
    doubtfulSince = now();
    report(`The database went back from version ${known} to ${found}. Started a new epoch.`);
    await startNewEpoch(sql);
    void compare();
  };

  /** Brings the names to the known version; one at a time, and again while changes come in. */
  const update = (): Promise<void> => {
    if (isClosed || names?.version === version) return work ?? Promise.resolve();
    work ??= bringUpToDate()
      .then(
        () => {
          hasFailed = false;
        },
        (error: unknown) => {
          // The next comparison tries again, and meanwhile the database answers searches itself.
          if (!isClosed && !hasFailed) report(`Could not load the club names: ${String(error)}`);
          hasFailed = true;
        },
      )
      .finally(() => {
        work = null;
      });
    return work;
  };

  const bringUpToDate = async () => {
    let pause = PAUSES.first;
    while (!isClosed && names?.version !== version) {
      const start = performance.now();
      const before: NameIndex | null = names;
      const next = before ? await moveOn(before) : await load();
      // Another epoch may have begun meanwhile, and what was read belongs to the old one.
      const isProgress = next !== before && readVersion(next.version).epoch === epoch && names === before;
      if (isProgress) {
        names = next;
        observe(next.version);
      }
      if (names?.version === version) return;
      // A reader that lags behind is asked again in a while; and who moves names on all the time does nothing else.
      pause = isProgress ? PAUSES.first : Math.min(pause * 2, PAUSES.last);
      await sleep(Math.max(pause, performance.now() - start));
    }
  };

  const load = async (): Promise<NameIndex> => {
    const loaded = await loadNameIndex(sql);
    counts.loads += 1;
    if (readVersion(loaded.version).epoch === epoch) cards.move(loaded.version, null);
    else observe(loaded.version);
    return loaded;
  };

  /** Applies the changes since the version of the index; returns the same index while a standby has none yet. */
  const moveOn = async (index: NameIndex): Promise<NameIndex> => {
    const changes = await findChangesSince(sql, index.version);
    if (!changes) return await load();
    if (changes.version === index.version) return index;
    const next = applyChanges(index, changes.version, changes.movedIds, changes.moved);
    if (!next) return await load();
    counts.moves += 1;
    cards.move(next.version, changes.otherIds && [...changes.movedIds, ...changes.otherIds]);
    return next;
  };

  const compareNow = () => void compare();
  listeners.push(await sql.listen(CHANNEL, observe, compareNow, compareNow));
  const timer = setInterval(compareNow, COMPARE_EVERY);
  timer.unref();
  void update();

  const currentVersion = shareCalls(() => findVersion(sql));
  /** A clock that is set does not count; one that went on while the machine slept does. */
  const isCertain = () =>
    isAnswering &&
    doubtfulSince === null &&
    performance.now() - confirmed.elapsed < CERTAIN_FOR &&
    Date.now() - confirmed.clock < CERTAIN_FOR;
  return {
    sql,
    names: () => (names?.version === version ? names : null),
    namesSoon: async () => {
      if (names?.version !== version) await Promise.race([update(), sleep(SOON, undefined, { ref: false })]);
      return names;
    },
    cards,
    currentVersion,
    catchUp: () => within(SOON, currentVersion()).then(observe, () => {}),
    version: () => version,
    observe,
    isCertain,
    acceptsWrites: () => !isStandby,
    isSilent: () => askedSince !== null && performance.now() - askedSince > SILENT_AFTER,
    figures: () => ({
      version,
      isCertain: isCertain(),
      names: { isCurrent: names?.version === version, count: names?.ids.length ?? 0, ...counts },
    }),
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      for (const listener of listeners) listener.close();
      await work;
    },
  };
}
