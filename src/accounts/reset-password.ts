import { clubStore } from '../clubs/club-store.ts';
import { hashPassword } from './passwords.ts';
import { isResetToken, replacePasswordByToken } from './queries.ts';

/** Whether the token of a link is still good. */
export const isGoodToken = (token: string): Promise<boolean> => isResetToken(clubStore().sql, token);

/**
 * Keeps a new password by the token of a link, and ends all sessions and all other such links of the account; false for
 * a token that is no longer good.
 */
export async function resetPassword(token: string, newPassword: string): Promise<boolean> {
  const { sql } = clubStore();
  // A hash takes as long as it is meant to: nobody makes the site work by links that it never made.
  if (!(await isResetToken(sql, token))) return false;
  return await replacePasswordByToken(sql, token, await hashPassword(newPassword));
}
