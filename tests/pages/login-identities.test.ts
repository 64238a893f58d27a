import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openServerDatabase } from '../support/database.ts';
import {
  createIdentityProvider,
  sessionCookieOf,
  settingsFor,
  signInThrough,
  type Claims,
  type IdentityProvider,
} from '../support/identity-provider.ts';
import { readHtml } from '../support/html.ts';
import { insertPassword, insertPerson, visit, visitWith } from '../support/people.ts';
import { describeOwnSite, startSite } from '../support/site.ts';

const ADA = { email: 'ada@student.example.org', email_verified: true, name: 'Ada Lovelace' } satisfies Claims;

const faultOf = (answer: Response) =>
  new URL(answer.headers.get('location') ?? '', 'http://x').searchParams.get('fault');

/** Starts a provider for a suite. */
const runProvider = (provider: IdentityProvider) => {
  beforeAll(() => provider.start());
  afterAll(() => provider.stop());
  beforeEach(() => provider.people.clear());
};

test('Another issuer does not sign in the account with the same sub; the old issuer still does', async () => {
  const database = await openServerDatabase();
  onTestFinished(() => database.close());
  /** Starts a site and a provider on this database. Returns a function that signs in the `sub` 1. */
  const startWith = async (claims: Claims) => {
    const provider = await createIdentityProvider();
    provider.people.set('1', claims);
    await provider.start();
    const site = await startSite({ DATABASE_URL: database.url ?? '', ...settingsFor(provider) });
    onTestFinished(async () => {
      await site.stop();
      await provider.stop();
    });
    const get = (path: string, options?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...options });
    return async () => {
      const cookie = sessionCookieOf(await signInThrough({ get }, '1'));
      const account = readHtml(await (await visitWith({ get }, cookie).get('/account/')).text());
      return account.all('main bdi').map(({ text }) => text);
    };
  };
  const [signInBefore, signInAfter] = await Promise.all([
    startWith(ADA),
    startWith({ ...ADA, email: 'eve@other.example.org', name: 'Eve' }),
  ]);
  expect(await signInBefore()).toEqual(['Ada Lovelace', 'ada@student.example.org']);
  expect(await signInAfter()).toEqual(['Eve', 'eve@other.example.org']);
  expect(await signInBefore()).toEqual(['Ada Lovelace', 'ada@student.example.org']);
}, 180_000);

// As Microsoft Entra: claims from the userinfo endpoint, no email_verified, for some users only a upn.
const entra = await createIdentityProvider({
  configuration: { conformIdTokenClaims: true, clientAuthMethods: ['client_secret_basic'] },
});

describeOwnSite(
  'A provider that never sends email_verified',
  (site) => {
    runProvider(entra);

    test('is trusted with OIDC_TRUST_EMAIL and OIDC_EMAIL_CLAIM, by client_secret_basic', async () => {
      entra.people.set('ada', { upn: 'Ada@Student.Example.org', name: 'Ada Lovelace' });
      expect(sessionCookieOf(await signInThrough(site, 'ada'))).not.toBeNull();
      expect(await site.database.sql`select name, email, is_email_verified from site_user`).toEqual([
        { name: 'Ada Lovelace', email: 'ada@student.example.org', isEmailVerified: true },
      ]);
    });

    test.each([false, 'false'])('is not trusted against an explicit %j', async (email_verified) => {
      entra.people.set('ada', { upn: 'ada@student.example.org', email_verified });
      expect(faultOf(await signInThrough(site, 'ada'))).toBe('notVerified');
    });

    test('must still send an address, of one domain', async () => {
      for (const upn of ['EXAMPLE\\ada', 'ada@example.com@student.example.org']) {
        entra.people.set('ada', { upn });
        expect(faultOf(await signInThrough(site, 'ada')), upn).toBe('notVerified');
      }
    });
  },
  { ...settingsFor(entra), OIDC_TRUST_EMAIL: 'on', OIDC_EMAIL_CLAIM: 'upn' },
);

const post = await createIdentityProvider({
  client: { token_endpoint_auth_method: 'client_secret_post' },
  configuration: { conformIdTokenClaims: true, clientAuthMethods: ['client_secret_post'] },
});

