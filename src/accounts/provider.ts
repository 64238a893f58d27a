import * as v from 'valibot';
import type { Database } from '../../db/client.ts';
import { clubStore } from '../clubs/club-store.ts';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { absolute, mainPaths, withQuery } from '../paths.ts';
import { settings, type ProviderSettings } from '../settings.ts';
import { keepUnlessFailed, within } from '../share-calls.ts';
import { createAuth } from './auth.ts';
import { EmailSchema } from './forms.ts';
import { findSignIn, updateFromProvider } from './identities.ts';
import { isRefusal } from './library-errors.ts';
import type { User } from './permissions.ts';
import { findClaims, isMissing, readPerson, type Claims } from './provider-claims.ts';
import {
  createCheck,
  describeCallback,
  describeExchange,
  discoveryAddress,
  fetchMetadata,
  reportProvider,
  tokenAuthMethod,
} from './provider-faults.ts';
import { endSession, sweepSessions } from './queries.ts';
import { isSessionCookie } from './session-cookie.ts';
import { cookiesOf } from './sign-in.ts';

/** Why a sign-in with the identity provider failed, with the text for it: the log has more detail than the page. */
const FAULTS = {
  unreachable: 'unreachable',
  refused: 'failed',
  late: 'failed',
  notAllowed: 'emailRefused',
  notVerified: 'emailRefused',
  hasPassword: 'hasPassword',
  hasIdentity: 'linked',
  ofAnother: 'linked',
} as const;
type ProviderFault = keyof typeof FAULTS;
const isProviderFault = (text: string | null): text is ProviderFault => text !== null && Object.hasOwn(FAULTS, text);

/** The text for a fault; null for any other text. */
export const describeProviderFault = (fault: string | null, locale: Locale): string | null =>
  isProviderFault(fault) ? messages(locale).accounts.providerErrors[FAULTS[fault]] : null;

/** So long a provider may take to say who it is, in ms, */
const PATIENCE = 10_000;
/** and to show that it is still there. */
const LATER_PATIENCE = 2000;

type ProviderAuth = Awaited<ReturnType<typeof createProviderAuth>>;

/** Somebody who is led to a provider that is gone sees the browser's own words, and nothing of this site. */
const checkProvider = createCheck(async (wasGood) => {
  const { trouble } = await fetchMetadata(settings().provider?.issuer ?? '', wasGood ? LATER_PATIENCE : PATIENCE);
  return trouble ?? null;
});

/**
 * The library with the provider, which is asked for its metadata the first time that somebody wants to sign in by it:
 * one that is down then is asked again the next time, and keeps no one from signing in with a password.
 */
const providerAuth = keepUnlessFailed((provider: ProviderSettings) =>
  within(PATIENCE, createProviderAuth(provider, clubStore().sql)),
);

