import type { Database } from '../../db/client.ts';
import { directory } from '../clubs/directory.ts';
import { normalizeName } from '../clubs/record.ts';
import { absolute, mainPaths } from '../paths.ts';
import { settings, type ProviderSettings } from '../settings.ts';
import { keepUnlessFailed, within } from '../share-calls.ts';
import { createAuth } from './auth.ts';
import { isRefusal } from './library-errors.ts';
import type { User } from './permissions.ts';
import { endSession, sweepSessions } from './queries.ts';
import { cookiesOf } from './sign-in.ts';

const FAULTS = ['unreachable', 'refused', 'notAllowed', 'notVerified', 'hasPassword', 'late'] as const;

/** Why an identity provider did not lead to a session, for the catalogue to say. */
export type ProviderFault = (typeof FAULTS)[number];
export const isProviderFault = (text: string): text is ProviderFault => FAULTS.some((fault) => fault === text);

/** What the library calls it; accounts are kept under this name. */
const PROVIDER_ID = 'oidc';
/** So long a provider may take to say who it is, in ms. */
const PATIENCE = 10_000;

type ProviderAuth = Awaited<ReturnType<typeof createProviderAuth>>;

/**
 * The library with the provider, which is asked for its metadata the first time that somebody wants to sign in by it:
 * one that is down then is asked again the next time, and keeps no one from signing in with a password.
 */
const providerAuth = keepUnlessFailed((provider: ProviderSettings) =>
  within(PATIENCE, createProviderAuth(provider, directory().sql)),
);

async function createProviderAuth(provider: ProviderSettings, database: Database) {
  const { genericOAuth } = await import('better-auth/plugins');
  const { issuer, clientId, clientSecret, allowedDomains, emailClaim, nameClaim } = provider;
  const { siteUrl } = settings();
  const plugin = genericOAuth({
    config: [
      {
        providerId: PROVIDER_ID,
        clientId,
        clientSecret,
        discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
        redirectURI: absolute(siteUrl, mainPaths().loginCallback),
        scopes: ['openid', 'profile', 'email'],
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser: (profile: Record<string, unknown>) => ({
          email: textOf(profile[emailClaim]),
          name: toName(textOf(profile[nameClaim])) || textOf(profile[emailClaim]),
          image: undefined,
        }),
      },
    ],
  });
  const auth = await createAuth(database, {
    plugins: [plugin],
    validateUserInfo: ({ user, source }) => {
      // What the provider has verified is `email`; another claim may say anything.
      const verified = textOf(source.oauth?.profile?.email).toLowerCase();
      if (user.emailVerified !== true || String(user.email).toLowerCase() !== verified) return { error: NOT_VERIFIED };
      const domain = String(user.email).toLowerCase().split('@').at(-1) ?? '';
      return allowedDomains.length > 0 && !allowedDomains.includes(domain) ? { error: NOT_ALLOWED } : undefined;
    },
  });
  // The library skips a provider that does not answer.
  const { socialProviders } = await auth.$context;
  if (!socialProviders.some(({ id }) => id === PROVIDER_ID)) throw new ProviderGoneError();
  return auth;
}

class ProviderGoneError extends Error {
  override name = 'ProviderGoneError';
}

const NOT_VERIFIED = 'email_not_verified';
const NOT_ALLOWED = 'email_not_allowed';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** As a person's own form has it. */
const toName = (text: string): string => {
  const line = normalizeName(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
  return Array.from(line).slice(0, 255).join('');
};

/** Where to go on, with what the browser has to bring back from there. */
export async function beginProviderSignIn(
  provider: ProviderSettings,
  next: string,
): Promise<{ url: string; headers: Headers } | { fault: ProviderFault }> {
  try {
    const auth = await providerAuth(provider);
    const { headers, response } = await auth.api.signInSocial({
      body: { provider: PROVIDER_ID, callbackURL: next, disableRedirect: true },
      headers: new Headers(),
      returnHeaders: true,
    });
    return response.url === undefined ? { fault: 'unreachable' } : { url: response.url, headers: cookiesOf(headers) };
  } catch {
    return { fault: 'unreachable' };
  }
}

/** What a provider has sent somebody back with: where they wanted to go and their session, or why there is none. `before` is who they were on this site, whose session is over. */
export async function endProviderSignIn(
  provider: ProviderSettings,
  request: Request,
  before: User | null,
): Promise<{ path: string; headers: Headers } | { fault: ProviderFault }> {
  let auth: ProviderAuth;
  try {
    auth = await providerAuth(provider);
  } catch {
    return { fault: 'unreachable' };
  }
  const query = Object.fromEntries(new URL(request.url).searchParams);
  try {
    const answer = await auth.api.callbackOAuth({
      params: { id: PROVIDER_ID },
      query,
      headers: request.headers,
      method: 'GET',
      asResponse: true,
    });
    const location = URL.parse(answer.headers.get('location') ?? '', settings().siteUrl);
    const error = location?.searchParams.get('error');
    const headers = cookiesOf(answer.headers);
    const hasSession = headers.getSetCookie().length > 0 && !error;
    if (!location || !hasSession) return { fault: faultOf(error ?? '') };
    const { sql } = directory();
    if (before) await endSession(sql, before.sessionId);
    await sweepSessions(sql);
    return { path: location.pathname + location.search, headers };
  } catch (error) {
    if (isRefusal(error)) return { fault: faultOf(error.body?.code ?? '') };
    throw error;
  }
}

/** What the library calls it. */
function faultOf(error: string): ProviderFault {
  switch (error) {
    case 'account_not_linked':
      return 'hasPassword';
    case NOT_ALLOWED:
      return 'notAllowed';
    case NOT_VERIFIED:
    case 'email_not_found':
      return 'notVerified';
    case 'state_mismatch':
    case 'state_not_found':
    case 'state_invalid':
      return 'late';
    default:
      return 'refused';
  }
}
