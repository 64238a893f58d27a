import { LRUCache } from 'lru-cache';
import { sizeOf, type Answer } from './answer.ts';

/** An answer that is kept, with what says whether it still holds. */
export interface Entry {
  answer: Answer;
  /** Of the directory, when the answer was made. */
  version: string;
  /** ms, by the clock. */
  madeAt: number;
  freshUntil: number;
}

/** What the cache may take of memory, in bytes. */
const MAX_BYTES = 48 * 1024 * 1024;
/** How many spellings of addresses are remembered, and how long they may be together, in bytes. */
const MAX_SPELLINGS = 20_000;
const MAX_SPELLING_BYTES = 4 * 1024 * 1024;

/** How often the cache had the answer, in this process. */
export interface CacheCounts {
  hits: number;
  misses: number;
  /** Old answers that stood in for an error. */
  stale: number;
}

/**
 * Answers by the one spelling of their address, and the spelling by the address as it was asked for, so that an
 * address is read only once. Both are bounded: no number of addresses takes more memory than that.
 */
export class PageCache {
  readonly counts: CacheCounts = { hits: 0, misses: 0, stale: 0 };
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 16,
    sizeCalculation: ({ answer }, key) => sizeOf(answer) + key.length * 2,
  });
  readonly #spellings = new LRUCache<string, string>({
    max: MAX_SPELLINGS,
    maxSize: MAX_SPELLING_BYTES,
    maxEntrySize: 4096,
    sizeCalculation: (key, spelling) => (key.length + spelling.length) * 2,
  });

  /** The key of an address in any spelling, if it was asked for before. */
  keyOf(spelling: string): string | undefined {
    return this.#spellings.get(spelling);
  }

  rememberKey(spelling: string, key: string): void {
    this.#spellings.set(spelling, key);
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
