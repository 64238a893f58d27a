import type { BetterAuthOptions } from 'better-auth';
import type { Database } from '../../db/client.ts';
import { createAuthAdapter } from './auth-adapter.ts';
import { settings } from '../settings.ts';
import { findSecret, SESSION_AGE } from './queries.ts';
import { cookiePrefix, hasHttps, SESSION_COOKIE } from './session-cookie.ts';

/** How long a password is, in characters. */
export const PASSWORD_LENGTH = { least: 12, most: 128 };

/** What the library is told: what it stores where, and what it is to do. */
export const authOptions = ({ siteUrl, secret }: AuthSite, trustedProviders: string[] = []) =>
  ({
    appName: 'Club directory',
    baseURL: siteUrl,
    secret,
    // Nothing of the library has an address: the pages of the site ask it, and those alone.
    basePath: '/login',
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    user: {
      modelName: 'site_user',
      fields: { emailVerified: 'is_email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'user_session',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      // The end by age; that by idle time is asked of when a session was last used (queries.ts).
      expiresIn: SESSION_AGE,
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'user_account',
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      updateAccountOnSignIn: false,
      // People have several addresses. The library leaves it to `validateUserInfo` whether an address of a trusted
      // provider is verified, and to which account its identity is linked.
      accountLinking: { enabled: true, allowDifferentEmails: true, trustedProviders },
    },
    verification: {
      modelName: 'user_verification',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.least,
      maxPasswordLength: PASSWORD_LENGTH.most,
    },
    advanced: {
      database: { generateId: 'serial' },
      // The prefix would be the weaker one.
      useSecureCookies: false,
      cookiePrefix: `${cookiePrefix()}login`,
      cookies: { session_token: { name: `${cookiePrefix()}${SESSION_COOKIE}` } },
      defaultCookieAttributes: { secure: hasHttps(), httpOnly: true, sameSite: 'lax', path: '/' },
      // Who asks is nobody's business after they have signed in.
      ipAddress: { disableIpTracking: true },
    },
    databaseHooks: {
      account: {
        create: { before: withoutTokens },
        update: { before: withoutTokens },
      },
      session: {
        create: { before: async (session: Record<string, unknown>) => ({ data: { ...session, userAgent: null } }) },
      },
    },
    logger: { disabled: true },
  }) as const;

/** The site does not use the tokens of a provider, so it stores none. */
const withoutTokens = async (account: Record<string, unknown>) => ({
  data: { ...account, accessToken: null, refreshToken: null, idToken: null, scope: null },
});

/** The site that people sign in to. */
interface AuthSite {
  siteUrl: string;
  /** What signs its cookies. */
  secret: string;
}

type ValidateUserInfo = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>;

/** What is added to the library for one purpose. */
interface AuthExtras {
  /** What the library is told of an identity provider. */
  plugins?: BetterAuthOptions['plugins'];
  validateUserInfo?: ValidateUserInfo;
  /** The providers whose users `validateUserInfo` accepts or refuses. */
  trustedProviders?: string[];
  /** Hears what the library would log, with what it has of it: secrets, codes and tokens may be in there. */
  onLog?: (message: string, detail: unknown) => void;
}

/** The library at work for this site. It takes half a second and 50 MB to load: visitors who never sign in cause neither. */
export async function createAuth(
  database: Database,
  { plugins = [], validateUserInfo, trustedProviders, onLog }: AuthExtras = {},
) {
  const [{ betterAuth }, { createAdapterFactory }, secret] = await Promise.all([
    import('better-auth'),
    import('better-auth/adapters'),
    findSecret(database),
  ]);
  const options = authOptions({ siteUrl: settings().siteUrl, secret }, trustedProviders);
  return betterAuth({
    ...options,
    user: { ...options.user, ...(validateUserInfo && { validateUserInfo }) },
    plugins,
    ...(onLog && { logger: { log: (_level: string, message: string, detail: unknown) => onLog(message, detail) } }),
    database: createAuthAdapter(createAdapterFactory, database),
  });
}
