import { isRefusal } from './library-errors.ts';
import { clubStore } from '../clubs/club-store.ts';
import { findKnownDevice, toKnownDevice } from './known-device.ts';
import { countTry, forgetTries, takeTryBack, type Trier } from './login-limit.ts';
import { lookInTurn } from './passwords.ts';
import type { User } from './permissions.ts';
import { endSession, findPasswordHash, keepSessionBy, sweepSessions } from './queries.ts';
import { siteAuth } from './site-auth.ts';

/** What came of an attempt to sign in. */
export type SignIn =
  /** Headers that give the browser its session. */
  { outcome: 'done'; headers: Headers } | { outcome: 'wrong' } | { outcome: 'slowed'; waitSeconds: number };

/** Who asks, from where. */
export interface Asking {
  address: string;
  cookies: string | null;
  before: User | null;
}

/** Where too many passwords wait to be looked at. */
const BUSY_SECONDS = 3;

/**
 * Signs somebody in by their password. No account and a wrong password come to the same, in words and in time. `address`
 * is whoever asks, with the `Cookie` of their browser; the session that they had before, if any, is over.
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  { address, cookies, before }: Asking,
): Promise<SignIn> {
  const { sql } = clubStore();
  const device = await findKnownDevice(sql, cookies, email);
  const trier: Trier = { email, address, device };
  const refused = await countTry(trier);
  if (refused) return { outcome: 'slowed', ...refused };
  const auth = await siteAuth();
  try {
    const hash = await findPasswordHash(sql, { email });
    const signedIn = await lookInTurn(
      () => auth.api.signInEmail({ body: { email, password }, returnHeaders: true }),
      device !== null,
    );
    if (!signedIn) {
      await takeTryBack(trier);
      return { outcome: 'slowed', waitSeconds: BUSY_SECONDS };
    }
    const { headers, response } = signedIn;
    // Looking at a password takes its time, in which its holder may have replaced it and ended all sessions.
    if (hash === null || !(await keepSessionBy(sql, response.token, hash))) return { outcome: 'wrong' };
    await forgetTries(trier);
    if (before) await endSession(sql, before.sessionId);
    await sweepSessions(sql);
    const given = cookiesOf(headers);
    given.append('Set-Cookie', await toKnownDevice(sql, email));
    return { outcome: 'done', headers: given };
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
