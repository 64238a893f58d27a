import { RateLimiterRes, type RateLimiterMemory } from 'rate-limiter-flexible';
import { isLoopbackAddress, toClientKey } from './ip-address.ts';

/** How long somebody has to wait. */
export interface Wait {
  waitSeconds: number;
}

/** Counts one more for a key; null while that is not too many. */
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
 * The same for the address of who asks. This machine is not counted: that may be a proxy which no setting names, with one
 * address for all visitors, and one of them must not keep the others out.
 */
export const countAddressIn = async (limiter: RateLimiterMemory, address: string): Promise<Wait | null> =>
  isLoopbackAddress(address) ? null : await countIn(limiter, toClientKey(address));
