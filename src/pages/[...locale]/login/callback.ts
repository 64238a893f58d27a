import type { APIRoute } from 'astro';
import { logRefusedSignIn, logSignIn } from '../../../accounts/account-log.ts';
import { endProviderSignIn } from '../../../accounts/provider.ts';
import { seeOther } from '../../../http.ts';
import { settings } from '../../../settings.ts';

export const GET: APIRoute = async ({ locals, request, clientAddress }) => {
  const { provider } = settings();
  if (!provider) return new Response(null, { status: 404 });
  const { path, headers } = await endProviderSignIn(provider, request, locals.user);
  const reason = new URL(path, request.url).searchParams.get('fault');
  if (reason === null) await logSignIn('provider', clientAddress, headers);
  else await logRefusedSignIn('provider', clientAddress, { reason, email: null });
  return seeOther(path, headers);
};
