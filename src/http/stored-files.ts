import { LRUCache } from 'lru-cache';
import { sizeOf, type BufferedResponse } from './buffered-response.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/** Caches files in front of the database. A path contains the hash of its file, so entries never become stale. */
export class StoredFiles {
  readonly #responses: LRUCache<string, BufferedResponse>;

  /** Concurrent requests for a file share one `load`. */
  constructor(load: (path: string) => Promise<BufferedResponse | null>) {
    this.#responses = new LRUCache({
      maxSize: MAX_BYTES,
      sizeCalculation: sizeOf,
      fetchMethod: async (path) => (await load(path)) ?? undefined,
      ignoreFetchAbort: true,
    });
  }

  findCached(path: string): BufferedResponse | null {
    return this.#responses.get(path) ?? null;
  }

  /** Null if it does not exist, which is not cached. */
  async find(path: string): Promise<BufferedResponse | null> {
    return (await this.#responses.fetch(path)) ?? null;
  }
}
