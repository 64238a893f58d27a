import { clubStore } from '../clubs/club-store.ts';
import { shortenAddress } from '../ip-address.ts';
import { withFields, type LogFields } from '../log.ts';
import type { User } from './permissions.ts';
import { findResetUser, findUserBySession } from './queries.ts';
import { isSessionCookie, readSessionToken } from './session-cookie.ts';

/** Logs what happened to an account. The log names accounts by number and clients by their shortened address only. */
export const logAccount = (event: string, clientAddress: string, fields: LogFields): void =>
  console.info(withFields(event, { ...fields, client: shortenAddress(clientAddress) }));

/** Logs a sign-in, if a response with these headers begins a session, and returns its user. */
export async function logSignIn(method: string, clientAddress: string, headers: Headers): Promise<User | null> {
  const token = readSessionToken(headers.getSetCookie().find(isSessionCookie) ?? null);
  const found = token === null ? null : await findUserBySession(clubStore().sql, token);
  if (found) logAccount('Signed in', clientAddress, { account: found.user.id, method });
  return found?.user ?? null;
}

/** Logs a sign-in that was refused; without an account if none has this e-mail address. */
export async function logRefusedSignIn(
  method: string,
  clientAddress: string,
  { reason, email }: { reason: string; email: string | null },
): Promise<void> {
  const user = email === null ? null : await findResetUser(clubStore().sql, email);
  const fields = { account: user?.id ?? null, method, reason, client: shortenAddress(clientAddress) };
  console.warn(withFields('Sign-in refused', fields));
}
