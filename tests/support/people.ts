import { randomBytes } from 'node:crypto';
import { hashToken } from '../../src/accounts/tokens.ts';
import { createResetToken } from '../../src/accounts/one-time-links.ts';
import type { Permission, Role } from '../../src/accounts/permissions.ts';
import type { Actor } from '../../src/clubs/history/step.ts';
import type { TestDatabase } from './database.ts';
import { SITE_URL } from './program.ts';
import type { TestSite } from './site.ts';

/** The values of an account. A test sets only those that matter to it. */
export interface NewPerson {
  name?: string;
  email?: string;
  permissions?: readonly Permission[];
  roles?: readonly Role[];
  officerOf?: readonly number[];
}

let peopleMade = 0;

/** Creates an account without a sign-in method. Returns its id. */
export async function insertPerson({ sql }: TestDatabase, person: NewPerson = {}): Promise<number> {
  peopleMade += 1;
  const { name = `Person ${peopleMade}`, email = `person-${peopleMade}@example.org` } = person;
  const [{ id }] = await sql<
    [{ id: number }]
  >`insert into site_user ${sql({ name, email, isEmailVerified: true })} returning id`;
  for (const permission of person.permissions ?? []) {
    await sql`insert into user_permission ${sql({ userId: id, permission })}`;
  }
  for (const role of person.roles ?? []) await sql`insert into user_role ${sql({ userId: id, role })}`;
  for (const clubId of person.officerOf ?? []) await sql`insert into club_officer ${sql({ userId: id, clubId })}`;
  return id;
}

/** Creates an account as the author of changes. */
export const insertActor = async (database: TestDatabase, name = 'Ada'): Promise<Actor> => ({
  id: await insertPerson(database, { name }),
  name,
});

/** Adds a password; by default a hash that no password matches. */
export async function insertPassword({ sql }: TestDatabase, userId: number, passwordHash = 'x:y'): Promise<void> {
  await sql`
    insert into user_account (user_id, provider_id, account_id, password)
    values (${userId}, 'credential', ${String(userId)}, ${passwordHash})`;
}

/** Creates a link to reset a password. Returns its token. */
export async function insertResetToken({ client }: TestDatabase, email: string): Promise<string> {
  const made = await createResetToken(client, email);
  if ('issue' in made) throw new Error(`The link could not be created: ${made.issue}.`);
  return made.token;
}

/** The name and value of the first cookie of a response. */
export function cookieOf(answer: Response): string {
  const [cookie = ''] = answer.headers.getSetCookie();
  return cookie.slice(0, cookie.indexOf(';'));
}

/** Creates a session of a user. Returns the value of its cookie. */
export async function insertSession({ sql }: TestDatabase, userId: number): Promise<string> {
  const token = randomBytes(16).toString('hex');
  await sql`
    insert into user_session (user_id, token, expires_at) values (${userId}, ${hashToken(token)}, now() + interval '1 day')`;
  return `${token}.signature`;
}

export type Fields = Record<string, string | readonly string[]>;

/** A client of a site, with the headers of a browser on a page of the site. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Posts a body of any type. */
  raw(path: string, type: string, body: string): Promise<Response>;
  /** Posts a form with files. */
  send(path: string, form: FormData): Promise<Response>;
  /** Posts a form; a field may have several values. */
  post(path: string, fields?: Fields, headers?: Record<string, string>): Promise<Response>;
}

/** A client that is signed in as a new user; null for a visitor. */
export async function visit(site: Pick<TestSite, 'get' | 'database'>, person: NewPerson | null): Promise<Visitor> {
  const session = person && (await insertSession(site.database, await insertPerson(site.database, person)));
  return visitWith(site, session && `__Host-session=${session}`);
}

/** A client with a session cookie. */
export function visitWith(site: Pick<TestSite, 'get'>, cookie: string | null): Visitor {
  const own: Record<string, string> = cookie === null ? {} : { Cookie: cookie };
  return {
    get: (path, headers = {}) => site.get(path, { headers: { ...own, ...headers } }),
    raw: (path, type, body) =>
      site.get(path, { method: 'POST', headers: { ...own, Origin: SITE_URL, 'Content-Type': type }, body }),
    send: (path, form) => site.get(path, { method: 'POST', headers: { ...own, Origin: SITE_URL }, body: form }),
    post: (path, fields = {}, headers = {}) =>
      site.get(path, {
        method: 'POST',
        headers: { ...own, Origin: SITE_URL, ...headers },
        body: new URLSearchParams(
          Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
        ),
      }),
  };
}
