import type { APIRoute } from 'astro';
import { endProviderSignIn } from '../../../accounts/provider.ts';
import { seeOther } from '../../../lib/responses.ts';
import { settings } from '../../../settings.ts';

export const GET: APIRoute = async ({ locals, request, clientAddress }) => {
  const { provider } = settings();
  if (!provider) return new Response(null, { status: 404 });
  const { path, headers } = await endProviderSignIn(locals.sql, provider, {
    request,
    clientAddress,
    user: locals.user,
  });
  return seeOther(path, headers);
};
