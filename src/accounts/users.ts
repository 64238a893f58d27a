import type { Database, Sql, Transaction } from '../../db/client.ts';
import { TEXT_ARRAY } from '../sql-fragments.ts';
import { withdrawUnbacked } from './invitations.ts';
import { canManageUsers, MANAGE_USERS, type Grants, type Permission, type Role } from './permissions.ts';
import { addGrants, deleteResetTokens, digestOf, isPermitted, SESSION_IDLE } from './queries.ts';

/** How many accounts there are on a page of their list. */
export const USERS_ON_A_PAGE = 50;

/** An account in the list of them. */
export interface UserSummary {
  id: number;
  name: string;
  email: string;
  /** Whether the address is known to be theirs. */
  isEmailVerified: boolean;
  roles: Role[];
  permissions: Permission[];
  /** How many clubs they are an officer of. */
  clubCount: number;
  /** When a session of theirs was last used; null without one. */
  lastSeenAt: Date | null;
}

/** How many accounts have this in their name or address; of an empty text, all. */
export async function countUsers(sql: Sql, search: string): Promise<number> {
  const [{ total }] = await sql<[{ total: number }]>`
    select count(*)::integer as total from site_user where ${matching(sql, search)}`;
  return total;
}

/** A page of the same, by name. */
export async function findUsers(sql: Sql, search: string, offset: number): Promise<UserSummary[]> {
  return await sql<UserSummary[]>`
    select id, name, email, is_email_verified,
      ${grantsOf(sql)},
      (select count(*)::integer from club_officer where user_id = site_user.id) as club_count,
      (select max(updated_at) from user_session where user_id = site_user.id) as last_seen_at
    from site_user where ${matching(sql, search)}
    order by name collate "und-x-icu", id limit ${USERS_ON_A_PAGE} offset ${offset}`;
}