describeOwnSite(
  'A university account',
  (site) => {
    runProvider(post);
    const accounts = async () => await site.database.sql`select id, name, email from site_user order by id`;

    test('signs in by client_secret_post, with claims that only the userinfo endpoint sends', async () => {
      post.people.set('ada', ADA);
      expect(sessionCookieOf(await signInThrough(site, 'ada'))).not.toBeNull();
      expect(await accounts()).toMatchObject([{ name: 'Ada Lovelace', email: 'ada@student.example.org' }]);
    });

    test('is refused without email_verified, with a log line that names the claim and the setting', async () => {
      post.people.set('ada', { email: ADA.email });
      expect(faultOf(await signInThrough(site, 'ada'))).toBe('notVerified');
      expect(site.output()).toMatch(
        / error Signing in .* does not send the claim email_verified.* OIDC_TRUST_EMAIL=on\.$/m,
      );
      expect(site.output()).not.toContain(ADA.email);
    });

    test('gets its new name and address at the next sign-in', async () => {
      post.people.set('ada', ADA);
      await signInThrough(site, 'ada');
      post.people.set('ada', { ...ADA, email: 'Ada.King@student.example.org', name: 'Ada King' });
      expect(sessionCookieOf(await signInThrough(site, 'ada'))).not.toBeNull();
      expect(await accounts()).toMatchObject([{ name: 'Ada King', email: 'ada.king@student.example.org' }]);
    });

    test('keeps its address if the new one belongs to another account, with a log line', async () => {
      post.people.set('ada', ADA);
      await signInThrough(site, 'ada');
      const [{ id } = { id: 0 }] = await site.database.sql<{ id: number }[]>`select id from site_user`;
      await insertPerson(site.database, { name: 'Bob', email: 'bob@student.example.org' });
      post.people.set('ada', { ...ADA, email: 'bob@student.example.org', name: 'Ada King' });
      expect(sessionCookieOf(await signInThrough(site, 'ada'))).not.toBeNull();
      expect(await accounts()).toMatchObject([
        { name: 'Ada King', email: 'ada@student.example.org' },
        { name: 'Bob', email: 'bob@student.example.org' },
      ]);
      expect(site.output()).toContain(`Account ${id} keeps its e-mail address`);
    });

    test('with a new sub is linked once an administrator has unlinked the old one', async () => {
      const administrator = await visit(site, { roles: ['administrator'] });
      post.people.set('ada', ADA).set('ada-2', ADA);
      const before = sessionCookieOf(await signInThrough(site, 'ada'));
      const [{ id } = { id: 0 }] = await site.database.sql<{ id: number }[]>`
        select id from site_user where email = ${ADA.email}`;
      const refused = await signInThrough(site, 'ada-2');
      expect(faultOf(refused)).toBe('hasIdentity');
      const login = readHtml(await (await visitWith(site, null).get(refused.headers.get('location') ?? '')).text());
      expect(login.one('[role=alert]').text).toContain('linked to another university account');

      const page = readHtml(await (await administrator.get(`/users/${id}/`)).text());
      const wayId = page.one('form[data-action=unlink] input[name=way_id]').attributes.value ?? '';
      const unlinked = await administrator.post(`/users/${id}/`, { action: 'unlink', way_id: wayId });
      expect(unlinked.headers.get('location')).toBe(`/users/${id}/?done=identityUnlinked`);
      expect((await visitWith(site, before).get('/account/')).status).toBe(303);

      expect(sessionCookieOf(await signInThrough(site, 'ada-2'))).not.toBeNull();
      expect(await site.database.sql`select user_id, provider_id, account_id from user_account`).toEqual([
        { userId: id, providerId: post.issuer, accountId: 'ada-2' },
      ]);
      expect(faultOf(await signInThrough(site, 'ada'))).toBe('hasIdentity');
    });

    test('is not linked to an account that has a password, or an address that is not verified', async () => {
      post.people.set('ada', ADA);
      const id = await insertPerson(site.database, { email: ADA.email });
      await insertPassword(site.database, id);
      expect(faultOf(await signInThrough(site, 'ada'))).toBe('hasPassword');
      await site.database.sql`delete from user_account`;
      post.people.set('ada', { email: ADA.email });
      expect(faultOf(await signInThrough(site, 'ada'))).toBe('notVerified');
      expect(await site.database.sql`select from user_account`).toHaveLength(0);
    });
  },
  settingsFor(post),
);
