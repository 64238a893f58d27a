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
  return TOKEN.exec(readCookie(cookies, SESSION_COOKIE) ?? '')?.[1] ?? null;
}

/** What a request says that the first cookie of this site by a name is, without what names begin with; null for none. */
export function readCookie(cookies: string | null, name: string): string | null {
  const start = `${cookiePrefix()}${name}=`;
  const cookie = (cookies ?? '').split(';').map((one) => one.trim());
  return cookie.find((one) => one.startsWith(start))?.slice(start.length) ?? null;
}

/** What has a browser keep a cookie for so many seconds, as the header `Set-Cookie` has it; 0 takes it away. */
export const toCookie = (name: string, value: string, seconds: number): string =>
  `${cookiePrefix()}${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${hasHttps() ? '; Secure' : ''}`;
