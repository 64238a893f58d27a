import { RateLimiterMemory } from 'rate-limiter-flexible';
import { countAddressIn, countIn, type Wait } from '../lib/attempt-limit.ts';
import { toClientKey } from '../lib/ip-address.ts';

export const RESET_EMAILS_AN_HOUR = 5;
export const INVITATIONS_AN_HOUR = 20;

const limiter = (keyPrefix: string, points: number, duration: number) =>
  new RateLimiterMemory({ keyPrefix, points, duration });
const byAccount = limiter('account', 10, 60);
const byAddress = limiter('address', 100, 60);
const byRecipient = limiter('recipient', RESET_EMAILS_AN_HOUR, 60 * 60);
const byInviter = limiter('inviter', INVITATIONS_AN_HOUR, 60 * 60);

/** An attempt to sign in. */
interface Attempt {
  email: string;
  clientAddress: string;
  /** A known device has a separate limit, so that others cannot lock its user out. */
  device: string | null;
}

const accountKey = ({ email, device }: Attempt) => (device === null ? email : `device ${device}`);

/** Counts an attempt before the password is compared, so that parallel attempts count too. */
export const countAttempt = async (attempt: Attempt): Promise<Wait | null> =>
  (await countAddress(attempt.clientAddress)) ?? (await countIn(byAccount, accountKey(attempt)));

/** Resets the limit of an account after a correct password. */
export async function resetAttempts(attempt: Attempt): Promise<void> {
  await Promise.all([byAccount.delete(accountKey(attempt)), byAddress.reward(toClientKey(attempt.clientAddress))]);
}

/** Counts a requested password reset, whether or not the address has an account. */
export const countReset = async (email: string, clientAddress: string): Promise<Wait | null> =>
  (await countAddress(clientAddress)) ?? (await countIn(byRecipient, email));

/** Counts an invitation for a club by the address of its sender: each may send an e-mail to anyone. */
export const countInvitation = (inviter: string): Promise<Wait | null> => countIn(byInviter, inviter);

export const countAddress = (clientAddress: string): Promise<Wait | null> => countAddressIn(byAddress, clientAddress);
