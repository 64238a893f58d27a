import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { EMBEDDED_VERSION, explainConnection, explainFolder, explainWork } from '../../db/database-failure.ts';
import { openEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { UnavailableError } from '../../src/failure.ts';
import { connect } from '../support/client.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { copyEmbedded, databaseUrl, TEMPLATE } from '../support/setup-databases.ts';

type Settings = Record<string, string>;
const migrateIn = (settings: Settings) => runProgram('src/commands/db-migrate.ts', [], siteEnvironment(settings));

/** Everything after the line that says which database is used. */
async function failureOf(settings: Settings): Promise<string> {
  const { code, output } = await migrateIn(settings);
  expect(code, output).toBe(1);
  expect(output).not.toMatch(/^ +at /m);
  const [first, ...rest] = output.split('\n');
  expect(first).toMatch(/^Using /);
  return rest.join('\n');
}

describe('A folder of an embedded database is told for what it is', () => {
  let folder: string;
  let dataDir: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'club-folder-'));
    dataDir = join(folder, 'data');
  });
  afterEach(() => rm(folder, { recursive: true }));

  test.each(['data', 'data/database'])('when %s is a file', async (name) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), '');
    expect(await failureOf({ DATA_DIR: dataDir })).toMatch(
      /^The folder .*database cannot be used: a part of its path is not a folder\. DATA_DIR says where it is\.\n$/,
    );
  });

  test.runIf(process.platform === 'linux').each(['/proc/club-directory', '/proc/club-directory/data'])(
    'when it is %s, where nothing can be made',
    async (place) => {
      expect(await failureOf({ DATA_DIR: place })).toMatch(/^The folder \/proc\/.* cannot be used: .*\n$/);
    },
  );

  test('when its own user may not write there', () => {
    const error = Object.assign(new Error('EACCES'), { code: 'EACCES' });
    expect(explainFolder(error, dataDir).message).toMatch(/cannot be written to: this user may not write there/);
  });

  test.each([
    ['ENOTSUP', 'listen ENOTSUP', /cannot be used: it is on a volume that cannot hold what is needed there\./],
    ['EMFILE', 'too many', /cannot be used: this process has too many files open\./],
    ['EWEIRD', 'listen EWEIRD.', /^The embedded database in .* cannot be opened: listen EWEIRD\.$/],
  ])('when the system says %s, by that and not by its files', (code, message, told) => {
    const error = Object.assign(new Error(message), { code });
    const failure = explainFolder(error, dataDir);
    expect(failure.message).toMatch(told);
    expect(failure.message).not.toContain('damaged');
  });

  const damages: [string, (files: string) => Promise<unknown>][] = [
    ['its control file is gone', (files) => rm(join(files, 'global/pg_control'))],
    ['its control file is damaged', (files) => writeFile(join(files, 'global/pg_control'), Buffer.alloc(8192, 7))],
    ['its tables are gone', (files) => rm(join(files, 'base'), { recursive: true })],
  ];
  test.each(damages)('when %s', async (_, damage) => {
    copyEmbedded(inject('embeddedTemplate'), dataDir);
    await damage(join(dataDir, 'database/files'));
    expect(await failureOf({ DATA_DIR: dataDir })).toMatch(
      /^The embedded database in [^(]* does not open: its files are damaged .*DATA_DIR to another folder\.\n$/,
    );
  });

  test('when its files are of another version', async () => {
    copyEmbedded(inject('embeddedTemplate'), dataDir);
    await writeFile(join(dataDir, 'database/files/PG_VERSION'), '16\n');
    expect(await failureOf({ DATA_DIR: dataDir })).toMatch(
      new RegExp(
        `^The files in .* are of PostgreSQL 16, and this version of the site has PostgreSQL ${EMBEDDED_VERSION}:`,
      ),
    );
  });

  test('by the version that the embedded database has', async () => {
    copyEmbedded(inject('embeddedTemplate'), dataDir);
    const embedded = await openEmbedded(dataDir);
    if (!embedded) throw new Error('Nobody else can have it.');
    const sql = connect(embedded);
    const [server] = await sql`select current_setting('server_version_num')::int / 10000 as version`;
    await sql.end();
    await embedded.close();
    expect(server).toEqual({ version: EMBEDDED_VERSION });
  });
});

