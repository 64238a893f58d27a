import { hash } from 'node:crypto';
import type { Database, Sql, Transaction } from '../../db/client.ts';
import { TEXT_ARRAY } from '../sql-fragments.ts';
import { ROLES, type Grants, type Permission, type Role, type User } from './permissions.ts';

/** A session ends when it was not used for so long, and when it is so old, in seconds. */
export const SESSION_IDLE = 7 * 24 * 60 * 60;
export const SESSION_AGE = 30 * 24 * 60 * 60;
/** How exactly is remembered when a session was last used, in seconds: no page writes for every visit. */
const TOUCHED_EVERY = 5 * 60;

/** What the database has of a secret that somebody else holds. */
export const digestOf = (secret: string): string => hash('sha256', secret, 'hex');

/** Who holds this session, and whether its use is to be noted; null for a session that is over, or was none. */
export async function findUserBySession(sql: Sql, token: string): Promise<{ user: User; isDue: boolean } | null> {
  const [found] = await sql<
    {
      id: number;
      name: string;
      email: string;
      sessionId: number;
      isDue: boolean;
      permissions: Permission[];
      roles: Role[];
      officerOf: number[];
    }[]
  >`
    select site_user.id, site_user.name, site_user.email, session.id as session_id,
      session.updated_at < now() - make_interval(secs => ${TOUCHED_EVERY}) as is_due,
      to_json(array(select permission from user_permission where user_id = site_user.id)) as permissions,
      to_json(array(select role from user_role where user_id = site_user.id)) as roles,
      to_json(array(select club_id from club_officer where user_id = site_user.id)) as officer_of
    from user_session session join site_user on site_user.id = session.user_id
    where session.token = ${digestOf(token)}
      and session.expires_at > now() and session.updated_at > now() - make_interval(secs => ${SESSION_IDLE})`;
  if (!found) return null;
  const { isDue, permissions, roles, officerOf, ...rest } = found;
  const user = {
    ...rest,
    permissions: new Set([...permissions, ...roles.flatMap((role): readonly Permission[] => ROLES[role])]),
    officerOf: new Set(officerOf),
  };
  return { user, isDue };
}

/** Notes that a session is in use. */
export async function touchSession(database: Database, sessionId: number): Promise<void> {
  await database.begin((tx) => tx`update user_session set updated_at = now() where id = ${sessionId}`);
}

/** Ends one session. */
export async function endSession(database: Database, sessionId: number): Promise<void> {
  await database.begin((tx) => tx`delete from user_session where id = ${sessionId}`);
}

/** Takes away sessions that are over, and what nobody came back for. */
export async function sweepSessions(database: Database): Promise<void> {
  await database.begin(async (tx) => {
    await tx`
      delete from user_session
      where expires_at < now() or updated_at < now() - make_interval(secs => ${SESSION_IDLE})`;
    await tx`delete from user_verification where expires_at < now()`;
  });
}

/** What signs the cookies of this site. */
export async function findSecret(sql: Sql): Promise<string> {
  const [{ secret }] = await sql<[{ secret: string }]>`select secret from site_secret`;
  return secret;
}

/** Whether anybody can sign in yet. */
export async function hasUsers(sql: Sql): Promise<boolean> {
  const [{ isThere }] = await sql<[{ isThere: boolean }]>`select exists (select from site_user) as is_there`;
  return isThere;
}

/** Somebody who is to have an account. */
export interface NewUser {
  name: string;
  /** In small letters. */
  email: string;
  /** As the library makes it; null for who signs in elsewhere. */
  passwordHash: string | null;
  permissions?: readonly Permission[];
  roles?: readonly Role[];
}

/**
 * Makes an account and answers its number; null where the address has one. With `isFirst` also where there is any: two
 * who ask at once are not both the first.
 */
export async function createUser(
  database: Database,
  { name, email, passwordHash, permissions = [], roles = [] }: NewUser,
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<number | null> {
  return await database.begin(async (tx) => {
    if (isFirst) await tx`lock table site_user in share row exclusive mode`;
    const [user] = await tx<{ id: number }[]>`
      insert into site_user (name, email)
      select ${name}, ${email} where not (${isFirst}::boolean and exists (select from site_user))
      on conflict (email) do nothing
      returning id`;
    if (!user) return null;
    if (passwordHash !== null) await addPassword(tx, user.id, passwordHash);
    await addGrants(tx, user.id, { roles, permissions });
    return user.id;
  });
}

/** Lets somebody who has none sign in with a password. */
export async function addPassword(tx: Transaction, userId: number, passwordHash: string): Promise<void> {
  await tx`
    insert into user_account (user_id, provider_id, account_id, password)
    values (${userId}, 'credential', ${String(userId)}, ${passwordHash})`;
}

/** Gives somebody what they do not have of this. */
export async function addGrants(tx: Transaction, userId: number, { roles, permissions }: Grants): Promise<void> {
  await tx`
    insert into user_permission (user_id, permission)
    select ${userId}::integer, unnest(${tx.array([...permissions], TEXT_ARRAY)}::text[])
    on conflict do nothing`;
  await tx`
    insert into user_role (user_id, role)
    select ${userId}::integer, unnest(${tx.array([...roles], TEXT_ARRAY)}::text[])
    on conflict do nothing`;
}

/** Somebody who keeps a club's texts current. */
export interface Officer {
  id: number;
  name: string;
  email: string;
}

/** The officers of a club, by name. */
export async function findOfficers(sql: Sql, clubId: number): Promise<Officer[]> {
  return await sql<Officer[]>`
    select site_user.id, site_user.name, site_user.email
    from club_officer join site_user on site_user.id = user_id
    where club_id = ${clubId} order by site_user.name, site_user.id`;
}

/** Makes who has this address, in small letters, an officer of a club; false where nobody has it, or the club is gone. */
export async function addOfficer(database: Database, clubId: number, email: string): Promise<boolean> {
  return await database.begin(async (tx) => {
    const [user] = await tx<{ id: number; clubId: number }[]>`
      select site_user.id, club.id as club_id from site_user, club
      where email = ${email} and club.id = ${clubId} for key share`;
    if (!user) return false;
    await tx`
      insert into club_officer (club_id, user_id) values (${user.clubId}, ${user.id})
      on conflict (club_id, user_id) do nothing`;
    return true;
  });
}

/** Takes a club away from an officer of it, whether or not there was one of this number. */
export async function removeOfficer(database: Database, clubId: number, userId: number): Promise<void> {
  await database.begin((tx) => tx`delete from club_officer where club_id = ${clubId} and user_id = ${userId}`);
}
