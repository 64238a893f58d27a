import { hash, randomBytes } from 'node:crypto';
import type { Database, Sql, Transaction } from '../../db/client.ts';
import { TEXT_ARRAY, type Fragment } from '../sql-fragments.ts';
import { MANAGE_USERS, ROLES, rolesWith, type Grants, type Permission, type Role, type User } from './permissions.ts';

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

/** Ends one session of somebody, whether or not there is one of this number. */
export async function endSessionOf(database: Database, userId: number, sessionId: number): Promise<void> {
  await database.begin((tx) => tx`delete from user_session where id = ${sessionId} and user_id = ${userId}`);
}

/** Ends all sessions of somebody but this one. */
export async function endOtherSessions(database: Database, userId: number, sessionId: number): Promise<void> {
  await database.begin((tx) => tx`delete from user_session where user_id = ${userId} and id <> ${sessionId}`);
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

/** Whether anybody may look after accounts yet. */
export async function hasManagers(sql: Sql): Promise<boolean> {
  const [{ isThere }] = await sql<[{ isThere: boolean }]>`
    select exists (select from site_user where ${isPermitted(sql, MANAGE_USERS)}) as is_there`;
  return isThere;
}

/** Whether the row of `site_user` has a permission, by itself or by a role. */
export const isPermitted = (sql: Sql, permission: Permission): Fragment => sql`(
  exists (select from user_permission where user_id = site_user.id and permission = ${permission})
  or exists (
    select from user_role
    where user_id = site_user.id and role = any(${sql.array(rolesWith(permission), TEXT_ARRAY)}::text[])
  ))`;

/** How long a link for the first account is valid, in seconds. */
export const SETUP_AGE = 24 * 60 * 60;

const SETUP_PREFIX = 'first-account:';
const setupIdentifier = (token: string) => `${SETUP_PREFIX}${digestOf(token)}`;

/** Makes and stores the token of a link for the first account; the links that other processes made stay valid. */
export async function createSetupToken(database: Database): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await database.begin(
    (tx) => tx`
      insert into user_verification (identifier, value, expires_at)
      values (${setupIdentifier(token)}, '', now() + make_interval(secs => ${SETUP_AGE}))`,
  );
  return token;
}