describe('A folder of another user', async () => {
  const isRoot = process.getuid?.() === 0;
  // Whom nothing is forbidden has to be somebody else for this, who needs to read the project.
  const canBeTried = process.getuid && (!isRoot || (await isOpenToAll(resolve('src/run.mjs'))));

  const run = (command: string, args: string[], env: NodeJS.ProcessEnv) =>
    new Promise<{ code: unknown; output: string }>((done) => {
      const identity = isRoot ? { uid: 65_534, gid: 65_534 } : {};
      execFile(
        process.execPath,
        ['src/run.mjs', `src/commands/${command}.ts`, ...args],
        { ...identity, env },
        (...end) => done({ code: end[0]?.code ?? 0, output: end[1] + end[2] }),
      );
    });

  test.runIf(canBeTried).each([
    ['that may not be entered', 'data', 0o000],
    ['whose files may not be read', 'data/database/files', 0o000],
    ['where nothing may be made', 'data/database', 0o555],
  ])('%s is told to be one', async (_, name, mode) => {
    const folder = await mkdtemp(join(tmpdir(), 'club-forbidden-'));
    copyEmbedded(inject('embeddedTemplate'), join(folder, 'data'));
    for (const entry of ['.', ...(await readdir(folder, { recursive: true }))]) {
      const path = join(folder, entry);
      await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644);
    }
    await chmod(join(folder, name), mode);
    onTestFinished(async () => {
      await chmod(join(folder, name), 0o755);
      await rm(folder, { recursive: true });
    });

    const env = siteEnvironment({ DATA_DIR: join(folder, 'data') });
    for (const [command, ...args] of [['db-migrate'], ['clubs-export', join(folder, 'clubs.csv')]] as const) {
      const { code, output } = await run(command, args, env);
      expect(output).toMatch(
        /\n(This user may not use .*: run this as the user that the site runs as|The folder .* belongs to root, .*: run this as that user), .*\n$/,
      );
      if (isRoot) expect(output).toMatch(/belongs to (root|the user with the number 0)/);
      expect(code).toBe(1);
    }
  });
});

describe.runIf(process.getuid?.() === 0)('Root', () => {
  const NOBODY = 65_534;
  let folder: string;
  let dataDir: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'club-foreign-'));
    dataDir = join(folder, 'data');
    copyEmbedded(inject('embeddedTemplate'), dataDir);
  });
  afterEach(() => rm(folder, { recursive: true }));
  const list = async () => (await readdir(folder, { recursive: true })).sort();

  test.each(['data', 'data/database'])('does not open the database of another user, who has %s', async (name) => {
    await chown(join(folder, name), NOBODY, NOBODY);
    const before = await list();
    expect(await failureOf({ DATA_DIR: dataDir })).toMatch(
      /^The folder .* belongs to the user with the number 65534, and this process runs as root: run this as that user, for instance with sudo -u '#65534' …, or set DATA_DIR to another folder\.\n$/,
    );
    expect(await list()).toEqual(before);
  });

  test('makes none in the folder of another user', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    await chown(empty, NOBODY, NOBODY);
    expect(await failureOf({ DATA_DIR: empty })).toContain('belongs to the user with the number 65534');
    expect(await readdir(empty)).toEqual([]);
  });

  test('names the first file of another user, and how to give it back', async () => {
    await chown(join(dataDir, 'database/files/global/pg_control'), NOBODY, NOBODY);
    expect(await failureOf({ DATA_DIR: dataDir })).toMatch(
      /^The folder (.*) is this user's, but \1\/files\/global\/pg_control belongs to the user with the number 65534: an administrator gives all of it back with\n {2}chown -R 0 \1\n$/,
    );
  });
});

async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  return (mode & 0o004) !== 0 && (dirname(path) === path || (await isOpenToAll(dirname(path))));
}

