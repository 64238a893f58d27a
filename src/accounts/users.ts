import type { Database, Sql, Transaction } from '../../db/client.ts';
import { loadList, readListSearch, type Slice } from '../clubs/paged-list.ts';
import { NameSearchSchema } from '../clubs/record/field-rules.ts';
import { countRows } from '../lib/sql.ts';
import { addGrants, hasManagers, lockUser, selectGrants, type UserIssue } from './grants.ts';
import { deleteResetTokens, deleteSetupTokens } from './one-time-links.ts';
import { addPassword } from './passwords.ts';
import type { Grants } from './permissions.ts';
import { deleteSessions } from './sessions.ts';

export interface Account {
  id: number;
  name: string;
  email: string;
  isEmailVerified: boolean;
}

export interface UserSummary extends Account, Grants {
  clubCount: number;
  /** Null without a session. */
  lastSeenAt: Date | null;
}

/** Loads the accounts whose name or address contains the search text; null if the query string is invalid. */
export async function loadUserListPage(sql: Sql, params: URLSearchParams) {
  const listSearch = readListSearch({ search: NameSearchSchema }, params);
  if (!listSearch) return null;
  const { search } = listSearch.values;
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const matches = () => sql`(name ilike ${pattern} or email ilike ${pattern})`;
  const total = await countRows(sql, sql`site_user where ${matches()}`);
  const findUsers = async ({ offset, limit }: Slice) =>
    await sql<UserSummary[]>`
      select id, name, email, is_email_verified, ${selectGrants(sql)},
        (select count(*)::integer from club_officer where user_id = site_user.id) as club_count,
        (select max(updated_at) from user_session where user_id = site_user.id) as last_seen_at
      from site_user where ${matches()}
      order by name collate "und-x-icu", id limit ${limit} offset ${offset}`;
  return { search, list: await loadList(listSearch, total, findUsers) };
}

export type UserDetails = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export async function findUser(sql: Sql, userId: number) {
  const [user] = await sql<(Account & Grants & { hasWeeklyEmail: boolean })[]>`
    select id, name, email, is_email_verified, weekly_locale is not null as has_weekly_email, ${selectGrants(sql)}
    from site_user where id = ${userId}`;
  if (!user) return null;
  const [officerOf, signInMethods] = await Promise.all([
    sql<{ id: number; name: string }[]>`
      select club.id, club.name from club_officer join club on club.id = club_id
      where user_id = ${userId} order by club.name collate "und-x-icu", club.id`,
    // The issuer is null for a password.
    sql<{ id: number; issuer: string | null; createdAt: Date }[]>`
      select id, nullif(provider_id, 'credential') as issuer, created_at
      from user_account where user_id = ${userId} order by id`,
  ]);
  return { ...user, officerOf, signInMethods };
}

/** The account of an e-mail address; null if there is none. */
export async function findUserId(sql: Sql, email: string): Promise<number | null> {
  const [user] = await sql<{ id: number }[]>`select id from site_user where email = ${email}`;
  return user?.id ?? null;
}

interface Person {
  name: string;
  /** In lower case. */
  email: string;
}

/** Inserts an account with a password; null if the address has an account. */
export async function insertUser(
  tx: Transaction,
  { name, email, isEmailVerified, passwordHash }: Person & { isEmailVerified: boolean; passwordHash: string },
): Promise<number | null> {
  const [user] = await tx<{ id: number }[]>`
    insert into site_user (name, email, is_email_verified) values (${name}, ${email}, ${isEmailVerified})
    on conflict (email) do nothing
    returning id`;
  if (user) await addPassword(tx, user.id, passwordHash);
  return user?.id ?? null;
}

/** Returns the id of the new account. `taken`: the address has one. `late`: `isFirst`, but an administrator exists. */
export async function createUser(
  database: Database,
  { roles = [], permissions = [], ...user }: Person & Partial<Grants> & { passwordHash: string },
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<number | 'taken' | 'late'> {
  return await database.begin(async (tx) => {
    if (isFirst) {
      await tx`lock table site_user in share row exclusive mode`;
      if (await hasManagers(tx)) return 'late';
    }
    const userId = await insertUser(tx, { ...user, isEmailVerified: true });
    if (userId === null) return 'taken';
    await addGrants(tx, userId, { roles, permissions });
    if (isFirst) await deleteSetupTokens(tx);
    return userId;
  });
}

/** Changes the name and the address of an account. A new address invalidates its password reset links. */
export async function updatePerson(
  database: Database,
  userId: number,
  { name, email }: Person,
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

/** Deletes an account, its sessions and the open invitations to its address. */
export async function deleteUser(database: Database, userId: number): Promise<UserIssue | null> {
  return await database.begin(async (tx) => {
    const issue = await lockUser(tx, userId, true);
    if (issue) return issue;
    await tx`
      delete from invitation
      where accepted_at is null
        and (invited_by = ${userId} or email = (select email from site_user where id = ${userId}))`;
    await tx`delete from site_user where id = ${userId}`;
    return null;
  });
}

/** Unlinks an identity and ends all sessions. The last account that manages accounts keeps its last sign-in method. */
export async function unlinkIdentity(database: Database, userId: number, methodId: number): Promise<UserIssue | null> {
  return await database.begin(async (tx) => {
    const methods = await tx<{ id: number }[]>`select id from user_account where user_id = ${userId} for update`;
    const issue = await lockUser(tx, userId, !methods.some(({ id }) => id !== methodId));
    if (issue) return issue;
    await tx`delete from user_account where id = ${methodId} and user_id = ${userId} and provider_id <> 'credential'`;
    await deleteSessions(tx, userId);
    return null;
  });
}

/** Whether an account has a password or an identity; null if it has neither. */
export async function findSignInMethod(sql: Sql, userId: number): Promise<'password' | 'identity' | null> {
  const [{ hasPassword }] = await sql<[{ hasPassword: boolean | null }]>`
    select bool_or(provider_id = 'credential') as has_password from user_account where user_id = ${userId}`;
  if (hasPassword === null) return null;
  return hasPassword ? 'password' : 'identity';
}

/** Updates name and address from the provider, unless the account has a password. False if another has the address. */
export async function updateFromProvider(
  database: Database,
  userId: number,
  { name, email }: Person,
): Promise<boolean> {
  return await database.begin(async (tx) => {
    const [other] = await tx`select from site_user where email = ${email} and id <> ${userId}`;
    await tx`
      update site_user set
        name = coalesce(nullif(${name}, ''), name),
        email = ${other ? tx`email` : email},
        is_email_verified = is_email_verified or ${!other},
        updated_at = now()
      where id = ${userId}
        and not exists (select from user_account where user_id = site_user.id and provider_id = 'credential')`;
    return !other;
  });
}