/** Whether a link for the first account with this token is valid: no administrator exists, and it has not expired. */
export async function isSetupToken(sql: Sql, token: string): Promise<boolean> {
  const [found] = await sql`
    select from user_verification where identifier = ${setupIdentifier(token)} and expires_at > now()`;
  return found !== undefined && !(await hasManagers(sql));
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

/** Why no account was made: the address has one, or somebody may look after accounts already. */
export type NewUserFault = 'taken' | 'late';

/**
 * Makes an account and answers its number. Whoever asks for it answers for the address. With `isFirst` only while nobody may look after accounts: two who ask at once
 * are not both the first.
 */
export async function createUser(
  database: Database,
  { name, email, passwordHash, permissions = [], roles = [] }: NewUser,
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<number | NewUserFault> {
  return await database.begin(async (tx) => {
    if (isFirst) {
      await tx`lock table site_user in share row exclusive mode`;
      if (await hasManagers(tx)) return 'late';
    }
    const [user] = await tx<{ id: number }[]>`
      insert into site_user (name, email, is_email_verified) values (${name}, ${email}, true)
      on conflict (email) do nothing
      returning id`;
    if (!user) return 'taken';
    if (passwordHash !== null) await addPassword(tx, user.id, passwordHash);
    await addGrants(tx, user.id, { roles, permissions });
    if (isFirst) await tx`delete from user_verification where starts_with(identifier, ${SETUP_PREFIX})`;
    return user.id;
  });
}

/** Lets somebody who has none sign in with a password. */
export async function addPassword(tx: Transaction, userId: number, passwordHash: string): Promise<void> {
  await tx`
    insert into user_account (user_id, provider_id, account_id, password)
    values (${userId}, 'credential', ${String(userId)}, ${passwordHash})`;
}

/** Who has this address, in small letters, and whether they sign in with a password; null where nobody has it. */
export async function findResetUser(
  sql: Sql,
  email: string,
): Promise<{ id: number; name: string; hasPassword: boolean } | null> {
  const [found] = await sql<{ id: number; name: string; hasPassword: boolean }[]>`
    select id, name, exists (
      select from user_account where user_id = site_user.id and provider_id = 'credential'
    ) as has_password
    from site_user where email = ${email}`;
  return found ?? null;
}

/** A link for a new password is good for so long, in seconds. */
export const RESET_AGE = 60 * 60;

/** What the rows of such links begin with. The library keeps its own in the same table, under a hash alone. */
const RESET_PREFIX = 'reset-password:';
const resetIdentifier = (token: string) => `${RESET_PREFIX}${digestOf(token)}`;

/** Keeps the token of a link for a new password. */
export async function addResetToken(database: Database, userId: number, token: string): Promise<void> {
  await database.begin(
    (tx) => tx`
      insert into user_verification (identifier, value, expires_at)
      values (${resetIdentifier(token)}, ${String(userId)}, now() + make_interval(secs => ${RESET_AGE}))`,
  );
}

/** Ends the links for a new password of one account. */
export async function deleteResetTokens(tx: Transaction, userId: number): Promise<void> {
  await tx`
    delete from user_verification where value = ${String(userId)} and starts_with(identifier, ${RESET_PREFIX})`;
}

/** Whether it is the token of such a link that is still good. */
export async function isResetToken(sql: Sql, token: string): Promise<boolean> {
  const [found] = await sql`
    select from user_verification where identifier = ${resetIdentifier(token)} and expires_at > now()`;
  return found !== undefined;
}

/** Keeps the password of whoever the token is for, once; false where it is good no more. All of their sessions end. */
export async function replacePasswordByToken(
  database: Database,
  token: string,
  passwordHash: string,
): Promise<boolean> {
  return await database.begin(async (tx) => {
    // Of two who ask at once the second waits, and finds it gone.
    const [found] = await tx<{ value: string; isGood: boolean }[]>`
      delete from user_verification where identifier = ${resetIdentifier(token)}
      returning value, expires_at > now() as is_good`;
    if (!found?.isGood) return false;
    return await setPassword(tx, { userId: Number(found.value), to: passwordHash });
  });
}

/** What is kept of the password of somebody, by their number or their address in small letters; null for who has none. */
export async function findPasswordHash(sql: Sql, who: { id: number } | { email: string }): Promise<string | null> {
  const isThem = 'id' in who ? sql`site_user.id = ${who.id}` : sql`email = ${who.email}`;
  const [found] = await sql<{ password: string | null }[]>`
    select password from user_account join site_user on site_user.id = user_id
    where ${isThem} and provider_id = 'credential'`;
  return found?.password ?? null;
}

/**
 * Whether a session that was just made may stay: the password is still the one of before. It is ended otherwise. Whoever
 * replaces the password at the same time either is waited for, or ends this session with all others.
 */
export async function keepSessionBy(database: Database, token: string, passwordHash: string): Promise<boolean> {
  return await database.begin(async (tx) => {
    const [kept] = await tx<{ password: string | null }[]>`
      select password from user_account account join user_session session on session.user_id = account.user_id
      where session.token = ${digestOf(token)} and provider_id = 'credential'
      for share of account`;
    if (kept?.password === passwordHash) return true;
    await tx`delete from user_session where token = ${digestOf(token)}`;
    return false;
  });
}

/**
 * Keeps a new password in the place of the old one, and ends all sessions but this one; false where the old one is no
 * longer kept.
 */
export async function replacePassword(
  database: Database,
  { userId, from, to, sessionId }: { userId: number; from: string; to: string; sessionId: number },
): Promise<boolean> {
  return await database.begin((tx) => setPassword(tx, { userId, from, to, sessionId }));
}

/**
 * Takes a new password for the one of somebody who has one, or for this one alone, and ends all that the old one has led
 * to: links for a new password, and the sessions but this one. False where there is no such password.
 */
async function setPassword(
  tx: Transaction,
  { userId, from, to, sessionId }: { userId: number; from?: string; to: string; sessionId?: number },
): Promise<boolean> {
  const changed = await tx`
    update user_account set password = ${to}, updated_at = now()
    where user_id = ${userId} and provider_id = 'credential' ${from === undefined ? tx`` : tx`and password = ${from}`}
    returning id`;
  if (changed.length === 0) return false;
  await deleteResetTokens(tx, userId);
  await tx`delete from user_session where user_id = ${userId} ${sessionId === undefined ? tx`` : tx`and id <> ${sessionId}`}`;
  return true;
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
  /** Whether the address is known to be theirs. */
  isEmailVerified: boolean;
}

/** The officers of a club, by name. */
export async function findOfficers(sql: Sql, clubId: number): Promise<Officer[]> {
  return await sql<Officer[]>`
    select site_user.id, site_user.name, site_user.email, is_email_verified
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
