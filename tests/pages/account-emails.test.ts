import { afterAll, beforeEach, expect, test } from 'vitest';
import { RESET_EMAILS_AN_HOUR } from '../../src/accounts/attempt-limits.ts';
import { sendWeeklyEmails } from '../../src/accounts/weekly-email.ts';
import { readHtml } from '../support/html.ts';
import { MAIL_PASSWORD, startMailServer } from '../support/mail-server.ts';
import { insertPassword, insertPerson, visit, visitWith } from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';
import { undoHelpers } from '../support/undo.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer.stop());

describeOwnSite(
  'A site with a mail server',
  (site) => {
    beforeEach(() => {
      mailServer.emails.length = 0;
      mailServer.isRefusing = false;
    });
    const nobody = () => visitWith(site, null);
    const insertWithPassword = async (email: string) =>
      await insertPassword(site.database, await insertPerson(site.database, { name: 'Ada', email }));
    const askReset = (email: string, path = '/password-reset/') => nobody().post(path, { email });
    /** The text of the first e-mail to an address, once it was sent. */
    const emailTo = async (email: string) => {
      const find = () => mailServer.emails.find(({ to }) => to === email);
      await expect.poll(find).toBeDefined();
      return find()?.text ?? '';
    };

    test('sends a reset link in the language of the page, after its response', async () => {
      await insertWithPassword('ada@example.org');
      mailServer.hold();
      const answer = await askReset(' Ada@example.org ', '/fr/password-reset/');
      expect(answer.status).toBe(200);
      expect(readHtml(await answer.text()).all('main [role=status]')).toHaveLength(1);
      expect(mailServer.emails).toEqual([]);
      mailServer.release();
      const text = await emailTo('ada@example.org');
      expect(mailServer.emails[0]?.from).toBe('clubs@example.org');
      expect(text).toContain('Bonjour Ada,');
      const [, path = ''] = /^https:\/\/clubs\.example\.org(\/fr\/password-reset\/\S+)$/m.exec(text) ?? [];
      expect((await nobody().get(path)).status).toBe(200);
    });

    test('sends the home page of the board each week, once, to those who asked for it', async () => {
      await site.database.insertClub({ name: 'Ski', contact: null });
      const { insertActor, create, edit, undo, lastStep } = undoHelpers(site.database);
      const zoe = await insertActor('Zoe');
      await edit(zoe, (await create(zoe, { name: 'Go' })).id, { category: 'Games' });
      await undo(zoe, await lastStep());
      const ada = await visit(site, { email: 'ada@example.org', roles: ['board'] });
      await insertPerson(site.database, { email: 'bob@example.org', roles: ['board'] });
      expect((await ada.post('/fr/account/', { action: 'weekly', weekly: 'on' })).status).toBe(303);
      expect(await (await ada.get('/account/')).text()).toContain('Needs attention');
      const [{ weeklyAt, monday }] = await site.database.sql<[{ weeklyAt: Date; monday: Date }]>`
        select weekly_at, date_trunc('week', now()) + interval '7 days 12 hours' as monday from site_user
        where weekly_locale = 'fr'`;
      const mail = { url: mailServer.url, from: 'clubs@example.org' };
      const send = (now: Date) => sendWeeklyEmails(site.database.client, mail, () => 'Clubs', now);
      await send(weeklyAt);
      expect(mailServer.emails).toEqual([]);
      await Promise.all([send(monday), send(monday)]);
      expect(await emailTo('ada@example.org')).toMatch(/sans contact[^]*e\n- Nouveau club\u202f: Go, par Zoe\n- M/);
      await ada.post('/account/', { action: 'weekly' });
      await send(new Date(monday.getTime() + 7 * 24 * 60 * 60 * 1000));
      expect(mailServer.emails).toHaveLength(1);
    });

    test('gives the same response to addresses without a password, and sends them nothing', async () => {
      await insertWithPassword('bob@example.org');
      await insertPerson(site.database, { email: 'dan@example.org' });
      const texts = new Set<string>();
      for (const name of ['eve', 'dan', 'bob'])
        texts.add((await (await askReset(`${name}@example.org`)).text()).replaceAll(`${name}@`, ''));
      expect(texts.size).toBe(1);
      await emailTo('bob@example.org');
      expect(mailServer.emails).toHaveLength(1);
      expect(await site.database.sql`select from user_verification`).toHaveLength(1);
    });

    test.each(['known@example.org', 'unknown@example.org'])('limits the e-mails an hour: %s', async (email) => {
      await insertWithPassword('known@example.org');
      for (let count = 0; count < RESET_EMAILS_AN_HOUR; count += 1) expect((await askReset(email)).status).toBe(200);
      const refused = await askReset(email);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
      expect((await askReset(`other-${email}`)).status).toBe(200);
    });

    test('logs an e-mail that was refused, without the address', async () => {
      await insertWithPassword('dora@example.org');
      mailServer.isRefusing = true;
      expect((await askReset('dora@example.org')).status).toBe(200);
      await expect.poll(() => site.output()).toContain('Could not send a password reset e-mail: ');
      expect(site.output()).not.toContain(MAIL_PASSWORD);
      expect(site.output()).not.toContain('dora@example.org');
    });

    test('sends invitations of administrators, and also shows the link', async () => {
      const manager = await visit(site, { roles: ['administrator'] });
      const invite = async (email: string) =>
        readHtml(await (await manager.post('/users/', { action: 'invite', email, role: 'board' })).text()).one(
          'main .notice .link',
        ).text;
      const link = await invite('ada@example.org');
      expect(await emailTo('ada@example.org')).toContain(link);
      mailServer.isRefusing = true;
      expect((await nobody().get(new URL(await invite('bob@example.org')).pathname)).status).toBe(200);
    });

    test('sends invitations of officers, and shows the link only when the e-mail failed', async () => {
      const club = await site.database.insertClub({ name: 'Ski' });
      const officer = await visit(site, { name: 'Ada', officerOf: [club] });
      const invite = async (email: string) =>
        readHtml(await (await officer.post(`/club/${club}/officers/`, { action: 'invite', email })).text()).all(
          'main .notice .link',
        );
      expect(await invite('finn@example.org')).toEqual([]);
      const text = await emailTo('finn@example.org');
      for (const part of ['Ada invites you', 'You will be an officer of Ski', 'Ada vous invite'])
        expect(text).toContain(part);
      const [, path = ''] = /^https:\/\/clubs\.example\.org(\/invitation\/\S+)$/m.exec(text) ?? [];
      mailServer.isRefusing = true;
      const [shown] = await invite('gil@example.org');
      // A link from an e-mail proves the address; a link that was shown does not.
      for (const link of [path, new URL(shown?.text ?? '').pathname])
        expect((await nobody().post(link, { name: 'Eve', password: 'correct horse battery' })).status).toBe(303);
      expect(await site.database.sql`select email from site_user where not is_email_verified`).toEqual([
        { email: 'gil@example.org' },
      ]);
    });
  },
  { SMTP_URL: mailServer.url, MAIL_FROM: 'Clubs <clubs@example.org>' },
);
