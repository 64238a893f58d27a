import { afterAll, beforeEach, expect, test } from 'vitest';
import { RESET_EMAILS_AN_HOUR } from '../../src/accounts/rate-limits.ts';
import { readHtml } from '../support/html.ts';
import { MAIL_PASSWORD, startMailServer } from '../support/mail-server.ts';
import { insertPassword, insertPerson, visit, visitWith, type NewPerson } from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer.stop());

describeOwnSite(
  'A site with a mail server',
  (site) => {
    beforeEach(() => {
      mailServer.letters.length = 0;
      mailServer.isRefusing = false;
    });
    const nobody = () => visitWith(site, null);
    /** An account with a password. */
    const insertForgetful = async (person: NewPerson) =>
      await insertPassword(site.database, await insertPerson(site.database, person));
    const ask = (email: string, path = '/password-reset/') => nobody().post(path, { email });
    const lettersTo = async (email: string) => {
      const find = () => mailServer.letters.filter(({ to }) => to === email);
      await expect.poll(find).not.toEqual([]);
      return find();
    };

    test('sends a reset link in the language of the page', async () => {
      await insertForgetful({ name: 'Ada', email: 'ada@example.org' });
      expect(readHtml(await (await nobody().get('/password-reset/')).text()).all('input[name=email]')).toHaveLength(1);
      const answer = await ask(' Ada@example.org ', '/fr/password-reset/');
      expect(answer.status).toBe(200);
      expect(readHtml(await answer.text()).all('main [role=status]')).toHaveLength(1);
      const [letter] = await lettersTo('ada@example.org');
      expect(letter?.from).toBe('clubs@example.org');
      expect(letter?.text).toContain('Bonjour Ada,');
      const [, path = ''] =
        /^https:\/\/clubs\.example\.org(\/fr\/password-reset\/\S+)$/m.exec(letter?.text ?? '') ?? [];
      expect((await nobody().post(path, { password: 'another good one' })).status).toBe(200);
      const signedIn = await nobody().post('/login/', { email: 'ada@example.org', password: 'another good one' });
      expect(signedIn.status).toBe(303);
    });

    test('answers alike to addresses without a password, and sends them nothing', async () => {
      await insertForgetful({ email: 'bob@example.org' });
      await insertPerson(site.database, { email: 'dan@example.org' });
      const texts = new Set<string>();
      for (const name of ['eve', 'dan', 'bob']) {
        texts.add((await (await ask(`${name}@example.org`)).text()).replaceAll(`${name}@`, ''));
      }
      expect(texts.size).toBe(1);
      await lettersTo('bob@example.org');
      expect(mailServer.letters).toHaveLength(1);
      expect(await site.database.sql`select from user_verification`).toHaveLength(1);
    });

    test('answers before the mail server does', async () => {
      await insertForgetful({ email: 'carl@example.org' });
      mailServer.hold();
      expect((await ask('carl@example.org')).status).toBe(200);
      expect(mailServer.letters).toEqual([]);
      mailServer.release();
      await lettersTo('carl@example.org');
    });

    test.each(['known@example.org', 'unknown@example.org'])('limits the e-mails an hour: %s', async (email) => {
      await insertForgetful({ email: 'known@example.org' });
      for (let letter = 0; letter < RESET_EMAILS_AN_HOUR; letter += 1) expect((await ask(email)).status).toBe(200);
      const refused = await ask(email);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
      expect((await ask(`other-${email}`)).status).toBe(200);
    });

    test('logs an e-mail that was refused, without the address', async () => {
      await insertForgetful({ email: 'dora@example.org' });
      mailServer.isRefusing = true;
      expect((await ask('dora@example.org')).status).toBe(200);
      await expect.poll(() => site.output()).toContain('Could not send a password reset e-mail: ');
      expect(site.output()).not.toContain(MAIL_PASSWORD);
      expect(site.output()).not.toContain('dora@example.org');
    });

    test('sends invitations, and also shows the link', async () => {
      const manager = await visit(site, { roles: ['administrator'] });
      const invite = async (email: string) =>
        readHtml(await (await manager.post('/users/', { action: 'invite', email, role: 'board' })).text()).one(
          'main .notice',
        );
      const told = await invite('ada@example.org');
      const [letter] = await lettersTo('ada@example.org');
      expect(letter?.text).toContain(told.one('.link').text);
      mailServer.isRefusing = true;
      const failed = await invite('bob@example.org');
      expect((await nobody().get(new URL(failed.one('.link').text).pathname)).status).toBe(200);
    });

    test('sends invitations of officers, and shows the link only when the e-mail failed', async () => {
      const club = await site.database.insertClub({ name: 'Ski' });
      const officer = await visit(site, { officerOf: [club] });
      const invite = async (email: string) =>
        readHtml(await (await officer.post(`/club/${club}/officers/`, { action: 'invite', email })).text());
      expect((await invite('finn@example.org')).all('main .notice .link')).toEqual([]);
      const [letter] = await lettersTo('finn@example.org');
      const [, path = ''] = /^https:\/\/clubs\.example\.org(\/invitation\/\S+)$/m.exec(letter?.text ?? '') ?? [];
      mailServer.isRefusing = true;
      const failed = (await invite('gil@example.org')).one('main .notice');
      // A link from an e-mail proves the address; a link that was shown does not.
      for (const link of [path, new URL(failed.one('.link').text).pathname]) {
        const made = await nobody().post(link, { name: 'Somebody', password: 'correct horse battery' });
        expect(made.status).toBe(303);
      }
      expect(await site.database.sql`select email from site_user where not is_email_verified`).toEqual([
        { email: 'gil@example.org' },
      ]);
    });
  },
  { SMTP_URL: mailServer.url, MAIL_FROM: 'Clubs <clubs@example.org>' },
);
