import { hashPassword } from 'better-auth/crypto';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import {
  createIdentityProvider,
  sessionCookieOf,
  settingsFor,
  signInAtProvider,
  signInThrough,
  type Claims,
} from '../support/identity-provider.ts';
import { cookieOf, insertPassword, insertPerson, visit, visitWith } from '../support/people.ts';
import { SITE_URL } from '../support/program.ts';
import { describeOwnSite } from '../support/site.ts';

const PASSWORD = 'correct horse battery';
const ADA = { email: 'ada@student.example.org', email_verified: true, name: 'Ada Lovelace' } satisfies Claims;

/** A public address: loopback addresses are not limited. */
const ADDRESS = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

const errorOf = (answer: Response) =>
  new URL(answer.headers.get('location') ?? '', 'http://x').searchParams.get('error');
const stateOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.slice(0, cookie.indexOf(';')))
    .join('; ');

// It sends claims from the userinfo endpoint only.
const provider = await createIdentityProvider({
  client: { token_endpoint_auth_method: 'client_secret_post' },
  configuration: { conformIdTokenClaims: true, clientAuthMethods: ['client_secret_post'] },
});

describeOwnSite(
  'The login by a university',
  (site) => {
    beforeEach(async () => {
      await provider.start();
      provider.people.clear();
      provider.people.set('ada', ADA);
    });
    afterEach(() => provider.stop());

    const nobody = () => visitWith(site, null);
    const accounts = async () => await site.database.sql`select id, name, email from site_user order by id`;
    const identities = async () =>
      await site.database.sql`select user_id, provider_id, account_id from user_account order by id`;
    /** Goes as far as the provider. Returns the path of the callback, and the cookies that belong to it. */
    const begin = async (path = '/login/provider/', fields = {}, cookie: string | null = null) => {
      const answer = await visitWith(site, cookie).post(path, fields);
      expect(answer.status).toBe(200);
      const state = stateOf(answer);
      const refresh = readHtml(await answer.text()).one('meta[http-equiv=refresh]').attributes.content ?? '';
      const url = refresh.replace('0; url=', '').replaceAll('&amp;', '&');
      const back = await signInAtProvider(url, 'ada');
      return { url, state, callback: back.pathname + back.search };
    };

    test('creates an account for a verified address, and finds it the next time', async () => {
      provider.people.set('ada', {
        ...ADA,
        email: 'Ada@student.example.org',
        name: 'Ada\nLovelace',
        picture: 'https://example.org/ada.png',
      });
      const { state, callback } = await begin('/login/provider/?next=%2Fclub%2F%3Fname%3Dski');
      const answer = await visitWith(site, state).get(callback);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/club/?name=ski']);
      // The session from before ends.
      const again = await begin('/fr/login/provider/');
      const next = await visitWith(site, `${again.state}; ${sessionCookieOf(answer)}`).get(again.callback);
      expect(next.headers.get('location')).toBe('/fr/login/');
      expect(await site.database.sql`select from user_session`).toHaveLength(1);
      expect(await site.database.sql`select name, email, image from site_user`).toEqual([
        { name: 'Ada Lovelace', email: ADA.email, image: null },
      ]);
      expect(await site.database.sql`select * from user_account`).toMatchObject([
        {
          providerId: provider.issuer,
          accountId: 'ada',
          accessToken: null,
          idToken: null,
          refreshToken: null,
          scope: null,
        },
      ]);
    });

    test.each<[string, Claims, RegExp]>([
      ['unverified', { ...ADA, email_verified: false }, /reason=email_not_verified/],
      ['without email_verified', { email: ADA.email }, /reason=email_verified_missing/],
      ['of another domain', { ...ADA, email: 'ada@example.com' }, /reason=email_not_allowed/],
      ['of a similar domain', { ...ADA, email: 'ada@evilstudent.example.org' }, /reason=email_not_allowed/],
      ['missing', { email_verified: true }, /reason=email_not_found/],
    ])('refuses an address that is %s, with a log line', async (_, claims, line) => {
      provider.people.set('ada', claims);
      const before = site.output().length;
      const answer = await signInThrough(site, 'ada');
      expect([errorOf(answer), sessionCookieOf(answer)]).toEqual(['emailRefused', null]);
      const login = readHtml(await (await nobody().get(answer.headers.get('location') ?? '')).text());
      expect(login.all('[role=alert]')).toHaveLength(1);
      expect(await accounts()).toEqual([]);
      await expect.poll(() => site.output().slice(before)).toMatch(line);
      expect(site.output()).not.toMatch(/code=|state=|token=|eyJ|ada@/);
    });

    test.each<[string, Claims, string]>([
      ['with two @', { ...ADA, email: 'ada@example.com@student.example.org' }, 'email_unusable'],
      ['that is not ASCII', { ...ADA, email: 'jörg@student.example.org' }, 'email_unusable'],
      ['in a list', { ...ADA, email: [ADA.email] }, 'email_unusable'],
      ['without verification', { email: 1 }, 'email_unusable'],
    ])('names an address %s as unusable', async (_, claims, reason) => {
      provider.people.set('ada', claims);
      const before = site.output().length;
      const answer = await signInThrough(site, 'ada');
      expect([errorOf(answer), sessionCookieOf(answer)]).toEqual(['unusable', null]);
      expect(await accounts()).toEqual([]);
      await expect.poll(() => site.output().slice(before)).toContain(`reason=${reason}`);
    });

    test('is bound to one browser, and works once', async () => {
      const { state, callback } = await begin();
      expect(errorOf(await nobody().get(callback))).toBe('cookies');
      expect(errorOf(await visitWith(site, (await begin()).state).get(callback))).toBe('failed');
      await visitWith(site, state).get(callback);
      expect(errorOf(await visitWith(site, state).get(callback))).toBe('failed');
    });

    test.each([
      ['/login/provider/?next=%2Fclub%2F%3Fname%3Dski', '/club/?name=ski'],
      ['/fr/login/provider/', '/fr/club/?page_size=24'],
      ['/login/provider/?next=%2F%5Cevil.example%2F', '/club/?page_size=24'],
    ])('that fails after %s in a browser that is signed in leads to %s', async (path, location) => {
      const { url } = await begin(path);
      const session = sessionCookieOf(await signInThrough(site, 'ada'));
      const state = new URL(url).searchParams.get('state') ?? '';
      const visitor = visitWith(site, session);
      const answer = await visitor.get(`/login/callback/?error=access_denied&state=${state}`);
      const next = await visitor.get(answer.headers.get('location') ?? '');
      expect([answer.status, next.status, next.headers.get('location')]).toEqual([303, 303, location]);
    });

    test('keeps the language and `next` when the user cancels at the provider', async () => {
      const path = '/fr/login/provider/?next=%2Ffr%2Fclub%2F';
      const { url, state } = await begin(path);
      const query = new URLSearchParams({
        error: 'access_denied',
        error_description: '<b>no</b>',
        state: new URL(url).searchParams.get('state') ?? '',
      }).toString();
      const denied = await visitWith(site, state).get(`/login/callback/?${query}`);
      expect(denied.headers.get('location')).toBe('/fr/login/?next=%2Ffr%2Fclub%2F&error=failed');
      const page = readHtml(await (await nobody().get(denied.headers.get('location') ?? '')).text());
      expect(page.one('form.provider').attributes.action?.replaceAll('&amp;', '&')).toBe(path);
      const unknown = await visitWith(site, state).get('/login/callback/?code=x&state=y');
      expect(unknown.headers.get('location')).toBe('/login/?error=failed');
    });

    test.skipIf(!ADDRESS)('is limited to a hundred attempts a minute from one address', async () => {
      const url = new URL('/fr/login/provider/', site.url);
      url.hostname = ADDRESS ?? '';
      const request = { method: 'POST', headers: { Origin: SITE_URL }, body: new URLSearchParams() };
      const answers = await Promise.all(Array.from({ length: 105 }, () => fetch(url, request)));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(5);
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused[0]?.headers.getSetCookie()).toEqual([]);
    });

    test('updates the name and the address of the account', async () => {
      await signInThrough(site, 'ada');
      provider.people.set('ada', { ...ADA, email: 'Ada.King@student.example.org', name: 'Ada King' });
      expect(sessionCookieOf(await signInThrough(site, 'ada'))).not.toBeNull();
      expect(await accounts()).toMatchObject([{ name: 'Ada King', email: 'ada.king@student.example.org' }]);
      // An address of another account is not taken over.
      await insertPerson(site.database, { name: 'Bob', email: 'bob@student.example.org' });
      provider.people.set('ada', { ...ADA, email: 'bob@student.example.org', name: 'Ada' });
      expect(sessionCookieOf(await signInThrough(site, 'ada'))).not.toBeNull();
      expect(await accounts()).toMatchObject([
        { name: 'Ada', email: 'ada.king@student.example.org' },
        { name: 'Bob', email: 'bob@student.example.org' },
      ]);
      await expect.poll(() => site.output()).toContain('was not updated');
    });

    test('takes the name from several claims, and keeps it if there is none', async () => {
      const { email, email_verified } = ADA;
      provider.people.set('ada', { email, email_verified, given_name: 'Ada', family_name: 'King' });
      await signInThrough(site, 'ada');
      expect(await accounts()).toMatchObject([{ name: 'Ada King', email }]);
      provider.people.set('ada', { email, email_verified });
      await signInThrough(site, 'ada');
      expect(await accounts()).toMatchObject([{ name: 'Ada King', email }]);
    });

    test('does not use an account with the same `sub` at another issuer', async () => {
      const eve = await insertPerson(site.database, { name: 'Eve', email: 'eve@other.example.org' });
      await site.database.sql`
        insert into user_account (user_id, provider_id, account_id) values (${eve}, 'https://other.example.org', 'ada')`;
      const cookie = sessionCookieOf(await signInThrough(site, 'ada'));
      const account = readHtml(await (await visitWith(site, cookie).get('/account/')).text());
      expect(account.all('main bdi').map(({ text }) => text)).toEqual(['Ada Lovelace', ADA.email]);
      expect(await accounts()).toHaveLength(2);
    });

    test('does not take over an account that has a password', async () => {
      await insertPassword(site.database, await insertPerson(site.database, { email: ADA.email }));
      expect(errorOf(await signInThrough(site, 'ada'))).toBe('hasPassword');
      expect(await identities()).toHaveLength(1);
    });

    test('links a new `sub` once an administrator has unlinked the old one', async () => {
      const administrator = await visit(site, { roles: ['administrator'] });
      provider.people.set('ada-2', ADA);
      const before = sessionCookieOf(await signInThrough(site, 'ada'));
      const [{ id } = { id: 0 }] = await site.database.sql<{ id: number }[]>`
        select id from site_user where email = ${ADA.email}`;
      expect(errorOf(await signInThrough(site, 'ada-2'))).toBe('linked');

      const page = readHtml(await (await administrator.get(`/users/${id}/`)).text());
      const wayId = page.one('form[data-action=unlink] input[name=way_id]').attributes.value ?? '';
      const unlinked = await administrator.post(`/users/${id}/`, { action: 'unlink', way_id: wayId });
      expect(unlinked.headers.get('location')).toBe(`/users/${id}/?done=identityUnlinked`);
      expect((await visitWith(site, before).get('/account/')).status).toBe(303);

      expect(sessionCookieOf(await signInThrough(site, 'ada-2'))).not.toBeNull();
      expect(await identities()).toEqual([{ userId: id, providerId: provider.issuer, accountId: 'ada-2' }]);
      expect(errorOf(await signInThrough(site, 'ada'))).toBe('linked');
    });

    describe('linked to an account with a password', () => {
      let passwordHash: string;
      let people = 0;
      beforeAll(async () => {
        passwordHash = await hashPassword(PASSWORD);
      });

      /** A user who has signed in with a password. */
      const enter = async (email = `board-${(people += 1)}@example.org`) => {
        const id = await insertPerson(site.database, { name: 'Board', email, roles: ['board'] });
        await insertPassword(site.database, id, passwordHash);
        return { id, cookie: cookieOf(await nobody().post('/login/', { email, password: PASSWORD })) };
      };
      const join = (cookie: string) => begin('/fr/account/', { action: 'join', password: PASSWORD }, cookie);
      const isLinked = async () => (await identities()).some(({ providerId }) => providerId === provider.issuer);

      test.each([ADA.email, 'board@example.org'])('signs in to that account: %s', async (email) => {
        const { id, cookie } = await enter(email);
        const { callback, state } = await join(cookie);
        const answer = await visitWith(site, `${cookie}; ${state}`).get(callback);
        expect([answer.status, answer.headers.get('location')]).toEqual([303, '/fr/account/?done=providerJoined']);
        const page = readHtml(await (await visitWith(site, cookie).get('/fr/account/')).text());
        expect(page.all('.sign-in-ways li')).toHaveLength(2);
        expect(page.all('[data-action=join]')).toEqual([]);
        const signedIn = await visitWith(site, sessionCookieOf(await signInThrough(site, 'ada'))).get('/account/');
        expect(readHtml(await signedIn.text()).all('main bdi')[1]?.text).toBe(email);
        expect(await identities()).toMatchObject([
          { userId: id, providerId: 'credential' },
          { userId: id, providerId: provider.issuer },
        ]);
        expect(await accounts()).toEqual([{ id, name: 'Board', email }]);
      });

      test('requires the password and an allowed identity without another account', async () => {
        const { cookie } = await enter();
        for (const password of ['', 'not the one']) {
          const answer = await visitWith(site, cookie).post('/account/', { action: 'join', password });
          expect(answer.status).toBe(422);
          expect(readHtml(await answer.text()).all('meta[http-equiv=refresh]')).toEqual([]);
        }
        expect(await site.database.sql`select from user_verification`).toHaveLength(0);
        const linkAs = async (claims: Claims) => {
          provider.people.set('ada', { ...ADA, ...claims });
          const { callback, state } = await join(cookie);
          return (await visitWith(site, `${cookie}; ${state}`).get(callback)).headers.get('location');
        };
        expect(await linkAs({ email: 'ada@example.com' })).toBe('/fr/account/?error=emailRefused');
        expect(await linkAs({ email_verified: false })).toBe('/fr/account/?error=emailRefused');
        expect(await isLinked()).toBe(false);
        provider.people.set('ada', ADA);
        await signInThrough(site, 'ada');
        expect(await linkAs({})).toBe('/fr/account/?error=linked');
        expect(await identities()).toHaveLength(2);
      });

      test('is only linked in the browser that requested it, while it is signed in', async () => {
        const { cookie } = await enter();
        const other = await enter();
        const { callback, state } = await join(cookie);
        await visitWith(site, other.cookie).get(callback);
        await nobody().get(callback);
        expect(await isLinked()).toBe(false);
        await visitWith(site, cookie).post('/logout/');
        expect((await visitWith(site, `${cookie}; ${state}`).get(callback)).status).toBe(303);
        expect(await isLinked()).toBe(false);
      });
    });
  },
  { ...settingsFor(provider), OIDC_ALLOWED_DOMAINS: 'student.example.org', HOST: '0.0.0.0' },
);

