import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInvitation } from '../../src/accounts/invitations.ts';
import { today } from '../../src/clubs/day.ts';
import { messages } from '../../src/messages/messages.ts';
import { findFaultsAtEveryWidth } from '../support/accessibility.ts';
import { useBrowser } from '../support/browser.ts';
import { CLIENT, createIdentityProvider, findFreePort } from '../support/identity-provider.ts';
import { insertPerson, insertResetToken } from '../support/people.ts';
import { plain } from '../support/pictures.ts';
import { runProgram } from '../support/program.ts';
import { describeOwnSite, describeSite } from '../support/site.ts';

const PASSWORD = 'three words together';

describeSite('A board member', (site) => {
  const browser = useBrowser();
  let folder: string;
  let logo: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'club-directory-logo-'));
    logo = join(folder, 'logo.png');
    await writeFile(logo, await plain(500, 300, 'teal').png().toBuffer());
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const createAccount = async (email: string, role: string) => {
    const words = ['--email', email, '--password', PASSWORD, '--role', role, '--name', 'Ada Lovelace'];
    const { code, output } = await runProgram('src/commands/users-create.ts', words, site.environment);
    expect(code, output).toBe(0);
  };

  const signIn = async (page: Page, email: string) => {
    await page.goto(`${site.url}/club/`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'New club' }).waitFor();
  };

  test.each([true, false])(
    'signs in, makes a club with a logo, edits it beside another, finds it and signs out, with JavaScript: %s',
    async (javaScriptEnabled) => {
      await createAccount('ada@example.org', 'board');
      await createAccount('bob@example.org', 'board');
      const { page, problems } = await browser.newPage({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
      await signIn(page, 'ada@example.org');

      await page.getByRole('link', { name: 'New club' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Zymurgy');
      await page.getByLabel('Short description').fill('We brew **beer**.');
      await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Zymurgy' }).waitFor();
      const club = new URL(page.url()).origin + new URL(page.url()).pathname;
      await page.goto(`${site.url}/club/?name=zymurgy`);
      expect(await page.locator('#paginated strong').innerText()).toBe('beer');
      expect(await page.locator('#paginated img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(
        200,
      );

      const other = await browser.newPage({ javaScriptEnabled });
      await signIn(other.page, 'bob@example.org');
      await other.page.goto(`${club}edit/`);
      await page.goto(`${club}edit/`);
      await page.getByLabel('Short description').fill('We brew tea.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Zymurgy', exact: true }).waitFor();
      await other.page.getByLabel('Short description').fill('We brew coffee.');
      await other.page.getByRole('button', { name: 'Save' }).click();
      expect(await other.page.getByRole('alert').innerText()).toContain('This club was changed');
      expect(await other.page.locator('main .now').innerText()).toContain('We brew tea.');
      expect(await other.page.getByLabel('Short description').inputValue()).toBe('We brew coffee.');
      await other.page.getByLabel('Active').uncheck();
      await other.page.getByRole('button', { name: 'Save' }).click();
      await other.page.getByRole('heading', { level: 1, name: 'Zymurgy (inactive)' }).waitFor();

      await page.goto(`${site.url}/club/`);
      await page.locator('summary', { hasText: 'Filters' }).click();
      await page.getByLabel('Inactive').check();
      await page.locator('.club-search .words').getByRole('button', { name: 'Search' }).click();
      await expect.poll(() => page.locator('#paginated h4').allInnerTexts()).toEqual(['Zymurgy (inactive)']);

      await page.goto(`${site.url}/login/`);
      await page.getByRole('button', { name: 'Sign out' }).click();
      expect(await page.getByRole('link', { name: 'New club' }).count()).toBe(0);
      await page.goto(`${club}edit/`);
      expect(new URL(page.url()).pathname).toBe('/login/');
      expect(problems.filter((problem) => !/status of (409|422)/.test(problem))).toEqual([]);
    },
  );

  test('sees the tick of what is confirmed beside its words in a narrow window', async () => {
    await createAccount('ada@example.org', 'administrator');
    const id = await site.database.insertClub({ name: 'Ski', confirmedOn: today() });
    const { page } = await browser.newPage({ viewport: { width: 360, height: 800 } });
    await signIn(page, 'ada@example.org');
    await page.goto(`${site.url}/fr/club/${id}/`);
    const told = page.locator('.club-tools .confirmed');
    const [tick, words] = await Promise.all([told.locator('svg').boundingBox(), told.locator('span').boundingBox()]);
    if (!tick || !words) throw new Error('There is nothing to be seen.');
    expect(words.x).toBeGreaterThanOrEqual(tick.x + tick.width);
    expect(Math.abs(words.y - tick.y)).toBeLessThan(tick.height / 2);
  });

  test('has a round badge, and the sign of a button beside its word, at 320 px with text of 200 percent', async () => {
    await createAccount('ada@example.org', 'administrator');
    const id = await site.database.insertClub({ name: 'Ski', website: 'https://ski.example.org' });
    const { page } = await browser.newPage({ viewport: { width: 320, height: 800 } });
    await signIn(page, 'ada@example.org');
    for (const path of [`/club/${id}/`, `/fr/club/${id}/`]) {
      await page.goto(site.url + path);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      const badge = await page.locator('[data-account] .initial').boundingBox();
      expect(badge?.width).toBe(badge?.height);
      const button = page.locator('.website .button');
      const [sign, words] = await Promise.all([
        button.locator('svg').boundingBox(),
        button.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element.firstChild ?? element);
          const { right, bottom } = range.getBoundingClientRect();
          return { right, bottom };
        }),
      ]);
      expect(sign?.x).toBeGreaterThanOrEqual(words.right);
      expect(sign?.y).toBeLessThan(words.bottom);
    }
  });

  test('has forms without a fault that axe knows, nor sideways scrolling, at any width', async () => {
    await createAccount('ada@example.org', 'administrator');
    const id = await site.database.insertClub({ name: 'Ski' });
    const { page, problems } = await browser.newPage();
    const reset = `/password-reset/${await insertResetToken(site.database, 'ada@example.org')}/`;
    for (const path of ['/login/', '/fr/login/', '/password-reset/', reset]) {
      await page.goto(site.url + path);
      expect(await findFaultsAtEveryWidth(page), path).toEqual([]);
    }
    await signIn(page, 'ada@example.org');
    for (const path of [
      '/',
      '/club/',
      '/club/new/',
      '/fr/club/new/',
      `/club/${id}/edit/`,
      `/club/${id}/delete/`,
      '/login/',
      '/account/',
      '/fr/account/',
      '/users/',
      '/fr/users/1/',
      `/club/${id}/officers/`,
      `/fr/club/${id}/officers/`,
    ]) {
      await page.goto(site.url + path);
      expect(await findFaultsAtEveryWidth(page), path).toEqual([]);
    }
    expect(problems).toEqual([]);
  });

  test.each([true, false])(
    'is led to what was wrong and to what was done, in a window of 1280 px at 300 percent, with JavaScript: %s',
    async (javaScriptEnabled) => {
      await createAccount('ada@example.org', 'administrator');
      const id = await site.database.insertClub({ name: 'Ski' });
      const { page } = await browser.newPage({ javaScriptEnabled, viewport: { width: 427, height: 267 } });
      await signIn(page, 'ada@example.org');
      await page.goto(`${site.url}/club/${id}/officers/`);
      const field = page.getByLabel('E-mail address');
      await field.fill('nobody@example.org');
      await field.press('Enter');
      await page.getByText('Nobody has an account with this address').waitFor();
      const inSight = (locator: Locator) =>
        locator.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        });
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await inSight(page.locator('label[for=field-email]'))).toBe(true);
      await field.fill('ada@example.org');
      await field.press('Enter');
      const notice = page.locator('main [role=status]');
      await notice.waitFor();
      expect(await notice.innerText()).toBe('This account is an officer of the club from now on.');
      expect(await notice.evaluate((element) => element === document.activeElement)).toBe(true);
    },
  );
});

