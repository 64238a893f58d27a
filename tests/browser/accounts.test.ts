import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from 'better-auth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInvitation } from '../../src/accounts/invitations.ts';
import { messages } from '../../src/messages/messages.ts';
import { openSignedIn, useBrowser } from '../support/browser.ts';
import { findFreePort } from '../support/free-port.ts';
import { CLIENT, createIdentityProvider } from '../support/identity-provider.ts';
import { insertPassword, insertPerson } from '../support/people.ts';
import { plain } from '../support/pictures.ts';
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

  test.each([true, false])(
    'signs in, creates a club with a logo, edits it, finds it and signs out, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const ada = { name: 'Ada Lovelace', email: 'ada@example.org', roles: ['board'] } as const;
      await insertPassword(site.database, await insertPerson(site.database, ada), await hashPassword(PASSWORD));
      const { page, problems } = await browser.newPage({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
      await page.goto(`${site.url}/club/`);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByLabel('E-mail address').fill(ada.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();

      // A board member lands on the board's page.
      await page.waitForURL(`${site.url}/desk/`);
      await page.goto(`${site.url}/club/`);
      await page.getByRole('link', { name: 'New club' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Zymurgy');
      await page.getByLabel('Short description', { exact: true }).fill('We brew **beer**.');
      await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Zymurgy' }).waitFor();
      const club = new URL(page.url()).origin + new URL(page.url()).pathname;
      await page.goto(`${site.url}/club/?name=zymurgy`);
      expect(await page.locator('#paginated strong').innerText()).toBe('beer');
      expect(await page.locator('#paginated img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(
        200,
      );

      await page.goto(`${club}edit/`);
      await page.getByLabel('Status').selectOption('false');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Zymurgy (inactive)' }).waitFor();

      await page.goto(`${site.url}/club/`);
      await page.locator('summary', { hasText: 'Filters' }).click();
      await page.getByLabel('Inactive').check();
      await page.locator('.sheet :is(.to-result, .by-hand)').filter({ visible: true }).click();
      await expect.poll(() => page.locator('#paginated h4').allInnerTexts()).toEqual(['Zymurgy (inactive)']);

      await page.goto(`${site.url}/account/`);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'New club' }).count()).toBe(0);
      await page.goto(`${club}edit/`);
      expect(new URL(page.url()).pathname).toBe('/login/');
      expect(problems).toEqual([]);
    },
  );

  test('gets the focus at an error and at a confirmation', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    const { page } = await openSignedIn(browser, site, { email: 'ada@example.org', roles: ['administrator'] });
    await page.goto(`${site.url}/club/${id}/officers/`);
    const field = page.getByLabel('E-mail address');
    await field.fill('nobody@example');
    await field.press('Enter');
    await page.locator('[aria-invalid]:focus').waitFor();
    await field.fill('ada@example.org');
    await field.press('Enter');
    await page.locator(':is(main [role=status], .toast):focus').waitFor();
  });
});

const port = await findFreePort();
// The provider redirects to this name, and cookies of an IP address would belong to another site.
const siteUrl = `http://localhost:${port}`;
const provider = await createIdentityProvider({ siteUrl });

describeOwnSite(
  'A user with a university account',
  (site) => {
    const browser = useBrowser();
    beforeAll(() => provider.start());
    afterAll(() => provider.stop());

    test.each([
      ['in English with JavaScript', true, 'en'],
      ['in French without', false, 'fr'],
    ] as const)(
      'accepts an invitation, signs in at the university, gets the club, signs out and in again, %s',
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
        await page.waitForURL(`${provider.issuer}/**`);
        await page.locator('input[name=login]').fill('ada');
        await page.locator('input[name=password]').fill('any');
        await page.locator('button[type=submit]').click();
        await page.locator('button[type=submit]', { hasText: 'Continue' }).click();
        await page.waitForURL(`${siteUrl}${prefix}/invitation/${token}/`);
        await page.getByRole('button', { name: t.invitation.accept }).click();
        await page.waitForURL(`${siteUrl}${prefix}/club/${club}/`);

        // The account in the header of a cached page loads separately.
        await page.goto(`${siteUrl}${prefix}/club/`);
        await page.getByRole('link', { name: t.accounts.accountOf('Ada Lovelace') }).click();
        await expect.poll(() => page.locator('main .clubs a').allInnerTexts()).toEqual(['Ski']);
        expect(await page.locator('main input[type=password]').count()).toBe(0);
        await page.getByRole('main').getByRole('button', { name: t.accounts.signOut }).click();
        await page.getByRole('link', { name: t.accounts.signIn, exact: true }).waitFor();

        // The session at the provider is still valid.
        await page.goto(`${siteUrl}${prefix}/club/${club}/edit/`);
        await page.getByRole('button', { name: t.accounts.signInByProvider }).click();
        await page.waitForURL(`${siteUrl}${prefix}/club/${club}/edit/`);
        expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Ski');
        expect(problems.filter((problem) => problem.includes(siteUrl))).toEqual([]);
      },
    );
  },
  {
    PORT: String(port),
    SITE_URL: siteUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  },
);
