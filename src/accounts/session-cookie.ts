import { settings } from '../settings.ts';

/** Without its prefix. */
export const SESSION_COOKIE = 'session';

/** With this prefix, browsers limit a cookie to this host and to HTTPS. */
export const cookiePrefix = (): string => (hasHttps() ? '__Host-' : '');
export const hasHttps = (): boolean => settings().siteUrl.startsWith('https:');

/** The token of the library, which is secret; the signature that follows it is not checked. */
const TOKEN = /^([A-Za-z0-9]{32})\./;

/** The session token in a `Cookie` header; null without one. */
export const readSessionToken = (cookies: string | null): string | null =>
  TOKEN.exec(readCookie(cookies, SESSION_COOKIE) ?? '')?.[1] ?? null;

/** The session token that a response sets; null without one. */
export function sentSessionToken(headers: Headers): string | null {
  const tokens = headers.getSetCookie().filter((cookie) => !/;\s*max-age=0/i.test(cookie));
  return tokens.map(readSessionToken).find((token) => token !== null) ?? null;
}

/** A cookie of this site in a `Cookie` header; null without one. */
export function readCookie(cookies: string | null, name: string): string | null {
  const start = `${cookiePrefix()}${name}=`;
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? null;
}

/** A `Set-Cookie` header; with 0 seconds it deletes the cookie. */
export const toCookie = (name: string, value: string, seconds: number): string =>
  `${cookiePrefix()}${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${hasHttps() ? '; Secure' : ''}`;

/** The cookies of a response of the library; its other headers are for its own client. */
export const cookiesOf = (headers: Headers): Headers =>
  new Headers(headers.getSetCookie().map((cookie): [string, string] => ['Set-Cookie', cookie]));
