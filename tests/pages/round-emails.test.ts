import { afterAll, beforeEach, expect, test } from 'vitest';
import { dayIn } from '../../src/clubs/round/queries.ts';
import { readHtml } from '../support/html.ts';
import { MAIL_PASSWORD, startMailServer } from '../support/mail-server.ts';
import { insertPerson, visit, visitWith, type Visitor } from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer.stop());

describeOwnSite(
  'The e-mails of the yearly confirmation',
  (site) => {
    beforeEach(() => {
      mailServer.emails.length = 0;
      mailServer.isRefusing = false;
    });
    const read = async (visitor: Visitor, path = '/desk/round/') => readHtml(await (await visitor.get(path)).text());
    const insertClub = (name: string, contact: string | null = `${name.toLowerCase()}@example.org`) =>
      site.database.insertClub({ name, contact });
    const start = async (board: Visitor) => {
      expect((await board.post('/desk/round/', { action: 'start', ends_on: dayIn(10) })).status).toBe(303);
    };
    const send = async (board: Visitor) => {
      const { href = '' } = (await read(board)).one('.emails .button').attributes;
      const answer = await board.post(href);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/desk/round/?done=roundEmailsStarted']);
    };
    /** Waits until nothing is being sent, and returns the page. */
    const settle = async (board: Visitor) => {
      await expect.poll(async () => (await read(board)).all('.sending').length).toBe(0);
      return (await read(board)).one('main');
    };
    const receivers = () => mailServer.emails.map(({ to }) => to).sort();

    test('go in the background to the officers, or else to the contact, with the link of the club', async () => {
      const board = await visit(site, { roles: ['board'] });
      const ski = await insertClub('Ski');
      for (const name of ['ada', 'bob']) {
        await insertPerson(site.database, { email: `${name}@example.org`, officerOf: [ski] });
      }
      await insertClub('Go');
      await insertClub('Web', 'https://web.example/');
      await start(board);
      expect(mailServer.emails).toEqual([]);
      const before = (await read(board, '/desk/round/emails/')).one('main');
      expect(before.one('h1').text).toBe('Send an e-mail to 2 clubs');
      expect(before.one('form').text).toContain('1 club without an e-mail address gets none.');
      expect(before.one('details').text).toMatch(/Go: is your page[^]*\/confirm\/\.\.\.\/[^]*Bonjour,/);
      expect(mailServer.emails).toEqual([]);
      await send(board);
      const after = await settle(board);
      expect(receivers()).toEqual(['ada@example.org', 'bob@example.org', 'go@example.org']);
      expect(after.one('.emails .sent').text).toMatch(/^Sent to 2 clubs, last on /);
      expect(after.all('.emails .button')).toEqual([]);
      const email = mailServer.emails.find(({ to }) => to === 'go@example.org');
      expect(email?.from).toBe('clubs@example.org');
      const links = [...(email?.text ?? '').matchAll(/^https:\/\/clubs\.example\.org(\/\S+)$/gm)].map(
        ([, path]) => path,
      );
      expect(links).toEqual([
        expect.stringMatching(/^\/confirm\/[\w-]{32}\/$/) as string,
        expect.stringMatching(/^\/fr\/confirm\/[\w-]{32}\/$/) as string,
      ]);
      expect(email?.text).toContain('Bonjour,');
      for (const path of links) {
        const page = await read(visitWith(site, null), path);
        expect(page.one('article.club .title').text).toBe('Go');
      }
      await site.database.sql`update confirmation_round set ended_at = now()`;
      const expired = await read(visitWith(site, null), links[0]);
      expect(expired.all('main a').map(({ attributes }) => attributes.href)).toContain('/edit-link/');
    });

    test('that fail can be sent again, others once a day', async () => {
      const board = await visit(site, { roles: ['board'] });
      await insertClub('Ski');
      await insertClub('Go');
      await start(board);
      mailServer.isRefusing = true;
      await send(board);
      const failed = await settle(board);
      expect(failed.one('.emails .sent').text).toBe('No e-mails sent yet.');
      expect(failed.one('.emails .failed').text).toContain('Not sent to 2 clubs.');
      const those = await read(board, '/desk/round/?state=failed');
      expect(those.all('h3').map(({ text }) => text)).toEqual(['Go', 'Ski']);
      expect(those.all('.row-list .failed')).toHaveLength(2);
      expect(site.output()).toMatch(/Could not send the yearly confirmation e-mail for club \d+: /);
      expect(site.output()).not.toContain(MAIL_PASSWORD);
      mailServer.isRefusing = false;
      await send(board);
      const sent = await settle(board);
      expect(receivers()).toEqual(['go@example.org', 'ski@example.org']);
      expect(sent.all('.emails .failed')).toEqual([]);
      // Pressing the button again sends nothing.
      await board.post('/desk/round/emails/');
      await settle(board);
      expect(mailServer.emails).toHaveLength(2);
      // A day later, only clubs without an answer get another one.
      await site.database.sql`update round_club set asked_at = asked_at - interval '1 day'`;
      await site.database.sql`update club set confirmed_on = current_date where name = 'Go'`;
      await send(board);
      await settle(board);
      expect(receivers()).toEqual(['go@example.org', 'ski@example.org', 'ski@example.org']);
    });

    test('do not block the request, and stop with the round', async () => {
      const board = await visit(site, { roles: ['board'] });
      await site.database.sql`
        insert into club (name, contact) select 'Club ' || n, 'club-' || n || '@example.org' from generate_series(1, 60) n`;
      await start(board);
      mailServer.hold();
      try {
        await send(board);
        // Four are sent at a time.
        await expect.poll(async () => (await read(board)).one('.emails .sending').text).toContain(' 56 left');
        const ended = await board.post('/desk/round/end/');
        expect(ended.status).toBe(303);
      } finally {
        mailServer.release();
      }
      await start(board);
      await settle(board);
      // Only e-mails that were already being sent arrive.
      expect(mailServer.emails).toHaveLength(4);
      const [{ asked }] = await site.database.sql<
        [{ asked: number }]
      >`select count(asked_at)::int as asked from round_club`;
      expect(asked).toBe(4);
    });
  },
  { SMTP_URL: mailServer.url, MAIL_FROM: 'Clubs <clubs@example.org>' },
);
