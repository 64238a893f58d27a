import { randomUUID } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { EMBEDDED_VERSION, explainConnection, explainFolder, explainWork } from '../../db/database-failure.ts';
import { migrate } from '../../db/migrate.ts';
import { UnavailableError } from '../../src/lib/failure.ts';
import { connect } from '../support/client.ts';
import { runCommand } from '../support/command.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { copyEmbedded, databaseUrl, TEMPLATE } from '../support/setup-databases.ts';

type Settings = Record<string, string>;
const migrateIn = (settings: Settings) => runCommand('db-migrate', [], settings);

/** The error of a migration, after the line that names the database. */
async function failureOf(
  settings: Settings,
  migrating: Promise<{ code: number | null; output: string }> = migrateIn(settings),
): Promise<string> {
  const { code, output } = await migrating;
  expect(code, output).toBe(1);
  expect(output).not.toMatch(/^ +at /m);
  const [first, ...rest] = output.split('\n');
  expect(first).toMatch(/^Using /);
  return rest.join('\n');
}

describe('The folder of the embedded database', () => {
  let folder: string;
  let dataDir: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'club-folder-'));
    dataDir = join(folder, 'data');
  });
  afterEach(() => rm(folder, { recursive: true }));

  test.each(['data', 'data/database'])('is reported when %s is a file', async (name) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), '');
    expect(await failureOf({ DATA_DIR: dataDir })).toMatch(/^Cannot use the folder .*database \(DATA_DIR\): .*\n$/);
  });

  test.runIf(process.platform === 'linux')('is reported when it cannot be created', async () => {
    const DATA_DIR = '/proc/club-directory/data';
    expect(await failureOf({ DATA_DIR })).toMatch(/^Cannot use the folder \/proc\/.*: .*\n$/);
  });

  test.each([
    ['EACCES', /\(DATA_DIR\): permission denied\. Run this as the user of the site\.$/],
    ['EMFILE', /: this process has too many files open\.$/],
    ['EWEIRD', /^Cannot open the embedded database in .*: EWEIRD\.$/],
  ])('is not reported as damaged when the system returns %s', (code, expected) => {
    const { message } = explainFolder(Object.assign(new Error(code), { code }), dataDir);
    expect(message).toMatch(expected);
    expect(message).not.toContain('damaged');
  });

  test('is reported when its files are damaged', async () => {
    copyEmbedded(inject('embeddedTemplate'), dataDir);
    await writeFile(join(dataDir, 'database/files/global/pg_control'), Buffer.alloc(8192, 7));
    const settings = { DATA_DIR: dataDir };
    // A process of its own: this one would keep what the damaged database leaves in memory.
    const migrating = runProgram('src/commands/db-migrate.ts', [], siteEnvironment(settings));
    expect(await failureOf(settings, migrating)).toMatch(/^Cannot open .*: its files are damaged\. .*DATA_DIR .*\n$/);
  });

  test('is reported when its files are of another version of PostgreSQL', async () => {
    copyEmbedded(inject('embeddedTemplate'), dataDir);
    expect(await readFile(join(dataDir, 'database/files/PG_VERSION'), 'utf8')).toBe(`${EMBEDDED_VERSION}\n`);
    await writeFile(join(dataDir, 'database/files/PG_VERSION'), '16\n');
    const error = await failureOf({ DATA_DIR: dataDir });
    expect(error).toMatch(
      new RegExp(`^The database in .* is from PostgreSQL 16; .* PostgreSQL ${EMBEDDED_VERSION}\\.`),
    );
  });
});

test.runIf(process.getuid?.() === 0)('Root does not use the folder of another user', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-foreign-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await chown(dataDir, 65_534, 65_534);
  expect(await failureOf({ DATA_DIR: dataDir })).toContain('belongs to user ID 65534');
  expect(await readdir(dataDir)).toEqual([]);
});

