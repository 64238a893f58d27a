import type { APIRoute } from 'astro';
import { endProviderSignIn } from '../../../accounts/provider.ts';
import { seeOther } from '../../../http.ts';
import { pathsIn } from '../../../paths.ts';
import { settings } from '../../../settings.ts';

export const GET: APIRoute = async ({ locals, request }) => {
  const { provider } = settings();
  if (!provider) return new Response(null, { status: 404 });
  const ended = await endProviderSignIn(provider, request, locals.user);
  if ('fault' in ended) return seeOther(pathsIn(locals.locale).login(undefined, ended.fault));
  return seeOther(ended.path, ended.headers);
};
