import { AttemptLimit, type Wait } from '../lib/attempt-limit.ts';

export const RESET_EMAILS_AN_HOUR = 5;
export const INVITATIONS_AN_HOUR = 20;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const ofAccount = new AttemptLimit(10, MINUTE);
const ofRecipient = new AttemptLimit(RESET_EMAILS_AN_HOUR, HOUR);
/** Sign-ins, password resets and the like from a client. */
export const attemptsOfClient = new AttemptLimit(100, MINUTE);
/** Edit links to a recipient, and those that a client requests for any address. */
export const editLinksTo = new AttemptLimit(1, 10 * MINUTE);
export const editLinksOfClient = new AttemptLimit(20, HOUR);
/** Invitations for clubs by the address of their sender: each may send an e-mail to anyone. */
export const invitationsBy = new AttemptLimit(INVITATIONS_AN_HOUR, HOUR);

interface Attempt {
  email: string;
  clientAddress: string;
  /** A known device has a separate limit, so that others cannot lock its user out. */
  device: string | null;
}

const accountKey = ({ email, device }: Attempt) => (device === null ? email : `device ${device}`);

/** Counts an attempt before the password is compared, so that parallel attempts count too. */
export const countAttempt = (attempt: Attempt): Wait | null =>
  attemptsOfClient.countAddress(attempt.clientAddress) ?? ofAccount.count(accountKey(attempt));

/** Resets the limit of an account after a correct password. */
export const resetAttempts = (attempt: Attempt): void => ofAccount.reset(accountKey(attempt));

/** Counts a requested password reset, whether or not the address has an account. */
export const countReset = (email: string, clientAddress: string): Wait | null =>
  attemptsOfClient.countAddress(clientAddress) ?? ofRecipient.count(email);
