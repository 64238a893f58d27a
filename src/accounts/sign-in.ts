import { isRefusal } from './library-errors.ts';
import { directory } from '../clubs/directory.ts';
import { countTry, forgetTry } from './login-limit.ts';
import type { User } from './permissions.ts';
import { endSession, findPasswordHash, keepSessionBy, sweepSessions } from './queries.ts';
import { siteAuth } from './site-auth.ts';

/** What came of an attempt to sign in. */
export type SignIn =
  /** Headers that give the browser its session. */
  { outcome: 'done'; headers: Headers } | { outcome: 'wrong' } | { outcome: 'slowed'; waitSeconds: number };

/**
 * Signs somebody in by their password. No account and a wrong password come to the same, in words and in time. `address`
 * is whoever asks; the session that they had before, if any, is over.
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  { address, before }: { address: string; before: User | null },
): Promise<SignIn> {
  const refused = await countTry(email, address);
  if (refused) return { outcome: 'slowed', ...refused };
  const auth = await siteAuth();
  try {
    const { sql } = directory();
    const hash = await findPasswordHash(sql, { email });
    const { headers, response } = await auth.api.signInEmail({ body: { email, password }, returnHeaders: true });
    // Looking at a password takes its time, in which its holder may have replaced it and ended all sessions.
    if (hash === null || !(await keepSessionBy(sql, response.token, hash))) return { outcome: 'wrong' };
    await forgetTry(email, address);
    if (before) await endSession(sql, before.sessionId);
    await sweepSessions(sql);
    return { outcome: 'done', headers: cookiesOf(headers) };
  } catch (error) {
    if (isRefusal(error)) return { outcome: 'wrong' };
    throw error;
  }
}

/** The library's other headers are for its own client. */
export function cookiesOf(headers: Headers): Headers {
  const cookies = new Headers();
  for (const cookie of headers.getSetCookie()) cookies.append('Set-Cookie', cookie);
  return cookies;
}
