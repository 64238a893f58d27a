import { request as httpRequest } from 'node:http';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { insertPassword, insertPerson, insertSession, type NewPerson } from '../support/people.ts';
import { SITE_URL } from '../support/program.ts';
import { send, type Got, type Sent } from '../support/send.ts';
import { describeSite } from '../support/site.ts';

// Requests of users who want more than their rights. Afterwards the tables are compared: nothing has changed.

const PEOPLE = {
  nobody: null,
  account: {},
  'officer of another club': { officerOf: 'other' },
  'officer of the club': { officerOf: 'club' },
  board: { roles: ['board'] },
} as const;
type Kind = keyof typeof PEOPLE;

describeSite('A site under attack', (site) => {
  /** All tables, without the time at which a session was last used. */
  const snapshot = async () => {
    const { sql } = site.database;
    return await Promise.all([
      sql`select * from club order by id`,
      sql`select count(*)::integer from club_change`,
      sql`select * from club_officer order by club_id, user_id`,
      sql`select id, name, email from site_user order by id`,
      sql`select user_id, role from user_role order by 1, 2`,
      sql`select user_id, permission from user_permission order by 1, 2`,
      sql`select user_id, provider_id, password from user_account order by id`,
      sql`select id, user_id, token from user_session order by id`,
      sql`select * from invitation order by id`,
      sql`select count(*)::integer from user_verification`,
    ]);
  };

  let club: number;
  let other: number;
  const cookies = new Map<Kind, string | null>();
  const ids = new Map<Kind, number>();
  beforeEach(async () => {
    [club = 0, other = 0] = await site.database.insertClubs('Chess', 'Ski');
    cookies.clear();
    for (const [kind, person] of Object.entries(PEOPLE) as [Kind, (typeof PEOPLE)[Kind]][]) {
      if (person === null) {
        cookies.set(kind, null);
        continue;
      }
      const officerOf = 'officerOf' in person ? [person.officerOf === 'club' ? club : other] : [];
      const made: NewPerson = { email: `${kind.replaceAll(' ', '-')}@example.org`, ...person, officerOf };
      const id = await insertPerson(site.database, made);
      await insertPassword(site.database, id);
      ids.set(kind, id);
      cookies.set(kind, `__Host-session=${await insertSession(site.database, id)}`);
    }
    // The administrator.
    const root = await insertPerson(site.database, { email: 'root@example.org', roles: ['administrator'] });
    expect([club, root]).toEqual([1, 5]);
  });

  const ask = (target: string, cookie: string | null, { headers = {}, ...sent }: Sent = {}) =>
    send(site.url, target, { ...sent, headers: { ...(cookie !== null && { Cookie: cookie }), ...headers } });

  const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: SITE_URL };
  const post = (target: string, kind: Kind, fields: Record<string, string>, headers: Record<string, string> = FORM) =>
    ask(target, cookies.get(kind) ?? null, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields).toString(),
    });

  /** Whether a request was refused: visitors without a session are redirected to the login. */
  const isClosed = ({ status = 0, headers: { location = '' } }: Got, kind: Kind) =>
    [400, 403, 404, 405, 411, 415].includes(status) ||
    (status === 303 && kind === 'nobody' && /^\/(fr\/)?login\/\?next=/.test(location)) ||
    // To the address with a slash, which is checked again.
    ([301, 308].includes(status) && /^\/(?!\/)/.test(location));

  /** Fields that would change something on every page. */
  const WISHES = {
    name: 'Owned',
    short_description: 'Owned',
    is_active: 'false',
    email: 'officer-of-another-club@example.org',
    action: 'grants',
    role: 'administrator',
    permission: 'auth.change_user',
    remove: '1',
    change: '1',
    restore: '1',
    confirm: 'Chess',
  };

  const SPELLINGS = [
    ...['/club/new', '/club/new/', '/club/%6eew/', '/club/%6Eew', '/club/%256eew/', '//club/new/'],
    ...['/club//new/', '/club/new//', '/club/./new/', '/club/x/../new/', '/club/x/%2e%2e/new/'],
    ...['/club%2Fnew/', '/club%2fnew', '/club\\new/', '/club/%5cnew/', '/Club/new/', '/club/NEW/'],
    ...['/club/new./', '/club/new;/', '/club/new;a=b/', '/club/new/;', '/club/new%00/', '/club/new%20/'],
    ...['/club/new/?x=/club/', '/club/new/#/club/', '/fr/club/new', '/fr/club/new/', '/%66r/club/new/'],
    ...['/FR/club/new/', '/en/club/new/', '/fr//club/new/', '/fr/fr/club/new/', '/[...locale]/club/new/'],
    ...[`${SITE_URL}/club/new/`, 'http://clubs.example.org/fr/club/new/', 'http://evil.example/club/new/'],
    ...['edit', 'delete'].flatMap((page) => [
      ...[`/club/1/${page}`, `/club/1/${page}/`, `/fr/club/1/${page}/`, `/club/%31/${page}/`],
      ...[
        `/club/01/${page}/`,
        `/club/+1/${page}/`,
        `/club/1%20/${page}/`,
        `/club/1/%${page.charCodeAt(0).toString(16)}${page.slice(1)}/`,
      ],
      ...[`/club/1;/${page}/`, `/club/1./${page}/`, `/club/1/${page.toUpperCase()}/`],
      ...[`/club/1/./${page}/`, `/club/2/../1/${page}/`],
    ]),
    ...['/users', '/users/', '/%75sers/', '/users/5/', '/users/%35/', '/fr/users/5', '//users/5/'],
    ...['/users/5/.', '/users/5;/', '/club/deleted/', '/club/%64eleted/', '/club/deleted;/'],
    // What Astro serves beside pages.
    ...['/_server-islands/club/new', '/_server-islands/../club/new/', '/_server-islands/UserList'],
    ...['/_server-islands/AccountMenu', '/_astro/../users/', '/_image?href=/users/', '/_actions/users'],
    ...['/fragments/users/', '/api/users', '/api/../users/', '/api/club/1/edit'],
  ];

  test('denies restricted pages in any spelling of their address', async () => {
    const before = await snapshot();
    const open: string[] = [];
    for (const kind of ['nobody', 'officer of another club'] as const) {
      for (const target of SPELLINGS) {
        const answers = await Promise.all([ask(target, cookies.get(kind) ?? null), post(target, kind, WISHES)]);
        for (const answer of answers) {
          if (!isClosed(answer, kind))
            open.push(`${kind}: ${target} ${answer.status} ${answer.headers.location ?? ''}`);
        }
      }
    }
    expect(open).toEqual([]);
    expect(await snapshot()).toEqual(before);
  });

  const SPOOFED: Record<string, string>[] = [
    { 'X-Astro-Path': '/club/', 'X-Astro-Locals': '{"user":{"id":5}}' },
    { 'X-Original-URL': '/club/', 'X-Rewrite-URL': '/club/', 'X-Invoke-Path': '/club/' },
    { 'X-Forwarded-Uri': '/club/', 'X-Forwarded-Prefix': '/club' },
    { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
    { 'X-Forwarded-Proto': 'http', 'X-Forwarded-Port': '1' },
    { 'X-Middleware-Subrequest': 'src/middleware:middleware', Purpose: 'prefetch' },
    { 'X-Forwarded-User': 'root', 'X-Remote-User': 'root', Authorization: 'Basic cm9vdDpyb290' },
    { 'HX-Request': 'true' },
  ];

  test('ignores headers that name another path, host or user', async () => {
    const before = await snapshot();
    for (const headers of SPOOFED) {
      for (const kind of ['nobody', 'officer of another club'] as const) {
        for (const target of ['/club/new/', `/club/${club}/edit/`, `/club/${club}/delete/`, '/users/5/']) {
          const expected = kind === 'nobody' ? 303 : 403;
          const what = `${kind}: ${target} ${Object.keys(headers).join()}`;
          const read = await ask(target, cookies.get(kind) ?? null, { headers });
          expect([read.status, read.text.includes('evil.example')], what).toEqual([expected, false]);
          if (kind === 'nobody') expect(read.headers.location).toBe(`/login/?next=${encodeURIComponent(target)}`);
          // The forms of a club keep the input, with status 403.
          const isHandedBack = /new|edit/.test(target);
          const { status } = await post(target, kind, WISHES, { ...FORM, ...headers });
          expect(status, what).toBe(isHandedBack ? 403 : expected);
        }
      }
    }
    expect(await snapshot()).toEqual(before);
  });

  test('accepts no other method, nor one named by a header or a field', async () => {
    const before = await snapshot();
    const board = cookies.get('board') ?? null;
    for (const target of ['/club/new/', `/club/${club}/edit/`, `/club/${club}/delete/`]) {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND']) {
        const answer = await ask(target, board, { method, headers: FORM, body: 'name=Owned' });
        expect([400, 405, 501], `${method} ${target}: ${answer.status}`).toContain(answer.status);
      }
      for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
        await ask(target, board, { headers: { ...FORM, [name]: 'POST' } });
      }
      const query = new URLSearchParams({ ...WISHES, _method: 'POST' }).toString();
      await ask(`${target}?${query}`, board, { headers: FORM });
    }
    expect(await snapshot()).toEqual(before);
  });

  /** The revision that the form of the club has now. */
  const revisionOf = async (kind: Kind) => {
    const { text } = await ask(`/club/${club}/edit/`, cookies.get(kind) ?? null);
    return /name="revision" value="([\w-]+)"/.exec(text)?.[1] ?? '';
  };

  test('ignores fields that the form of a club does not have', async () => {
    // Saving a club confirms it, once a day.
    await post(`/club/${club}/confirm/`, 'board', {});
    for (const kind of ['officer of the club', 'board'] as const) {
      const revision = await revisionOf(kind);
      expect(revision).not.toBe('');
      const before = await snapshot();
      for (const [field, value] of [
        ['id', '999'],
        ['club_id', '2'],
        ['parent_id', '2'],
        ['confirmed_on', '2030-01-01'],
        ['created_at', '2030-01-01'],
        ['short_description_html', '<script>alert(1)</script>'],
        ['foreign_logo_url', 'https://evil.example/'],
        ['officerOf', '2'],
        ['user_id', '5'],
        ['role', 'administrator'],
        ['permission', 'auth.change_user'],
        ['__proto__', '{"isAllowed":true}'],
        ['constructor.prototype.isAllowed', 'true'],
        ...(kind === 'board' ? [] : [['name', 'Owned'] as const, ['is_active', 'false'] as const]),
      ] as const) {
        const answer = await post(`/club/${club}/edit/`, kind, { revision, [field]: value });
        expect([303, 403, 422], `${field}: ${answer.status}`).toContain(answer.status);
      }
      expect(await snapshot()).toEqual(before);
    }
  });

  test('ignores the number and the rights in the form for a new club', async () => {
    const { sql } = site.database;
    const answer = await post('/club/new/', 'board', {
      name: 'New',
      id: '999',
      officerOf: '999',
      role: 'administrator',
      permission: 'auth.change_user',
      created_at: '2000-01-01',
    });
    expect([303, 422]).toContain(answer.status);
    expect(await sql`select from club where id = 999 or created_at < now() - interval '1 day'`).toHaveLength(0);
    expect(await sql`select from club_officer`).toHaveLength(2);
    expect(await sql`select from user_role`).toHaveLength(2);
    expect(await sql`select from user_permission`).toHaveLength(0);
  });

  test('does not let the account form grant rights', async () => {
    const before = await snapshot();
    const root = String(Math.max(...ids.values()) + 1);
    for (const kind of ['officer of the club', 'board'] as const) {
      for (const action of ['grants', 'delete', 'officer', 'invite', 'withdraw', 'join', 'password']) {
        const fields = { ...WISHES, action, user_id: root, id: root, revision: '' };
        const answer = await post('/account/', kind, { ...fields, password: 'x', new_password: 'xxxxxxxxxxxxxxx' });
        expect([303, 422], `${kind} ${action}: ${answer.status}`).toContain(answer.status);
      }
    }
    expect(await snapshot()).toEqual(before);
  });

  const TARGETS = (): [string, Record<string, string>][] => [
    [`/club/${club}/edit/`, { short_description: 'Owned' }],
    ['/account/', { action: 'sessions' }],
    ['/logout/', {}],
    ['/login/', { email: 'board@example.org', password: 'x' }],
    ['/login/provider/', {}],
    ['/password-reset/', { email: 'board@example.org' }],
  ];

  test.each<[string, Record<string, string>]>([
    ['another origin', { Origin: 'https://evil.example' }],
    ['no origin', { Origin: 'null' }],
    ['an origin with the same beginning', { Origin: `${SITE_URL}.evil.example` }],
    ['the same host without https', { Origin: SITE_URL.replace('https:', 'http:') }],
    ['another port', { Origin: `${SITE_URL}:8443` }],
    ['a sibling domain', { Origin: SITE_URL, 'Sec-Fetch-Site': 'same-site' }],
    ['another site, by Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['a page that only sends Referer', { Referer: `${SITE_URL}/club/new/` }],
    ['two origins', { Origin: `${SITE_URL}, https://evil.example` }],
    ['another host with the Host of the site', { Origin: 'http://127.0.0.1', Host: 'clubs.example.org' }],
    ['a client without these headers', {}],
  ])('refuses forms from %s', async (_, headers) => {
    const before = await snapshot();
    for (const [target, fields] of TARGETS()) {
      const sent = { 'Content-Type': 'application/x-www-form-urlencoded', ...headers };
      const answer = await post(target, 'board', fields, sent);
      expect([answer.status, answer.headers['set-cookie']], target).toEqual([403, undefined]);
    }
    expect(await snapshot()).toEqual(before);
  });

  test('refuses bodies of any type from another site', async () => {
    const before = await snapshot();
    for (const [type, body] of [
      ['text/plain', 'name=Owned'],
      ['application/json', '{"name":"Owned"}'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nOwned\r\n--x--\r\n',
      ],
      ['', 'name=Owned'],
    ] as const) {
      const headers = { Origin: 'https://evil.example', ...(type && { 'Content-Type': type }) };
      const answer = await ask('/club/new/', cookies.get('board') ?? null, { method: 'POST', headers, body });
      expect(answer.status, type).toBe(403);
    }
    expect(await snapshot()).toEqual(before);
  });

  test('refuses uploads of visitors before they are sent, so that users can save', async () => {
    const upload = async (number: number) => {
      const headers = {
        Origin: SITE_URL,
        Cookie: number % 2 === 0 ? '' : '__Host-session=forged.signature',
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': 20_000_000,
      };
      const target = number % 3 === 0 ? '/club/new/' : `/club/${club}/edit/`;
      const request = httpRequest(site.url + target, { method: 'POST', headers, agent: false });
      onTestFinished(() => void request.destroy());
      request.write(Buffer.alloc(5_000_000));
      return await new Promise((done) => {
        request.on('response', ({ statusCode }) => done(statusCode)).on('error', () => done('closed'));
      });
    };
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, number) => upload(number)));
    // The connection may close before the client has read the response.
    expect(statuses.filter((status) => status !== 403 && status !== 'closed')).toEqual([]);
    // Longer than bodies that are always accepted.
    const saved = await post('/club/new/', 'board', { name: 'New', description: 'é'.repeat(15_000) });
    expect(saved.status).toBe(303);
  });

  test('accepts no forged session', async () => {
    const real = (cookies.get('board') ?? '').replace('__Host-session=', '');
    const [{ token }] = await site.database.sql<[{ token: string }]>`select token from user_session limit 1`;
    const before = await snapshot();
    const isBoard = async (cookie: string, path = '/club/new/') => (await ask(path, cookie)).status === 200;
    expect(await isBoard(`__Host-session=${real}`)).toBe(true);
    for (const cookie of [
      `__Host-session=${'a'.repeat(32)}.signature`,
      '__Host-session=',
      `__Host-session=${'a'.repeat(10_000)}${real}`,
      `__Host-session=${"' or 1=1 --".padEnd(32, 'a')}.x`,
      // The hash that the database stores.
      `__Host-session=${token}.x`,
      `__Host-session=${real.slice(0, 16)}`,
      `__Host-session=${real.toUpperCase()}`,
      // A real one under another name, or behind one that a sibling domain has set.
      `session=${real}`,
      `__Secure-session=${real}`,
      `__Host-session=planted; __Host-session=${real}`,
    ]) {
      expect(await isBoard(cookie), cookie.slice(0, 80)).toBe(false);
      const sent = { method: 'POST', headers: FORM, body: 'name=Owned' };
      expect((await ask('/club/new/', cookie, sent)).status, cookie.slice(0, 80)).toBe(403);
    }
    expect(await isBoard('', `/club/new/?session=${real}&__Host-session=${real}`)).toBe(false);
    expect(await snapshot()).toEqual(before);
  });

  test('starts a new session at the login, also with a cookie of an old one', async () => {
    const { hashPassword } = await import('better-auth/crypto');
    const password = 'correct horse battery';
    await site.database.sql`
      update user_account set password = ${await hashPassword(password)} where user_id = ${ids.get('board') ?? 0}`;
    const body = new URLSearchParams({ email: 'board@example.org', password }).toString();
    for (const cookie of [`__Host-session=${'f'.repeat(32)}.signature`, cookies.get('account') ?? '']) {
      const answer = await ask('/login/', cookie, { method: 'POST', headers: FORM, body });
      expect(answer.status).toBe(303);
      const set = answer.headers['set-cookie'] ?? [];
      const [session = '', ...others] = set.filter((one) => one.startsWith('__Host-session='));
      expect(others).toEqual([]);
      expect(session).not.toContain(cookie.split('=')[1]?.split('.')[0]);
      // The session from before has ended.
      expect((await ask('/account/', cookie)).status).toBe(303);
    }
  });
});
