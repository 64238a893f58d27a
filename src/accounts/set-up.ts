import { directory } from '../clubs/directory.ts';
import { hashPassword } from './passwords.ts';
import { createUser } from './queries.ts';
import { signIn } from './sign-in.ts';

/** Makes the first account, which may do everything, and signs in; null where somebody was faster. */
export async function setUp(
  { name, email, password }: { name: string; email: string; password: string },
  address: string,
): Promise<Headers | null> {
  const passwordHash = await hashPassword(password);
  const user = { name, email, passwordHash, roles: ['administrator'] as const };
  if ((await createUser(directory().sql, user, { isFirst: true })) === null) return null;
  const signedIn = await signIn({ email, password }, { address, before: null });
  return signedIn.outcome === 'done' ? signedIn.headers : new Headers();
}
