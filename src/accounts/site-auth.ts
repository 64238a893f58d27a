import { directory } from '../clubs/directory.ts';
import { settings } from '../settings.ts';
import { createAuth } from './auth.ts';
import { findSecret } from './queries.ts';

type Auth = Awaited<ReturnType<typeof createAuth>>;

let made: Promise<Auth> | null = null;

/** The library at work for this site, from the first time that somebody signs in. */
export function siteAuth(): Promise<Auth> {
  made ??= makeAuth();
  // The database may be back the next time.
  made.catch(() => (made = null));
  return made;
}

async function makeAuth(): Promise<Auth> {
  const { sql } = directory();
  const site = { siteUrl: settings().siteUrl, secret: await findSecret(sql) };
  return await createAuth(site, sql, writesNoLetters);
}

const writesNoLetters = () => Promise.reject(new Error('This site writes no letters.'));
