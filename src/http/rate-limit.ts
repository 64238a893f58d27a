import { LRUCache } from 'lru-cache';
import { toClientKey } from '../ip-address.ts';

/** The burst of a client, in seconds of its rate. */
const BURST_SECONDS = 10;

/** The number of clients in memory, about 10 MB. The least recent one is forgotten first. */
export const MOST_CLIENTS = 20_000;

/** In ms. An idle client has all of its burst again by then; the privacy page promises to forget its address. */
export const FORGOTTEN_AFTER = 20_000;

/** `Retry-After`, in seconds. */
export const AGAIN_AFTER = 1;

/** The answer to a request as far as the rate limit goes. */
export interface Allowance {
  isExceeded: boolean;
  /** Names and values in turn, as of draft-ietf-httpapi-ratelimit-headers-11. They are for one client, and must not be cached. */
  headers: string[];
}

/** A token bucket: its tokens at a time, in ms. */
interface Bucket {
  tokens: number;
  at: number;
}

/** Limits each client to `perSecond` requests per second, with bursts of ten times as many. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #policy: string;
  readonly #buckets = new LRUCache<string, Bucket>({
    max: MOST_CLIENTS,
    ttl: FORGOTTEN_AFTER,
    updateAgeOnGet: true,
  });

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#burst = perSecond * BURST_SECONDS;
    this.#policy = `"default";q=${this.#burst};w=${BURST_SECONDS}`;
    setInterval(() => this.#buckets.purgeStale(), FORGOTTEN_AFTER).unref();
  }

  /** Counts a request of an address. A request above the limit costs nothing. */
  take(address: string): Allowance {
    const bucket = this.#refill(address);
    const isExceeded = bucket.tokens < 1;
    if (!isExceeded) bucket.tokens -= 1;
    const left = `"default";r=${Math.floor(bucket.tokens)};t=${AGAIN_AFTER}`;
    return { isExceeded, headers: ['RateLimit-Policy', this.#policy, 'RateLimit', left] };
  }

  /** Whether the next request of an address would be above the limit; counts nothing. */
  isExhausted(address: string): boolean {
    return this.#refill(address).tokens < 1;
  }

  /** The number of clients in memory. */
  get size(): number {
    return this.#buckets.size;
  }

  #refill(address: string): Bucket {
    const key = toClientKey(address);
    const now = performance.now();
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = { tokens: this.#burst, at: now };
      this.#buckets.set(key, bucket);
    }
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond);
    bucket.at = now;
    return bucket;
  }
}
