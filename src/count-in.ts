import { RateLimiterRes, type RateLimiterMemory } from 'rate-limiter-flexible';

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
