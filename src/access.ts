import { isAllowed, type User } from './accounts/permissions.ts';
import { ROUTE_RULES } from './routes.ts';

/** Whether a user may read a route, by its pattern, for this club. */
export function mayRead(route: string, user: User | null, clubId: number | null = null): boolean {
  const rules = ROUTE_RULES.get(route);
  return rules !== undefined && isAllowed(rules.access, user, clubId);
}

export function maySend(route: string, user: User | null, clubId: number | null = null): boolean {
  const rules = ROUTE_RULES.get(route);
  return rules !== undefined && isAllowed(rules.post ?? rules.access, user, clubId);
}

export function mayDo(action: string, route: string, user: User | null, clubId: number | null = null): boolean {
  const access = ROUTE_RULES.get(route)?.actions?.[action];
  return access !== undefined && maySend(route, user, clubId) && isAllowed(access, user, clubId);
}
