import { directory } from '../clubs/directory.ts';
import type { User } from './permissions.ts';
import { endSession } from './queries.ts';
import { cookiePrefix, hasHttps, SESSION_COOKIE } from './session-cookie.ts';

/** Ends the session on the server; the headers take it from the browser. */
export async function signOut(user: User | null): Promise<Headers> {
  if (user) await endSession(directory().sql, user.sessionId);
  const secure = hasHttps() ? '; Secure' : '';
  return new Headers({
    'Set-Cookie': `${cookiePrefix()}${SESSION_COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure}`,
  });
}
