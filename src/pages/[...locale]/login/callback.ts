import type { APIRoute } from 'astro';
import { clubStore } from '../../../clubs/directory/club-store.ts';
import { landingPath } from '../../../accounts/landing.ts';
import { endProviderSignIn } from '../../../accounts/provider.ts';
import { seeOther } from '../../../lib/responses.ts';
import { localeOfPath, pathsIn } from '../../../paths.ts';
import { settings } from '../../../settings.ts';

export const GET: APIRoute = async ({ locals, request, clientAddress }) => {
  const { provider } = settings();
  if (!provider) return new Response(null, { status: 404 });
  const { sql } = clubStore();
  const { path, headers, user } = await endProviderSignIn(sql, provider, { request, clientAddress, user: locals.user });
  // The sign-in page itself means that no page required the sign-in.
  const paths = pathsIn(localeOfPath(path));
  return seeOther(user && path === paths.login() ? landingPath(user, paths) : path, headers);
};
