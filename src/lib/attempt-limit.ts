import { RateLimiterRes, type RateLimiterMemory } from 'rate-limiter-flexible';
import { isLoopbackAddress, toClientKey } from './ip-address.ts';

/** The time until a client may try again. */
export interface Wait {
  waitSeconds: number;
}

/** Counts a request of a key; null within the limit. */
export async function countIn(limiter: RateLimiterMemory, key: string): Promise<Wait | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return { waitSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
  }
}

/**
 * The same for a client address. Loopback addresses are not limited: they may be those of a proxy that no setting names,
 * which all visitors share.
 */
export const countAddressIn = async (limiter: RateLimiterMemory, address: string): Promise<Wait | null> =>
  isLoopbackAddress(address) ? null : await countIn(limiter, toClientKey(address));
