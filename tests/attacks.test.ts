import { request } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertPassword, insertPerson, insertSession, type NewPerson } from './support/people.ts';
import { SITE_URL } from './support/program.ts';
import { describeSite } from './support/site.ts';

/* Requests that try to exceed the rights of their sender. Each test compares the tables before and after. */

/** Visitors without access to the addresses below. */
const PEOPLE = {
  nobody: null,
  account: {},
  'officer of another club': { officerOf: 'other' },
  'officer of the club': { officerOf: 'club' },
  board: { roles: ['board'] },
} as const;
type Kind = keyof typeof PEOPLE;

describeSite('The site', (site) => {
  /** All data except when a session was last used. */
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
    const root = await insertPerson(site.database, { email: 'root@example.org', roles: ['administrator'] });
    expect([club, root]).toEqual([1, 5]);
  });

  interface Sent {
    method?: string;
    headers?: Record<string, string>;
    body?: string;
  }

  /** A raw request: fetch would normalise its address. */
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

  /** Whether an answer denies access: anonymous visitors are sent to the login page, others are refused. */
  const isClosed = ({ status, location }: { status: number; location: string }, kind: Kind) =>
    [400, 403, 404, 405, 411, 415].includes(status) ||
    (status === 303 && kind === 'nobody' && /^\/(fr\/)?login\/\?next=/.test(location)) ||
    // A redirect to the canonical address, which is checked again.
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
    // The form for a new club.
    '/club/new/',
    '/club/%6eew/',
    '/club/%256eew/',
    '//club/new/',
    '/club/new//',
    '/club/x/%2e%2e/new/',
    '/club%2Fnew/',
    '/club\\new/',
    '/club/NEW/',
    '/club/new;/',
    '/club/new%00/',
    '/club/new/#/club/',
    '/fr/club/new/',
    '/%66r/club/new/',
    '/fr/fr/club/new/',
    '/[...locale]/club/new/',
    `${SITE_URL}/club/new/`,
    'http://evil.example/club/new/',
    // Pages of one club.
    ...['edit', 'delete', 'history', 'officers'].flatMap((page) => [
      `/club/1/${page}/`,
      `/fr/club/1/${page}/`,
      `/club/%31/${page}/`,
      `/club/01/${page}/`,
      `/club/1/%${page.charCodeAt(0).toString(16)}${page.slice(1)}/`,
      `/club/1;/${page}/`,
      `/club/1/${page.toUpperCase()}/`,
      `/club/2/../1/${page}/`,
    ]),
    // Accounts.
    '/users/',
    '/%75sers/',
    '/users/5/',
    '//users/5/',
    '/club/deleted/',
    '/club/%64eleted/',
    // Routes of Astro and of the API.
    '/_server-islands/club/new',
    '/_server-islands/../club/new/',
    '/_server-islands/AccountMenu',
    '/_astro/../users/',
    '/_image?href=/users/',
    '/fragments/club/',
    '/api/../users/',
    '/api/club/1/edit',
  ];

  /** The pages that officers and the board may read. */
  const mayRead = (target: string, kind: Kind) =>
    (kind === 'officer of the club' && /edit|history|officers/i.test(decodeURI(target))) ||
    (kind === 'board' && !/users/i.test(decodeURI(target)));

  test('denies reading and writing in every spelling of an address', async () => {
    const before = await snapshot();
    const open: string[] = [];
    for (const kind of Object.keys(PEOPLE) as Kind[]) {
      for (const target of SPELLINGS.filter((one) => !mayRead(one, kind))) {
        const read = await send(target, cookies.get(kind) ?? null);
        const written = await post(target, kind, WISHES);
        // /fragments/club/ is public.
        if (!isClosed(read, kind) && target !== '/fragments/club/') open.push(`${kind} GET ${target} ${read.status}`);
        if (!isClosed(written, kind)) open.push(`${kind} POST ${target} ${written.status}`);
      }
    }
    expect(open).toEqual([]);
    expect(await snapshot()).toEqual(before);
  });

  test.each<[string, Sent]>([
    ['another path', { headers: { 'X-Astro-Path': '/club/', 'X-Astro-Locals': '{"user":{"id":5}}' } }],
    ['a path before a proxy', { headers: { 'X-Forwarded-Uri': '/club/', 'X-Forwarded-Prefix': '/club' } }],
    [
      'another host',
      { headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' } },
    ],
    [
      'somebody else',
      { headers: { 'X-Forwarded-User': 'root', 'X-Remote-User': 'root', Authorization: 'Basic cm9vdDpyb290' } },
    ],
    ['a fragment', { headers: { 'HX-Request': 'true' } }],
  ])('ignores headers for %s', async (_, { headers = {} }) => {
    const before = await snapshot();
    for (const kind of ['nobody', 'account', 'officer of another club'] as const) {
      for (const target of ['/club/new/', `/club/${club}/edit/`, `/club/${club}/delete/`, '/users/', '/users/5/']) {
        const cookie = cookies.get(kind) ?? null;
        const expected = kind === 'nobody' ? 303 : 403;
        const read = await send(target, cookie, { headers });
        expect([read.status, read.body.includes('evil.example')], `${kind}: ${target}`).toEqual([expected, false]);
        if (kind === 'nobody') expect(read.location).toBe(`/login/?next=${encodeURIComponent(target)}`);
        // Long forms are shown again with their text.
        const isHandedBack = /new|edit/.test(target) && !('HX-Request' in headers);
        const { status } = await post(target, kind, WISHES, { ...FORM, ...headers });
        expect(status, `${kind}: ${target}`).toBe(isHandedBack ? 403 : expected);
      }
    }
    expect(await snapshot()).toEqual(before);
  });

  test('accepts no other method, not even in a header or a field', async () => {
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

  describe('with fields that a form does not have,', () => {
    /** The revision that a form of the club has now. */
    const revisionOf = async (kind: Kind) => {
      const { body } = await send(`/club/${club}/edit/`, cookies.get(kind) ?? null);
      return /name="revision" value="([\w-]+)"/.exec(body)?.[1] ?? '';
    };

    test.each(['name', 'is_active', 'parent_name'])('does not let officers change %s', async (field) => {
      const before = await snapshot();
      const value = { name: 'Owned', is_active: 'false', parent_name: 'Ski' }[field] ?? '';
      const revision = await revisionOf('officer of the club');
      expect(revision).not.toBe('');
      const fields = { revision, [field]: value };
      const answer = await post(`/club/${club}/edit/`, 'officer of the club', fields);
      expect([303, 403, 422]).toContain(answer.status);
      expect(await snapshot()).toEqual(before);
    });

    test('ignores columns, rights and prototypes', async () => {
      const fields = {
        ...{ id: '999', parent_id: '2', confirmed_on: '2030-01-01', foreign_logo_url: 'https://evil.example/' },
        ...{ short_description_html: '<script>alert(1)</script>', officerOf: '2', role: 'administrator' },
        ...{ ['__proto__']: '{"isAllowed":true}', 'constructor.prototype.isAllowed': 'true' },
      };
      // Saving a club confirms it once a day: do that first.
      await post(`/club/${club}/confirm/`, 'board', {});
      for (const kind of ['officer of the club', 'board'] as const) {
        const before = await snapshot();
        const answer = await post(`/club/${club}/edit/`, kind, { revision: await revisionOf(kind), ...fields });
        expect([303, 422], String(answer.status)).toContain(answer.status);
        expect(await snapshot()).toEqual(before);
      }
    });

    test('sets neither the ID of a new club nor rights of its author', async () => {
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

    test('changes no rights and no other account through the account page', async () => {
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

  describe('with forms of other sites,', () => {
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
      ['the same host without https', { Origin: SITE_URL.replace('https:', 'http:') }],
      ['a neighbour', { Origin: SITE_URL, 'Sec-Fetch-Site': 'same-site' }],
      ['elsewhere, as the browser says', { Origin: SITE_URL, 'Sec-Fetch-Site': 'cross-site' }],
      ['nowhere', {}],
    ])('rejects %s', async (_, headers) => {
      const before = await snapshot();
      for (const [target, fields] of TARGETS()) {
        const sent = { 'Content-Type': 'application/x-www-form-urlencoded', ...headers };
        const answer = await post(target, 'board', fields, sent);
        expect([answer.status, answer.cookies], target).toEqual([403, []]);
      }
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('with foreign sessions,', () => {
    test.each<[string, (real: string) => string | Promise<string>]>([
      ['made up', () => `${'a'.repeat(32)}.signature`],
      ['too long', (real) => `${'a'.repeat(10_000)}${real}`],
      [
        'what the database has',
        async () => {
          const [{ token }] = await site.database.sql<[{ token: string }]>`select token from user_session limit 1`;
          return `${token}.x`;
        },
      ],
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
    ])('rejects a session that is %s', async (_, forge) => {
      const real = (cookies.get('board') ?? '').replace('__Host-session=', '');
      const cookie = `__Host-session=${await forge(real)}`;
      const before = await snapshot();
      const answer = await send('/club/new/', cookie);
      expect([answer.status, answer.location]).toEqual([303, '/login/?next=%2Fclub%2Fnew%2F']);
      const sent = { method: 'POST', headers: FORM, body: 'name=Owned' };
      expect((await send('/club/new/', cookie, sent)).status).toBe(403);
      expect(await snapshot()).toEqual(before);
    });

    test('accepts a session only in its own cookie', async () => {
      const real = (cookies.get('board') ?? '').replace('__Host-session=', '');
      for (const cookie of [`session=${real}`, `__Host-session=planted; __Host-session=${real}`, '']) {
        const answer = await send(`/club/new/?session=${real}&__Host-session=${real}`, cookie);
        expect(answer.status, cookie).toBe(303);
      }
    });

    test('replaces an existing session at login', async () => {
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
        // The session from before has ended.
        expect((await send('/account/', cookie)).status).toBe(303);
      }
    });
  });
});
