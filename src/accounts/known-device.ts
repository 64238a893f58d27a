import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Sql } from '../../db/client.ts';
import { readCookie, toCookie } from './session-cookie.ts';
import { findSecret } from './tokens.ts';

/*
 * A signed cookie that names a browser in which an account has signed in. Attempts there have a separate limit, so that
 * others who know the e-mail address cannot lock the user out.
 */

const COOKIE = 'device';
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const FORMAT = /^([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/;

/** The name of this browser if the account of `email` has signed in there; null otherwise. */
export async function findKnownDevice(sql: Sql, cookies: string | null, email: string): Promise<string | null> {
  const [, name = '', signature = ''] = FORMAT.exec(readCookie(cookies, COOKIE) ?? '') ?? [];
  if (name === '') return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(await sign(sql, name, email))) ? name : null;
}

/** The `Set-Cookie` header for a browser. It does not reveal who signed in. */
export async function toKnownDevice(sql: Sql, email: string): Promise<string> {
  const name = randomBytes(12).toString('base64url');
  return toCookie(COOKIE, `${name}.${await sign(sql, name, email)}`, YEAR_SECONDS);
}

const sign = async (sql: Sql, name: string, email: string): Promise<string> =>
  createHmac('sha256', await findSecret(sql))
    .update(`device ${name} ${email}`)
    .digest('base64url');
