import { LRUCache } from 'lru-cache';
import { paths, type ImageName } from '../paths.ts';
import type { Rendition } from './rendition.ts';

const MAX_IMAGE_BYTES = 16 * 1024 * 1024;

/** Caches images in front of the database. An address contains the hash of its image, so entries never become stale. */
export class ImageMemory {
  readonly #renditions: LRUCache<string, Rendition, ImageName>;

  /** Concurrent requests for an image share one `load`. */
  constructor(load: (name: ImageName) => Promise<Rendition | null>) {
    this.#renditions = new LRUCache<string, Rendition, ImageName>({
      maxSize: MAX_IMAGE_BYTES,
      sizeCalculation: sizeOf,
      fetchMethod: async (_key, _stale, { context }) => (await load(context)) ?? undefined,
      ignoreFetchAbort: true,
    });
  }

  /** Null if it is not cached. */
  kept(name: ImageName): Rendition | null {
    return this.#renditions.get(paths.image(name)) ?? null;
  }

  /** Null if it does not exist, which is not cached. */
  async find(name: ImageName): Promise<Rendition | null> {
    return (await this.#renditions.fetch(paths.image(name), { context: name })) ?? null;
  }
}

/** Estimated, in bytes: with headers and, for small images, a second copy in the server. */
const sizeOf = ({ bytes }: Rendition): number => bytes.length + Math.min(bytes.length, 4096) + 2048;
