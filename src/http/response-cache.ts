import { LRUCache } from 'lru-cache';
import type { DataVersion } from './data-version.ts';
import { isSameEpoch } from '../lib/version.ts';
import { sizeOf } from './buffered-response.ts';
import type { RenderResult } from './render.ts';

interface CacheEntry extends RenderResult {
  version: string;
  /** In ms since 1970, as `freshUntil`. */
  renderedAt: number;
  freshUntil: number;
}

/** In bytes. */
export const MAX_CACHE_BYTES = 48 * 1024 * 1024;
/** In ms. */
const STALE_IF_ERROR_MS = 24 * 60 * 60 * 1000;
/** In ms. Not longer, because the database connection of the rendering may have died without notice. */
const SHARED_MS = 1000;
/** Others are not shared. */
const MAX_FLIGHTS = 1000;

/**
 * Responses for all visitors by cache key (page-request.ts). An entry is fresh while it shows the current version of
 * the data. The least recently used entries are evicted first.
 */
export class ResponseCache {
  /** `stale`: stale responses served because rendering failed, was refused or took too long. */
  readonly counts = { hits: 0, misses: 0, stale: 0 };
  readonly #data: Pick<DataVersion, 'version' | 'isCertain'>;
  readonly #entries = new LRUCache<string, CacheEntry>({
    maxSize: MAX_CACHE_BYTES,
    maxEntrySize: MAX_CACHE_BYTES / 16,
    sizeCalculation: ({ response }, key) => sizeOf(response) + key.length * 2,
  });
  /** Renderings in progress by key and latest known version when they started. */
  readonly #flights = new LRUCache<string, Promise<RenderResult>>({ max: MAX_FLIGHTS, ttl: SHARED_MS });
  readonly #isEnabled: boolean;
  /** Counts how often all entries became outdated. */
  generation = 0;

  /** A disabled cache stores and shares nothing. */
  constructor(data: Pick<DataVersion, 'version' | 'isCertain'>, { isEnabled = true } = {}) {
    this.#data = data;
    this.#isEnabled = isEnabled;
  }

  /** Counts as a hit. A null key, here and below, is that of a response that must not be shared. */
  findFresh(key: string | null): CacheEntry | null {
    const entry = key === null ? undefined : this.#entries.get(key);
    if (!entry || !this.#isFresh(entry)) return null;
    this.counts.hits += 1;
    return entry;
  }

  /** An entry that may be served when no fresh response is available: same epoch of the data, at most a day old. */
  findStale(key: string | null): CacheEntry | null {
    const entry = key === null ? undefined : this.#entries.get(key);
    const isServable =
      entry && isSameEpoch(entry.version, this.#data.version()) && Date.now() - entry.renderedAt < STALE_IF_ERROR_MS;
    return isServable ? entry : null;
  }

  /** Adds the age in seconds. */
  serveStale(entry: CacheEntry): CacheEntry & { age: number } {
    this.counts.stale += 1;
    return { ...entry, age: Math.max(0, Math.floor((Date.now() - entry.renderedAt) / 1000)) };
  }

  /** The rendering in progress that shows all changes known now. */
  findFlight(key: string | null): Promise<RenderResult> | null {
    if (key === null) return null;
    this.counts.misses += 1;
    return this.#flights.get(this.#versioned(key)) ?? null;
  }

  startFlight(key: string | null, result: Promise<RenderResult>): Promise<RenderResult> {
    if (key === null || !this.#isEnabled) return result;
    const flight = this.#versioned(key);
    this.#flights.set(flight, result);
    const end = () => {
      if (this.#flights.get(flight) === result) this.#flights.delete(flight);
    };
    result.then(end, end);
    return result;
  }

  /** Drops everything, also what is being rendered: the content of the site changed. */
  clear(): void {
    this.generation += 1;
    this.#entries.clear();
  }

  /** Stores a response if its route allows that. `generation` is that at the start of its rendering. */
  save(key: string | null, result: RenderResult, generation = this.generation): void {
    const { response, version, maxAge } = result;
    if (key === null || !this.#isEnabled || generation !== this.generation) return;
    if (response.status !== 200 || maxAge <= 0 || version === null) return;
    // A change during the rendering makes the response stale at once.
    const isCurrent = version === this.#data.version();
    if (!isCurrent && this.#entries.has(key)) return;
    const renderedAt = Date.now();
    this.#entries.set(key, { ...result, version, renderedAt, freshUntil: isCurrent ? renderedAt + maxAge * 1000 : 0 });
  }

  #versioned(key: string): string {
    return `${this.#data.version()} ${this.generation} ${key}`;
  }

  #isFresh({ version, freshUntil }: CacheEntry): boolean {
    return version === this.#data.version() && freshUntil > Date.now() && this.#data.isCertain();
  }

  /** In bytes. */
  get size(): number {
    return this.#entries.calculatedSize;
  }
}
