import { RateLimiterMemory } from 'rate-limiter-flexible';
import { countAddressIn, countIn, type Wait } from '../count-in.ts';
import { toClientKey } from '../ip-address.ts';

/** In this many seconds so many passwords may be tried, for one account and from one address. */
const WINDOW = 60;
const TRIES = { account: 10, address: 100 };

const ofAccount = new RateLimiterMemory({ keyPrefix: 'account', points: TRIES.account, duration: WINDOW });
/** So many letters an hour may be asked for, for one e-mail address. */
export const LETTERS_AN_HOUR = 5;

const ofLetters = new RateLimiterMemory({ keyPrefix: 'letter', points: LETTERS_AN_HOUR, duration: 60 * 60 });
/** So many invitations an hour somebody may make for a club. */
export const INVITATIONS_AN_HOUR = 20;
const ofInviter = new RateLimiterMemory({ keyPrefix: 'inviter', points: INVITATIONS_AN_HOUR, duration: 60 * 60 });
const ofAddress = new RateLimiterMemory({ keyPrefix: 'address', points: TRIES.address, duration: WINDOW });

/** Who tries a password. */
export interface Trier {
  /** The account, in small letters. */
  email: string;
  /** Where they ask from (http/client-address.ts). */
  address: string;
  /** A browser in which this account has signed in before: its tries are its own. */
  device: string | null;
}

const keyOf = ({ email, device }: Trier) => (device === null ? email : `device ${device}`);

/** Counts a try before the password is looked at, so that many at once are no way around. */
export async function countTry(trier: Trier): Promise<Wait | null> {
  return (await countAddress(trier.address)) ?? (await countIn(ofAccount, keyOf(trier)));
}

/** Counts a letter that is asked for, whether or not there is an account of that e-mail address. */
export async function countLetter(email: string, address: string): Promise<Wait | null> {
  return (await countAddress(address)) ?? (await countIn(ofLetters, email));
}

/** Counts an invitation for a club, by the e-mail address of whoever makes it: each may be a letter to anybody. */
export const countInvitation = async (inviter: string): Promise<Wait | null> => await countIn(ofInviter, inviter);

/** Counts what costs the site something, by the address of who asks. */
export const countAddress = (address: string): Promise<Wait | null> => countAddressIn(ofAddress, address);

/** Takes a try back whose password nobody has looked at. */
export async function takeTryBack(trier: Trier): Promise<void> {
  await Promise.all([ofAccount.reward(keyOf(trier)), ofAddress.reward(toClientKey(trier.address))]);
}

/** Forgets the tries of an account: the password was right. */
export async function forgetTries(trier: Trier): Promise<void> {
  await Promise.all([ofAccount.delete(keyOf(trier)), ofAddress.reward(toClientKey(trier.address))]);
}
