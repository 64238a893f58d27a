import type postgres from 'postgres';
import { CardMemory } from '../clubs/card-memory.ts';
import { moveClubs, type NameIndex } from '../clubs/name-index.ts';
import { findMovedClubs, findVersion, loadNameIndex } from '../clubs/queries.ts';
import type { Directory } from '../directory.ts';
import { shareCalls } from './share-calls.ts';

/** The directory with what this process knows of its changes. */
export interface WatchedDirectory extends Directory {
  /** The newest version that this process has heard of; answers of older ones are stale. */
  version: () => number;
  /** An answer came of this version: nobody may see an older one any more. */
  observe: (version: number) => void;
  /** Whether a change would be known by now: notifications come, or the version was compared a moment ago. */
  isCertain: () => boolean;
  /** Waits until the names are there at the version that is known. */
  ready: () => Promise<void>;
  close: () => Promise<void>;
}

const CHANNEL = 'directory';
/** How often the version is compared, in ms: notifications may be lost without a word. */
const COMPARE_EVERY = 1000;
/** Without any sign of the database for so long, in ms, an answer in memory may be stale. */
const CERTAIN_FOR = 2500;
/** Changes of the order are caught up with one by one; after so many tries the names are loaded anew. */
const CATCH_UP_TRIES = 5;

/** A change that was announced, with the clubs that it changed; null when they are too many to tell. */
interface Change {
  version: number;
  /** Those that may stand elsewhere now, or are new or gone. */
  movedIds: number[] | null;
  otherIds: number[] | null;
}

/** Reads `version:moved:others`, where `*` stands for too many ids to tell. */
function readChange(payload: string): Change {
  const [version = '', moved = '*', others = '*'] = payload.split(':');
  const readIds = (ids: string) => (ids === '*' ? null : ids.split(',').filter(Boolean).map(Number));
  return { version: Number(version), movedIds: readIds(moved), otherIds: readIds(others) };
}

/** All ids of several lists, each once; null when one of the lists is. */
function allOf(lists: (number[] | null)[]): number[] | null {
  return lists.includes(null) ? null : [...new Set(lists.flatMap((ids) => ids ?? []))];
}

/** Follows the changes of the clubs, and keeps in memory their names, and what is asked for of the rest. */
export async function watchDirectory(sql: postgres.Sql, report: (line: string) => void): Promise<WatchedDirectory> {
  let version = await findVersion(sql);
  let confirmedAt = Date.now();
  let names: NameIndex | null = null;
  const cards = new CardMemory(version);
  let announced: Change[] = [];
  let work: Promise<void> | null = null;
  let isClosed = false;

  const observe = (seen: number) => {
    if (seen > version) version = seen;
  };

  /** Brings the names to the known version; one at a time, and again while changes come in. */
  const update = (): Promise<void> =>
    (work ??= (async () => {
      try {
        for (let tries = 0; !isClosed && names?.version !== version; tries += 1) {
          names = (tries < CATCH_UP_TRIES ? await catchUp() : null) ?? (await load());
          observe(names.version);
          announced = announced.filter((change) => change.version > (names?.version ?? 0));
        }
      } catch (error) {
        // The database does not answer. The next comparison tries again, and meanwhile it answers searches itself.
        if (!isClosed) report(`The names of the clubs could not be loaded: ${String(error)}`);
      } finally {
        work = null;
      }
    })());

  const load = async (): Promise<NameIndex> => {
    const loaded = await loadNameIndex(sql);
    cards.move(loaded.version, null);
    return loaded;
  };

  /** The names with the announced changes; null when these do not lead from the one to the other. */
  const catchUp = async (): Promise<NameIndex | null> => {
    if (!names) return null;
    const last = announced.at(-1);
    if (!last || announced.length !== last.version - names.version) return null;
    const movedIds = allOf(announced.map((change) => change.movedIds));
    if (!movedIds) return null;
    const otherIds = allOf(announced.map((change) => change.otherIds));
    const moved = await findMovedClubs(sql, movedIds);
    observe(moved.version);
    // A newer change is in these places already: its announcement comes in a moment.
    if (moved.version !== last.version) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return names;
    }
    const next = moveClubs(names, last.version, movedIds, moved.rows);
    if (next) cards.move(next.version, otherIds && [...movedIds, ...otherIds]);
    return next;
  };

  const announce = (payload: string) => {
    const change = readChange(payload);
    confirmedAt = Date.now();
    announced.push(change);
    observe(change.version);
    void update();
  };

  const compare = async () => {
    try {
      const found = await findVersion(sql);
      confirmedAt = Date.now();
      observe(found);
      await update();
    } catch {
      // Told by isCertain when it lasts.
    }
  };

  const listening = await sql.listen(CHANNEL, announce, () => void compare());
  const timer = setInterval(() => void compare(), COMPARE_EVERY);
  timer.unref();
  void update();

  return {
    sql,
    names: () => (names?.version === version ? names : null),
    cards,
    currentVersion: shareCalls(() => findVersion(sql)),
    version: () => version,
    observe,
    isCertain: () => Date.now() - confirmedAt < CERTAIN_FOR,
    ready: async () => {
      while (names?.version !== version && !isClosed) await update();
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await listening.unlisten().catch(() => undefined);
      await work;
    },
  };
}
