import type { Database } from '../../db/client.ts';
import { createAuth } from './auth.ts';

/** Whom a link for a new password is for. */
export interface ResetToken {
  name: string;
  token: string;
}

/** Makes the token of a link for a new password; null where the address has no account. */
export async function createResetToken(database: Database, email: string): Promise<ResetToken | null> {
  const made: ResetToken[] = [];
  const auth = await createAuth(database, {
    deliver: async ({ name }, token) => {
      made.push({ name, token });
    },
  });
  await auth.api.requestPasswordReset({ body: { email } });
  return made[0] ?? null;
}
