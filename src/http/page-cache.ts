import { LRUCache } from 'lru-cache';
import { sizeOf, type Answer } from './buffered-response.ts';

/** An answer that is kept, with what says whether it still holds. */
export interface Entry {
  answer: Answer;
  /** The pattern of the route that made it. */
  route: string;
  /** Of the directory, when the answer was made. */
  version: string;
  /** ms, by the clock. */
  madeAt: number;
  freshUntil: number;
}

/** What the cache may take of memory, in bytes. */
export const MAX_CACHE_BYTES = 48 * 1024 * 1024;
/** How many spellings of addresses are remembered, and how long they may be together, in bytes. */
const MAX_SPELLINGS = 20_000;
const MAX_SPELLING_BYTES = 4 * 1024 * 1024;

/** How often the cache had the answer, in this process. */
export interface CacheCounts {
  hits: number;
  misses: number;
  /** Old answers that stood in while the database failed. */
  stale: number;
}

/**
 * Answers by the one spelling of their address, and the spelling by the address as it was asked for, so that an
 * address is read only once. Both are bounded: no number of addresses takes more memory than that.
 */
export class PageCache {
  readonly counts: CacheCounts = { hits: 0, misses: 0, stale: 0 };
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_CACHE_BYTES,
    maxEntrySize: MAX_CACHE_BYTES / 16,
    sizeCalculation: ({ answer }, key) => sizeOf(answer) + key.length * 2,
  });
  /** Of pages, and of fragments. */
  readonly #keys = [this.#createKeys(), this.#createKeys()] as const;

  #createKeys() {
    return new LRUCache<string, string>({
      max: MAX_SPELLINGS,
      maxSize: MAX_SPELLING_BYTES,
      maxEntrySize: 4096,
      sizeCalculation: (key, spelling) => (key.length + spelling.length) * 2,
    });
  }

  /** The entry of an address as it was asked for, if it was asked for before. */
  find(spelling: string, isFragment: boolean): Entry | undefined {
    const key = this.#keys[isFragment ? 1 : 0].get(spelling);
    return key === undefined ? undefined : this.#entries.get(key);
  }

  remember(spelling: string, isFragment: boolean, key: string): void {
    this.#keys[isFragment ? 1 : 0].set(spelling, key);
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  set(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
  }

  /** Bytes that the answers take, as they are counted. */
  get size(): number {
    return this.#entries.calculatedSize;
  }
}
