import { afterAll, beforeEach, expect, test } from 'vitest';
import { CLUB_MESSAGES } from '../../src/clubs/contact/club-message.ts';
import type { ContactWay } from '../../src/clubs/record/contact.ts';
import { today } from '../../src/clubs/record/day.ts';
import { readHtml } from '../support/html.ts';
import { startMailServer } from '../support/mail-server.ts';
import { insertPerson, visit, visitWith } from '../support/people.ts';
import type { NewClub } from '../support/database.ts';
import { describeOwnSite } from '../support/site.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer.stop());
const MAIL = { SMTP_URL: mailServer.url, MAIL_FROM: 'Clubs <clubs@example.org>', TRUSTED_PROXIES: 'loopback' };
const HIDDEN = 'quietfox@example.org';

beforeEach(() => {
  mailServer.emails.length = 0;
  mailServer.isRefusing = false;
  mailServer.replies.length = 0;
  mailServer.recipients = 0;
});

let used = 0;
/** A number that no test has used: limits outlast a test. */
const unused = () => (used += 1);
const newClient = () => ({ 'X-Forwarded-For': `198.51.100.${unused()}` });
const read = async (answer: Response | Promise<Response>) => readHtml(await (await answer).text());

describeOwnSite(
  'A message to a club',
  (site) => {
    const nobody = () => visitWith(site, null);
    const write = (club: number, fields = {}, headers = newClient()) =>
      nobody().post(
        `/club/${club}/contact/`,
        { message: 'May I join?', sender: 'eve@example.org', ...fields },
        headers,
      );
    const insertClub = (club: NewClub = {}) =>
      site.database.insertClub({ id: 1000 + unused(), name: 'Ski', contact: HIDDEN, ...club });

    test('goes from the site to the club, with the visitor to reply to, and is not stored', async () => {
      const club = await insertClub();
      const sent = await write(club, { name: 'Ève\r\nBcc: mallory@example.org', message: 'Hi\r\n\r\nMay I join?' });
      expect([sent.status, sent.headers.get('location')]).toEqual([303, `/club/${club}/contact/?sent`]);
      expect((await read(nobody().get(`/club/${club}/contact/?sent`))).one('main .notice').text).toContain('Ski');
      const [email] = mailServer.emails;
      expect(email).toMatchObject({ from: 'clubs@example.org', to: HIDDEN });
      expect(email?.headers).toMatch(/^Reply-To: =\?UTF-8[^\n]*\n <eve@example.org>$/m);
      expect(email?.headers).not.toMatch(/^(Bcc|Cc|Auto-Submitted):/im);
      expect(email?.text).toContain('Hi\n\nMay I join?');
      expect(email?.text).toContain('https://clubs.example.org/edit-link/');
      expect(await site.database.sql`select from inbox_message`).toEqual([]);
    });

    test.each([
      ['no address', { sender: '' }],
      ['another header', { sender: 'eve@example.org\r\nBcc: mallory@example.org' }],
      ['two addresses', { sender: 'eve@example.org, mallory@example.org' }],
      ['an empty text', { message: ' \n ' }],
      ['a long text', { message: 'x'.repeat(2001) }],
      ['the field that only bots fill in', { leave_empty: 'x' }],
    ])('is refused with %s, and keeps its text', async (_, fields) => {
      const refused = await write(await insertClub(), { name: 'Eve', ...fields });
      expect(refused.status).toBe(422);
      const page = await read(refused);
      expect(page.one('[name=name]').attributes.value).toBe('Eve');
      expect(page.all('.field .error').length).toBeGreaterThan(0);
      expect(mailServer.recipients).toBe(mailServer.emails.length);
    });

    test('goes only to the address of the club', async () => {
      const club = await insertClub();
      await write(club, { to: 'mallory@example.org', contact: 'mallory@example.org' });
      expect(mailServer.emails.map(({ to }) => to)).toEqual([HIDDEN]);
      const others = [
        await site.database.insertClub({ name: 'Go', contact: 'https://go.example.org/' }),
        await site.database.insertClub({ name: 'Chess' }),
        await site.database.insertClub({ name: 'Zen', contact: 'zen@example.org', contactBy: 'address' }),
      ];
      for (const other of [...others, 999_999]) expect((await write(other)).status).toBe(404);
    });

    test('is limited by client and by club', async () => {
      const [club, other] = [await insertClub(), await insertClub({ name: 'Go' })];
      const client = newClient();
      for (let count = 0; count < CLUB_MESSAGES.client; count += 1)
        expect((await write(club, {}, client)).status).toBe(303);
      const refused = await write(other, {}, client);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
      expect((await read(refused)).one('textarea').text).toContain('May I join?');
      const left = CLUB_MESSAGES.club - CLUB_MESSAGES.client;
      for (let count = 0; count < left; count += 1) expect((await write(club)).status).toBe(303);
      expect((await write(club)).status).toBe(429);
      expect((await write(other)).status).toBe(303);
    });

    test('keeps its text after a failure; a club that refuses three is unreachable', async () => {
      const club = await insertClub();
      const board = await visit(site, { roles: ['board'] });
      const isUnreachable = async () =>
        (await (await board.get('/desk/clubs/?missing=contact')).text()).includes(`/club/${club}/`);
      mailServer.replies.push('450 later', '450 later', '450 later');
      for (let count = 0; count < 3; count += 1) expect((await write(club)).status).toBe(503);
      mailServer.isRefusing = true;
      for (let count = 0; count < 2; count += 1) await write(club);
      mailServer.isRefusing = false;
      await write(club);
      mailServer.isRefusing = true;
      for (let count = 0; count < 2; count += 1) await write(club);
      expect(await isUnreachable()).toBe(false);
      const failed = await write(club);
      expect(failed.status).toBe(503);
      expect((await read(failed)).one('textarea').text).toContain('May I join?');
      expect(await isUnreachable()).toBe(true);
      await board.post('/desk/round/', { action: 'start', ends_on: `${new Date().getFullYear() + 1}-01-01` });
      await site.database.sql`update club set contact = 'new@example.org'`;
      expect(await isUnreachable()).toBe(false);
    });

    test('hides an address from every page of a visitor', async () => {
      const fields = { contact: HIDDEN, contactBy: 'form', category: 'Sport' } as const;
      const ski = await site.database.insertClub({ name: 'Ski', ...fields });
      const off = await site.database.insertClub({ name: 'Off', ...fields, isActive: false, parentId: ski });
      const gone = await site.database.insertClub({ name: 'Gone', ...fields });
      await site.database.sql`delete from club where id = ${gone}`;
      await site.database.sql`insert into club_redirect (old_id, new_id) values (${gone}, ${ski})`;
      const ids = `${ski},${off},${gone}`;
      const queue = [
        ...[`/club/${ski}/poster/`, '/booklet/?club_status=', '/booklet/?layout=posters'],
        ...['/', '/club/', `/club/?name=${HIDDEN}`, '/club/?name=ski&club_status=', `/club/shortlist/?ids=${ids}`],
        ...[`/club/compare/?ids=${ids}`, `/club/${off}/`, `/club/${gone}/`, '/club/propose/?name=Ski', '/healthz'],
        ...['/api/club/search', `/api/club/search?search=${HIDDEN}`, '/api/club/search-profile?is_active=false'],
        ...[`/api/club/${ski}`, `/api/club/${gone}`, `/club/${ski}/edit/`, `/club/${ski}/history/`, '/desk/clubs.csv'],
      ];
      const seen = new Set(queue);
      for (const path of queue) {
        const answer = await site.get(path);
        const bytes = await answer.text();
        const shown = path.includes('quietfox') ? bytes.replaceAll(/quietfox(@|%40|&#64;)example\.org/gi, '') : bytes;
        expect(shown + [...answer.headers.values()].join(), path).not.toMatch(/quietfox/i);
        const links = [answer.headers.get('location') ?? '', ...bytes.matchAll(/(?:href|action|hx-get)="(\/[^"#]*)/g)];
        for (const link of links) {
          const next = (typeof link === 'string' ? link : (link[1] ?? '')).replaceAll('&amp;', '&');
          if (next !== '' && !/quietfox|^\/(_astro|files)\//.test(next) && !seen.has(next) && seen.size < 150) {
            seen.add(next);
            queue.push(next);
          }
        }
      }
      expect(queue).toContain(`/club/${ski}/contact/`);
      expect(queue).toContain(`/fr/club/${off}/`);
    });

    test.each<[ContactWay | null, boolean, boolean]>([
      [null, true, true],
      ['both', true, true],
      ['address', true, false],
      ['form', false, true],
    ])('follows the choice of its club: %s', async (contactBy, hasAddress, hasForm) => {
      const club = await site.database.insertClub({ name: 'Ski', contact: HIDDEN, contactBy });
      const page = await (await nobody().get(`/club/${club}/`)).text();
      expect([page.includes(HIDDEN), page.includes(`/club/${club}/contact/`)]).toEqual([hasAddress, hasForm]);
      const poster = await (await nobody().get(`/club/${club}/poster/`)).text();
      expect(poster.includes(HIDDEN)).toBe(hasAddress);
    });
  },
  MAIL,
);

describeOwnSite(
  'An edit link',
  (site) => {
    const nobody = () => visitWith(site, null);
    const ask = (email: string, path = '/edit-link/') => nobody().post(path, { email });
    const linkTo = async (email: string, path = '/edit-link/') => {
      expect((await ask(email, path)).status).toBe(200);
      const find = () => mailServer.emails.find(({ to }) => to === email)?.text ?? '';
      await expect.poll(find).not.toBe('');
      return /^https:\/\/clubs\.example\.org(\/\S+)$/m.exec(find())?.[1] ?? '';
    };
    const formOf = async (path: string) => {
      const page = await read(nobody().get(path));
      const { value: revision = '' } = page.one('input[name=revision]').attributes;
      return { page, revision };
    };

    test('lists the clubs of the address, and opens their forms without changing anything', async () => {
      const contact = 'Alice@example.org';
      const ski = await site.database.insertClub({ name: 'Ski', contact });
      const go = await site.database.insertClub({ name: 'Go', isActive: false });
      await site.database.insertClub({ name: 'Chess', contact: 'bob@example.org' });
      await insertPerson(site.database, { email: 'alice@example.org', officerOf: [go] });
      const before = await site.database.sql`select max(id) from club_step`;
      const link = await linkTo('alice@example.org', '/fr/edit-link/');
      const answer = await nobody().get(link);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'same-origin',
        'x-robots-tag': 'noindex, nofollow',
      });
      const list = await read(answer);
      expect(list.all('.row-list bdi').map(({ text }) => text)).toEqual(['Go (inactif)', 'Ski']);
      expect(list.all('[type=search]')).toEqual([]);
      for (const club of [ski, go]) expect((await nobody().get(`${link}${club}/`)).status).toBe(200);
      expect(await site.database.sql`select max(id) from club_step`).toEqual(before);
      // One e-mail in ten minutes
      await ask('alice@example.org');
      const other = await linkTo('bob@example.org');
      expect(mailServer.emails.map(({ to }) => to)).toEqual(['alice@example.org', 'bob@example.org']);
      // A link opens its own clubs only.
      expect((await nobody().get(`${other}${ski}/`)).status).toBe(410);
      expect((await nobody().post(`${other}${ski}/`, { preview: 'true' })).status).toBe(410);
    });

    test('of many clubs has a search', async () => {
      for (let count = 1; count <= 177; count += 1)
        await site.database.insertClub({ name: `Club ${count}`, contact: 'office@example.org' });
      const link = await linkTo('office@example.org');
      expect((await read(nobody().get(link))).all('.row-list li')).toHaveLength(177);
      expect((await read(nobody().get(`${link}?name=CLUB+17`))).all('.row-list li')).toHaveLength(9);
    });

    test('saves the form, asks the board for a new contact, and reports the change', async () => {
      const club = await site.database.insertClub({ name: 'Ski', contact: 'carol@example.org' });
      const link = await linkTo('carol@example.org');
      const { page, revision } = await formOf(`${link}${club}/`);
      expect(page.all('[name=name], [name=is_active], [name=logo]')).toEqual([]);
      const preview = await nobody().post(`${link}${club}/`, { description: 'We **ski**', preview: 'true' });
      expect(await preview.text()).toContain('<strong>ski</strong>');
      const fields = { description: 'We ski', contact: 'eve@example.org', contact_by: 'form' };
      expect((await nobody().post(`${link}${club}/`, { ...fields, revision, name: 'Mine' })).status).toBe(422);
      const saved = await nobody().post(`${link}${club}/`, { ...fields, revision });
      expect([saved.status, saved.headers.get('location')]).toEqual([303, `${link}?updated=${club}`]);
      const requested = 'The board will check the new contact (eve@example.org).';
      expect((await read(nobody().get(`${link}?updated=${club}`))).one('.notice').text).toContain(requested);
      expect((await formOf(`${link}${club}/`)).page.one('main').text).toContain(requested);
      const find = () => site.database.sql`select description, contact, contact_by, confirmed_on::text from club`;
      const stored = { description: 'We ski', contact: 'carol@example.org', contactBy: 'form', confirmedOn: today() };
      expect(await find()).toEqual([stored]);
      await expect.poll(() => mailServer.emails.at(-1)?.headers).toContain('Subject: Ski: your page was changed');
      expect(mailServer.emails.at(-1)?.text).toContain(requested);
      expect(mailServer.emails.map(({ to }) => to)).toEqual(['carol@example.org', 'carol@example.org']);

      const board = await visit(site, { roles: ['board'] });
      const history = await read(board.get(`/club/${club}/history/`));
      expect(history.all('.steps > li .step-time')[0]?.text).toContain('by e-mail link');
      const button = (await read(board.get('/inbox/'))).one('[name=accept_contact]');
      expect(button.text).toContain('eve@example.org');
      const accept = () => board.post('/inbox/', { accept_contact: button.attributes.value ?? '' });
      expect((await accept()).status).toBe(303);
      expect(await find()).toEqual([{ ...stored, contact: 'eve@example.org' }]);
      expect((await accept()).status).toBe(409);
      // The link dies with the address, also for a form that is open.
      const late = await nobody().post(`${link}${club}/`, { revision, description: 'Too late' });
      expect(late.status).toBe(410);
      expect(await late.text()).toContain('Too late');
      for (const path of [link, `${link}${club}/`]) expect((await nobody().get(path)).status).toBe(410);
    });

    test('opens the form of the only club, and asks the board to remove a contact', async () => {
      const club = await site.database.insertClub({ name: 'Ski', contact: 'frank@example.org' });
      const link = await linkTo('frank@example.org');
      expect((await nobody().get(link)).headers.get('location')).toBe(`${link}${club}/`);
      const { page, revision } = await formOf(`${link}${club}/`);
      expect(page.one('main').text).not.toContain('The board will check');
      await nobody().post(`${link}${club}/`, { revision, fee: 'Free' });
      const saved = () => read(nobody().get(`${link}?updated=${club}`));
      expect((await saved()).one('.notice').text).not.toContain('The board will check');
      await nobody().post(`${link}${club}/`, { revision, contact: '' });
      expect((await saved()).one('.notice').text).toContain('your request to remove the contact');
      await expect.poll(() => mailServer.emails.at(-1)?.text).toContain('your request to remove the contact');

      const board = await visit(site, { roles: ['board'] });
      const button = (await read(board.get('/inbox/'))).one('[name=accept_contact]');
      expect(button.text).toBe('Remove the contact');
      await board.post('/inbox/', { accept_contact: button.attributes.value ?? '' });
      expect(await site.database.sql`select contact from club`).toEqual([{ contact: null }]);
      expect(await (await nobody().get(`/club/${club}/`)).text()).not.toContain('/edit-link/');
    });

    test('is offered by clubs with an e-mail address', async () => {
      const mailed = await site.database.insertClub({ name: 'Ski', contact: HIDDEN, contactBy: 'form' });
      const other = await site.database.insertClub({ name: 'Go', contact: 'https://go.example.org/' });
      await insertPerson(site.database, { officerOf: [other] });
      const isOffered = async (club: number) =>
        (await (await nobody().get(`/club/${club}/`)).text()).includes('href="/edit-link/"');
      expect([await isOffered(mailed), await isOffered(other)]).toEqual([true, false]);
    });

    test('expires', async () => {
      await site.database.insertClub({ name: 'Ski', contact: 'dan@example.org' });
      const link = await linkTo('dan@example.org');
      await site.database.sql`update user_verification set expires_at = now()`;
      const page = await nobody().get(link);
      expect(page.status).toBe(410);
      expect(await page.text()).toContain('href="/edit-link/"');
    });

    test('answers known and unknown addresses the same, without waiting for the e-mail', async () => {
      const texts = new Set<string>();
      mailServer.hold();
      for (const name of ['known-1', 'other-1', 'known-2', 'other-2']) {
        if (name.startsWith('known')) await site.database.insertClub({ name, contact: `${name}@example.org` });
        texts.add((await (await ask(`${name}@example.org`)).text()).replaceAll(name, ''));
      }
      expect([texts.size, mailServer.emails]).toEqual([1, []]);
      mailServer.release();
      const receivers = () => mailServer.emails.map(({ to }) => to).sort();
      await expect.poll(receivers).toEqual(['known-1@example.org', 'known-2@example.org']);
    });
  },
  { ...MAIL, RATE_LIMIT: 'off' },
);

describeOwnSite(
  'A site that hides addresses and turns edit links off',
  (site) => {
    test('uses its settings for clubs that have not chosen', async () => {
      const club = await site.database.insertClub({ name: 'Ski', contact: HIDDEN });
      const page = await (await site.get(`/club/${club}/`)).text();
      expect(page).not.toContain(HIDDEN);
      expect(page).not.toContain('/edit-link/');
      expect((await site.get('/edit-link/')).status).toBe(404);
      expect((await site.get('/edit/none/')).status).toBe(404);
    });
  },
  { ...MAIL, CLUB_CONTACT: 'form', EDIT_LINKS: 'off' },
);
