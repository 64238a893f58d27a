import type { Database, Sql } from '../../db/client.ts';
import { formatCount } from '../format.ts';
import type { ProviderPerson } from './provider-claims.ts';
import { lockUser, type UserFault } from './users.ts';

/** What `provider_id` was for every provider before the issuer was stored there. */
const WITHOUT_ISSUER = 'oidc';

/**
 * Stores the issuer with identities that were linked before it was stored with each. New identities always have theirs,
 * so an issuer that is changed later adopts none.
 */
export async function adoptIdentities(
  database: Database,
  issuer: string,
  report: (line: string) => void,
): Promise<void> {
  // A standby, or a full disk, allows no update, and there is rarely one to make.
  const [found] = await database`select from user_account where provider_id = ${WITHOUT_ISSUER} limit 1`;
  if (!found) return;
  const adopted = await database.begin(
    (tx) => tx`update user_account set provider_id = ${issuer} where provider_id = ${WITHOUT_ISSUER} returning id`,
  );
  report(`Set the issuer of ${formatCount(adopted.length, 'OIDC identity')} to OIDC_ISSUER.`);
}

/** Whether an account has a password or an identity at a provider; `none`: it waits for an identity. */
export async function findSignIn(sql: Sql, userId: number): Promise<'password' | 'identity' | 'none'> {
  const [found] = await sql<[{ hasPassword: boolean | null }]>`
    select bool_or(provider_id = 'credential') as has_password from user_account where user_id = ${userId}`;
  if (found.hasPassword === null) return 'none';
  return found.hasPassword ? 'password' : 'identity';
}

/**
 * Updates the name and the address of an account to those of the provider, unless it has a password: that belongs to the
 * address. An address of another account is not taken over: then the answer is false.
 */
export async function updateFromProvider(
  database: Database,
  userId: number,
  { name, email: given }: ProviderPerson,
): Promise<boolean> {
  const email = given.toLowerCase();
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

/**
 * Unlinks an identity from an account and ends its sessions. The last account that may look after accounts keeps its last
 * way to sign in.
 */
export async function unlinkIdentity(database: Database, userId: number, wayId: number): Promise<UserFault | null> {
  return await database.begin(async (tx) => {
    const ways = await tx<{ id: number }[]>`select id from user_account where user_id = ${userId} for update`;
    const fault = await lockUser(tx, userId, !ways.some(({ id }) => id !== wayId));
    if (fault) return fault;
    await tx`delete from user_account where id = ${wayId} and user_id = ${userId} and provider_id <> 'credential'`;
    await tx`delete from user_session where user_id = ${userId}`;
    return null;
  });
}