const port = await findFreePort();
// By its name, as its visitors have it in their address bar: a number would be another site.
const siteUrl = `http://localhost:${port}`;
const provider = await createIdentityProvider({ siteUrl });

describeOwnSite(
  'Somebody with a university account',
  (site) => {
    const browser = useBrowser();
    beforeAll(() => provider.start());
    afterAll(() => provider.stop());

    /** Through the pages of the provider. */
    const signInThere = async (page: Page) => {
      await page.waitForURL(`${provider.issuer}/**`);
      await page.locator('input[name=login]').fill('ada');
      await page.locator('input[name=password]').fill('any');
      await page.locator('button[type=submit]').click();
      await page.locator('button[type=submit]', { hasText: 'Continue' }).click();
      await page.waitForURL(`${siteUrl}/**`);
    };

    test.each([
      ['with JavaScript', true, 'en'],
      ['without JavaScript', false, 'en'],
      ['in French', true, 'fr'],
    ] as const)(
      'opens an invitation, signs in at the university, comes back to it, keeps the club and signs out, %s',
      async (_, javaScriptEnabled, locale) => {
        const t = messages(locale);
        const prefix = locale === 'fr' ? '/fr' : '';
        provider.people.set('ada', { email: 'ada@student.example.org', email_verified: true, name: 'Ada Lovelace' });
        const club = await site.database.insertClub({ name: 'Ski' });
        const invitedBy = await insertPerson(site.database, { officerOf: [club] });
        const invitation = { email: 'ada@student.example.org', roles: [], permissions: [], invitedBy, clubId: club };
        const token = await createInvitation(site.database.client, invitation);
        const { page, problems } = await browser.newPage({ javaScriptEnabled, viewport: { width: 360, height: 780 } });

        await page.goto(`${siteUrl}${prefix}/invitation/${token}/`);
        await page.getByRole('link', { name: t.invitation.byProvider }).click();
        await page.getByRole('button', { name: t.accounts.signInByProvider }).click();
        await signInThere(page);
        expect(page.url()).toBe(`${siteUrl}${prefix}/invitation/${token}/`);
        await page.getByRole('button', { name: t.invitation.accept }).click();
        expect(page.url()).toBe(`${siteUrl}${prefix}/club/${club}/`);

        // In the header of a page that is made once for everybody, the account comes afterwards.
        await page.goto(`${siteUrl}${prefix}/club/`);
        await page.getByRole('link', { name: t.accounts.accountOf('Ada Lovelace') }).click();
        expect(await page.locator('main .clubs a').allInnerTexts()).toEqual(['Ski']);
        expect(await page.locator('main input[type=password]').count()).toBe(0);
        await page.getByRole('main').getByRole('button', { name: t.accounts.signOut }).click();
        await page.getByRole('link', { name: t.accounts.signIn, exact: true }).waitFor();

        // The second time, from a page that is asked for directly; the provider still knows who it is.
        await page.goto(`${siteUrl}${prefix}/club/${club}/edit/`);
        await page.getByRole('button', { name: t.accounts.signInByProvider }).click();
        await page.waitForURL(`${siteUrl}${prefix}/club/${club}/edit/`);
        expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Ski');
        expect(problems.filter((problem) => problem.includes(siteUrl))).toEqual([]);
      },
    );

    test('is told why it did not work, and may try again', async () => {
      provider.people.set('ada', { email: 'ada@student.example.org', email_verified: false });
      const { page } = await browser.newPage({ javaScriptEnabled: false });
      await page.goto(`${siteUrl}/fr/account/`);
      const t = messages('fr').accounts;
      await page.getByRole('button', { name: t.signInByProvider }).click();
      await signInThere(page);
      expect(await page.getByRole('alert').innerText()).toBe(t.providerFaults.notVerified);
      provider.people.set('ada', { email: 'ada@student.example.org', email_verified: true });
      await page.getByRole('button', { name: t.signInByProvider }).click();
      await page.waitForURL(`${siteUrl}/fr/account/`);
    });
  },
  {
    PORT: String(port),
    SITE_URL: siteUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  },
);
