import { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';
import { toClientKey } from '../ip-address.ts';

/** So many times what it may ask in a second, a client may ask at once. */
export const BURST_SECONDS = 10;

/** As many clients are remembered, some 10 MB; whoever has not asked for longest begins anew, as after ten seconds of rest. */
export const MOST_CLIENTS = 20_000;

/** What a client is told of its limit, and whether it has reached it. */
export interface Allowance {
  isExceeded: boolean;
  /** Name and value in turn, as of draft-ietf-httpapi-ratelimit-headers-11. They are one client's, and of this moment. */
  headers: string[];
}

/**
 * A client that has asked nothing for so long, in ms, is forgotten: it may ask as much as a new one by then, and its
 * address is in memory for no longer than the page on privacy says. It is looked for them as often.
 */
export const FORGOTTEN_AFTER = 20_000;

/** In this time, in seconds, a client without any left may ask again. */
export const AGAIN_AFTER = 1;

/** How much clients may ask, each `perSecond` requests a second for long, and those of ten seconds at once. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #policy: string;
  readonly #buckets = new LRUCache<string, TokenBucket>({
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

  /** Counts a request of an address. One that exceeds the limit costs nothing. */
  take(address: string): Allowance {
    const bucket = this.#bucketOf(address);
    const isExceeded = !bucket.tryRemoveTokens(1);
    const left = `"default";r=${Math.floor(bucket.content)};t=${AGAIN_AFTER}`;
    return { isExceeded, headers: ['RateLimit-Policy', this.#policy, 'RateLimit', left] };
  }

  /** Whether an address may ask no more; it is not counted. */
  isExhausted(address: string): boolean {
    return this.#bucketOf(address).getWaitTime(1) > 0;
  }

  /** How many clients are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  #bucketOf(address: string): TokenBucket {
    const key = toClientKey(address);
    const known = this.#buckets.get(key);
    if (known) return known;
    const bucket = new TokenBucket({
      bucketSize: this.#burst,
      tokensPerInterval: this.#perSecond,
      interval: 'second',
    });
    // The library begins with an empty one.
    bucket.content = this.#burst;
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
