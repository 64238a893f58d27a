import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/client.ts';
import { addResetToken, findResetUser } from './queries.ts';

/** Whom a link for a new password is for. */
export interface ResetToken {
  name: string;
  token: string;
}

/** Why there is no such link. */
export type ResetFault = 'unknown' | 'noPassword';

/**
 * Makes the token of a link for a new password, which is told once: the database has its hash. Not for an account that
 * has no password: who takes it away at the identity provider takes it away here.
 */
export async function createResetToken(database: Database, email: string): Promise<ResetToken | { fault: ResetFault }> {
  const user = await findResetUser(database, email);
  if (!user) return { fault: 'unknown' };
  if (!user.hasPassword) return { fault: 'noPassword' };
  const token = randomBytes(24).toString('base64url');
  await addResetToken(database, user.id, token);
  return { name: user.name, token };
}
