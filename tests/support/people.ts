import { randomBytes } from 'node:crypto';
import { digestOf } from '../../src/accounts/tokens.ts';
import { createResetToken } from '../../src/accounts/links.ts';
import type { Permission, Role } from '../../src/accounts/permissions.ts';
import type { TestDatabase } from './database.ts';
import { SITE_URL } from './program.ts';
import type { TestSite } from './site.ts';

/** What a test says of somebody with an account. */
export interface NewPerson {
  name?: string;
  email?: string;
  permissions?: readonly Permission[];
  roles?: readonly Role[];
  officerOf?: readonly number[];
}

let peopleMade = 0;

/** Makes an account without a way to sign in, and answers its number. */
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

/** Lets somebody sign in with a password; without one that is hashed, with one that nobody knows. */
export async function insertPassword({ sql }: TestDatabase, userId: number, passwordHash = 'x:y'): Promise<void> {
  await sql`
    insert into user_account (user_id, provider_id, account_id, password)
    values (${userId}, 'credential', ${String(userId)}, ${passwordHash})`;
}

/** The token of a link for a new password of somebody who has one. */
export async function insertResetToken({ client }: TestDatabase, email: string): Promise<string> {
  const made = await createResetToken(client, email);
  if ('fault' in made) throw new Error(`There is no such link: ${made.fault}.`);
  return made.token;
}

/** What a browser keeps of the first cookie of an answer. */
export function cookieOf(answer: Response): string {
  const [cookie = ''] = answer.headers.getSetCookie();
  return cookie.slice(0, cookie.indexOf(';'));
}

/** A session of somebody, as a browser has it: the value of its cookie. */
export async function insertSession({ sql }: TestDatabase, userId: number): Promise<string> {
  const token = randomBytes(16).toString('hex');
  await sql`
    insert into user_session (user_id, token, expires_at) values (${userId}, ${digestOf(token)}, now() + interval '1 day')`;
  return `${token}.signature`;
}

export type Fields = Record<string, string | readonly string[]>;

/** Who asks a site: their headers, from a page of the site itself. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** A body of any kind. */
  raw(path: string, type: string, body: string): Promise<Response>;
  /** A form with files. */
  send(path: string, form: FormData): Promise<Response>;
  /** A field may have several values. */
  post(path: string, fields?: Fields, headers?: Record<string, string>): Promise<Response>;
}

/** Somebody who is signed in on a site; null is nobody. */
export async function visit(site: Pick<TestSite, 'get' | 'database'>, person: NewPerson | null): Promise<Visitor> {
  const session = person && (await insertSession(site.database, await insertPerson(site.database, person)));
  return visitWith(site, session && `__Host-session=${session}`);
}

/** The same with a cookie at hand. */
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