describe('A failure of a server', () => {
  const serverUrl = inject('serverUrl');

  /** A new database and a user of it who may do nothing; gone with the test. */
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

  test('when a user lacks rights, with the statements that an administrator runs, which are enough', async () => {
    const { admin, urlOfUser } = await makeDatabase();
    const told = await failureOf({ DATABASE_URL: urlOfUser });
    expect(told).toMatch(
      /^The user "board of .*" lacks rights in PostgreSQL at .* \(.*\)\. An administrator runs in that database:\n {2}grant usage, create on schema public to "board of club_.*";\n {2}create extension pg_trgm;\n$/,
    );
    const statements = told.split('\n').slice(1, -1);
    for (const statement of statements) await admin.unsafe(statement);
    expect(await migrateIn({ DATABASE_URL: urlOfUser })).toMatchObject({ code: 0 });
  });

  test('when the schema cannot even be seen, or only the extension is missing', async () => {
    const { admin, urlOfUser, role } = await makeDatabase();
    await admin`revoke all on schema public from public`;
    expect(await failureOf({ DATABASE_URL: urlOfUser })).toContain('grant usage, create on schema public to');
    await admin`grant usage, create on schema public to ${admin(role)}`;
    const told = await failureOf({ DATABASE_URL: urlOfUser });
    expect(told).toContain('create extension pg_trgm;');
    expect(told).not.toContain('grant');
  });

  test('when the tables are another user’s', async () => {
    const { urlOfUser } = await makeDatabase(`template ${TEMPLATE}`);
    expect(await failureOf({ DATABASE_URL: urlOfUser })).toMatch(
      /lacks rights in .*\. The tables belong to postgres: DATABASE_URL must name that user\.\n$/,
    );
  });

  test('when it can only be read', async () => {
    const { admin, url } = await makeDatabase();
    await admin.unsafe(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
    expect(await failureOf({ DATABASE_URL: url })).toMatch(
      / is read-only, .* Set DATABASE_URL to the primary server\.\n$/,
    );
  });

  test('when it is not in UTF-8', async () => {
    const { url } = await makeDatabase("template template0 encoding 'SQL_ASCII'");
    expect(await failureOf({ DATABASE_URL: url })).toMatch(/encoded in SQL_ASCII, .*\n {2}create database NAME .*;\n$/);
  });

  test('when there is no such database or user', async () => {
    const none = await failureOf({ DATABASE_URL: databaseUrl(serverUrl, 'no_such_database') });
    expect(none).toMatch(
      /^Cannot use PostgreSQL at .*: there is no such database\. .*\n {2}create database NAME .*;\n$/,
    );
    const nobody = new URL(serverUrl);
    nobody.username = 'no_such_user';
    expect(await failureOf({ DATABASE_URL: nobody.href })).toMatch(
      /^Cannot use .*: role "no_such_user" does not exist\.\n$/,
    );
  });
});

describe('Who refuses a connection is told', () => {
  /** The port of somebody who refuses every connection, in the words of a real one. */
  async function refuse(code: string, message: string): Promise<number> {
    const fields = ['SFATAL', 'VFATAL', `C${code}`, `M${message}`, ''].join('\0') + '\0';
    const head = Buffer.alloc(5, 'E');
    head.writeInt32BE(fields.length + 4, 1);
    const server = createServer((socket) =>
      socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([head, Buffer.from(fields)]))),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }

  test.each([
    ['28P01', 'password authentication failed for user "club"'],
    // As PgBouncer has it.
    ['08P01', 'SASL authentication failed'],
    ['08P01', 'password authentication failed'],
  ])('without the password that a server refuses (%s, %s)', async (code, message) => {
    // The servers of the tests let everybody in.
    const port = await refuse(code, message);
    const told = await failureOf({ DATABASE_URL: `postgres://club:Secret-1@127.0.0.1:${port}/clubs` });
    expect(told).toBe(
      `Cannot use PostgreSQL at 127.0.0.1:${port}/clubs: it refuses the user or the password of DATABASE_URL.\n`,
    );
  });

  test.each([
    'no more connections allowed (max_client_conn)',
    'server login has been failing, try again later (server_login_retry)',
    'query_wait_timeout',
    'pgbouncer cannot connect to server',
  ])('and waited for, when a pooler says that it has no connection now (%s)', async (message) => {
    const port = await refuse('08P01', message);
    const description = `PostgreSQL at 127.0.0.1:${port}/clubs`;
    const sql = connect({ url: `postgres://club@127.0.0.1:${port}/clubs` });
    const failure = explainConnection(await sql`select 1`.catch((error: unknown) => error), description);
    expect(failure).toBeInstanceOf(UnavailableError);
    expect(failure.message).toBe(`Cannot use ${description}: ${message}.`);
    const inTheMiddle = Object.assign(new Error(message), { code: '08P01' });
    expect(await explainWork(inTheMiddle, sql, description)).toEqual(failure);
  });

  test('with what lets a parameter through a pooler', async () => {
    const port = await refuse('08P01', 'unsupported startup parameter: default_transaction_read_only');
    const told = await failureOf({ DATABASE_URL: `postgres://club:Secret-1@127.0.0.1:${port}/clubs` });
    expect(told).toBe(
      `Cannot use PostgreSQL at 127.0.0.1:${port}/clubs: a pooler is in front of it, which refuses the parameter default_transaction_read_only. In PgBouncer "ignore_startup_parameters = default_transaction_read_only" lets it pass; what else a pooler needs is in docs/operating.md.\n`,
    );
  });
});

