import { hashPassword } from 'better-auth/crypto';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { CLIENT, createIdentityProvider, findFreePort, signInAtProvider } from '../support/identity-provider.ts';
import { cookieOf, insertPassword, insertPerson, visitWith } from '../support/people.ts';
import { SITE_URL } from '../support/program.ts';
import { describeOwnSite } from '../support/site.ts';

const PASSWORD = 'correct horse battery';
/** By which this machine is seen from outside; those of the machine itself are not counted. */
const ADDRESS = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

const provider = await createIdentityProvider();

describeOwnSite(
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

    const faultOf = async (answer: Response, visitor = visitWith(site, null)) => {
      expect(sessionOf(answer)).toBeNull();
      const login = await visitor.get(answer.headers.get('location') ?? '');
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
      await insertPassword(site.database, id);
      expect(await faultOf(await signIn('ada'))).toMatch(
        /^There is an account with a password.* ask those who look after accounts to delete it/,
      );
      expect(await site.database.sql`select from user_account`).toHaveLength(1);
    });

    test.each([
      ['an address that is not verified', { email_verified: false }, /has not confirmed/],
      ['no word of whether it is', { email_verified: '' }, /has not confirmed/],
      ['an address with two @', { email: 'ada@example.com@student.example.org' }, /has not confirmed/],
      ['an address of another domain', { email: 'ada@example.com' }, /do not sign in here/],
      ['an address of a domain that only ends alike', { email: 'ada@evilstudent.example.org' }, /do not sign in here/],
    ])('refuses %s', async (_, claims, words) => {
      provider.people.set('ada', { ...provider.people.get('ada'), ...claims });
      expect(await faultOf(await signIn('ada'))).toMatch(words);
      expect(await site.database.sql`select from site_user`).toHaveLength(0);
    });

    test('tells the log when the provider tells no e-mail address, and no code or token', async () => {
      provider.people.set('ada', { email_verified: true });
      expect(await faultOf(await signIn('ada'))).toMatch(/does not tell it/);
      expect(site.output()).toMatch(
        / error Signing in .* it does not send the claim email with an e-mail address\. Check OIDC_EMAIL_CLAIM/m,
      );
      expect(site.output()).not.toMatch(/code=|state=|token=|eyJ/);
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

    test('says in the language where it was begun why it did not work, and still knows where to go', async () => {
      provider.people.set('ada', { ...provider.people.get('ada'), email_verified: false });
      const answer = await signIn('ada', '/fr/login/provider/?next=%2Ffr%2Fclub%2F%3Fname%3Dski%26page%3D2');
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        '/fr/login/?next=%2Ffr%2Fclub%2F%3Fname%3Dski%26page%3D2&fault=notVerified',
      ]);
      expect(await faultOf(answer)).toMatch(/^Votre université n’a pas confirmé/);
      const page = readHtml(await (await visitWith(site, null).get(answer.headers.get('location') ?? '')).text());
      expect(page.one('form.provider').attributes.action?.replaceAll('&amp;', '&')).toBe(
        '/fr/login/provider/?next=%2Ffr%2Fclub%2F%3Fname%3Dski%26page%3D2',
      );
    });

    test('says so, too, when somebody has turned back at the provider, or used another browser', async () => {
      const path = '/fr/login/provider/?next=%2Ffr%2Fclub%2F';
      const { url, cookies } = await begin(path);
      const state = new URL(url).searchParams.get('state') ?? '';
      const cookie = cookies.map((one) => one.slice(0, one.indexOf(';'))).join('; ');
      const query = new URLSearchParams({ error: 'access_denied', error_description: '<b>no</b>', state }).toString();
      const back = await visitWith(site, null).get(`/login/callback/?${query}`);
      expect(back.headers.get('location')).toBe('/fr/login/?next=%2Ffr%2Fclub%2F&fault=late');
      const denied = await visitWith(site, cookie).get(`/login/callback/?${query}`);
      expect(denied.headers.get('location')).toBe('/fr/login/?next=%2Ffr%2Fclub%2F&fault=refused');
      const unknown = await visitWith(site, cookie).get('/login/callback/?code=x&state=y');
      expect(unknown.headers.get('location')).toBe('/login/?fault=late');
    });

    test.skipIf(!ADDRESS)('is begun a hundred times a minute from one address, and then not', async () => {
      const outside = new URL(site.url);
      outside.hostname = ADDRESS ?? '';
      const ask = (path: string) =>
        fetch(new URL(path, outside), { method: 'POST', headers: { Origin: SITE_URL }, redirect: 'manual' });
      const statuses: number[] = [];
      for (let count = 0; count < 100; count += 1) statuses.push((await ask('/login/provider/')).status);
      expect(new Set(statuses)).toEqual(new Set([200]));
      const refused = await ask('/fr/login/provider/?next=%2Ffr%2Fclub%2F');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.getSetCookie()).toEqual([]);
      const page = readHtml(await refused.text());
      expect(page.one('[role=alert]').text).toMatch(/^Trop d/);
      expect(page.all('meta[http-equiv=refresh]')).toEqual([]);
      // Whoever comes from elsewhere is not kept out.
      expect((await begin()).answer.status).toBe(200);
    });

    describe('joined to an account with a password,', () => {
      let passwordHash: string;
      let people = 0;
      beforeAll(async () => {
        passwordHash = await hashPassword(PASSWORD);
      });

      /** Somebody who has signed in with their password. */
      const enter = async (email = `board-${(people += 1)}@example.org`) => {
        const id = await insertPerson(site.database, { name: 'Board', email, roles: ['board'] });
        await insertPassword(site.database, id, passwordHash);
        const cookie = cookieOf(await visitWith(site, null).post('/login/', { email, password: PASSWORD }));
        return { id, cookie, visitor: visitWith(site, cookie) };
      };
      /** Joins, as far as the provider; answers what brings the browser back from there. */
      const join = async (cookie: string, login: string, path = '/account/') => {
        const answer = await visitWith(site, cookie).post(path, { action: 'join', password: PASSWORD });
        expect(answer.status).toBe(200);
        const refresh = readHtml(await answer.text()).one('meta[http-equiv=refresh]').attributes.content ?? '';
        const back = await signInAtProvider(refresh.replace('0; url=', '').replaceAll('&amp;', '&'), login);
        const state = answer.headers.getSetCookie().map((one) => one.slice(0, one.indexOf(';')));
        return { path: back.pathname + back.search, state: state.join('; ') };
      };

      test.each(['ada@student.example.org', 'board@example.org'])('signs in to it from then on: %s', async (email) => {
        const { id, cookie, visitor } = await enter(email);
        const { path, state } = await join(cookie, 'ada', '/fr/account/');
        const answer = await visitWith(site, `${cookie}; ${state}`).get(path);
        expect([answer.status, answer.headers.get('location')]).toEqual([303, '/fr/account/?done=providerJoined']);
        const page = readHtml(await (await visitor.get('/fr/account/?done=providerJoined')).text());
        expect(page.one('main [role=status]').text).toBe('Votre compte universitaire vous connecte désormais ici.');
        expect(page.all('.sign-in-ways li')).toHaveLength(2);
        expect(page.all('[data-action=join]')).toEqual([]);
        const signedIn = await visitWith(site, sessionOf(await signIn('ada'))).get('/account/');
        expect(readHtml(await signedIn.text()).all('main bdi')[1]?.text).toBe(email);
        const rows = await site.database
          .sql`select user_id, provider_id, access_token, id_token from user_account order by id`;
        expect(rows).toEqual([
          { userId: id, providerId: 'credential', accessToken: null, idToken: null },
          { userId: id, providerId: provider.issuer, accessToken: null, idToken: null },
        ]);
        expect(await site.database.sql`select name, email from site_user`).toEqual([{ name: 'Board', email }]);
      });

      test('asks for the password first, and goes nowhere without it', async () => {
        const { visitor } = await enter();
        for (const password of ['', 'not the one']) {
          const answer = await visitor.post('/account/', { action: 'join', password });
          expect(answer.status).toBe(422);
          expect(readHtml(await answer.text()).all('meta[http-equiv=refresh]')).toEqual([]);
        }
        expect(await site.database.sql`select from user_verification`).toHaveLength(0);
      });

      test.each([
        ['an account of another domain', { email: 'ada@example.com' }, /do not sign in here/],
        ['an address that is not verified', { email_verified: false }, /has not confirmed/],
      ])('is not %s', async (_, claims, words) => {
        provider.people.set('ada', { ...provider.people.get('ada'), ...claims });
        const { cookie, visitor } = await enter();
        const { path, state } = await join(cookie, 'ada');
        const answer = await visitWith(site, `${cookie}; ${state}`).get(path);
        expect(answer.headers.get('location')).toMatch(/^\/account\/\?fault=/);
        expect(await faultOf(answer, visitor)).toMatch(words);
        expect(await site.database.sql`select from user_account`).toHaveLength(1);
      });

      test('is not one that has an account here of its own', async () => {
        expect(sessionOf(await signIn('ada'))).not.toBeNull();
        const { cookie, visitor } = await enter();
        const { path, state } = await join(cookie, 'ada');
        const answer = await visitWith(site, `${cookie}; ${state}`).get(path);
        expect(await faultOf(answer, visitor)).toMatch(/^This university account signs in to another account here\./);
        expect(await site.database.sql`select from user_account`).toHaveLength(2);
      });

      test('is so in the browser that asked alone, and while it is signed in', async () => {
        const { cookie } = await enter();
        const other = await enter();
        const { path, state } = await join(cookie, 'ada');
        // Somebody is sent the address that another one was led back to.
        await visitWith(site, other.cookie).get(path);
        await visitWith(site, null).get(path);
        expect(await site.database.sql`select from user_account where provider_id = ${provider.issuer}`).toHaveLength(
          0,
        );
        await visitWith(site, cookie).post('/logout/');
        const late = await visitWith(site, `${cookie}; ${state}`).get(path);
        expect(late.status).toBe(303);
        expect(await site.database.sql`select from user_account where provider_id = ${provider.issuer}`).toHaveLength(
          0,
        );
      });
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
    HOST: '0.0.0.0',
  },
);

