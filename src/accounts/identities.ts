import type { Database, Sql } from '../../db/client.ts';
import { formatCount } from '../format.ts';
import type { ProviderPerson } from './provider-claims.ts';

/** The `provider_id` of every identity before the issuer was stored there. */
const WITHOUT_ISSUER = 'oidc';

/** Stores the issuer with identities that were linked before it was stored with each. */
export async function adoptIdentities(
  database: Database,
  issuer: string,
  report: (line: string) => void,
): Promise<void> {
  // A standby allows no update, and there is rarely one to make.
  const [found] = await database`select from user_account where provider_id = ${WITHOUT_ISSUER} limit 1`;
  if (!found) return;
  const adopted = await database.begin(
    (tx) => tx`update user_account set provider_id = ${issuer} where provider_id = ${WITHOUT_ISSUER} returning id`,
  );
  report(`Set the issuer of ${formatCount(adopted.length, 'OIDC identity')} to OIDC_ISSUER.`);
}

/** Whether an account has a password or an identity; null if it has neither. */
export async function findSignInMethod(sql: Sql, userId: number): Promise<'password' | 'identity' | null> {
  const [{ hasPassword }] = await sql<[{ hasPassword: boolean | null }]>`
    select bool_or(provider_id = 'credential') as has_password from user_account where user_id = ${userId}`;
  if (hasPassword === null) return null;
  return hasPassword ? 'password' : 'identity';
}

/**
 * Updates the name and the address of an account from the provider, unless it has a password. Returns false if the
 * address belongs to another account, which keeps it.
 */
export async function updateFromProvider(
  database: Database,
  userId: number,
  { name, email }: ProviderPerson,
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
