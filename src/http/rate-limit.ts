import { LRUCache } from 'lru-cache';
import { toClientKey } from '../lib/ip-address.ts';

/** The burst of a client, in seconds of its rate. */
const BURST_SECONDS = 10;
/** About 10 MB. The least recently used client is forgotten first. */
export const MAX_CLIENTS = 20_000;
/** In ms. An idle client has its whole burst again by then. The privacy page promises at most a minute. */
const FORGET_AFTER_MS = 20_000;
/** In seconds. */
export const RATE_LIMIT_RETRY_AFTER = 1;

/** Limits each client to `perSecond` requests per second, with bursts of ten times as many: a token bucket for each. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #burst: number;
  /** `at` is in ms. */
  readonly #buckets = new LRUCache<string, { tokens: number; at: number }>({
    max: MAX_CLIENTS,
    ttl: FORGET_AFTER_MS,
    ttlAutopurge: true,
  });

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#burst = perSecond * BURST_SECONDS;
  }

  /** Counts a request if it is within the limit, and returns whether it is. */
  take(address: string): boolean {
    const bucket = this.#refill(address);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Whether the next request would be refused. */
  isExhausted(address: string): boolean {
    return this.#refill(address).tokens < 1;
  }

  #refill(address: string) {
    const key = toClientKey(address);
    const now = performance.now();
    const before = this.#buckets.get(key) ?? { tokens: this.#burst, at: now };
    const tokens = Math.min(this.#burst, before.tokens + ((now - before.at) / 1000) * this.#perSecond);
    const bucket = { tokens, at: now };
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
