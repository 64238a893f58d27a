import { LRUCache } from 'lru-cache';
import { isLoopbackAddress, toClientKey } from './ip-address.ts';

export interface Wait {
  waitSeconds: number;
}

/** The least recently used key is forgotten first. */
const MAX_KEYS = 20_000;

/** Limits the attempts with each key in a fixed window of time, which starts with the first attempt. */
export class AttemptLimit {
  readonly #limit: number;
  readonly #attempts: LRUCache<string, number>;

  constructor(limit: number, windowSeconds: number) {
    this.#limit = limit;
    this.#attempts = new LRUCache({ max: MAX_KEYS, ttl: windowSeconds * 1000, ttlAutopurge: true, noUpdateTTL: true });
  }

  /** Counts an attempt; null within the limit. */
  count(key: string): Wait | null {
    const attempts = this.#attempts.get(key) ?? 0;
    if (attempts >= this.#limit)
      return { waitSeconds: Math.max(1, Math.ceil(this.#attempts.getRemainingTTL(key) / 1000)) };
    this.#attempts.set(key, attempts + 1);
    return null;
  }

  /** The same for a client address. Loopback is not limited: it may be an unconfigured proxy that all visitors share. */
  countAddress(address: string): Wait | null {
    return isLoopbackAddress(address) ? null : this.count(toClientKey(address));
  }

  reset(key: string): void {
    this.#attempts.delete(key);
  }
}
