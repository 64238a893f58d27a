import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Listener } from '../../../db/client.ts';
import { WAIT_MS, shareCalls } from '../../lib/single-flight.ts';
import { withTimeout } from '../../lib/timeout.ts';
import { CardCache } from './cards.ts';
import type { ClubStore } from './club-store.ts';
import type { NameIndex } from './name-index.ts';
import { findChangesSince, findState, findVersion, loadNameIndex } from './queries.ts';
import { isBefore, isSameEpoch, startNewEpoch } from '../record/version.ts';

/* Follows the version of the database by notifications. They may be lost, so versions are compared once a second. */

export interface SyncedClubStore extends ClubStore {
  /** The newest known version; responses of an older one are stale. */
  version: () => string;
  /** Records a version that was seen in the database. */
  advanceVersion: (version: string) => void;
  /** Waits for the current version, at most 250 ms: for a client that has just written. */
  catchUp: () => Promise<void>;
  /** Whether a change would be known by now: a comparison succeeded within 2.5 seconds. */
  isCertain: () => boolean;
  /** Whether the database accepted writes at the last comparison; a standby does not. */
  acceptsWrites: () => boolean;
  /** Why an administrator must act on the hosts of the database; null if all is well. */
  hostIssue: () => string | null;
  /** Whether the database has not answered a comparison for 1.5 seconds. */
  isUnresponsive: () => boolean;
  figures: () => ClubStoreFigures;
  close: () => Promise<void>;
}

export interface ClubStoreFigures {
  version: string;
  isCertain: boolean;
  /** Whether searches use the index, its number of clubs, and how often it was loaded as a whole. */
  names: { isCurrent: boolean; count: number; loads: number };
}

const CHANNEL = 'directory';
/** The interval of comparisons, in ms. */
export const COMPARE_EVERY = 1000;
/** How long the result of a comparison is valid after its start, in ms. */
export const CERTAIN_FOR = 2500;
const UNRESPONSIVE_AFTER = 1500;
/** The maximum wait for a newer version or index, in ms. */
const SOON = 250;
/** The minimum pause between two updates of the index, in ms. */
const PAUSE = 25;

/** Opens the club store of a database and follows its changes until it is closed. */
export async function subscribeToChanges(sql: Client, report: (line: string) => void): Promise<SyncedClubStore> {
  let version = await findVersion(sql);
  let names: NameIndex | null = null;
  const cards = new CardCache(version);
  let loads = 0;

  /** When the last valid comparison started; 0 if it failed or was contradicted. */
  let confirmedAt = Date.now();
  let comparisons = 0;
  /** Results of earlier comparisons are ignored. */
  let firstValid = 0;
  let waitingSince: number | null = null;
  let isStandby = false;
  let isClosed = false;
  let listener: Listener | null = null;

  const advanceVersion = (seen: string) => {
    if (seen === version) return;
    if (!isSameEpoch(seen, version)) {
      // The database was restored, or this is a late message from before that. The next comparison decides.
      firstValid = comparisons + 1;
      confirmedAt = 0;
      void compare();
    } else if (isBefore(version, seen)) {
      version = seen;
      void update();
    }
  };

  const compare = shareCalls(async () => {
    comparisons += 1;
    const comparison = comparisons;
    const start = Date.now();
    const known = version;
    waitingSince ??= start;
    try {
      // The connection that listens is asked first: its answer shows that it still receives notifications.
      const heard = listener && (await withTimeout(WAIT_MS, findState(listener.ask)).catch(() => null));
      const found = heard ?? (await findState(sql));
      waitingSince = null;
      if (comparison < firstValid) return;
      ({ isStandby } = found);
      firstValid = comparison;
      if (heard && !isStandby && isBefore(found.version, known)) {
        // The files of the database were replaced by an older copy: its version numbers will be used again.
        report(`The database went back from version ${known} to ${found.version}. Started a new epoch.`);
        confirmedAt = 0;
        await startNewEpoch(sql);
        void compare();
        return;
      }
      confirmedAt = start;
      if (isSameEpoch(found.version, version)) advanceVersion(found.version);
      else {
        version = found.version;
        names = null;
        cards.advance(version, null);
      }
      void update();
    } catch {
      confirmedAt = 0;
      // A connection that fails at once is not unresponsive.
      if (Date.now() - start < WAIT_MS) waitingSince = null;
    }
  });

  let hasFailed = false;
  /** Brings the index to the known version; the next comparison retries a failed update. */
  const update = shareUntilDone(async () => {
    try {
      while (!isClosed && names?.version !== version) {
        const start = Date.now();
        const before: NameIndex | null = names;
        const next = (before && (await applyChanges(before))) ?? (await load());
        // Another epoch may have started in the meantime.
        if (names === before && isSameEpoch(next.version, version)) names = next;
        advanceVersion(next.version);
        // At most half of the time is spent on updates; and a standby may not have received the version yet.
        if (next.version !== version) await sleep(Math.max(PAUSE, Date.now() - start));
      }
      hasFailed = false;
    } catch (error) {
      if (!isClosed && !hasFailed) report(`Could not load the club names: ${String(error)}`);
      hasFailed = true;
    }
  });

  const load = async (): Promise<NameIndex> => {
    const loaded = await loadNameIndex(sql);
    loads += 1;
    cards.advance(loaded.version, null);
    return loaded;
  };

  /** The same index while a standby has no changes yet; null if the changes are not stored. */
  const applyChanges = async (index: NameIndex): Promise<NameIndex | null> => {
    const changes = await findChangesSince(sql, index.version);
    if (!changes || changes.version === index.version) return changes && index;
    const next = index.apply(changes.version, changes.movedIds, changes.moved);
    if (next) cards.advance(next.version, changes.otherIds && [...changes.movedIds, ...changes.otherIds]);
    return next;
  };

  const compareNow = () => void compare();
  listener = await sql.listen(CHANNEL, advanceVersion, compareNow, compareNow);
  const timer = setInterval(compareNow, COMPARE_EVERY);
  timer.unref();
  void update();

  const currentVersion = shareCalls(() => findVersion(sql));
  const isCertain = () => Math.abs(Date.now() - confirmedAt) < CERTAIN_FOR;
  const currentNames = () => (names?.version === version ? names : null);
  return {
    sql,
    names: currentNames,
    namesSoon: async () => {
      if (!currentNames()) await Promise.race([update(), sleep(SOON, undefined, { ref: false })]);
      return names;
    },
    cards,
    currentVersion,
    catchUp: () => withTimeout(SOON, currentVersion()).then(advanceVersion, () => {}),
    version: () => version,
    advanceVersion,
    isCertain,
    acceptsWrites: () => !isStandby,
    hostIssue: () => sql.issue(),
    isUnresponsive: () => waitingSince !== null && Date.now() - waitingSince > UNRESPONSIVE_AFTER,
    figures: () => ({
      version,
      isCertain: isCertain(),
      names: { isCurrent: currentNames() !== null, count: names?.clubs.length ?? 0, loads },
    }),
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      listener.close();
      await update();
    },
  };
}

/** Concurrent callers share one call. */
function shareUntilDone(call: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= call().finally(() => (running = null)));
}
