import type { BetterAuthOptions } from 'better-auth';
import type { Database } from '../../db/client.ts';
import { settings } from '../settings.ts';
import { shareCalls } from '../lib/single-flight.ts';
import { createAuthAdapter } from './auth-adapter.ts';
import { PASSWORD_LENGTH } from './fields.ts';
import { cookiePrefix, hasHttps, SESSION_COOKIE } from './session-cookie.ts';
import { SESSION_AGE } from './sessions.ts';
import { findSecret } from './tokens.ts';

interface ProviderOptions {
  plugins: NonNullable<BetterAuthOptions['plugins']>;
  /** The providers whose users `validateUserInfo` accepts or refuses. */
  trustedProviders: string[];
  validateUserInfo: NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>;
}

/** The options of the library. The database client converts the names of columns. */
export const authOptions = (siteUrl: string, secret: string, provider?: ProviderOptions) =>
  ({
    appName: 'Club directory',
    baseURL: siteUrl,
    secret,
    // Only pages of the site call the library; it handles no requests itself.
    basePath: '/login',
    onAPIError: { errorURL: '/login/' },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    plugins: provider?.plugins ?? [],
    user: {
      modelName: 'site_user',
      fields: { emailVerified: 'isEmailVerified' },
      ...(provider && { validateUserInfo: provider.validateUserInfo }),
    },
    // sessions.ts ends sessions that are not used.
    session: { modelName: 'user_session', expiresIn: SESSION_AGE, disableSessionRefresh: true },
    account: {
      modelName: 'user_account',
      updateAccountOnSignIn: false,
      // `validateUserInfo` decides whether an address is verified, and which account an identity is linked to.
      accountLinking: {
        enabled: true,
        allowDifferentEmails: true,
        trustedProviders: provider?.trustedProviders ?? [],
      },
    },
    verification: { modelName: 'user_verification', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.least,
      maxPasswordLength: PASSWORD_LENGTH.most,
    },
    advanced: {
      database: { generateId: 'serial' },
      // `__Host-` is stricter than the prefix of the library.
      useSecureCookies: false,
      cookiePrefix: `${cookiePrefix()}login`,
      cookies: { session_token: { name: `${cookiePrefix()}${SESSION_COOKIE}` } },
      defaultCookieAttributes: { secure: hasHttps(), httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { disableIpTracking: true },
    },
    // Tokens of the provider and the browsers of users are not needed, so they are not stored.
    databaseHooks: {
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
      session: { create: { before: async (session: object) => ({ data: { ...session, userAgent: null } }) } },
    },
  }) satisfies BetterAuthOptions;

const withoutTokens = async (account: object) => ({
  data: { ...account, accessToken: null, refreshToken: null, idToken: null, scope: null },
});

/** Creates an instance of the library. It is imported here because that takes half a second and 50 MB. */
export async function createAuth(database: Database, provider?: ProviderOptions) {
  const [{ betterAuth }, { createAdapterFactory }, secret] = await Promise.all([
    import('better-auth'),
    import('better-auth/adapters'),
    findSecret(database),
  ]);
  return betterAuth({
    ...authOptions(settings().siteUrl, secret, provider),
    database: createAuthAdapter(createAdapterFactory, database),
  });
}

/** The instance for sign-in with a password, created at the first sign-in. */
export const passwordAuth = shareCalls((database: Database) => createAuth(database), 'failed');
