import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Sql } from '../../db/client.ts';
import { findSecret } from './queries.ts';
import { readCookie, toCookie } from './session-cookie.ts';

/*
 * A browser in which somebody has signed in before. Tries from there are counted by themselves: who knows an e-mail
 * address, and no more, keeps nobody out who has been here.
 */

const COOKIE = 'device';

/** For so long a browser is known, in seconds. */
const KNOWN_FOR = 365 * 24 * 60 * 60;

const FORM = /^([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/;

/** Names a browser in which this address, in small letters, has signed in; null for any other. */
export async function findKnownDevice(sql: Sql, cookies: string | null, email: string): Promise<string | null> {
  const [, name = '', signature = ''] = FORM.exec(readCookie(cookies, COOKIE) ?? '') ?? [];
  if (name === '') return null;
  const wanted = await sign(sql, name, email);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(wanted)) ? name : null;
}

/** What makes a browser known, as the header `Set-Cookie` has it. Says nothing of who signed in there. */
export async function toKnownDevice(sql: Sql, email: string): Promise<string> {
  const name = randomBytes(12).toString('base64url');
  return toCookie(COOKIE, `${name}.${await sign(sql, name, email)}`, KNOWN_FOR);
}

const sign = async (sql: Sql, name: string, email: string): Promise<string> =>
  createHmac('sha256', await findSecret(sql))
    .update(`device ${name} ${email}`)
    .digest('base64url');
