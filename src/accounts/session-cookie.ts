import { settings } from '../settings.ts';

/** How every name of a cookie of a session ends: who sends one is answered for themselves. */
export const SESSION_COOKIE = 'session';

/** What cookies are called: browsers keep the prefix to cookies of this very host, sent by https alone. */
export const cookiePrefix = (): string => (hasHttps() ? '__Host-' : '');
export const hasHttps = (): boolean => settings().siteUrl.startsWith('https:');

/** Whether a header that sets a cookie gives a browser its session. */
export const isSessionCookie = (header: string): boolean =>
  header.startsWith(`${cookiePrefix()}${SESSION_COOKIE}=`) && !/;\s*max-age=0/i.test(header);

/** As the library makes them: 32 letters and digits, then what signs them. */
const TOKEN = /^([A-Za-z0-9]{32})\./;

/** The token of a session that a request says it has; null for none, or what cannot be one. */
export function readSessionToken(cookies: string | null): string | null {
  const name = `${cookiePrefix()}${SESSION_COOKIE}=`;
  for (const cookie of (cookies ?? '').split(';')) {
    const text = cookie.trim();
    if (text.startsWith(name)) return TOKEN.exec(text.slice(name.length))?.[1] ?? null;
  }
  return null;
}