describe('An error of a server', () => {
  const serverUrl = inject('serverUrl');

  /** A new database and a user without rights in it, removed after the test. */
  async function makeDatabase(options = '') {
    const name = `club_${randomUUID().replaceAll('-', '')}`;
    const role = `board of ${name}`;
    const server = connect({ url: serverUrl });
    await server.unsafe(`create database ${name} ${options}`);
    await server`create role ${server(role)} login password 'a password'`;
    const url = databaseUrl(serverUrl, name);
    const admin = connect({ url });
    onTestFinished(async () => {
      await admin.end();
      await server`drop database ${server(name)} with (force)`;
      await server`drop role ${server(role)}`;
      await server.end();
    });
    const ofUser = new URL(url);
    ofUser.username = encodeURIComponent(role);
    ofUser.password = 'Secret-1';
    return { admin, url, role, urlOfUser: ofUser.href };
  }

  test('for missing rights contains the statements that grant them', async () => {
    const { admin, urlOfUser } = await makeDatabase();
    const error = await failureOf({ DATABASE_URL: urlOfUser });
    expect(error).toMatch(
      /^The user "board of .*" lacks permissions in PostgreSQL at .*\n {2}grant .*;\n {2}create .*;\n$/,
    );
    const statements = error.split('\n').slice(1, -1);
    for (const statement of statements) await admin.unsafe(statement);
    expect(await migrateIn({ DATABASE_URL: urlOfUser })).toMatchObject({ code: 0 });
  });

  test('names the user that the tables belong to', async () => {
    const { urlOfUser } = await makeDatabase(`template ${TEMPLATE}`);
    expect(await failureOf({ DATABASE_URL: urlOfUser })).toMatch(
      /lacks permissions in .*\. The tables belong to postgres: .*DATABASE_URL\.\n$/,
    );
  });

  test('for a read-only database asks for the primary server', async () => {
    const { admin, url } = await makeDatabase();
    await admin.unsafe(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
    expect(await failureOf({ DATABASE_URL: url })).toMatch(
      /^Read-only database: .* Set DATABASE_URL to the primary server\.\n$/,
    );
  });

  test('for a database that is not in UTF-8 contains the statement that creates one', async () => {
    const { url } = await makeDatabase("template template0 encoding 'SQL_ASCII'");
    expect(await failureOf({ DATABASE_URL: url })).toMatch(/is SQL_ASCII; .*\n {2}create database NAME .*;\n$/);
  });

  test('for a missing database contains the statement that creates it', async () => {
    const error = await failureOf({ DATABASE_URL: databaseUrl(serverUrl, 'no_such_database') });
    expect(error).toMatch(
      /^Cannot connect to PostgreSQL at .*: the database does not exist\. .*\n {2}create database NAME .*;\n$/,
    );
  });
});

describe('A refused connection', () => {
  /** The port of a server that refuses every connection with this error. */
  async function refuse(code: string, message: string): Promise<number> {
    const fields = ['SFATAL', 'VFATAL', `C${code}`, `M${message}`, ''].join('\0') + '\0';
    const head = Buffer.alloc(5, 'E');
    head.writeInt32BE(fields.length + 4, 1);
    const server = createServer((socket) =>
      socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([head, Buffer.from(fields)]))),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  }

  test.each([
    ['28P01', 'password authentication failed for user "club"'],
    // PgBouncer sends this.
    ['08P01', 'SASL authentication failed'],
  ])('is reported without the password (%s, %s)', async (code, message) => {
    const port = await refuse(code, message);
    const error = await failureOf({ DATABASE_URL: `postgres://club:Secret-1@127.0.0.1:${port}/clubs` });
    expect(error).toContain('wrong user or password in DATABASE_URL.\n');
    expect(error).not.toContain('Secret-1');
  });

  test.each([
    'no more connections allowed (max_client_conn)',
    'server login has been failing, try again later (server_login_retry)',
    'query_wait_timeout',
  ])('of a pooler without a free connection is temporary (%s)', async (message) => {
    const port = await refuse('08P01', message);
    const sql = connect({ url: `postgres://club@127.0.0.1:${port}/clubs` });
    const failure = explainConnection(await sql`select 1`.catch((error: unknown) => error), 'PostgreSQL');
    expect(failure).toBeInstanceOf(UnavailableError);
    const later = Object.assign(new Error(message), { code: '08P01' });
    expect(await explainWork(later, sql, 'PostgreSQL')).toBeInstanceOf(UnavailableError);
  });

  test.each([
    ['localhost:1', 'connection refused'],
    ['no-such-host.invalid', '(unknown host|the host name could not be resolved)'],
  ])('to %s is reported with its reason', async (host, reason) => {
    const error = await failureOf({ DATABASE_URL: `postgres://club:Secret-1@${host}/clubs` });
    expect(error).toMatch(new RegExp(`^Cannot connect to PostgreSQL at ${host}.*: ${reason}\\.\\n$`));
  });
});

test('A server that is too old is refused', async () => {
  const sql = (() => Promise.resolve([{ version: 140_012, encoding: 'UTF8' }])) as unknown as postgres.Sql;
  await expect(migrate(sql)).rejects.toThrow('is PostgreSQL 14; version 15 or newer');
});

test.each([
  ['53100', 'could not extend file', 'Cannot write to PostgreSQL at db: could not extend file.'],
  ['0A000', 'extension "pg_trgm" is not available', 'postgresql-contrib'],
  ['53300', 'too many connections for role "a"', 'Too many connections'],
  ['57014', 'canceling statement', 'statement_timeout'],
  ['0A000', 'cannot set transaction read-write mode during recovery', 'Read-only database'],
  ['42601', 'syntax error', 'syntax error'],
])('The error %s (%s) is explained', async (code, message, expected) => {
  const sql = (() => Promise.resolve([])) as unknown as postgres.Sql;
  const explained = await explainWork(Object.assign(new Error(message), { code }), sql, 'PostgreSQL at db');
  expect(explained).toMatchObject({ message: expect.stringContaining(expected) as string });
});
