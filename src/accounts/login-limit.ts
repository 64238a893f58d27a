import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** In this many seconds so many passwords may be tried, for one account and from one address. */
const WINDOW = 60;
const TRIES = { account: 10, address: 100 };

const ofAccount = new RateLimiterMemory({ keyPrefix: 'account', points: TRIES.account, duration: WINDOW });
const ofAddress = new RateLimiterMemory({ keyPrefix: 'address', points: TRIES.address, duration: WINDOW });

/** Counts a try before the password is looked at, so that many at once are no way around. */
export async function countTry(email: string, address: string): Promise<{ waitSeconds: number } | null> {
  for (const [limiter, key] of [
    [ofAddress, address],
    [ofAccount, email],
  ] as const) {
    try {
      await limiter.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return { waitSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
    }
  }
  return null;
}

/** Takes a try back: the password was right. */
export async function forgetTry(email: string, address: string): Promise<void> {
  await Promise.all([ofAccount.delete(email), ofAddress.reward(address)]);
}