test.each([
  ['localhost:1', 'nothing listens there'],
  ['localhost:1,127.0.0.1:1', 'nothing listens there'],
  ['no-such-host.invalid', /its host is not known( now)?/.source],
])('A server that does not answer is told so (%s)', async (host, reason) => {
  expect(await failureOf({ DATABASE_URL: `postgres://club:Secret-1@${host}/clubs` })).toMatch(
    new RegExp(`^Cannot use PostgreSQL at ${host}.*: ${reason}\\.\\n$`),
  );
});

test('A server that is too old is refused with its version', async () => {
  const sql = (() => Promise.resolve([{ version: 140_012, encoding: 'UTF8' }])) as unknown as postgres.Sql;
  await expect(migrate(sql)).rejects.toThrow('is PostgreSQL 14, and the site needs 15 or newer.');
});

test('A server whose disk is full, or that lacks the extension, is told so; a defect stays one', async () => {
  const sql = (() => Promise.resolve([])) as unknown as postgres.Sql;
  const errorWith = (code: string, message: string) => Object.assign(new Error(message), { code });
  expect(await explainWork(errorWith('53100', 'could not extend file'), sql, 'PostgreSQL at db')).toMatchObject({
    message: 'Cannot write to PostgreSQL at db: could not extend file.',
  });
  const missing = errorWith('0A000', 'extension "pg_trgm" is not available');
  expect(await explainWork(missing, sql, 'PostgreSQL at db')).toMatchObject({
    message: expect.stringContaining('postgresql-contrib') as string,
  });
  expect(
    await explainWork(errorWith('53300', 'too many connections for role "a"'), sql, 'PostgreSQL at db'),
  ).toMatchObject({
    message: expect.stringMatching(/^PostgreSQL at db has no connection left .*: the site needs up to 15,/) as string,
  });
  expect(await explainWork(errorWith('57014', 'canceling statement'), sql, 'PostgreSQL at db')).toMatchObject({
    message: expect.stringMatching(/^PostgreSQL at db gave up a statement .* changed nothing/) as string,
  });
  const standby = errorWith('0A000', 'cannot set transaction read-write mode during recovery');
  expect(await explainWork(standby, sql, 'PostgreSQL at db')).toMatchObject({
    message: 'PostgreSQL at db is read-only, as a standby is. Set DATABASE_URL to the primary server.',
  });
  const defect = errorWith('42601', 'syntax error');
  expect(await explainWork(defect, sql, 'PostgreSQL at db')).toBe(defect);
});
