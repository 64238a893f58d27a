import { clubStore } from '../clubs/club-store.ts';
import { hashPassword } from './passwords.ts';
import { createUser, type NewUserFault } from './queries.ts';
import { signIn } from './sign-in.ts';

/** Makes the first account, which may do everything, and signs in; the headers give the browser its session. */
export async function setUp(
  { name, email, password }: { name: string; email: string; password: string },
  address: string,
): Promise<{ headers: Headers } | { fault: NewUserFault }> {
  const passwordHash = await hashPassword(password);
  const user = { name, email, passwordHash, roles: ['administrator'] as const };
  const created = await createUser(clubStore().sql, user, { isFirst: true });
  if (typeof created !== 'number') return { fault: created };
  const signedIn = await signIn({ email, password }, { address, cookies: null, before: null });
  return { headers: signedIn.outcome === 'done' ? signedIn.headers : new Headers() };
}