describeOwnSite(
  'A site whose secret the provider does not know',
  (site) => {
    test('tells the log which setting to look at, once a minute, and not the secret', async () => {
      await provider.start();
      provider.people.set('ada', { email: 'ada@student.example.org', email_verified: true });
      for (let round = 0; round < 2; round += 1) {
        const begun = await visitWith(site, null).post('/login/provider/');
        const refresh = readHtml(await begun.text()).one('meta[http-equiv=refresh]').attributes.content ?? '';
        const back = await signInAtProvider(refresh.replace('0; url=', '').replaceAll('&amp;', '&'), 'ada');
        const cookie = begun.headers.getSetCookie().map((one) => one.slice(0, one.indexOf(';')));
        const answer = await visitWith(site, cookie.join('; ')).get(back.pathname + back.search);
        expect(answer.headers.get('location')).toMatch(/fault=refused$/);
      }
      await provider.stop();
      expect(site.output().match(/(?<= error )Signing in .*/g)).toEqual([
        'Signing in by the identity provider does not work: its token endpoint refused this site (401 invalid_client). Look at OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
      ]);
      expect(site.output()).not.toMatch(/another secret|code=/);
    });
  },
  { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: 'another secret' },
);

describeOwnSite(
  'A site whose provider does not answer',
  (site) => {
    test('says so to who presses the button, and tells the log why', async () => {
      const answer = await visitWith(site, null).post('/fr/login/provider/');
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/fr/login/?fault=unreachable']);
      expect(site.output()).toMatch(/ error Signing in .* cannot be reached \(ECONNREFUSED\)\. Look at OIDC_ISSUER/);
    });
  },
  {
    OIDC_ISSUER: `http://127.0.0.1:${await findFreePort()}`,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  },
);
