import type { APIRoute } from 'astro';
import { endProviderSignIn } from '../../../accounts/provider.ts';
import { seeOther } from '../../../http.ts';
import { settings } from '../../../settings.ts';

export const GET: APIRoute = async ({ locals, request }) => {
  const { provider } = settings();
  if (!provider) return new Response(null, { status: 404 });
  const { path, headers } = await endProviderSignIn(provider, request, locals.user);
  return seeOther(path, headers);
};
