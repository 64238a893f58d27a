import { afterAll, beforeEach, expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { CLIENT, createIdentityProvider, signInAtProvider } from '../support/identity-provider.ts';
import { insertPerson, visitWith } from '../support/people.ts';
import { describeEachSite } from '../support/site.ts';

const provider = await createIdentityProvider();

describeEachSite(
  'Signing in with the university',
  (site) => {
    beforeEach(async () => {
      await provider.start();
      provider.people.clear();
      provider.people.set('ada', {
        email: 'Ada@student.example.org',
        email_verified: true,
        name: 'Ada\nLovelace',
        picture: 'https://example.org/ada.png',
      });
    });
    afterAll(() => provider.stop());
    beforeEach(() => () => provider.stop());

    const begin = async (path = '/login/provider/') => {
      const answer = await visitWith(site, null).post(path);
      const cookies = answer.headers.getSetCookie();
      const refresh = answer.status === 200 ? readHtml(await answer.text()).one('meta[http-equiv=refresh]') : null;
      return {
        answer,
        cookies,
        url: refresh?.attributes.content?.replace('0; url=', '').replaceAll('&amp;', '&') ?? '',
      };
    };

    /** All of the way; answers what the site says at its end. */
    const signIn = async (login: string, path?: string) => {
      const { url, cookies } = await begin(path);
      const back = await signInAtProvider(url, login);
      const cookie = cookies.map((one) => one.slice(0, one.indexOf(';'))).join('; ');
      return await visitWith(site, cookie).get(back.pathname + back.search);
    };

    const sessionOf = (answer: Response) =>
      answer.headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith('__Host-session='))
        ?.split(';')[0] ?? null;

    const faultOf = async (answer: Response) => {
      expect(sessionOf(answer)).toBeNull();
      const login = await visitWith(site, null).get(answer.headers.get('location') ?? '');
      return readHtml(await login.text()).one('[role=alert]').text;
    };

    test('makes an account of a verified address, and the same one the next time', async () => {
      const answer = await signIn('ada', '/login/provider/?next=%2Fclub%2F%3Fname%3Dski');
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/club/?name=ski']);
      const account = await visitWith(site, sessionOf(answer)).get('/login/');
      expect(readHtml(await account.text()).one('main').text).toContain('Ada Lovelace (ada@student.example.org)');
      expect(sessionOf(await signIn('ada'))).not.toBeNull();
      expect(await site.database.sql`select image from site_user`).toEqual([{ image: null }]);
      const accounts = await site.database.sql`select * from user_account`;
      expect(accounts).toMatchObject([
        { providerId: 'oidc', accountId: 'ada', accessToken: null, idToken: null, refreshToken: null, scope: null },
      ]);
    });

    test('ends the session that the browser had before', async () => {
      const before = sessionOf(await signIn('ada'));
      const { url, cookies } = await begin();
      const back = await signInAtProvider(url, 'ada');
      const state = cookies.map((one) => one.slice(0, one.indexOf(';')));
      await visitWith(site, [...state, before ?? ''].join('; ')).get(back.pathname + back.search);
      expect(await site.database.sql`select from user_session`).toHaveLength(1);
    });

    test('keeps an account that has a password for itself', async () => {
      const id = await insertPerson(site.database, { email: 'ada@student.example.org', roles: ['administrator'] });
      await site.database.sql`
        insert into user_account (user_id, provider_id, account_id, password) values (${id}, 'credential', ${String(id)}, 'x:y')`;
      expect(await faultOf(await signIn('ada'))).toMatch(/^There is an account with a password/);
      expect(await site.database.sql`select from user_account`).toHaveLength(1);
    });

    test.each([
      ['an address that is not verified', { email_verified: false }, /has not confirmed/],
      ['no word of whether it is', { email_verified: '' }, /has not confirmed/],
      ['an address of another domain', { email: 'ada@example.com' }, /do not sign in here/],
      ['an address of a domain that only ends alike', { email: 'ada@evilstudent.example.org' }, /do not sign in here/],
    ])('refuses %s', async (_, claims, words) => {
      provider.people.set('ada', { ...provider.people.get('ada'), ...claims });
      expect(await faultOf(await signIn('ada'))).toMatch(words);
      expect(await site.database.sql`select from site_user`).toHaveLength(0);
    });

    test('is of one browser, and once', async () => {
      const { url, cookies } = await begin();
      const back = await signInAtProvider(url, 'ada');
      const path = back.pathname + back.search;
      expect(await faultOf(await visitWith(site, null).get(path))).toMatch(/^That took too long/);
      const cookie = cookies.map((one) => one.slice(0, one.indexOf(';'))).join('; ');
      await visitWith(site, cookie).get(path);
      expect(await faultOf(await visitWith(site, cookie).get(path))).toMatch(/^That took too long/);
    });

    test('says so while the provider does not answer, and works when it is back', async () => {
      await provider.stop();
      const { answer } = await begin();
      // Another test may have asked it before: then it is known where to go, and only the way back fails.
      if (answer.status === 303) expect(await faultOf(answer)).toMatch(/does not answer/);
      await provider.start();
      expect(sessionOf(await signIn('ada'))).not.toBeNull();
    });
  },
  {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_ALLOWED_DOMAINS: 'student.example.org',
  },
);