// Like Microsoft Entra: no email_verified, and for some users only a upn.
const entra = await createIdentityProvider({
  client: { subject_type: 'pairwise' },
  configuration: {
    conformIdTokenClaims: true,
    clientAuthMethods: ['client_secret_basic'],
    subjectTypes: ['public', 'pairwise'],
  },
});

describeOwnSite(
  'A provider that never sends email_verified',
  (site) => {
    afterAll(() => entra.stop());

    test('is reported as unreachable while it does not answer', async () => {
      const answer = await visitWith(site, null).post('/fr/login/provider/');
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/fr/login/?error=unreachable']);
      await expect.poll(() => site.output()).toMatch(/ error Sign-in .* unreachable \(ECONNREFUSED\)\. Check OIDC/);
      await entra.start();
    });

    test('is trusted with OIDC_TRUST_EMAIL and OIDC_EMAIL_CLAIM, by client_secret_basic', async () => {
      entra.people.set('ada', { upn: 'Ada@Student.Example.org', name: 'Ada Lovelace' });
      expect(sessionCookieOf(await signInThrough(site, 'ada'))).not.toBeNull();
      expect(await site.database.sql`select name, email, is_email_verified from site_user`).toEqual([
        { name: 'Ada Lovelace', email: 'ada@student.example.org', isEmailVerified: true },
      ]);
    });

    test('names a `sub` that is not a text as unusable', async () => {
      entra.people.set('ada', { upn: 'ada@student.example.org', sub: 7 });
      expect(errorOf(await signInThrough(site, 'ada'))).toBe('unusable');
      await expect.poll(() => site.output()).toContain('reason=subject_unusable');
    });

    test('gets roles from groups at each sign-in, beside the ones that were given by hand', async () => {
      const { sql } = site.database;
      const rolesAs = async (groups: unknown, name = 'ada') => {
        entra.people.set(name, { upn: `${name}@student.example.org`, groups });
        expect(sessionCookieOf(await signInThrough(site, name))).not.toBeNull();
        const rows = await sql<{ role: string }[]>`
          select role from user_role join site_user on id = user_id where email like ${name + '@%'} order by role`;
        return rows.map(({ role }) => role);
      };
      expect(await rolesAs(['IT'])).toEqual(['administrator']);
      expect(await rolesAs(['Board', 'IT'])).toEqual(['administrator', 'board']);
      // The last administrator remains one.
      expect(await rolesAs([])).toEqual(['administrator', 'board']);
      await insertPerson(site.database, { roles: ['administrator'] });
      expect(await rolesAs('Board')).toEqual(['board']);
      expect(await rolesAs(undefined)).toEqual([]);
      await sql`insert into user_role (user_id, role) select id, 'board' from site_user where email like 'ada@%'`;
      expect(await rolesAs(['Board', 'IT'])).toEqual(['administrator', 'board']);
      expect(await rolesAs([])).toEqual(['board']);
      expect(await rolesAs(['Board'], 'bob')).toEqual(['board']);
    });

    test('keeps taking away a role of a group after an administrator saved the account', async () => {
      const { sql } = site.database;
      const manager = await visit(site, { roles: ['administrator'] });
      entra.people.set('ada', { upn: 'ada@student.example.org', groups: ['Board'] });
      await signInThrough(site, 'ada');
      const [{ id }] = await sql<[{ id: number }]>`select id from site_user where email like 'ada@%'`;
      const form = readHtml(await (await manager.get(`/users/${id}/`)).text());
      const revision = form.one('input[name=revision]').attributes.value ?? '';
      const saved = { action: 'grants', role: 'board', permission: 'auth.change_user', revision };
      expect((await manager.post(`/users/${id}/`, saved)).status).toBe(303);
      entra.people.set('ada', { upn: 'ada@student.example.org' });
      await signInThrough(site, 'ada');
      expect(await sql`select role from user_role where user_id = ${id}`).toEqual([]);
      expect(await sql`select permission from user_permission where user_id = ${id}`).toHaveLength(1);
    });
  },
  {
    ...settingsFor(entra),
    OIDC_TRUST_EMAIL: 'on',
    OIDC_EMAIL_CLAIM: 'upn',
    OIDC_BOARD_GROUP: 'Board',
    OIDC_ADMIN_GROUP: 'IT',
  },
);
