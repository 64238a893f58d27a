import { expect, test } from 'vitest';
import { MAX_OPEN_MESSAGES } from '../../src/clubs/board/inbox/queries.ts';
import { FULL_SECONDS, MESSAGES_AN_HOUR } from '../../src/clubs/board/inbox/submission.ts';
import { readHtml } from '../support/html.ts';
import { visit, type Fields } from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';

const read = async (answer: Response) => readHtml(await answer.text());

describeOwnSite(
  'A message to the board',
  (site) => {
    /** The levels of the log lines of requests with status 5xx. */
    const lines = () => site.output().match(/\w+(?= Request .* status=5\d\d )/g);
    const open = async () => [
      ...(await site.database.sql`
      select kind, club_name, topic, message, texts, sender from inbox_message where closed_at is null order by id`),
    ];

    const from = (address: string) => ({ 'X-Forwarded-For': address });
    const count = async () => (await site.database.sql`select from inbox_message`).length;
    const report = { topic: 'text', message: 'It <moved>.', sender: 'eve@example.org' };
    const proposal = {
      name: 'Zen <& co>',
      short_description: 'We sit.',
      category: 'Calm',
      website: 'https://zen.example.org/',
      contact: 'zen@example.org',
      message: 'I am in it.',
      sender: 'eve@example.org',
    };

    /** The values of these fields in the form of the page. */
    const shown = (page: ReturnType<typeof readHtml>, fields: Record<string, string>) =>
      Object.fromEntries(
        Object.keys(fields).map((name) => {
          const [control, ...others] = page.all(`form.plain-form [name=${name}]`);
          const chosen = others.length > 0 ? page.one(`[name=${name}][checked]`) : control;
          return [name, chosen?.attributes.value ?? chosen?.text];
        }),
      );

    test('is linked from the pages of clubs and from the list, and is not indexed', async () => {
      const [id = 0] = await site.database.insertClubs('Chess');
      const linksOf = async (path: string) =>
        (await read(await site.get(path))).all('main a').map(({ attributes }) => attributes.href);
      expect(await linksOf(`/club/${id}/`)).toContain(`/club/${id}/suggest/`);
      expect(await linksOf(`/fr/club/${id}/`)).toContain(`/fr/club/${id}/suggest/`);
      expect(await linksOf('/club/')).toContain('/club/propose/');
      // The name of the search is prefilled.
      expect(await linksOf('/club/?name=Zen+%26+Co')).toContain('/club/propose/?name=Zen+%26+Co');
      for (const path of [`/club/${id}/suggest/`, '/club/propose/']) {
        const page = await read(await site.get(path));
        expect(page.one('meta[name=robots]').attributes.content).toBe('noindex');
      }
      const filled = await read(await site.get('/club/propose/?name=Zen+%26+Co'));
      expect(filled.one('[name=name]').attributes.value).toBe('Zen & Co');
      expect((await site.get('/club/999999/suggest/')).status).toBe(404);
    });

    test('reaches the inbox of the board as escaped text', async () => {
      const [id = 0] = await site.database.insertClubs('Chess');
      const nobody = await visit(site, null);
      const sent = await nobody.post(`/club/${id}/suggest/`, {
        topic: 'contact',
        message: '<b>bold</b>\r\nreally',
        sender: 'eve@example.org',
      });
      expect([sent.status, sent.headers.get('Location')]).toEqual([303, `/club/${id}/suggest/?sent`]);
      expect(sent.headers.get('Set-Cookie')).toBeNull();
      const thanks = await read(await nobody.get(`/club/${id}/suggest/?sent`));
      expect(thanks.all('main form')).toEqual([]);
      expect(await open()).toEqual([
        {
          kind: 'suggestion',
          clubName: 'Chess',
          topic: 'contact',
          message: '<b>bold</b>\nreally',
          texts: null,
          sender: 'eve@example.org',
        },
      ]);
      const board = await visit(site, { roles: ['board'] });
      expect((await read(await board.get('/account/'))).one('.board-bar > nav [href="/inbox/"]').text).toBe('Inbox 1');
      expect((await read(await board.get('/desk/'))).one('.tasks [href="/inbox/"]').text).toContain('1 message');
      const inbox = await read(await board.get('/inbox/'));
      const message = inbox.one('article');
      expect(message.one('blockquote').text.trim()).toMatch(/^<b>bold<\/b>\s+really$/);
      expect(message.all('a').map(({ attributes }) => attributes.href)).toEqual([
        `/club/${id}/`,
        'mailto:eve@example.org',
        `/club/${id}/edit/`,
      ]);
    });

    test('is refused with errors when it is invalid, and keeps the input', async () => {
      const [id = 0] = await site.database.insertClubs('Chess');
      const nobody = await visit(site, null);
      const answer = await nobody.post(`/fr/club/${id}/suggest/`, { topic: 'twice', message: ' ', sender: 'eve' });
      expect(answer.status).toBe(422);
      const page = await read(answer);
      expect(page.one('[name=sender]').attributes.value).toBe('eve');
      expect(page.all('[name=topic][checked]').map(({ attributes }) => attributes.value)).toEqual(['twice']);
      expect(page.all('.error[data-field]')).toHaveLength(2);
      const trapped = await nobody.post('/club/propose/', { name: 'Zen', leave_empty: 'http://spam.example' });
      expect(trapped.status).toBe(422);
      expect(await open()).toEqual([]);
    });

    test('is refused when the proposed club exists, with a link to it', async () => {
      await site.database.insertClubs('Zen');
      const answer = await (await visit(site, null)).post('/club/propose/', { name: ' Zen ' });
      expect(answer.status).toBe(422);
      const page = await read(answer);
      expect(page.all('#field-name-error')).toHaveLength(1);
      expect(page.all('main a')[0]?.attributes.href).toBe('/club/?name=Zen&club_status=&page_size=24');
      expect(await open()).toEqual([]);
    });

    test('becomes a club, with its text in the language of the form, when the board accepts the proposal', async () => {
      const nobody = await visit(site, null);
      const sent = await nobody.post('/fr/club/propose/', {
        name: 'Zen',
        short_description: 'We *sit*.',
        category: 'Calm',
        website: 'zen.example.org',
        message: 'Hi!',
      });
      expect([sent.status, sent.headers.get('Location')]).toEqual([303, '/fr/club/propose/?sent']);
      const board = await visit(site, { name: 'Ada', roles: ['board'] });
      const inbox = await read(await board.get('/inbox/'));
      expect(inbox.all('article dd').map(({ text }) => text)).toEqual(['We *sit*.', 'Calm', 'zen.example.org', 'Hi!']);
      const { value = '' } = inbox.one('[name=accept]').attributes;
      const accepted = await board.post('/inbox/', { accept: value });
      const [club] = await site.database
        .sql`select id, website, is_active, short_description, short_description_fr_html from club`;
      expect(club).toMatchObject({ website: 'https://zen.example.org', isActive: true, shortDescription: '' });
      expect(club?.shortDescriptionFrHtml).toContain('<em>sit</em>');
      const location = accepted.headers.get('Location') ?? '';
      expect(location.replace(/step=[1-9]\d*/, 'step=N')).toBe(
        `/inbox/?done=proposalAccepted&step=N&created=${club?.id}`,
      );
      expect((await read(await board.get(location))).all('.toast [data-undo]')).toHaveLength(1);
      expect((await read(await board.get(`/club/${club?.id}/history/`))).one('main').text).toContain('Ada');
      expect(await open()).toEqual([]);
      const done = await read(await board.get('/inbox/?state=closed'));
      expect(done.one('article h2 a').attributes.href).toBe(`/club/${club?.id}/`);
      // A second board member a moment later.
      const late = await board.post('/inbox/', { accept: value });
      expect(late.status).toBe(409);
    });

    test('can be closed, reopened and deleted', async () => {
      const [id = 0] = await site.database.insertClubs('Chess');
      const nobody = await visit(site, null);
      for (const message of ['a', 'b']) await nobody.post(`/club/${id}/suggest/`, { topic: 'other', message });
      const board = await visit(site, { roles: ['board'] });
      const idsOf = async (path: string, action: string) =>
        (await read(await board.get(path))).all(`[name=${action}]`).map(({ attributes }) => attributes.value ?? '');
      const [a = '', b = ''] = await idsOf('/inbox/', 'close');
      for (const message of [a, b]) await board.post('/inbox/', { close: message });
      expect(await idsOf('/inbox/?state=closed', 'delete')).toEqual([b, a]);
      await board.post('/inbox/?state=closed', { reopen: b });
      expect(await idsOf('/inbox/', 'close')).toEqual([b]);
      await board.post('/inbox/', { delete: a });
      expect(await idsOf('/inbox/?state=closed', 'delete')).toEqual([]);
      // A message that is gone, an unknown action, and an invalid id.
      const wrong: [Fields, number][] = [
        [{ reopen: a }, 409],
        [{ delete: a }, 409],
        [{ burn: b }, 422],
        [{ close: 'x' }, 422],
      ];
      for (const [fields, status] of wrong) expect((await board.post('/inbox/', fields)).status).toBe(status);
      expect(await idsOf('/inbox/', 'close')).toEqual([b]);
    });

    test('is marked as done by its own button, which shows the next one, and can be undone', async () => {
      for (const digest of ['a', 'b'])
        await site.database.sql`
          insert into inbox_message (kind, club_name, topic, message, sender, digest)
          values ('suggestion', 'Chess', 'other', '', '', ${digest})`;
      const board = await visit(site, { roles: ['board'] });
      const inbox = await read(await board.get('/inbox/'));
      const [first = '', second = ''] = inbox.all('button[name=close]').map(({ attributes }) => attributes.value);
      const location = (await board.post('/inbox/', { close: first })).headers.get('Location') ?? '';
      expect(location).toBe(`/inbox/?done=messagesClosed&closed=${first}#message-${second}`);
      expect((await board.post('/inbox/', { close: first })).status).toBe(409);
      const after = await read(await board.get(location));
      expect(after.one('article').attributes).toMatchObject({ id: `message-${second}`, tabindex: '-1' });
      const undo = after.one('.toast form');
      await board.post('/inbox/', { reopen: undo.one('[name=reopen]').attributes.value ?? '' });
      expect(await open()).toHaveLength(2);
    });

    test('is filtered by topic', async () => {
      const [id = 0] = await site.database.insertClubs('Chess', 'Zen garden');
      const nobody = await visit(site, null);
      await nobody.post(`/club/${id}/suggest/`, { topic: 'inactive' });
      await nobody.post('/club/propose/', { name: 'zen' });
      const board = await visit(site, { roles: ['board'] });
      const page = await read(await board.get('/inbox/?about=proposal'));
      expect(page.all('article h2').map(({ text }) => text)).toEqual(['zen']);
      expect(page.one('article').text).toContain('Zen garden');
      expect((await read(await board.get('/inbox/?about=inactive'))).all('article')).toHaveLength(1);
      for (const query of ['about=x', 'state=x', 'page=2'])
        expect((await board.get(`/inbox/?${query}`)).status, query).toBe(404);
    });

    test('is refused with 503 for a day while the inbox is full, and keeps the input', async () => {
      const [id = 0] = await site.database.insertClubs('Chess');
      await site.database.sql`
      insert into inbox_message (kind, club_name, topic, message, sender, digest)
      select 'suggestion', 'Chess', 'other', '', '', number::text from generate_series(1, ${MAX_OPEN_MESSAGES}) number`;
      const nobody = await visit(site, null);
      for (const [path, fields] of [
        [`/club/${id}/suggest/`, report],
        ['/club/propose/', proposal],
      ] as const) {
        const answer = await nobody.post(path, fields);
        expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, String(FULL_SECONDS)]);
        expect(shown(await read(answer), fields)).toEqual(fields);
      }
      expect(await count()).toBe(MAX_OPEN_MESSAGES);
      await expect.poll(lines).toEqual(['warn', 'warn']);
    });

    test('can only be accepted with the permission to add clubs', async () => {
      await (await visit(site, null)).post('/club/propose/', { name: 'Zen' });
      const editor = await visit(site, { permissions: ['club.change_club'] });
      const inbox = await read(await editor.get('/inbox/'));
      expect(inbox.all('[name=accept]')).toEqual([]);
      const board = await read(await (await visit(site, { roles: ['board'] })).get('/inbox/'));
      expect(board.all('[name=accept]')).toHaveLength(1);
      const { value = '' } = inbox.one('[name=close]').attributes;
      expect((await editor.post('/inbox/', { accept: value })).status).toBe(403);
      expect(await open()).toHaveLength(1);
    });

    test('is refused when a club has the proposed name in another spelling', async () => {
      await site.database.insertClub({ name: 'Échecs', isActive: false });
      const nobody = await visit(site, null);
      const answer = await nobody.post('/club/propose/', { name: 'echecs', message: 'I am in it.' });
      expect(answer.status).toBe(422);
      const page = await read(answer);
      expect(page.one('a[href*="name=echecs"]').attributes.href).toContain('/club/?');
      expect(page.one('textarea[name=message]').text).toBe('I am in it.');
    });

    test('is shown again with its input when the club was deleted meanwhile', async () => {
      const [id = 0] = await site.database.insertClubs('Chess');
      await site.database.sql`delete from club`;
      const gone = await (
        await visit(site, null)
      ).post(`/club/${id}/suggest/`, { topic: 'text', message: 'It moved.' });
      expect(gone.status).toBe(404);
      const page = await read(gone);
      expect(page.one('blockquote').text).toBe('It moved.');
    });

    test.each([
      ['report', (id: number) => `/club/${id}/suggest/`, report, '192.0.2.1'],
      ['proposal', () => '/fr/club/propose/', proposal, '2001:db8::1'],
      // Perhaps of a proxy that is not configured.
      ['report from this machine', (id: number) => `/club/${id}/suggest/`, report, '127.0.0.9'],
    ] as const)('is limited per hour and client address: a %s', async (_kind, path, fields, address) => {
      const [id = 0] = await site.database.insertClubs('Chess');
      const nobody = await visit(site, null);
      for (let number = 0; number < MESSAGES_AN_HOUR; number += 1) {
        const sent = await nobody.post(path(id), { ...fields, message: `${number}` }, from(address));
        expect(sent.status).toBe(303);
      }
      const answer = await nobody.post(path(id), fields, from(address));
      expect(answer.status).toBe(429);
      const wait = Number(answer.headers.get('Retry-After'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60 * 60);
      expect(shown(await read(answer), fields)).toEqual(fields);
      expect(await count()).toBe(MESSAGES_AN_HOUR);
      expect((await nobody.post(path(id), fields, from('198.51.100.7'))).status).toBe(303);
    });
  },
  { ACCESS_LOG: '', TRUSTED_PROXIES: 'loopback' },
);
