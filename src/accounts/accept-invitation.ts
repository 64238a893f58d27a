import { clubStore } from '../clubs/club-store.ts';
import { acceptAsNew, type Acceptance } from './invitations.ts';
import { hashPassword } from './passwords.ts';
import { signIn, type Asking } from './sign-in.ts';

/** Makes the account that somebody was invited to, and signs in. The headers give the browser its session. */
export async function acceptInvitation(
  token: string,
  { name, email, password }: { name: string; email: string; password: string },
  asked: Asking,
): Promise<{ outcome: Acceptance; headers: Headers }> {
  const passwordHash = await hashPassword(password);
  const outcome = await acceptAsNew(clubStore().sql, token, { name, passwordHash });
  const signedIn = outcome === 'done' ? await signIn({ email, password }, asked) : null;
  return { outcome, headers: signedIn?.outcome === 'done' ? signedIn.headers : new Headers() };
}
