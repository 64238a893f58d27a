import { mayRead } from '../access.ts';
import { routes, type PagePaths } from '../paths.ts';
import type { User } from './permissions.ts';

/** The page to show after a sign-in that no other page asked for. */
export function landingPath(user: User, paths: PagePaths): string {
  if (mayRead(routes.boardHome, user)) return paths.boardHome();
  if (mayRead(routes.users, user)) return paths.users;
  const [clubId, ...otherIds] = user.officerOf;
  if (otherIds.length > 0 || user.permissions.size > 0) return paths.account;
  return clubId === undefined ? paths.clubGrid() : paths.clubView(clubId);
}

const HERE = 'http://here.invalid';

/**
 * The page of this site to continue at after the sign-in; null for any other text. Parsed like in browsers, for which
 * `/\other.example` and `//other.example` are other sites.
 */
export function readNext(text: string | null): string | null {
  if (!text?.startsWith('/')) return null;
  const url = URL.parse(text, HERE);
  // The parser shortens `/.//other.example` to `//other.example`.
  return url?.origin === HERE && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null;
}
