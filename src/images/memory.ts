import { LRUCache } from 'lru-cache';
import { paths, type ImageName } from '../paths.ts';
import { PATIENCE } from '../share-calls.ts';
import type { Rendition } from './rendition.ts';

/** What the images may take of memory, in bytes. */
export const MAX_IMAGE_BYTES = 16 * 1024 * 1024;

/** Images that were asked for, in front of the database. What an address names never changes: nothing here grows old. */
export class ImageMemory {
  readonly #renditions = new LRUCache<string, Rendition>({ maxSize: MAX_IMAGE_BYTES, sizeCalculation: sizeOf });
  readonly #underWay = new Map<string, { since: number; found: Promise<Rendition | null> }>();
  readonly #load: (name: ImageName) => Promise<Rendition | null>;

  constructor(load: (name: ImageName) => Promise<Rendition | null>) {
    this.#load = load;
  }

  /** An image in one size, where it is at hand. */
  kept(name: ImageName): Rendition | null {
    return this.#renditions.get(paths.image(name)) ?? null;
  }

  /** An image in one size; null when there is none, which may be otherwise in a moment. */
  find(name: ImageName): Rendition | Promise<Rendition | null> {
    const key = paths.image(name);
    const kept = this.#renditions.get(key);
    if (kept) return kept;
    const same = this.#underWay.get(key);
    // Nobody waits long for the question of another, whose connection may be gone without a word.
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

  /** Bytes that the images take, as they are counted. */
  get size(): number {
    return this.#renditions.calculatedSize;
  }
}

/** What one takes, roughly, in bytes: with its headers, and small ones with a second form (http/buffered-response.ts). */
const sizeOf = ({ bytes }: Rendition): number => bytes.length + Math.min(bytes.length, 4096) + 2048;
