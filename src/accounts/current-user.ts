import type { Database } from '../../db/client.ts';
import type { User } from './permissions.ts';
import { findUserBySession, touchSession } from './queries.ts';
import { readSessionToken } from './session-cookie.ts';

/**
 * Whoever sent a request, as the database knows them now: a session that was ended, or a permission that was taken
 * away, counts from the next request on. Null for nobody, of whom the database is not asked.
 */
export async function findCurrentUser(database: Database, request: Request): Promise<User | null> {
  const token = readSessionToken(request.headers.get('cookie'));
  const found = token === null ? null : await findUserBySession(database, token);
  if (!found) return null;
  if (found.isDue) await touchSession(database, found.user.sessionId);
  return found.user;
}
