import { clubStore } from '../clubs/club-store.ts';
import { countTry, forgetTries } from './login-limit.ts';
import { hashPassword, isPassword } from './passwords.ts';
import type { User } from './permissions.ts';
import { findPasswordHash, replacePassword } from './queries.ts';

/** Why somebody who is signed in is not believed to be the one. */
export type PasswordDoubt = { doubt: 'wrong' } | { doubt: 'slowed'; waitSeconds: number };

/** Looks at the password that somebody who is signed in has entered again; a session may have been left open. */
export async function checkOwnPassword(
  user: User,
  password: string,
  address: string,
): Promise<{ hash: string } | PasswordDoubt> {
  // Their own session is the device: strangers who try to sign in as them are nothing to them.
  const trier = { email: user.email, address, device: `own ${user.email}` };
  const slowed = await countTry(trier);
  if (slowed) return { doubt: 'slowed', ...slowed };
  const hash = await findPasswordHash(clubStore().sql, { id: user.id });
  if (hash === null || !(await isPassword(password, hash))) return { doubt: 'wrong' };
  await forgetTries(trier);
  return { hash };
}

/** Changes the password of somebody who knows the old one. All of their other sessions end, and this one goes on. */
export async function changePassword(
  user: User,
  { from, to }: { from: string; to: string },
  address: string,
): Promise<PasswordDoubt | null> {
  const checked = await checkOwnPassword(user, from, address);
  if ('doubt' in checked) return checked;
  const change = { userId: user.id, from: checked.hash, to: await hashPassword(to), sessionId: user.sessionId };
  return (await replacePassword(clubStore().sql, change)) ? null : { doubt: 'wrong' };
}
