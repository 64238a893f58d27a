import PQueue from 'p-queue';
import type { Database, Sql, Transaction } from '../../db/client.ts';
import type { Wait } from '../lib/attempt-limit.ts';
import { consumeResetToken, deleteResetTokens, isResetToken } from './one-time-links.ts';
import type { User } from './permissions.ts';
import { countAttempt, resetAttempts } from './attempt-limits.ts';
import { deleteSessions } from './sessions.ts';

/** Comparing or hashing a password takes a core for 0.1 seconds, and 32 MB. */
export const passwordQueue = new PQueue({ concurrency: 2 });

export async function hashPassword(password: string): Promise<string> {
  const library = await import('better-auth/crypto');
  return await passwordQueue.add(() => library.hashPassword(password));
}

/** The password hash of an account; null without a password. */
export async function findPasswordHash(sql: Sql, email: string): Promise<string | null> {
  const [row] = await sql<{ password: string | null }[]>`
    select password from user_account join site_user on site_user.id = user_id
    where email = ${email} and provider_id = 'credential'`;
  return row?.password ?? null;
}

export async function addPassword(tx: Transaction, userId: number, passwordHash: string): Promise<void> {
  await tx`
    insert into user_account (user_id, provider_id, account_id, password)
    values (${userId}, 'credential', ${String(userId)}, ${passwordHash})`;
}

/** Replaces a password; false if the account has none, or not `from`. */
async function updatePassword(tx: Transaction, userId: number, to: string, from?: string): Promise<boolean> {
  const updated = await tx`
    update user_account set password = ${to}, updated_at = now()
    where user_id = ${userId} and provider_id = 'credential' ${from === undefined ? tx`` : tx`and password = ${from}`}
    returning id`;
  if (updated.length > 0) await deleteResetTokens(tx, userId);
  return updated.length > 0;
}

/** Sets a password by a reset link and ends all sessions of the account. False if the link is not valid. */
export async function resetPassword(database: Database, token: string, password: string): Promise<boolean> {
  // Hashing is slow, so it is only done for a valid link.
  if (!(await isResetToken(database, token))) return false;
  const hash = await hashPassword(password);
  return await database.begin(async (tx) => {
    const userId = await consumeResetToken(tx, token);
    if (userId === null || !(await updatePassword(tx, userId, hash))) return false;
    await deleteSessions(tx, userId);
    return true;
  });
}

export type PasswordRefusal = 'wrong' | Wait;

/** Checks the password of the signed-in user, whose session may have been left open. Returns its hash. */
export async function checkOwnPassword(
  sql: Sql,
  user: User,
  password: string,
  clientAddress: string,
): Promise<{ hash: string } | { refused: PasswordRefusal }> {
  // The session counts as the device: the attempts of others do not lock the user out.
  const attempt = { email: user.email, clientAddress, device: `own ${user.email}` };
  const limited = countAttempt(attempt);
  if (limited) return { refused: limited };
  const hash = await findPasswordHash(sql, user.email);
  const { verifyPassword } = await import('better-auth/crypto');
  if (hash === null || !(await passwordQueue.add(() => verifyPassword({ hash, password }))))
    return { refused: 'wrong' };
  resetAttempts(attempt);
  return { hash };
}

/** Changes the password of the signed-in user and ends the other sessions. Null on success. */
export async function changePassword(
  database: Database,
  user: User,
  { from, to }: { from: string; to: string },
  clientAddress: string,
): Promise<PasswordRefusal | null> {
  const checked = await checkOwnPassword(database, user, from, clientAddress);
  if ('refused' in checked) return checked.refused;
  const hash = await hashPassword(to);
  return await database.begin(async (tx) => {
    if (!(await updatePassword(tx, user.id, hash, checked.hash))) return 'wrong';
    await deleteSessions(tx, user.id, { except: user.sessionId });
    return null;
  });
}
