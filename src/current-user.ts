/** The cookie of a signed-in user's session. */
export const SESSION_COOKIE = 'session';

/** What a user may be allowed to do. */
export type Permission = 'club.add_club';

/** The permissions of whoever sent a request. There are no accounts yet, so it is always nobody, who has none. */
export async function currentPermissions(_request: Request): Promise<ReadonlySet<Permission>> {
  return new Set();
}
