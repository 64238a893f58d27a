import { channel } from 'node:diagnostics_channel';
import type { Database } from '../../db/client.ts';
import type { Wait } from '../lib/attempt-limit.ts';
import { shortenAddress } from '../lib/ip-address.ts';
import { withFields, type LogFields } from '../lib/log.ts';
import { passwordAuth } from './auth.ts';
import type { FormInput } from './form.ts';
import { findKnownDevice, toKnownDevice } from './known-device.ts';
import { findPasswordHash, passwordQueue } from './passwords.ts';
import type { User } from './permissions.ts';
import { countAttempt, resetAttempts } from './attempt-limits.ts';
import { cookiesOf } from './session-cookie.ts';
import { startSession } from './sessions.ts';

/** If `user` is set, the sign-in ends that session. */
export type SignInRequest = Pick<FormInput, 'clientAddress' | 'request' | 'user'>;

type SignIn = { user: User; headers: Headers } | { refused: 'wrong' | Wait };

/** Signs in with a password. An unknown address and a wrong password give the same result after the same time. */
export async function signIn(
  sql: Database,
  { email, password }: { email: string; password: string },
  { clientAddress, request, user: previous }: SignInRequest,
): Promise<SignIn> {
  const device = await findKnownDevice(sql, request.headers.get('Cookie'), email);
  const attempt = { email, clientAddress, device };
  const limited = countAttempt(attempt);
  if (limited) return { refused: limited };
  const auth = await passwordAuth(sql);
  const passwordHash = await findPasswordHash(sql, email);
  const response = await passwordQueue.add(() => auth.api.signInEmail({ body: { email, password }, asResponse: true }));
  const headers = cookiesOf(response.headers);
  const user = passwordHash === null ? null : await startSession(sql, headers, { previous, passwordHash });
  if (!user) return { refused: 'wrong' };
  resetAttempts(attempt);
  headers.append('Set-Cookie', await toKnownDevice(sql, email));
  return { user, headers };
}

/** Logs an event of an account. The log names accounts by id and clients by their shortened address only. */
export const logAccount = (event: string, clientAddress: string, fields: LogFields): void =>
  console.info(withFields(event, { ...fields, client: shortenAddress(clientAddress) }));

export function logRefused(clientAddress: string, fields: LogFields): void {
  channel('club_directory_failed_sign_ins_total').publish(null);
  console.warn(withFields('Sign-in refused', { ...fields, client: shortenAddress(clientAddress) }));
}
