import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider';
import { findFreePort } from './free-port.ts';
import { readHtml } from './html.ts';
import { visitWith } from './people.ts';
import { SITE_URL } from './program.ts';
import type { TestSite } from './site.ts';

/** The claims about a user of the provider. */
export type Claims = Record<string, unknown>;

/** A local identity provider, whose users and state a test sets. */
export interface IdentityProvider {
  issuer: string;
  people: Map<string, Claims>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const CLIENT = { id: 'club-directory', secret: 'a secret between the two of them' };

interface ProviderOptions {
  siteUrl?: string;
  client?: Partial<ClientMetadata>;
  configuration?: Configuration;
}

/** Creates a provider for a site. It listens after `start`, always at the same address. */
export async function createIdentityProvider({
  siteUrl = SITE_URL,
  client,
  configuration,
}: ProviderOptions = {}): Promise<IdentityProvider> {
  const people = new Map<string, Claims>();
  const port = await findFreePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${siteUrl}/login/callback/`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        ...client,
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'nickname', 'picture', 'upn', 'groups'],
    },
    conformIdTokenClaims: false,
    // A client with pairwise subjects gets the claim `sub` of the person, of any type.
    pairwiseIdentifier: (_, id) => (people.get(id)?.sub ?? id) as string,
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    cookies: { keys: ['for tests alone'] },
    jwks: {
      keys: [
        { ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }), kid: 'key' },
      ],
    },
    ...configuration,
  });
  let server: Server | null = null;
  return {
    issuer,
    people,
    async start() {
      server = createServer((request, response) => void provider.callback()(request, response)).listen(
        port,
        '127.0.0.1',
      );
      await once(server, 'listening');
    },
    async stop() {
      server?.closeAllConnections();
      server?.close();
      server = null;
    },
  };
}

/** Signs in on the pages of the provider. Returns the address that it redirects back to. */
export async function signInAtProvider(url: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 12; step += 1) {
    const response: Response = await fetch(next, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      next = new URL(location, next);
      form = null;
      if (next.origin === SITE_URL) return next;
      continue;
    }
    const html: string = await response.text();
    const [, action]: (string | undefined)[] = /action="([^"]+)"/.exec(html) ?? [];
    const [, prompt]: (string | undefined)[] = /name="prompt" value="([^"]+)"/.exec(html) ?? [];
    if (action === undefined || prompt === undefined)
      throw new Error(`The provider returned ${response.status}: ${html}`);
    next = new URL(action, next);
    form = new URLSearchParams({ prompt, login, password: 'any' });
  }
  throw new Error('The provider does not redirect back to the site.');
}

/** Signs in on a site through its provider; returns the last response of the site. */
export async function signInThrough(site: Pick<TestSite, 'get'>, login: string): Promise<Response> {
  const begun = await visitWith(site, null).post('/login/provider/');
  if (begun.status !== 200) return begun;
  const refresh = readHtml(await begun.text()).one('meta[http-equiv=refresh]').attributes.content ?? '';
  const back = await signInAtProvider(refresh.replace('0; url=', '').replaceAll('&amp;', '&'), login);
  const cookies = begun.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf(';')));
  return await visitWith(site, cookies.join('; ')).get(back.pathname + back.search);
}

/** The session cookie of a response; null without one. */
export const sessionCookieOf = (answer: Response): string | null =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('__Host-session='))
    ?.split(';')[0] ?? null;

/** The settings of a site that uses the provider. */
export const settingsFor = ({ issuer }: IdentityProvider): Record<string, string> => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
});