async function createProviderAuth(provider: ProviderSettings, database: Database) {
  const [{ genericOAuth }, { getOAuthState }] = await Promise.all([
    import('better-auth/plugins'),
    import('better-auth/api'),
  ]);
  const { issuer, clientId, clientSecret, emailClaim } = provider;
  const { siteUrl } = settings();
  const { metadata, trouble } = await fetchMetadata(issuer, PATIENCE);
  if (trouble) throw new Error(trouble.what);
  const plugin = genericOAuth({
    config: [
      {
        // An identity is (issuer, `sub`): the same `sub` at another issuer is another person.
        providerId: issuer,
        clientId,
        clientSecret,
        tokenEndpointAuth: { method: tokenAuthMethod(metadata) ?? 'client_secret_basic' },
        discoveryUrl: discoveryAddress(issuer),
        redirectURI: absolute(siteUrl, mainPaths().loginCallback),
        scopes: ['openid', 'profile', 'email'],
        pkce: true,
        requireIdTokenVerification: true,
        accountSubject: ({ profile }) => profile.sub ?? '',
        getUserInfo: async ({ idToken, accessToken }) => {
          if (idToken === undefined) return null;
          const sources = { idToken, accessToken, userinfoEndpoint: metadata.userinfo_endpoint };
          const claims = await findClaims(sources, [emailClaim, 'email_verified']);
          return claims && { ...claims, emailVerified: readPerson(claims, provider).isEmailVerified };
        },
        mapProfileToUser: (claims) => {
          const { email, name } = readPerson(claims, provider);
          return { email, name: name || email, image: undefined };
        },
      },
    ],
  });
  const auth = await createAuth(database, {
    plugins: [plugin],
    trustedProviders: [issuer],
    // Other errors are visible in the redirect.
    onLog(message, error) {
      if (message.startsWith('validateUserInfo callback threw')) reportUnknown(error);
      if (!message.startsWith('Failed to validate authorization code')) return;
      const { reason, what } = describeExchange(error);
      reportProvider(reason, what);
    },
    validateUserInfo: async ({ user, source }) => {
      const claims = source.oauth?.profile ?? {};
      const userId = Number(user.id);
      let error = findRefusal(claims, provider);
      if (error === null && source.action === 'link-account') {
        // At /account/ the owner links it. Otherwise only an account without any way to sign in gets an identity.
        const isAsked = (await getOAuthState())?.link !== undefined;
        error = isAsked ? null : LINK_REFUSALS[await findSignIn(database, userId)];
      }
      if (error !== null) return { error };
      if (source.action === 'sign-in' && !(await updateFromProvider(database, userId, readPerson(claims, provider)))) {
        console.warn(
          `The e-mail address of account ${userId} was not updated: the one from the identity provider belongs to another account.`,
        );
      }
      return undefined;
    },
  });
  // The library skips a provider that does not answer.
  const { socialProviders } = await auth.$context;
  if (!socialProviders.some(({ id }) => id === issuer)) throw new ProviderGoneError();
  return auth;
}

/** Why a person with these claims must not sign in; null if they may. */
function findRefusal(claims: Claims, provider: ProviderSettings): string | null {
  const { email, isEmailVerified } = readPerson(claims, provider);
  if (!isEmailVerified && isMissing(claims, 'email_verified')) {
    const what =
      'it does not send the claim email_verified. If it verifies the addresses of all its users, set OIDC_TRUST_EMAIL=on.';
    reportProvider('email_verified', what);
  }
  // An address with two @ has one domain for this site and another one for others.
  if (!isEmailVerified || !v.is(EmailSchema, email)) return NOT_VERIFIED;
  const domain = email.toLowerCase().split('@').at(-1) ?? '';
  const { allowedDomains } = provider;
  return allowedDomains.length > 0 && !allowedDomains.includes(domain) ? NOT_ALLOWED : null;
}

/** What went wrong that nothing is known of. */
const reportUnknown = (error: unknown) =>
  reportProvider('unknown', error instanceof Error ? error.message : String(error));

class ProviderGoneError extends Error {
  override name = 'ProviderGoneError';
  override message = 'its metadata could not be used. Check OIDC_ISSUER.';
}

const NOT_VERIFIED = 'email_not_verified';
const NOT_ALLOWED = 'email_not_allowed';
const HAS_PASSWORD = 'has_password';
const HAS_IDENTITY = 'has_identity';

/** Why an identity is not linked to the account that has its address. */
const LINK_REFUSALS = { password: HAS_PASSWORD, identity: HAS_IDENTITY, none: null } as const;

/** Where the provider leads back to: on to where somebody wanted to go, or to the page that says why not. */
interface Ways {
  next: string;
  /** An address of this site in the language of who asks. */
  onFault: string;
}

/** Where to go on, with what the browser has to bring back from there. */
type Begun = { url: string; headers: Headers } | { fault: ProviderFault };

/** Begins to sign somebody in. */
export const beginProviderSignIn = (provider: ProviderSettings, ways: Ways): Promise<Begun> =>
  begin(provider, (auth, body) => auth.api.signInSocial({ body, headers: new Headers(), returnHeaders: true }), ways);

/**
 * Begins to join the provider's account of somebody to the one that the request is signed in with. Whoever asks has
 * been asked for their password.
 */
