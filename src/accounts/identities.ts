import type { Database } from '../../db/client.ts';
import { formatCount } from '../format.ts';

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
  report(`Stored OIDC_ISSUER with ${formatCount(adopted.length, 'university account')}.`);
}
