import { isBefore, isSameEpoch } from '../clubs/version.ts';
import type { SyncedClubStore } from '../clubs/list/change-feed.ts';
import { isDatabaseFailing } from '../lost-connection.ts';
import { PATIENCE, within } from '../share-calls.ts';
import type { Admission, Asker } from './admission.ts';
import type { FixedAnswers } from './error-responses.ts';
import { forNow, type Made, type Maker } from './maker.ts';
import type { Entry, PageCache } from './page-cache.ts';
import { inTime } from './patience.ts';
import type { Question } from './render.ts';

/** A failure of the database is covered by the last good answer for so long, in ms. */
export const STALE_IF_ERROR = 24 * 60 * 60 * 1000;

/** What answers for everybody come from, and are kept in. */
export interface Store {
  cache: PageCache;
  directory: SyncedClubStore;
  maker: Maker;
  admission: Admission;
}

/**
 * The answer for a key: kept, or made now, or by another request that began after the last known change. It is there in
 * two seconds, whatever it is.
 */
export type FindForKey = (key: string, question: Question, asker: Asker) => Entry | Made | Promise<Entry | Made>;

export function createFinder({ cache, directory, maker, admission }: Store, fixed: FixedAnswers): FindForKey {
  const underWay = new Map<string, { version: string; since: number; made: Promise<Entry | Made> }>();

  /** Whether an old answer is better than none: of the same history, and not too old. */
  const standsIn = ({ version, madeAt }: Entry) =>
    isSameEpoch(version, directory.version()) && Date.now() - madeAt < STALE_IF_ERROR;

  const standIn = (old: Entry): Entry => {
    cache.counts.stale += 1;
    return old;
  };

  /**
   * An old answer is better than none in time; and sooner, while the database does not even say its version. One look at
   * the clock says both that it is late and what stands in: of two, a busy process takes the second first.
   */
  const notForLong = (made: Promise<Entry | Made>, old: Entry | undefined, asker: Asker): Promise<Entry | Made> => {
    if (old && standsIn(old) && !directory.isCertain()) return within(PATIENCE, made).catch(() => standIn(old));
    return inTime(made, asker, (url) => (old && standsIn(old) ? standIn(old) : forNow(fixed.unavailable(url))));
  };

  return (key, question, asker) => {
    const old = cache.get(key);
    if (old && isFresh(old, directory)) {
      cache.counts.hits += 1;
      return old;
    }
    if (old && standsIn(old) && directory.isUnresponsive()) return standIn(old);
    cache.counts.misses += 1;
    const known = directory.version();
    const same = underWay.get(key);
    // Nobody waits long for the request of another, whose connection to the database may be gone without a word.
    if (same?.version === known && performance.now() - same.since < PATIENCE) {
      const shared = same.made.then((made) =>
        'isPersonal' in made && made.isPersonal
          ? admission.makeIfAdmitted(asker, () => maker.makeForAll(question))
          : made,
      );
      return notForLong(shared, old, asker);
    }
    const admitted = admission.admit(asker);
    if ('refusal' in admitted) {
      return admitted.isOurs && old && standsIn(old) ? standIn(old) : forNow(admitted.refusal);
    }

    const made = (async () => {
      const made = await maker.makeForAll(question);
      const { answer, route, version, maxAge, isPersonal, error } = made;
      // Any other error lasts until somebody mends it, and an old answer would show all the while what was taken off.
      const isOutage = answer.status >= 500 && (isDatabaseFailing(error) || !directory.isCertain());
      if (isOutage && old && standsIn(old)) return standIn(old);
      if (!isPersonal && answer.status === 200 && maxAge > 0 && version !== null) {
        const madeAt = Date.now();
        // A change that came meanwhile is not in it: good for who asked before, and afterwards only where nothing else is.
        const isCurrent = version === directory.version();
        if (isCurrent || !cache.get(key))
          cache.set(key, { answer, route, version, madeAt, freshUntil: isCurrent ? madeAt + maxAge * 1000 : 0 });
      }
      return made;
    })();
    underWay.set(key, { version: known, since: performance.now(), made });
    const forget = () => {
      admitted.end();
      if (underWay.get(key)?.made === made) underWay.delete(key);
    };
    made.then(forget, forget);
    return notForLong(made, old, asker);
  };
}

/** Whether an answer is as the directory is now. */
export const isFresh = (entry: Entry, directory: SyncedClubStore) =>
  entry.version === directory.version() && entry.freshUntil > Date.now() && directory.isCertain();

/** How far an answer is behind what is known; one that was made now only when a change overtook it, or a reader lags. */
export function lagOf(found: Entry | Made, directory: SyncedClubStore): { age: number | null } | undefined {
  if ('madeAt' in found)
    return isFresh(found, directory) ? undefined : { age: Math.max(0, Math.floor((Date.now() - found.madeAt) / 1000)) };
  return found.version !== null && isBefore(found.version, directory.version()) ? { age: null } : undefined;
}
