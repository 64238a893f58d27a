import { AttemptLimit, type Wait } from '../lib/attempt-limit.ts';

export const RESET_EMAILS_AN_HOUR = 5;
export const INVITATIONS_AN_HOUR = 20;
/** Of a client, for any address. */
export const EDIT_LINKS_AN_HOUR = 20;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const byAccount = new AttemptLimit(10, MINUTE);
const byAddress = new AttemptLimit(100, MINUTE);
const byRecipient = new AttemptLimit(RESET_EMAILS_AN_HOUR, HOUR);
const byEditLink = new AttemptLimit(1, 10 * MINUTE);
const editLinksOf = new AttemptLimit(EDIT_LINKS_AN_HOUR, HOUR);
const byInviter = new AttemptLimit(INVITATIONS_AN_HOUR, HOUR);

interface Attempt {
  email: string;
  clientAddress: string;
  /** A known device has a separate limit, so that others cannot lock its user out. */
  device: string | null;
}

const accountKey = ({ email, device }: Attempt) => (device === null ? email : `device ${device}`);

/** Counts an attempt before the password is compared, so that parallel attempts count too. */
export const countAttempt = (attempt: Attempt): Wait | null =>
  countAddress(attempt.clientAddress) ?? byAccount.count(accountKey(attempt));

/** Resets the limit of an account after a correct password. */
export function resetAttempts(attempt: Attempt): void {
  byAccount.reset(accountKey(attempt));
  byAddress.refundAddress(attempt.clientAddress);
}

/** Counts a requested password reset, whether or not the address has an account. */
export const countReset = (email: string, clientAddress: string): Wait | null =>
  countAddress(clientAddress) ?? byRecipient.count(email);

/** Counts a requested edit link by its sender, whether or not a club has the address. */
export const countEditRequest = (clientAddress: string): Wait | null => editLinksOf.countAddress(clientAddress);

/** Counts an edit link by its recipient. */
export const countEditLink = (email: string): Wait | null => byEditLink.count(email);
/** Resets the limit of a recipient after a failure. */
export const resetEditLink = (email: string): void => byEditLink.reset(email);

/** Counts an invitation for a club by the address of its sender: each may send an e-mail to anyone. */
export const countInvitation = (inviter: string): Wait | null => byInviter.count(inviter);

export const countAddress = (clientAddress: string): Wait | null => byAddress.countAddress(clientAddress);