export const beginProviderJoin = (provider: ProviderSettings, request: Request, ways: Ways): Promise<Begun> =>
  begin(
    provider,
    (auth, body) => auth.api.linkSocialAccount({ body, headers: request.headers, returnHeaders: true }),
    ways,
  );

async function begin(
  provider: ProviderSettings,
  ask: (
    auth: ProviderAuth,
    body: { provider: string; callbackURL: string; errorCallbackURL: string; disableRedirect: true },
  ) => Promise<{ headers: Headers; response: { url?: string | undefined } }>,
  { next, onFault }: Ways,
): Promise<Begun> {
  try {
    const trouble = await checkProvider();
    if (trouble) {
      reportProvider(trouble.reason, trouble.what);
      return { fault: 'unreachable' };
    }
    const body = {
      provider: provider.issuer,
      callbackURL: next,
      errorCallbackURL: onFault,
      disableRedirect: true,
    } as const;
    const { headers, response } = await ask(await providerAuth(provider), body);
    return response.url === undefined ? { fault: 'unreachable' } : { url: response.url, headers: cookiesOf(headers) };
  } catch (error) {
    reportUnknown(error);
    return { fault: 'unreachable' };
  }
}

/**
 * Where somebody goes on whom a provider has sent back: where they wanted to, with their session if they have signed in,
 * or to the page that says why not. `before` is who they were on this site, whose session is over then.
 */
export async function endProviderSignIn(
  provider: ProviderSettings,
  request: Request,
  before: User | null,
): Promise<{ path: string; headers: Headers }> {
  let auth: ProviderAuth;
  try {
    auth = await providerAuth(provider);
  } catch (error) {
    reportUnknown(error);
    return toFault('unreachable');
  }
  const query = Object.fromEntries(new URL(request.url).searchParams);
  try {
    const answer = await auth.api.callbackOAuth({
      params: { id: provider.issuer },
      query,
      headers: request.headers,
      method: 'GET',
      asResponse: true,
    });
    const headers = cookiesOf(answer.headers);
    const text = answer.headers.get('location') ?? '';
    const location = URL.parse(text, settings().siteUrl);
    const error = location?.searchParams.get('error') ?? '';
    const { sql } = clubStore();
    if (headers.getSetCookie().some(isSessionCookie)) {
      if (before) await endSession(sql, before.sessionId);
      await sweepSessions(sql);
    } else if (!location || error !== '') {
      const trouble = describeCallback(error, provider.emailClaim);
      if (trouble) reportProvider(trouble.reason, trouble.what);
      // Where the library knows of no page to say it on, it names an address of its own, in full.
      return toFault(faultOf(error), location && text.startsWith('/') ? location : null);
    }
    return { path: location ? location.pathname + location.search : mainPaths().clubList, headers };
  } catch (error) {
    if (isRefusal(error)) return toFault(faultOf(error.body?.code ?? ''));
    throw error;
  }
}

/** To the page that says it: the one that was named for it, or, where that is not known, that of signing in. */
function toFault(fault: ProviderFault, page: URL | null = null): { path: string; headers: Headers } {
  if (!page) return { path: mainPaths().login(undefined, fault), headers: new Headers() };
  const query = new URLSearchParams(page.searchParams);
  // What the library has added.
  query.delete('error');
  query.delete('error_description');
  query.set('fault', fault);
  return { path: withQuery(page.pathname, query.toString()), headers: new Headers() };
}

/** What the library calls it. */
function faultOf(error: string): ProviderFault {
  switch (error) {
    // The address of that account is not verified; such an account always has a password.
    case 'account_not_linked':
    case HAS_PASSWORD:
      return 'hasPassword';
    case HAS_IDENTITY:
      return 'hasIdentity';
    case NOT_ALLOWED:
      return 'notAllowed';
    case NOT_VERIFIED:
    case 'email_not_found':
      return 'notVerified';
    case 'account_already_linked_to_different_user':
      return 'ofAnother';
    case 'state_mismatch':
    case 'state_not_found':
    case 'state_invalid':
      return 'late';
    default:
      return 'refused';
  }
}
