import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import Provider from 'oidc-provider';
import { SITE_URL } from './program.ts';

/** Somebody whom the provider knows, by the name that they sign in with there. */
export type Claims = Record<string, string | boolean>;

/** A real identity provider on this machine, whose people and state a test sets. */
export interface IdentityProvider {
  issuer: string;
  people: Map<string, Claims>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const CLIENT = { id: 'club-directory', secret: 'a secret between the two of them' };

/** A port that nobody listens on. */
export async function findFreePort(): Promise<number> {
  const reserved = createServer().listen(0, '127.0.0.1');
  await once(reserved, 'listening');
  const address = reserved.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  reserved.close();
  await once(reserved, 'close');
  return address.port;
}

/** Makes one for a site; it answers from `start` on, always at the same address. */
export async function createIdentityProvider(siteUrl = SITE_URL): Promise<IdentityProvider> {
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
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'nickname', 'picture'] },
    conformIdTokenClaims: false,
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    cookies: { keys: ['for tests alone'] },
  });
  let server: Server | null = null;
  return {
    issuer,
    people,
    async start() {
      const handle = provider.callback();
      server = createServer((request, response) => void handle(request, response)).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async stop() {
      server?.closeAllConnections();
      server?.close();
      server = null;
    },
  };
}

/** Goes through the provider's pages as its user does; answers the address that it leads back to. */
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
    if (action === undefined || prompt === undefined) throw new Error(`The provider says ${response.status}: ${html}`);
    next = new URL(action, next);
    form = new URLSearchParams({ prompt, login, password: 'any' });
  }
  throw new Error('The provider leads nowhere.');
}
