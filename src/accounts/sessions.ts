import type { Database, Sql, Transaction } from '../../db/client.ts';
import { selectGrants } from './grants.ts';
import { permissionsOf, type Grants, type User } from './permissions.ts';
import { readSessionToken, sentSessionToken, SESSION_COOKIE, toCookie } from './session-cookie.ts';
import { hashToken } from './tokens.ts';

/* The library creates sessions (auth.ts); everything else about them is here. */

/** The idle timeout and the maximum age of a session, in seconds. */
export const SESSION_IDLE = 7 * 24 * 60 * 60;
export const SESSION_AGE = 30 * 24 * 60 * 60;
/** How often the last use is stored, in seconds. */
const TOUCH_INTERVAL = 5 * 60;

const isActive = (sql: Sql) => sql`(
  user_session.expires_at > now() and user_session.updated_at > now() - make_interval(secs => ${SESSION_IDLE}))`;

async function findSession(sql: Sql, token: string): Promise<{ user: User; isDue: boolean } | null> {
  const [row] = await sql<
    (Omit<User, 'permissions' | 'officerOf'> & Grants & { officerOf: number[]; isDue: boolean })[]
  >`
    select site_user.id, site_user.name, site_user.email, ${selectGrants(sql)}, user_session.id as session_id,
      user_session.updated_at < now() - make_interval(secs => ${TOUCH_INTERVAL}) as is_due,
      to_json(array(select club_id from club_officer where user_id = site_user.id)) as officer_of
    from user_session join site_user on site_user.id = user_session.user_id
    where token = ${hashToken(token)} and ${isActive(sql)}`;
  if (!row) return null;
  const { isDue, roles, permissions, officerOf, ...user } = row;
  return {
    user: { ...user, permissions: permissionsOf({ roles, permissions }), officerOf: new Set(officerOf) },
    isDue,
  };
}

/** The signed-in user of a request. Permissions are read for each request, so that changes apply immediately. */
export async function findCurrentUser(database: Database, request: Request): Promise<User | null> {
  const token = readSessionToken(request.headers.get('cookie'));
  const session = token === null ? null : await findSession(database, token);
  if (!session) return null;
  const { user, isDue } = session;
  if (isDue) {
    // The next request tries again, so that pages can be read while the database accepts no writes.
    await database
      .begin((tx) => tx`update user_session set updated_at = now() where id = ${user.sessionId}`)
      .catch((error: unknown) => console.warn('The use of a session was not stored:', error));
  }
  return user;
}

/**
 * Completes a sign-in whose response sets the cookie of a new session: ends the previous session and deletes expired
 * ones. Returns null, without a session, if the password is no longer `passwordHash`: it was replaced meanwhile.
 */
export async function startSession(
  database: Database,
  headers: Headers,
  { previous, passwordHash }: { previous: User | null; passwordHash?: string },
): Promise<User | null> {
  const token = sentSessionToken(headers);
  if (token === null) return null;
  return await database.begin(async (tx) => {
    if (passwordHash !== undefined) {
      const [account] = await tx`
        select from user_account account join user_session on user_session.user_id = account.user_id
        where token = ${hashToken(token)} and provider_id = 'credential' and password = ${passwordHash}
        for share of account`;
      if (!account) {
        await tx`delete from user_session where token = ${hashToken(token)}`;
        return null;
      }
    }
    if (previous) await deleteSessions(tx, previous.id, { only: previous.sessionId });
    await tx`delete from user_session where not ${isActive(tx)}`;
    await tx`delete from user_verification where expires_at < now()`;
    return (await findSession(tx, token))?.user ?? null;
  });
}

/** One session, or all but one. */
type Selection = { only: number } | { except: number };

export async function deleteSessions(tx: Transaction, userId: number, which?: Selection): Promise<void> {
  let condition = tx``;
  if (which) condition = 'only' in which ? tx`and id = ${which.only}` : tx`and id <> ${which.except}`;
  await tx`delete from user_session where user_id = ${userId} ${condition}`;
}

export const endSessions = (database: Database, userId: number, which?: Selection): Promise<void> =>
  database.begin((tx) => deleteSessions(tx, userId, which));

/** Ends the session of a user. The headers delete its cookie. */
export async function signOut(database: Database, user: User | null): Promise<Headers> {
  if (user) await endSessions(database, user.id, { only: user.sessionId });
  return new Headers({ 'Set-Cookie': toCookie(SESSION_COOKIE, '', 0) });
}
