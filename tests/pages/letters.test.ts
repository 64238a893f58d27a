import { afterAll, beforeEach, expect, test } from 'vitest';
import { LETTERS_AN_HOUR } from '../../src/accounts/login-limit.ts';
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
    /** Somebody who has forgotten their password. */
    const insertForgetful = async (person: NewPerson) =>
      await insertPassword(site.database, await insertPerson(site.database, person));
    const ask = (email: string, path = '/password-reset/') => nobody().post(path, { email });
    const lettersTo = async (email: string) => {
      const find = () => mailServer.letters.filter(({ to }) => to === email);
      await expect.poll(find).not.toEqual([]);
      return find();
    };

    test('sends a link for a new password, in the language of the page', async () => {
      await insertForgetful({ name: 'Ada', email: 'ada@example.org' });
      expect(readHtml(await (await nobody().get('/password-reset/')).text()).all('input[name=email]')).toHaveLength(1);
      const answer = await ask(' Ada@example.org ', '/fr/password-reset/');
      expect(answer.status).toBe(200);
      expect(readHtml(await answer.text()).one('main [role=status]').text).toBe(
        'S’il existe un compte avec un mot de passe pour ada@example.org, un message avec un lien lui est envoyé. Le lien est valable une heure, une seule fois.',
      );
      const [letter] = await lettersTo('ada@example.org');
      expect(letter?.from).toBe('clubs@example.org');
      expect(letter?.text).toContain('Bonjour Ada,');
      const [, path = ''] =
        /^https:\/\/clubs\.example\.org(\/fr\/password-reset\/\S+)$/m.exec(letter?.text ?? '') ?? [];
      expect((await nobody().post(path, { password: 'another good one' })).status).toBe(200);
      const signedIn = await nobody().post('/login/', { email: 'ada@example.org', password: 'another good one' });
      expect(signedIn.status).toBe(303);
    });

    test('says the same to an address without an account, and sends it nothing', async () => {
      await insertForgetful({ email: 'bob@example.org' });
      const unknown = await (await ask('eve@example.org')).text();
      const known = await (await ask('bob@example.org')).text();
      expect(unknown.replaceAll('eve@', 'bob@')).toBe(known);
      await lettersTo('bob@example.org');
      expect(mailServer.letters).toHaveLength(1);
    });

    test('sends nothing to an account that the university signs in, and says the same', async () => {
      await insertPerson(site.database, { email: 'dan@example.org' });
      await insertForgetful({ email: 'bea@example.org' });
      const known = await (await ask('bea@example.org')).text();
      expect((await (await ask('dan@example.org')).text()).replaceAll('dan@', 'bea@')).toBe(known);
      await lettersTo('bea@example.org');
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

    test('asks again for what is no address', async () => {
      const answer = await ask('ada');
      expect(answer.status).toBe(422);
      const page = readHtml(await answer.text());
      expect(page.one('[data-field=email]').text).toContain('This is no e-mail address');
      expect(page.one('#field-email').attributes.value).toBe('ada');
    });

    test.each(['known@example.org', 'unknown@example.org'])('sends so many letters an hour: %s', async (email) => {
      await insertForgetful({ email: 'known@example.org' });
      for (let letter = 0; letter < LETTERS_AN_HOUR; letter += 1) expect((await ask(email)).status).toBe(200);
      const refused = await ask(email);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
      expect(readHtml(await refused.text()).one('[role=alert]').text).toMatch(
        /^Those were too many letters\. Wait \d+ min/,
      );
      expect((await ask(`other-${email}`)).status).toBe(200);
    });

    test('tells the log, and nobody else, of a letter that was refused', async () => {
      await insertForgetful({ email: 'dora@example.org' });
      mailServer.isRefusing = true;
      expect((await ask('dora@example.org')).status).toBe(200);
      await expect.poll(() => site.output()).toContain('A letter for a new password could not be sent: ');
      expect(site.output()).not.toContain(MAIL_PASSWORD);
      expect(site.output()).not.toContain('dora@example.org');
    });

    test('sends invitations, and still shows the link', async () => {
      const manager = await visit(site, { roles: ['administrator'] });
      const invite = async (email: string, path = '/users/') =>
        readHtml(await (await manager.post(path, { action: 'invite', email, role: 'board' })).text()).one(
          'main .notice',
        );
      const told = await invite('ada@example.org');
      expect(told.text).toContain('A letter with this link was sent to ada@example.org.');
      const [letter] = await lettersTo('ada@example.org');
      expect(letter?.text).toContain(told.one('.link').text);
      expect(letter?.text).toContain('7 days');
      expect((await invite('zoe@example.org', '/fr/users/')).text).toContain('Un message avec ce lien a été envoyé');
      expect((await lettersTo('zoe@example.org'))[0]?.text).toMatch(/\/fr\/invitation\//);
      mailServer.isRefusing = true;
      const failed = await invite('bob@example.org');
      expect(failed.text).toContain('The letter to bob@example.org could not be sent.');
      expect((await nobody().get(new URL(failed.one('.link').text).pathname)).status).toBe(200);
    });

    test('sends the invitations of officers, and shows the link only where there was no letter', async () => {
      const club = await site.database.insertClub({ name: 'Ski' });
      const officer = await visit(site, { officerOf: [club] });
      const invite = async (email: string) =>
        readHtml(await (await officer.post(`/club/${club}/officers/`, { action: 'invite', email })).text());
      const told = (await invite('finn@example.org')).one('main .notice');
      expect(told.text).toBe('A letter with the link was sent to finn@example.org.');
      const [letter] = await lettersTo('finn@example.org');
      const [, path = ''] = /^https:\/\/clubs\.example\.org(\/invitation\/\S+)$/m.exec(letter?.text ?? '') ?? [];
      mailServer.isRefusing = true;
      const failed = (await invite('gil@example.org')).one('main .notice');
      expect(failed.text).toContain('The letter to gil@example.org could not be sent.');
      // Whoever has answered a letter has its address; a link that was shown may be in anybody's hands.
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
