import type { Database } from '../../db/client.ts';
import { settings } from '../settings.ts';
import { createAuth } from './auth.ts';
import { findSecret } from './queries.ts';

/** Whom a link for a new password is for. */
export interface ResetToken {
  name: string;
  token: string;
}

/** Makes the token of a link for a new password; null where the address has no account. */
export async function createResetToken(database: Database, email: string): Promise<ResetToken | null> {
  const site = { siteUrl: settings().siteUrl, secret: await findSecret(database) };
  const made: ResetToken[] = [];
  const auth = await createAuth(site, database, async ({ name }, token) => {
    made.push({ name, token });
  });
  await auth.api.requestPasswordReset({ body: { email } });
  return made[0] ?? null;
}
