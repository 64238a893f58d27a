import { LRUCache } from 'lru-cache';
import { sizeOf, type BufferedResponse } from './buffered-response.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Caches files in front of the database. A path contains the hash of its file, so entries never become stale. Concurrent
 * requests for a file share one `load`, and a missing file is not cached.
 */
export class StoredFiles extends LRUCache<string, BufferedResponse> {
  constructor(load: (path: string) => Promise<BufferedResponse | null>) {
    super({
      maxSize: MAX_BYTES,
      sizeCalculation: sizeOf,
      fetchMethod: async (path) => (await load(path)) ?? undefined,
      ignoreFetchAbort: true,
    });
  }
}
