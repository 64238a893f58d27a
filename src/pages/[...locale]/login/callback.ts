import type { APIRoute } from 'astro';
import { logRefusedSignIn, logSignIn } from '../../../accounts/account-log.ts';
import { landingPath } from '../../../accounts/landing.ts';
import { endProviderSignIn } from '../../../accounts/provider.ts';
import { seeOther } from '../../../http.ts';
import { localeOfPath, pathsIn } from '../../../paths.ts';
import { settings } from '../../../settings.ts';

export const GET: APIRoute = async ({ locals, request, clientAddress }) => {
  const { provider } = settings();
  if (!provider) return new Response(null, { status: 404 });
  const { path, headers } = await endProviderSignIn(provider, request, locals.user);
  const { pathname, searchParams } = new URL(path, request.url);
  const reason = searchParams.get('fault');
  if (reason !== null) {
    await logRefusedSignIn('provider', clientAddress, { reason, email: null });
    return seeOther(path, headers);
  }
  const user = await logSignIn('provider', clientAddress, headers);
  // The path of the sign-in page means that no page required signing in.
  const paths = pathsIn(localeOfPath(path, settings().defaultLocale));
  return seeOther(pathname === paths.login() ? landingPath(user, paths) : path, headers);
};
