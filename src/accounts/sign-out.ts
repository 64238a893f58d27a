import { clubStore } from '../clubs/club-store.ts';
import type { User } from './permissions.ts';
import { endSession } from './queries.ts';
import { SESSION_COOKIE, toCookie } from './session-cookie.ts';

/** Ends the session on the server; the headers take it from the browser. */
export async function signOut(user: User | null): Promise<Headers> {
  if (user) await endSession(clubStore().sql, user.sessionId);
  return new Headers({ 'Set-Cookie': toCookie(SESSION_COOKIE, '', 0) });
}
