import { AsyncLocalStorage } from 'node:async_hooks';
import * as v from 'valibot';
import type { Database } from '../../db/client.ts';
import { scrub } from '../lib/print-error.ts';
import { toOneLine } from '../lib/log.ts';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { absolute, localeOfPath, mainPaths, pathsIn, withQuery } from '../paths.ts';
import { settings, type ProviderSettings } from '../settings.ts';
import { shareCalls } from '../lib/single-flight.ts';
import { withTimeout } from '../lib/timeout.ts';
import { createAuth } from './auth.ts';
import { EmailSchema } from './fields.ts';
import { updateGroupRoles } from './grants.ts';
import { findClaims, isMissing, readGroupRoles, readPerson, type Claims } from './provider-claims.ts';
import { fetchMetadata, metadataUrl, ProviderError } from './provider-metadata.ts';
import { cookiesOf, sentSessionToken } from './session-cookie.ts';
import { startSession } from './sessions.ts';
import { logAccount, logRefused, type SignInRequest } from './sign-in.ts';
import { findSignInMethod, updateFromProvider } from './users.ts';

/** Why a sign-in failed, as the page shows it. The log has the exact error code. */
type ProviderErrorKey = keyof ReturnType<typeof messages>['accounts']['providerErrors'];

/** Error codes of the library, of `checkClaims` and of `checkPerson`. The page shows every other code as `failed`. */
const ERROR_KEYS: Partial<Record<string, ProviderErrorKey>> = {
  email_not_found: 'emailRefused',
  email_not_verified: 'emailRefused',
  email_verified_missing: 'emailRefused',
  email_not_allowed: 'emailRefused',
  email_unusable: 'unusable',
  subject_unusable: 'unusable',
  // The address of that account is not verified; such an account has a password.
  account_not_linked: 'hasPassword',
  has_password: 'hasPassword',
  has_identity: 'linked',
  account_already_linked_to_different_user: 'linked',
};

/** The text for an error in the address of a page; null for any other text. */
export function describeProviderError(error: string | null, locale: Locale): string | null {
  const texts: Partial<Record<string, string>> = messages(locale).accounts.providerErrors;
  return error !== null && Object.hasOwn(texts, error) ? (texts[error] ?? null) : null;
}

const reportError = (error: unknown) => {
  const what = toOneLine(error instanceof Error ? error.message : String(error));
  console.error(scrub(`Sign-in with the identity provider failed: ${what}`));
};

/** Timeout of the discovery in ms; the library has none. */
const TIMEOUT_MS = 10_000;

/** The claims of each callback that is being handled, once they are verified. */
const callbacks = new AsyncLocalStorage<{ claims?: Claims }>();

/** The instance of the library with the provider, created at the first sign-in while the provider is available. */
const providerAuth = shareCalls(
  (database: Database, provider: ProviderSettings) => withTimeout(TIMEOUT_MS, createProviderAuth(database, provider)),
  'failed',
);

async function createProviderAuth(database: Database, provider: ProviderSettings) {
  const [{ genericOAuth }, { getOAuthState }] = await Promise.all([
    import('better-auth/plugins'),
    import('better-auth/api'),
  ]);
  const { issuer, clientId, clientSecret } = provider;
  const { userinfoEndpoint, tokenAuthMethod } = await fetchMetadata(issuer);
  const plugin = genericOAuth({
    config: [
      {
        // An identity is (issuer, `sub`): the same `sub` at another issuer is another person.
        providerId: issuer,
        clientId,
        clientSecret,
        tokenEndpointAuth: { method: tokenAuthMethod },
        discoveryUrl: metadataUrl(issuer),
        redirectURI: absolute(settings().siteUrl, mainPaths().loginCallback),
        scopes: ['openid', 'profile', 'email'],
        pkce: true,
        requireIdTokenVerification: true,
        accountSubject: ({ profile }) => profile.sub ?? '',
        getUserInfo: async ({ idToken, accessToken }) => {
          if (idToken === undefined) return null;
          const claims = await findClaims({ idToken, accessToken, userinfoEndpoint });
          Object.assign(callbacks.getStore() ?? {}, { claims });
          return { ...claims, emailVerified: readPerson(claims, provider).isEmailVerified };
        },
        mapProfileToUser: (claims) => {
          const { email, name } = readPerson(claims, provider);
          return { email, name: name || email, image: undefined };
        },
      },
    ],
  });
  return await createAuth(database, {
    plugins: [plugin],
    trustedProviders: [issuer],
    validateUserInfo: ({ user, source }) =>
      checkPerson(Number(user.id), source).catch((error: unknown) => {
        // The library reports it as `validation_failed` only.
        reportError(error);
        throw error;
      }),
  });

  async function checkPerson(userId: number, { action, oauth }: { action: string; oauth?: { profile?: Claims } }) {
    const claims = oauth?.profile ?? {};
    const refusal = checkClaims(claims, provider);
    if (refusal !== null) return { error: refusal };
    // On the account page, its owner links the identity. Elsewhere only accounts without a sign-in method get one.
    if (action === 'link-account' && (await getOAuthState())?.link === undefined) {
      const method = await findSignInMethod(database, userId);
      return method === null ? undefined : { error: `has_${method}` };
    }
    if (action === 'sign-in' && !(await updateFromProvider(database, userId, readPerson(claims, provider))))
      console.warn(
        `The e-mail address of account ${userId} was not updated: the one from the identity provider belongs to another account.`,
      );
    return undefined;
  }
}

