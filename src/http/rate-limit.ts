import { LRUCache } from 'lru-cache';
import { toClientKey } from '../lib/ip-address.ts';

/** The burst of a client, in seconds of its rate. */
const BURST_SECONDS = 10;
/** About 10 MB. The least recently used client is forgotten first. */
export const MAX_CLIENTS = 20_000;
/** In ms. An idle client has its whole burst again by then. The privacy page promises at most a minute. */
const FORGET_AFTER_MS = 20_000;
/** In requests, for errors of floating-point numbers. */
const ROUNDING = 1e-6;
/** In seconds. */
export const RATE_LIMIT_RETRY_AFTER = 1;

/** Limits each client to `perSecond` requests per second, with bursts of ten times as many. */
export class RateLimit {
  readonly #perSecond: number;
  /** When a client has its whole burst again, in the unit of `#now`. */
  readonly #fullAt = new LRUCache<string, number>({ max: MAX_CLIENTS, ttl: FORGET_AFTER_MS, ttlAutopurge: true });

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Counts a request if it is within the limit, and returns whether it is. */
  take(address: string): boolean {
    if (this.isExhausted(address)) return false;
    const key = toClientKey(address);
    this.#fullAt.set(key, Math.max(this.#fullAt.get(key) ?? 0, this.#now()) + 1);
    return true;
  }

  /** Whether the next request would be refused. */
  isExhausted(address: string): boolean {
    const used = (this.#fullAt.get(toClientKey(address)) ?? 0) - this.#now();
    return used > BURST_SECONDS * this.#perSecond - 1 + ROUNDING;
  }

  /** In requests: the time that they take at the rate of a client. */
  #now(): number {
    return (performance.now() / 1000) * this.#perSecond;
  }
}
