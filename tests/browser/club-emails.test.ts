import { afterAll, expect, test } from 'vitest';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findViolationsAtEveryWidth } from '../support/accessibility.ts';
import { EVERY_WAY, useBrowser } from '../support/browser.ts';
import { startMailServer } from '../support/mail-server.ts';
import { describeOwnSite } from '../support/site.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer.stop());

describeOwnSite(
  'E-mails to a club',
  (site) => {
    const browser = useBrowser();

    test.each(EVERY_WAY)(
      'are written, and lead to its form, by keyboard, in $locale, with JavaScript: $javaScriptEnabled',
      async ({ locale, javaScriptEnabled }) => {
        const { club: ofClub, clubFields, clubForm, clubMessage, editLink, forms, notes } = messages(locale);
        const email = `ski-${locale}-${String(javaScriptEnabled)}@example.org`;
        for (let count = 0; count < 12; count += 1)
          await site.database.insertClub({ name: `Donaudampfschifffahrtsgesellschaft ${count}`, contact: email });
        const id = await site.database.insertClub({ name: 'Ski', contact: email });
        const { page, context, problems } = await browser.newPage({
          javaScriptEnabled,
          viewport: { width: 360, height: 780 },
        });
        const check = async () => {
          if (javaScriptEnabled) expect(await findViolationsAtEveryWidth(page)).toEqual([]);
        };
        await page.goto(site.url + pathsIn(locale).clubView(id));
        await check();
        await page.getByRole('link', { name: ofClub.write }).press('Enter');
        await page.getByLabel(notes.sender).fill('eve@example.org');
        await page.getByLabel(clubMessage.message).fill('May I join?');
        await check();
        await page.getByRole('button', { name: notes.send }).press('Enter');
        await page.getByText(clubMessage.sent('Ski')).waitFor();
        expect(mailServer.emails.at(-1)?.text).toContain('May I join?');

        await page.getByRole('link', { name: clubForm.back }).press('Enter');
        await page.getByRole('link', { name: editLink.toEdit }).press('Enter');
        await page.getByRole('textbox').fill('ski@example');
        await page.getByRole('button', { name: editLink.send }).press('Enter');
        await page.getByText(forms.noEmail).waitFor();
        await check();
        await page.getByRole('textbox').fill(email);
        await page.getByRole('button', { name: editLink.send }).press('Enter');
        await page.getByText(editLink.sent(email)).waitFor();
        await check();
        const linkOf = () => /https?:\/\/[^/]+(\S*\/edit\/\S+)/.exec(mailServer.emails.at(-1)?.text ?? '')?.[1];
        await expect.poll(linkOf).toBeDefined();
        await page.goto(site.url + (linkOf() ?? ''));
        await check();
        await page.getByRole('searchbox').fill('ski');
        await page.getByRole('searchbox').press('Enter');
        await page.getByRole('link', { name: 'Ski', exact: true }).press('Enter');
        if (javaScriptEnabled) await page.locator('#club-form[data-htmx-powered]').waitFor();
        await page
          .getByLabel(clubFields[locale === 'en' ? 'description' : 'description_fr'], { exact: true })
          .fill('Every **Sunday**');
        await page.getByLabel(clubFields.contact_by).selectOption('form');
        if (javaScriptEnabled) await page.locator('#preview strong', { hasText: 'Sunday' }).waitFor();
        await check();
        await page.getByRole('button', { name: clubForm.save, exact: true }).press('Enter');
        await page.getByText(editLink.saved('Ski')).waitFor();
        expect(
          await site.database
            .sql`select description || description_fr as description, contact_by from club where id = ${id}`,
        ).toEqual([{ description: 'Every **Sunday**', contactBy: 'form' }]);
        expect(await context.cookies()).toEqual([]);
        // The browser reports the form with an invalid address.
        expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
      },
    );
  },
  { SMTP_URL: mailServer.url, MAIL_FROM: 'clubs@example.org' },
);
