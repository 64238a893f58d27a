import { LRUCache } from 'lru-cache';
import { paths, type ImageName } from '../paths.ts';
import { PATIENCE } from '../lib/single-flight.ts';
import type { Rendition } from './rendition.ts';

/** The maximum memory of the cache, in bytes. */
export const MAX_IMAGE_BYTES = 16 * 1024 * 1024;

/** Caches images in front of the database. An address contains the hash of its image, so entries never become stale. */
export class ImageMemory {
  readonly #renditions = new LRUCache<string, Rendition>({ maxSize: MAX_IMAGE_BYTES, sizeCalculation: sizeOf });
  readonly #underWay = new Map<string, { since: number; found: Promise<Rendition | null> }>();
  readonly #load: (name: ImageName) => Promise<Rendition | null>;

  constructor(load: (name: ImageName) => Promise<Rendition | null>) {
    this.#load = load;
  }

  /** An image in one size, if it is cached. */
  kept(name: ImageName): Rendition | null {
    return this.#renditions.get(paths.image(name)) ?? null;
  }

  /** An image in one size; null if it does not exist, which is not cached. */
  find(name: ImageName): Rendition | Promise<Rendition | null> {
    const key = paths.image(name);
    const kept = this.#renditions.get(key);
    if (kept) return kept;
    const same = this.#underWay.get(key);
    // Concurrent requests share a query, but not a slow one: its connection may be lost.
    if (same && performance.now() - same.since < PATIENCE) return same.found;
    const found = this.#find(key, name);
    this.#underWay.set(key, { since: performance.now(), found });
    const forget = () => {
      if (this.#underWay.get(key)?.found === found) this.#underWay.delete(key);
    };
    found.then(forget, forget);
    return found;
  }

  async #find(key: string, name: ImageName): Promise<Rendition | null> {
    const rendition = await this.#load(name);
    if (rendition) this.#renditions.set(key, rendition);
    return rendition;
  }

  /** The estimated memory of the cached images, in bytes. */
  get size(): number {
    return this.#renditions.calculatedSize;
  }
}

/** The estimated memory of an image in bytes, with headers and, for small ones, a second copy in the server. */
const sizeOf = ({ bytes }: Rendition): number => bytes.length + Math.min(bytes.length, 4096) + 2048;
