import { mayRead } from '../access.ts';
import { routes, type PagePaths } from '../paths.ts';
import type { User } from './permissions.ts';

/** The page to show after a sign-in that no other page asked for. */
export function landingPath(user: User | null, paths: PagePaths): string {
  if (mayRead(routes.desk, user)) return paths.desk();
  if (mayRead(routes.users, user)) return paths.users;
  const [clubId, ...others] = user?.officerOf ?? [];
  if (others.length > 0 || (user && user.permissions.size > 0)) return paths.account;
  return clubId === undefined ? paths.clubGrid() : paths.clubView(clubId);
}
