import { request } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertPassword, insertPerson, insertSession, type NewPerson } from './support/people.ts';
import { SITE_URL } from './support/program.ts';
import { describeSite } from './support/site.ts';

/*
 * What somebody sends who wants more than is theirs. Whatever the answer, the tables are compared: nothing has changed.
 */

/** Those whom every address of the tables below is closed to, and who are asked to sign in first. */
const PEOPLE = {
  nobody: null,
  account: {},
  'officer of another club': { officerOf: 'other' },
  'officer of the club': { officerOf: 'club' },
  board: { roles: ['board'] },
} as const;
type Kind = keyof typeof PEOPLE;

describeSite('A site that is attacked', (site) => {
  /** Without the time at which a session was last used, all that there is. */
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
    // Whom all of them would like to be.
    const root = await insertPerson(site.database, { email: 'root@example.org', roles: ['administrator'] });
    expect([club, root]).toEqual([1, 5]);
  });

  interface Sent {
    method?: string;
    headers?: Record<string, string>;
    body?: string;
  }

  /** A request as it is put on the wire: a client of a browser would mend its address. */
  const send = (target: string, cookie: string | null, { method = 'GET', headers = {}, body }: Sent = {}) =>
    new Promise<{ status: number; location: string; cookies: string[]; body: string }>((resolve, reject) => {
      const { hostname, port } = new URL(site.url);
      const own: Record<string, string> = cookie === null ? {} : { Cookie: cookie };
      const length: Record<string, string> = body === undefined ? {} : { 'Content-Length': String(body.length) };
      const asked = request(
        { hostname, port, path: target, method, headers: { ...own, ...length, ...headers }, agent: false },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => (text += chunk));
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              location: answer.headers.location ?? '',
              cookies: answer.headers['set-cookie'] ?? [],
              body: text,
            }),
          );
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });

  const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: SITE_URL };
  const post = (target: string, kind: Kind, fields: Record<string, string>, headers: Record<string, string> = FORM) =>
    send(target, cookies.get(kind) ?? null, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields).toString(),
    });

  /** Of a page that is closed to somebody: nobody is led to the sign-in of this site, everybody else is refused. */
  const isClosed = ({ status, location }: { status: number; location: string }, kind: Kind) =>
    [400, 403, 404, 405, 411, 415].includes(status) ||
    (status === 303 && kind === 'nobody' && /^\/(fr\/)?login\/\?next=/.test(location)) ||
    // To the address with a slash, where it is asked again.
    ([301, 308].includes(status) && /^\/(?!\/)/.test(location));

  /** Fields that would change something on every page, if they were looked at. */
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
    // Of the form for a new club.
    '/club/new',
    '/club/new/',
    '/club/%6eew/',
    '/club/%6Eew',
    '/club/%256eew/',
    '//club/new/',
    '/club//new/',
    '/club/new//',
    '/club/./new/',
    '/club/x/../new/',
    '/club/x/%2e%2e/new/',
    '/club%2Fnew/',
    '/club%2fnew',
    '/club\\new/',
    '/club/%5cnew/',
    '/Club/new/',
    '/club/NEW/',
    '/club/new./',
    '/club/new;/',
    '/club/new;a=b/',
    '/club/new/;',
    '/club/new%00/',
    '/club/new%20/',
    '/club/new/?x=/club/',
    '/club/new/#/club/',
    '/fr/club/new',
    '/fr/club/new/',
    '/%66r/club/new/',
    '/FR/club/new/',
    '/en/club/new/',
    '/fr//club/new/',
    '/fr/fr/club/new/',
    '/[...locale]/club/new/',
    `${SITE_URL}/club/new/`,
    'http://clubs.example.org/fr/club/new/',
    'http://evil.example/club/new/',
    // Of what is done with one club.
    ...['edit', 'delete', 'history', 'officers'].flatMap((page) => [
      `/club/1/${page}`,
      `/club/1/${page}/`,
      `/fr/club/1/${page}/`,
      `/club/%31/${page}/`,
      `/club/01/${page}/`,
      `/club/+1/${page}/`,
      `/club/1%20/${page}/`,
      `/club/1/%${page.charCodeAt(0).toString(16)}${page.slice(1)}/`,
      `/club/1;/${page}/`,
      `/club/1./${page}/`,
      `/club/1/${page.toUpperCase()}/`,
      `/club/1/./${page}/`,
      `/club/2/../1/${page}/`,
    ]),
    // Of accounts.
    '/users',
    '/users/',
    '/%75sers/',
    '/users/5/',
    '/users/%35/',
    '/fr/users/5',
    '//users/5/',
    '/users/5/.',
    '/users/5;/',
    '/club/deleted/',
    '/club/%64eleted/',
    '/club/deleted;/',
    // Of what Astro has beside pages.
    '/_server-islands/club/new',
    '/_server-islands/../club/new/',
    '/_server-islands/UserList',
    '/_server-islands/AccountMenu',
    '/_astro/../users/',
    '/_image?href=/users/',
    '/_actions/users',
    '/fragments/club/',
    '/fragments/users/',
    '/api/users',
    '/api/../users/',
    '/api/club/1/edit',
  ];

  /** The pages that an officer is let in to, and the board. */
  const mayRead = (target: string, kind: Kind) =>
    (kind === 'officer of the club' && /edit|history|officers/i.test(decodeURI(target))) ||
    (kind === 'board' && !/users/i.test(decodeURI(target)));

  test('is read by whom its pages are for, however their addresses are spelled', async () => {
    const before = await snapshot();
    const open: string[] = [];
    for (const kind of Object.keys(PEOPLE) as Kind[]) {
      for (const target of SPELLINGS) {
        if (mayRead(target, kind)) continue;
        const answer = await send(target, cookies.get(kind) ?? null);
        if (!isClosed(answer, kind)) open.push(`${kind}: ${target} ${answer.status} ${answer.location}`);
      }
    }
    // Public, whoever asks.
    expect(open.filter((line) => !line.includes(': /fragments/club/ 404'))).toEqual([]);
    expect(await snapshot()).toEqual(before);
  });

  test('is written by whom its forms are for, however their addresses are spelled', async () => {
    const before = await snapshot();
    const open: string[] = [];
    for (const kind of Object.keys(PEOPLE) as Kind[]) {
      for (const target of SPELLINGS) {
        if (mayRead(target, kind)) continue;
        const answer = await post(target, kind, WISHES);
        if (!isClosed(answer, kind)) open.push(`${kind}: ${target} ${answer.status} ${answer.location}`);
      }
    }
    expect(open).toEqual([]);
    expect(await snapshot()).toEqual(before);
  });

  test.each<[string, Sent]>([
    ['another path', { headers: { 'X-Astro-Path': '/club/', 'X-Astro-Locals': '{"user":{"id":5}}' } }],
    [
      'a rewritten path',
      { headers: { 'X-Original-URL': '/club/', 'X-Rewrite-URL': '/club/', 'X-Invoke-Path': '/club/' } },
    ],
    ['a path before a proxy', { headers: { 'X-Forwarded-Uri': '/club/', 'X-Forwarded-Prefix': '/club' } }],
    [
      'another host',
      { headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' } },
    ],
    ['another protocol', { headers: { 'X-Forwarded-Proto': 'http', 'X-Forwarded-Port': '1' } }],
    [
      'a subrequest of a middleware',
      { headers: { 'X-Middleware-Subrequest': 'src/middleware:middleware', Purpose: 'prefetch' } },
    ],
    [
      'somebody else',
      { headers: { 'X-Forwarded-User': 'root', 'X-Remote-User': 'root', Authorization: 'Basic cm9vdDpyb290' } },
    ],
    ['a fragment', { headers: { 'HX-Request': 'true' } }],
  ])('believes no header that tells of %s', async (_, { headers = {} }) => {
    const before = await snapshot();
    for (const kind of ['nobody', 'account', 'officer of another club'] as const) {
      for (const target of ['/club/new/', `/club/${club}/edit/`, `/club/${club}/delete/`, '/users/', '/users/5/']) {
        const cookie = cookies.get(kind) ?? null;
        const expected = kind === 'nobody' ? 303 : 403;
        const read = await send(target, cookie, { headers });
        expect([read.status, read.body.includes('evil.example')], `${kind}: ${target}`).toEqual([expected, false]);
        if (kind === 'nobody') expect(read.location).toBe(`/login/?next=${encodeURIComponent(target)}`);
        // Where people write for long, they are shown what they have typed.
        const isHandedBack = /new|edit/.test(target) && !('HX-Request' in headers);
        const { status } = await post(target, kind, WISHES, { ...FORM, ...headers });
        expect(status, `${kind}: ${target}`).toBe(isHandedBack ? 403 : expected);
      }
    }
    expect(await snapshot()).toEqual(before);
  });

  test('takes no other method, nor one that a header or a field names', async () => {
    const before = await snapshot();
    const pages = ['/club/new/', `/club/${club}/edit/`, `/club/${club}/delete/`, `/club/${club}/`, '/users/5/'];
    for (const target of pages) {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND', 'LOCK']) {
        const answer = await send(target, cookies.get('board') ?? null, { method, headers: FORM, body: 'name=Owned' });
        expect([400, 405, 501], `${method} ${target}: ${answer.status}`).toContain(answer.status);
      }
      for (const method of ['POST', 'DELETE', 'PUT']) {
        for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
          await send(target, cookies.get('board') ?? null, { headers: { ...FORM, [name]: method } });
        }
        const query = new URLSearchParams({ ...WISHES, _method: method }).toString();
        await send(`${target}?${query}`, cookies.get('board') ?? null, { headers: FORM });
      }
    }
    expect(await snapshot()).toEqual(before);
  });

  describe('by fields that a form does not ask for,', () => {
    /** The revision that a form of the club has now. */
    const revisionOf = async (kind: Kind) => {
      const { body } = await send(`/club/${club}/edit/`, cookies.get(kind) ?? null);
      return /name="revision" value="([\w-]+)"/.exec(body)?.[1] ?? '';
    };

    test.each(['name', 'is_active', 'parent_name'])('lets no officer change %s', async (field) => {
      const before = await snapshot();
      const value = { name: 'Owned', is_active: 'false', parent_name: 'Ski' }[field] ?? '';
      const revision = await revisionOf('officer of the club');
      expect(revision).not.toBe('');
      const fields = { revision, [field]: value };
      const answer = await post(`/club/${club}/edit/`, 'officer of the club', fields);
      expect([303, 403, 422]).toContain(answer.status);
      expect(await snapshot()).toEqual(before);
    });

    test.each([
      ['id', '999'],
      ['club_id', '2'],
      ['parent_id', '2'],
      ['confirmed_on', '2030-01-01'],
      ['created_at', '2030-01-01'],
      ['updated_at', '2030-01-01'],
      ['short_description_html', '<script>alert(1)</script>'],
      ['render_version', '0'],
      ['foreign_logo_url', 'https://evil.example/'],
      ['officerOf', '2'],
      ['officer_of', '2'],
      ['user_id', '5'],
      ['role', 'administrator'],
      ['permission', 'auth.change_user'],
      ['__proto__', '{"isAllowed":true}'],
      ['constructor', 'x'],
      ['constructor.prototype.isAllowed', 'true'],
    ])('takes nothing from %s of whoever may change the club', async (field, value) => {
      // Saving a club confirms it, once a day.
      await post(`/club/${club}/confirm/`, 'board', {});
      for (const kind of ['officer of the club', 'board'] as const) {
        const before = await snapshot();
        const answer = await post(`/club/${club}/edit/`, kind, { revision: await revisionOf(kind), [field]: value });
        expect([303, 422], String(answer.status)).toContain(answer.status);
        expect(await snapshot()).toEqual(before);
      }
    });

    test('gives a new club no number, and its maker nothing', async () => {
      const { sql } = site.database;
      const answer = await post('/club/new/', 'board', {
        name: 'New',
        id: '999',
        ...{ officerOf: '999', role: 'administrator', permission: 'auth.change_user', created_at: '2000-01-01' },
      });
      expect([303, 422]).toContain(answer.status);
      expect(await sql`select from club where id = 999 or created_at < now() - interval '1 day'`).toHaveLength(0);
      expect(await sql`select from club_officer`).toHaveLength(2);
      expect(await sql`select from user_role`).toHaveLength(2);
      expect(await sql`select from user_permission`).toHaveLength(0);
    });

    test('gives nobody rights at their own account, nor takes anything from others', async () => {
      const before = await snapshot();
      const root = String(Math.max(...ids.values()) + 1);
      for (const kind of ['account', 'officer of the club', 'board'] as const) {
        const [{ id: session }] = await site.database.sql<[{ id: number }]>`
          select id from user_session where user_id <> ${ids.get(kind) ?? 0} limit 1`;
        for (const action of ['grants', 'delete', 'officer', 'invite', 'withdraw', 'session', 'join', 'password']) {
          const fields = { ...WISHES, action, user_id: root, id: root, session_id: String(session), revision: '' };
          const answer = await post('/account/', kind, { ...fields, password: 'x', new_password: 'xxxxxxxxxxxxxxx' });
          expect([303, 422], `${kind} ${action}: ${answer.status}`).toContain(answer.status);
        }
      }
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('by forms of other sites,', () => {
    const TARGETS = (): [string, Record<string, string>][] => [
      ['/club/new/', { name: 'Owned' }],
      [`/club/${club}/edit/`, { short_description: 'Owned' }],
      [`/club/${club}/officers/`, { email: 'account@example.org' }],
      ['/account/', { action: 'sessions' }],
      ['/logout/', {}],
      ['/login/', { email: 'board@example.org', password: 'x' }],
      ['/login/provider/', {}],
      ['/password-reset/', { email: 'board@example.org' }],
    ];

    test.each<[string, Record<string, string>]>([
      ['another origin', { Origin: 'https://evil.example' }],
      ['no origin', { Origin: 'null' }],
      ['an origin that begins alike', { Origin: `${SITE_URL}.evil.example` }],
      ['an origin that ends alike', { Origin: 'https://evil-clubs.example.org' }],
      ['the same host without https', { Origin: SITE_URL.replace('https:', 'http:') }],
      ['another port', { Origin: `${SITE_URL}:8443` }],
      ['a neighbour', { Origin: SITE_URL, 'Sec-Fetch-Site': 'same-site' }],
      ['elsewhere, as the browser says', { Origin: SITE_URL, 'Sec-Fetch-Site': 'cross-site' }],
      ['elsewhere, without an origin', { 'Sec-Fetch-Site': 'cross-site' }],
      ['the address bar', { 'Sec-Fetch-Site': 'none' }],
      ['a page that only says where it was', { Referer: `${SITE_URL}/club/new/` }],
      ['nowhere', {}],
      ['two origins', { Origin: `${SITE_URL}, https://evil.example` }],
    ])('takes none from %s', async (_, headers) => {
      const before = await snapshot();
      for (const [target, fields] of TARGETS()) {
        const sent = { 'Content-Type': 'application/x-www-form-urlencoded', ...headers };
        const answer = await post(target, 'board', fields, sent);
        expect([answer.status, answer.cookies], target).toEqual([403, []]);
      }
      expect(await snapshot()).toEqual(before);
    });

    test.each([
      ['text/plain', 'name=Owned&email=account@example.org'],
      ['application/json', '{"name":"Owned","email":"account@example.org"}'],
      ['application/x-www-form-urlencoded; charset=utf-7', 'name=Owned'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nOwned\r\n--x--\r\n',
      ],
      ['', 'name=Owned'],
    ])('takes no body of the type “%s” from elsewhere', async (type, body) => {
      const before = await snapshot();
      for (const [target] of TARGETS()) {
        const headers: Record<string, string> = {
          Origin: 'https://evil.example',
          ...(type && { 'Content-Type': type }),
        };
        const answer = await send(target, cookies.get('board') ?? null, { method: 'POST', headers, body });
        expect(answer.status, target).toBe(403);
      }
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('by sessions that are not theirs,', () => {
    test.each<[string, (real: string) => string | Promise<string>]>([
      ['made up', () => `${'a'.repeat(32)}.signature`],
      ['empty', () => ''],
      ['too long', (real) => `${'a'.repeat(10_000)}${real}`],
      ['of other signs', () => `${"' or 1=1 --".padEnd(32, 'a')}.x`],
      [
        'what the database has',
        async () => {
          const [{ token }] = await site.database.sql<[{ token: string }]>`select token from user_session limit 1`;
          return `${token}.x`;
        },
      ],
      ['half of it', (real) => real.slice(0, 16)],
      ['in large letters', (real) => (real === real.toUpperCase() ? 'x' : real.toUpperCase())],
      [
        'ended',
        async (real) => {
          await site.database.sql`delete from user_session`;
          return real;
        },
      ],
      [
        'too old',
        async (real) => {
          await site.database.sql`update user_session set expires_at = now()`;
          return real;
        },
      ],
      [
        'unused for a week',
        async (real) => {
          await site.database.sql`update user_session set updated_at = now() - interval '7 days 1 minute'`;
          return real;
        },
      ],
    ])('lets nobody in with one that is %s', async (_, forge) => {
      const real = (cookies.get('board') ?? '').replace('__Host-session=', '');
      const cookie = `__Host-session=${await forge(real)}`;
      const before = await snapshot();
      const answer = await send('/club/new/', cookie);
      expect([answer.status, answer.location]).toEqual([303, '/login/?next=%2Fclub%2Fnew%2F']);
      const sent = { method: 'POST', headers: FORM, body: 'name=Owned' };
      expect((await send('/club/new/', cookie, sent)).status).toBe(403);
      expect(await snapshot()).toEqual(before);
    });

    test.each([
      ['without the prefix that keeps it to this host', (real: string) => `session=${real}`],
      ['of another prefix', (real: string) => `__Secure-session=${real}`],
      ['behind one that was planted', (real: string) => `__Host-session=planted; __Host-session=${real}`],
      ['in an address', () => ''],
    ])('lets nobody in with a real one %s', async (_, spell) => {
      const real = (cookies.get('board') ?? '').replace('__Host-session=', '');
      const answer = await send(`/club/new/?session=${real}&__Host-session=${real}`, spell(real));
      expect(answer.status).toBe(303);
    });

    test('keeps no session that somebody has brought along to the sign-in', async () => {
      const { hashPassword } = await import('better-auth/crypto');
      const password = 'correct horse battery';
      await site.database.sql`
        update user_account set password = ${await hashPassword(password)} where user_id = ${ids.get('board') ?? 0}`;
      const planted = `${'f'.repeat(32)}.signature`;
      const body = new URLSearchParams({ email: 'board@example.org', password }).toString();
      for (const cookie of [`__Host-session=${planted}`, cookies.get('account') ?? '']) {
        const answer = await send('/login/', cookie, { method: 'POST', headers: FORM, body });
        expect(answer.status).toBe(303);
        const [session = '', ...others] = answer.cookies.filter((one) => one.startsWith('__Host-session='));
        expect(others).toEqual([]);
        expect(session).not.toContain(cookie.split('=')[1]?.split('.')[0]);
        // What was there before is nobody's, not even the one's whom it was planted by.
        expect((await send('/account/', cookie)).status).toBe(303);
      }
    });
  });
});
