import { isRefusal } from './library-errors.ts';
import { siteAuth } from './site-auth.ts';

/** Keeps a new password by the token of a link, and ends all sessions; false for a token that is no longer good. */
export async function resetPassword(token: string, newPassword: string): Promise<boolean> {
  const auth = await siteAuth();
  try {
    await auth.api.resetPassword({ body: { token, newPassword } });
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}
