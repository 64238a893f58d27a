import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../../db/client.ts';
import { shareCalls } from '../../lib/single-flight.ts';
import { settleWithin } from '../../lib/timeout.ts';
import { isSameEpoch } from '../../lib/version.ts';
import { CardCache, sortByIds } from './card-cache.ts';
import type { ClubStore } from './club-store.ts';
import { findChangesSince, loadNameIndex } from './index-queries.ts';
import type { NameIndex } from './name-index.ts';
import { findClubsById } from './queries.ts';
import type { VersionWatch } from './version-watch.ts';

/** The maximum wait for a newer index, in ms. */
const SOON = 250;
/** The minimum pause between two updates of the index, in ms. */
const PAUSE = 25;

export interface DirectoryFigures {
  /** Whether searches use the index, its number of clubs, and how often it was loaded as a whole. */
  isCurrent: boolean;
  count: number;
  loads: number;
}

/** The clubs in memory: the index of all names, and the cards that were shown last. Follows the version of a watch. */
export class Directory implements ClubStore {
  readonly sql: Client;
  readonly #watch: VersionWatch;
  readonly #report: (line: string) => void;
  readonly #cards: CardCache;
  #index: NameIndex | null = null;
  #loads = 0;
  #isClosed = false;
  #hasFailed = false;

  constructor(sql: Client, watch: VersionWatch, report: (line: string) => void) {
    this.sql = sql;
    this.#watch = watch;
    this.#report = report;
    this.#cards = new CardCache(watch.version());
    watch.onCompared = () => void this.#update();
    void this.#update();
  }

  readonly names = (): NameIndex | null => (this.#index?.version === this.#watch.version() ? this.#index : null);

  readonly namesSoon = async (): Promise<NameIndex | null> => {
    if (!this.names()) await settleWithin(SOON, this.#update());
    return this.#index && isSameEpoch(this.#index.version, this.#watch.version()) ? this.#index : null;
  };

  readonly findCards: ClubStore['findCards'] = async (ids, known) => {
    const cached = this.#cards.get(known, ids);
    if (cached.length === ids.length) return { version: await this.currentVersion(), rows: cached };
    const cachedIds = new Set(cached.map(({ id }) => id));
    const missing = ids.filter((id) => !cachedIds.has(id));
    const { version, rows } = await findClubsById(this.sql, 'card', missing);
    this.#cards.add(version, rows);
    return { version, rows: sortByIds([...cached, ...rows], ids) };
  };

  readonly currentVersion = (): Promise<string> => this.#watch.find();

  figures(): DirectoryFigures {
    return { isCurrent: this.names() !== null, count: this.#index?.clubs.length ?? 0, loads: this.#loads };
  }

  /** Stops following changes, after the update in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#update();
  }

  /** Brings the index to the known version; the next comparison retries a failed update. */
  readonly #update = shareCalls(async () => {
    try {
      while (!this.#isClosed && !this.names()) {
        const start = Date.now();
        const before = this.#index;
        const next = (before && (await this.#applyChanges(before))) ?? (await this.#load());
        this.#watch.advance(next.version);
        // Another epoch may have started in the meantime.
        if (isSameEpoch(next.version, this.#watch.version())) this.#index = next;
        // At most half of the time is spent on updates; and a standby may not have received the version yet.
        if (next.version !== this.#watch.version()) await sleep(Math.max(PAUSE, Date.now() - start));
      }
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#isClosed && !this.#hasFailed) this.#report(`Could not load the club names: ${String(error)}`);
      this.#hasFailed = true;
    }
  });

  async #load(): Promise<NameIndex> {
    const index = await loadNameIndex(this.sql);
    this.#loads += 1;
    this.#cards.advance(index.version, null);
    return index;
  }

  /** Returns the index unchanged while a standby lacks the changes; null if the database does not store them. */
  async #applyChanges(index: NameIndex): Promise<NameIndex | null> {
    const changes = await findChangesSince(this.sql, index.version);
    if (!changes || changes.version === index.version) return changes && index;
    const next = index.apply(changes.version, changes.movedIds, changes.moved);
    if (next) this.#cards.advance(next.version, changes.otherIds && [...changes.movedIds, ...changes.otherIds]);
    return next;
  }
}
