import { afterAll, expect, test } from 'vitest';
import { loadSampleClubs } from '../../src/clubs/csv/samples.ts';
import { hiddenFieldsOf, readHtml } from '../support/html.ts';
import { MAIL_PASSWORD, startMailServer } from '../support/mail-server.ts';
import { insertPerson, visit } from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer.stop());

describeOwnSite(
  'The first steps of a new site',
  (site) => {
    const read = (html: string) => {
      const page = readHtml(html);
      return {
        progress: page.all('main p')[0]?.text,
        done: page.all('h2:has(.tag) a').map(({ attributes }) => attributes.href),
        answer: page.all('main .notice').map(({ text }) => text.trim())[0],
      };
    };

    test('are crossed out when they are done', async () => {
      const ada = await visit(site, { roles: ['administrator'], email: 'ada@example.org' });
      const open = async () => read(await (await ada.get('/desk/start/')).text());
      expect(await open()).toMatchObject({ progress: '1 of 5 done', done: [] });
      await site.database.insertClubs('Chess');
      await insertPerson(site.database, { roles: ['board'] });
      expect(await open()).toMatchObject({ progress: '3 of 5 done', done: ['/desk/import/', '/users/'] });
      await site.database.sql`update club set is_sample = true`;
      expect((await open()).done).toEqual(['/users/']);
    });

    test('lead to the undo of the sample clubs', async () => {
      await site.database.sql`delete from once`;
      await loadSampleClubs(site.database.client, { enabled: true });
      const ada = await visit(site, { roles: ['administrator'], email: 'ada@example.org' });
      const start = readHtml(await (await ada.get('/desk/start/')).text());
      const path = start.one('main a[href$="/undo/"]').attributes.href ?? '';
      const fields = hiddenFieldsOf(readHtml(await (await ada.get(path)).text()), 'main form');
      expect((await ada.post(path, fields)).status).toBe(303);
      expect(await site.database.sql`select from club`).toHaveLength(0);
    });

    test('try out e-mail and sign-in, and show the answer in words without the password', async () => {
      const ada = await visit(site, { roles: ['administrator'], email: 'ada@example.org' });
      const attempt = async (step: string) => {
        const answer = await ada.post('/desk/start/', { try: step });
        return { status: answer.status, ...read(await answer.text()) };
      };
      expect(await attempt('email')).toMatchObject({
        status: 200,
        answer: expect.stringContaining('ada@example.org') as string,
      });
      expect(mailServer.emails.map(({ to }) => to)).toEqual(['ada@example.org']);
      mailServer.isRefusing = true;
      const refused = await attempt('email');
      expect([refused.status, refused.answer]).toEqual([422, expect.stringMatching(/^It does not work: .*5\d\d/)]);
      expect(refused.answer).not.toContain(MAIL_PASSWORD);
      const signIn = await attempt('signIn');
      expect([signIn.status, signIn.answer]).toEqual([422, expect.stringContaining('Check OIDC_ISSUER')]);
      expect((await attempt('else')).status).toBe(422);
    });
  },
  {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'clubs@example.org',
    OIDC_ISSUER: 'http://127.0.0.1:9/',
    OIDC_CLIENT_ID: 'clubs',
    OIDC_CLIENT_SECRET: 'secret',
  },
);
