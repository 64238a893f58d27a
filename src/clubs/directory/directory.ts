import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../db/client.ts';
import { shareCalls } from '../../lib/single-flight.ts';
import { settleWithin } from '../../lib/timeout.ts';
import { isSameEpoch } from '../../lib/version.ts';
import type { ClubSummary } from '../record/columns.ts';
import type { VersionedRows } from '../record/version-queries.ts';
import { findChangesSince, findSearchWords, findWords, loadNameIndex, loadVocabulary } from './index-queries.ts';
import { NameIndex } from './name-index.ts';
import { findClubsById, sortByIds } from './queries.ts';
import type { VersionWatch } from './version-watch.ts';
import { Synonyms } from './synonyms.ts';
import { Vocabulary } from './vocabulary.ts';

/** The maximum wait for a newer index, in ms. */
const SOON = 250;
/** The minimum pause between two updates of the index, in ms. */
const PAUSE = 25;
/** The maximum number of clubs whose cards are cached. */
export const MAX_CARDS = 10_000;

/**
 * The clubs in memory: the index of all names, and the clubs whose cards were shown last, to which pages attach the HTML
 * of the cards. Follows the version of a watch.
 */
export class Directory {
  readonly sql: Database;
  readonly #watch: VersionWatch;
  readonly #report: (line: string) => void;
  /** They have the version of the index, and do not change. */
  readonly #cards = new LRUCache<number, ClubSummary>({ max: MAX_CARDS });
  /** The words of all clubs; empty until the index is loaded. */
  vocabulary = new Vocabulary();
  synonyms = new Synonyms();
  #index: NameIndex | null = null;
  #loads = 0;
  #isClosed = false;
  #hasFailed = false;

  constructor(sql: Database, watch: VersionWatch, report: (line: string) => void) {
    this.sql = sql;
    this.#watch = watch;
    this.#report = report;
    watch.follow(() => void this.#update());
    void this.#update();
  }

  /** The index at the newest known version; null while it is missing or older. */
  readonly names = (): NameIndex | null => (this.#index?.version === this.#watch.version() ? this.#index : null);

  /** The index after at most 250 ms; it may be older than the newest known version, or missing. */
  readonly namesSoon = async (): Promise<NameIndex | null> => {
    if (!this.names()) await settleWithin(SOON, this.#update());
    return this.#index && isSameEpoch(this.#index.version, this.#watch.version()) ? this.#index : null;
  };

  /** Finds the clubs of these ids in their order, from memory where it has them at the version `known`. */
  readonly findCards = async (ids: readonly number[], known: string): Promise<ClubSummary[]> =>
    (await this.#findCards(ids, known)).rows;

  /** The same with the version in the database, which is read after the call. */
  readonly findCurrentCards = async (ids: readonly number[], known: string): Promise<VersionedRows<ClubSummary>> => {
    const { version, rows } = await this.#findCards(ids, known);
    return { version: version ?? (await this.#watch.find()), rows };
  };

  /** The version is null if the database was not asked. */
  async #findCards(ids: readonly number[], known: string): Promise<{ version: string | null; rows: ClubSummary[] }> {
    const cached = known === this.#index?.version ? ids.flatMap((id) => this.#cards.get(id) ?? []) : [];
    if (cached.length === ids.length) return { version: null, rows: cached };
    const missing = ids.filter((id) => !cached.some((club) => club.id === id));
    const { version, rows } = await findClubsById(this.sql, 'card', missing);
    if (version === this.#index?.version) for (const club of rows) this.#cards.set(club.id, club);
    return { version, rows: sortByIds([...cached, ...rows], ids) };
  }

  /** For a change of the languages of the site. */
  forgetCards(): void {
    this.#cards.clear();
  }

  /** Whether searches use the index, its number of clubs, and how often it was loaded. */
  figures() {
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
        const next = await this.#findNext();
        const { version, clubs } = next.index;
        if (!next.changedIds) this.vocabulary = await loadVocabulary(this.sql, clubs.length);
        else for (const { word, count } of await findWords(this.sql, next.changedIds)) this.vocabulary.add(word, count);
        this.synonyms = new Synonyms(await findSearchWords(this.sql));
        this.#watch.advance(version);
        // Another epoch may have started in the meantime.
        if (isSameEpoch(version, this.#watch.version())) {
          if (next.changedIds) for (const id of next.changedIds) this.#cards.delete(id);
          else this.#cards.clear();
          this.#index = next.index;
        }
        // At most half of the time is spent on updates; and a standby may not have received the version yet.
        if (version !== this.#watch.version()) await sleep(Math.max(PAUSE, Date.now() - start));
      }
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#isClosed && !this.#hasFailed) this.#report(`Could not load the club names: ${String(error)}`);
      this.#hasFailed = true;
    }
  });

  /** `changedIds`: the clubs whose cards may have changed; null for all. */
  async #findNext() {
    const last = this.#index;
    const changes = last && (await findChangesSince(this.sql, last.version));
    if (last && changes?.hasSameNames) {
      const { version, changedIds } = changes;
      return { index: version === last.version ? last : new NameIndex(version, last.clubs), changedIds };
    }
    const index = await loadNameIndex(this.sql);
    this.#loads += 1;
    // Other clubs may have changed meanwhile.
    return { index, changedIds: changes?.version === index.version ? changes.changedIds : null };
  }
}