const matching = (sql: Sql, search: string) => {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(name ilike ${pattern} or email ilike ${pattern})`;
};

const grantsOf = (sql: Sql) => sql`
  to_json(array(select role from user_role where user_id = site_user.id order by role)) as roles,
  to_json(array(select permission from user_permission where user_id = site_user.id order by permission)) as permissions`;

/** A password, or an identity at a provider. */
export interface SignInWay {
  id: number;
  /** Null for a password. */
  issuer: string | null;
  createdAt: Date;
}

/** Everything that is said of one account. */
export interface UserDetails extends Grants {
  id: number;
  name: string;
  email: string;
  /** Whether the address is known to be theirs. */
  isEmailVerified: boolean;
  officerOf: { id: number; name: string }[];
  /** How they sign in, oldest first. */
  ways: SignInWay[];
  /** Those that are not over, the last used first. */
  sessions: { id: number; createdAt: Date; usedAt: Date }[];
}

/** An account; null where there is none of this number. */
export async function findUser(sql: Sql, userId: number): Promise<UserDetails | null> {
  const [user] = await sql<Omit<UserDetails, 'officerOf' | 'ways' | 'sessions'>[]>`
    select id, name, email, is_email_verified, ${grantsOf(sql)} from site_user where id = ${userId}`;
  if (!user) return null;
  const [officerOf, ways, sessions] = await Promise.all([
    sql<{ id: number; name: string }[]>`
      select club.id, club.name from club_officer join club on club.id = club_id
      where user_id = ${userId} order by club.name collate "und-x-icu", club.id`,
    sql<SignInWay[]>`
      select id, nullif(provider_id, 'credential') as issuer, created_at
      from user_account where user_id = ${userId} order by id`,
    sql<{ id: number; createdAt: Date; usedAt: Date }[]>`
      select id, created_at, updated_at as used_at from user_session
      where user_id = ${userId} and expires_at > now() and updated_at > now() - make_interval(secs => ${SESSION_IDLE})
      order by updated_at desc, id`,
  ]);
  return { ...user, officerOf, ways, sessions };
}

/**
 * Everything that the database stores about an account, for its owner. It contains no secrets: no password hashes,
 * session tokens or links.
 */
export async function findAccountData(sql: Sql, userId: number): Promise<Record<string, unknown>> {
  const [[profile], grants, officerOf, signInMethods, sessions, steps, invitations, rounds, messages] =
    await Promise.all([
      sql`select id, name, email, is_email_verified, created_at, updated_at from site_user where id = ${userId}`,
      sql<[{ roles: string[]; permissions: string[] }]>`
        select to_json(array(select role from user_role where user_id = ${userId} order by role)) as roles,
          to_json(array(select permission from user_permission where user_id = ${userId} order by permission)) as permissions`,
      sql`
        select club.id, club.name, club_officer.created_at as since from club_officer join club on club.id = club_id
        where user_id = ${userId} order by club.id`,
      sql`
        select provider_id as provider, case when provider_id <> 'credential' then account_id end as subject, created_at,
          updated_at
        from user_account where user_id = ${userId} order by id`,
      sql`
        select created_at, updated_at as used_at, expires_at from user_session where user_id = ${userId} order by id`,
      sql`
        select id::float8 as id, kind, done_at, user_name as name, note,
          (select count(distinct club_id)::integer from club_change where step_id = step.id) as clubs
        from club_step step where user_id = ${userId} order by step.id`,
      sql`
        select email, to_json(roles) as roles, to_json(permissions) as permissions, club_id, created_at, expires_at, accepted_at
        from invitation where invited_by = ${userId} order by id`,
      sql`select id, started_at, ended_at from confirmation_round where started_by = ${userId} order by id`,
      sql`select id, club_name, closed_at from inbox_message where closed_by = ${userId} order by id`,
    ]);
  return {
    profile,
    ...grants[0],
    officerOf,
    signInMethods,
    sessions,
    steps,
    invitations,
    roundsStarted: rounds,
    messagesClosed: messages,
  };
}

/** Why an account stays as it is. */
export type UserFault = 'gone' | 'lastManager';

/** Whoever asks for something about accounts may do so no more. Nothing was written; the middleware answers it. */
export class NotAllowedError extends Error {
  override name = 'NotAllowedError';
}

/** Names what somebody was shown to be allowed: the same for the same, in whatever order. */
export const revisionOf = ({ roles, permissions }: Grants): string =>
  digestOf([...roles].sort().join() + ';' + [...permissions].sort().join()).slice(0, 16);

/**
 * Gives somebody these roles and permissions, and takes all others away, where they still have those of the revision.
 * Not from the last account that may look after accounts: then nobody could give them back. `byId` is who does it.
 */
export async function replaceGrants(
  database: Database,
  userId: number,
  grants: Grants,
  revision: string,
  byId: number,
): Promise<UserFault | 'changed' | null> {
  return await database.begin(async (tx) => {
    const fault = await lockUser(tx, userId, !canManageUsers(grants));
    const [by] = await tx`select from site_user where id = ${byId} and ${isPermitted(tx, MANAGE_USERS)}`;
    if (!by) throw new NotAllowedError(`Account ${byId} may not manage accounts.`);
    if (fault === 'gone') return fault;
    const [now] = await tx<Grants[]>`select ${grantsOf(tx)} from site_user where id = ${userId}`;
    if (!now || revisionOf(now) !== revision) return 'changed';
    if (fault) return fault;
    await tx`
      delete from user_role
      where user_id = ${userId} and role <> all(${tx.array([...grants.roles], TEXT_ARRAY)}::text[])`;
    await tx`
      delete from user_permission
      where user_id = ${userId} and permission <> all(${tx.array([...grants.permissions], TEXT_ARRAY)}::text[])`;
    await addGrants(tx, userId, grants);
    // Who may invite nobody any more has invited nobody either.
    await withdrawUnbacked(tx, userId);
    return null;
  });
}

/** Changes the name and the address of an account. Links for a new password that were sent to an old address end. */
export async function updatePerson(
  database: Database,
  userId: number,
  { name, email }: { name: string; email: string },
): Promise<'gone' | 'taken' | null> {
  return await database.begin(async (tx) => {
    const [user] = await tx<{ email: string }[]>`select email from site_user where id = ${userId} for update`;
    if (!user) return 'gone';
    const [other] = await tx`select from site_user where email = ${email} and id <> ${userId}`;
    if (other) return 'taken';
    await tx`
      update site_user set name = ${name}, email = ${email},
        is_email_verified = is_email_verified or email <> ${email}, updated_at = now()
      where id = ${userId}`;
    if (user.email !== email) await deleteResetTokens(tx, userId);
    return null;
  });
}

/** Takes an account away with its sessions, and the invitations to it and by it that nobody has accepted. */
export async function deleteUser(database: Database, userId: number): Promise<UserFault | null> {
  return await database.begin(async (tx) => {
    const fault = await lockUser(tx, userId, true);
    if (fault) return fault;
    await tx`
      delete from invitation
      where accepted_at is null
        and (invited_by = ${userId} or email = (select email from site_user where id = ${userId}))`;
    await tx`delete from site_user where id = ${userId}`;
    return null;
  });
}

/**
 * Keeps everybody else from taking grants and accounts away until this is done, so that two at once do not each count on
 * the other. `losesAccounts`: this one is not to look after accounts any more.
 */
export async function lockUser(tx: Transaction, userId: number, losesAccounts: boolean): Promise<UserFault | null> {
  await tx`lock table site_user in share row exclusive mode`;
  const managers = await tx<{ id: number }[]>`
    select id from site_user where ${isPermitted(tx, MANAGE_USERS)}`;
  const [user] = await tx`select from site_user where id = ${userId}`;
  if (!user) return 'gone';
  const isLast = managers.length === 1 && managers[0]?.id === userId;
  return losesAccounts && isLast ? 'lastManager' : null;
}

/** Takes a club away from an officer of it, with the invitations for it that they have made, if they were one. */
export async function removeOfficer(database: Database, clubId: number, userId: number): Promise<void> {
  await database.begin(async (tx) => {
    await tx`delete from club_officer where club_id = ${clubId} and user_id = ${userId}`;
    await withdrawUnbacked(tx, userId);
  });
}

/** Ends all sessions of somebody. */
export async function endSessions(database: Database, userId: number): Promise<void> {
  await database.begin((tx) => tx`delete from user_session where user_id = ${userId}`);
}