/** The error code for claims that do not allow a sign-in; null if they do. */
function checkClaims(claims: Claims, provider: ProviderSettings): string | null {
  const { email, isEmailVerified } = readPerson(claims, provider);
  if (typeof claims.sub !== 'string') return 'subject_unusable';
  if (isMissing(claims, provider.emailClaim)) return 'email_not_found';
  // An address with two @ has different domains for different readers.
  if (!v.is(EmailSchema, email)) return 'email_unusable';
  if (!isEmailVerified) return isMissing(claims, 'email_verified') ? 'email_verified_missing' : 'email_not_verified';
  const domain = email.toLowerCase().split('@').at(-1) ?? '';
  const { allowedDomains } = provider;
  return allowedDomains.length > 0 && !allowedDomains.includes(domain) ? 'email_not_allowed' : null;
}

interface ReturnPages {
  next: string;
  onError: string;
}

/**
 * Begins a sign-in: returns the address of the provider and cookies for the browser; null if the provider is
 * unreachable. With `linkFor`, the identity is linked to the account that sent this request.
 */
export async function beginProviderSignIn(
  database: Database,
  provider: ProviderSettings,
  { next, onError }: ReturnPages,
  linkFor?: Request,
): Promise<{ providerUrl: string; headers: Headers } | null> {
  const { issuer } = provider;
  const body = { provider: issuer, callbackURL: next, errorCallbackURL: onError, disableRedirect: true } as const;
  try {
    // Without this check, the browser would show its own error page for an unreachable provider.
    await fetchMetadata(issuer);
    const { api } = await providerAuth(database, provider);
    const { headers, response } = linkFor
      ? await api.linkSocialAccount({ body, headers: linkFor.headers, returnHeaders: true })
      : await api.signInSocial({ body, headers: new Headers(), returnHeaders: true });
    return response.url === undefined ? null : { providerUrl: response.url, headers: cookiesOf(headers) };
  } catch (error) {
    reportError(error);
    return null;
  }
}

/**
 * Completes a sign-in when the provider redirects back. Returns the next page, which shows any error. The sign-in page
 * leads users on, also those who were signed in already if it fails.
 */
export async function endProviderSignIn(
  database: Database,
  provider: ProviderSettings,
  { request, clientAddress, user: previous }: SignInRequest,
): Promise<{ path: string; headers: Headers }> {
  const refuse = (code: string, page: URL) => {
    // The provider chooses its codes.
    const known = /^[a-z_]{1,60}$/.test(code) ? code : 'unknown';
    logRefused(clientAddress, { method: 'provider', reason: known });
    const key = known === 'state_mismatch' && !request.headers.has('Cookie') ? 'cookies' : ERROR_KEYS[known];
    for (const name of ['error', 'error_description']) page.searchParams.delete(name);
    const isAtLogin = page.pathname === pathsIn(localeOfPath(page.pathname)).login();
    if (!previous || !isAtLogin) page.searchParams.set('error', key ?? 'failed');
    return { path: withQuery(page.pathname, page.searchParams.toString()), headers: new Headers() };
  };
  const { siteUrl } = settings();
  const query = new URL(request.url).searchParams;
  const loginPage = new URL(mainPaths().login(), siteUrl);
  const callback: { claims?: Claims } = {};
  let response: Response;
  try {
    const auth = await providerAuth(database, provider);
    const context = {
      params: { id: provider.issuer },
      query: Object.fromEntries(query),
      headers: request.headers,
      method: 'GET',
      asResponse: true,
    } as const;
    response = await callbacks.run(callback, () => auth.api.callbackOAuth(context));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    reportError(error);
    return refuse('provider_unavailable', loginPage);
  }
  const location = response.headers.get('Location');
  const page = location === null ? loginPage : new URL(location, siteUrl);
  const headers = cookiesOf(response.headers);
  if (sentSessionToken(headers) !== null) {
    const { claims = {} } = callback;
    const identity = { issuer: provider.issuer, subject: String(claims.sub) };
    await updateGroupRoles(database, identity, readGroupRoles(claims, provider));
    const user = await startSession(database, headers, { previous });
    if (user) logAccount('Signed in', clientAddress, { account: user.id, method: 'provider' });
    return { path: page.pathname + page.search, headers };
  }
  const error = location === null ? 'no_redirect' : page.searchParams.get('error');
  const code = (callback.claims && checkClaims(callback.claims, provider)) ?? error;
  return code === null ? { path: page.pathname + page.search, headers } : refuse(code, page);
}
