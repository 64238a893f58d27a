import { afterAll, expect, test } from 'vitest';
import { findCategorizedClubs, relabelClubs } from '../../src/clubs/categories/queries.ts';
import { loadSampleClubs } from '../../src/clubs/csv/samples.ts';
import { hiddenFieldsOf, readHtml } from '../support/html.ts';
import { MAIL_PASSWORD, startMailServer } from '../support/mail-server.ts';
import { insertActor, insertPerson, visit } from '../support/people.ts';
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

    test('lead to the deletion of unedited sample clubs, and its undo restores them as samples', async () => {
      const { client, sql } = site.database;
      const countClubs = async () =>
        (await sql`select count(*)::int as clubs, count(*) filter (where is_sample)::int as samples from club`)[0];
      await sql`delete from once`;
      await loadSampleClubs(client, { enabled: true });
      const actor = await insertActor(site.database);
      const clubs = await findCategorizedClubs(client);
      const matches = new Map([['sports', 'Sport']]);
      expect((await relabelClubs(client, actor, matches, clubs)).changed).toBeGreaterThan(1);
      // As an edit does.
      await sql`update club set is_sample = false where name = 'Badminton'`;
      const left = { clubs: clubs.length, samples: clubs.length - 1 };
      const editor = await visit(site, { permissions: ['club.change_club', 'club.add_club', 'auth.change_user'] });
      expect((await editor.post('/desk/samples/')).status).toBe(403);
      expect(await (await editor.get('/desk/start/')).text()).not.toContain('/desk/samples/');
      const ada = await visit(site, { roles: ['administrator'], email: 'ada@example.org' });
      readHtml(await (await ada.get('/desk/start/')).text()).one('main a[href="/desk/samples/"]');
      const asked = readHtml(await (await ada.get('/desk/samples/')).text());
      expect(asked.one('main form button').text.trim()).toBe(`Delete the ${left.samples} sample clubs`);
      expect(await countClubs()).toEqual(left);
      const step = (await ada.post('/desk/samples/')).headers.get('location')?.replace(/\?.*/, '');
      expect(await countClubs()).toEqual({ clubs: 1, samples: 0 });
      const fields = hiddenFieldsOf(readHtml(await (await ada.get(`${step}undo/`)).text()), 'main form');
      expect((await ada.post(`${step}undo/`, fields)).status).toBe(303);
      expect(await countClubs()).toEqual(left);
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
