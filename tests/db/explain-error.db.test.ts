import { randomUUID } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { explainConnection, explainFolder, explainWork } from '../../db/explain-error.ts';
import { migrate } from '../../db/migrate.ts';
import { UnavailableError } from '../../src/lib/errors.ts';
import { connect } from '../support/client.ts';
import { runCommand } from '../support/command.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { copyEmbedded, databaseUrl } from '../support/setup-databases.ts';

type Settings = Record<string, string>;
const migrateIn = (settings: Settings) => runCommand('db-migrate', [], settings);

/** The error of a migration, after the line that names the database. */
async function errorOf(
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
  const makeFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'club-folder-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
  };

  test('is reported with the error of the system', () => {
    const error = Object.assign(new Error('mkdir'), { code: 'EACCES' });
    expect(explainFolder(error, 'data')).toMatchObject({
      message: expect.stringMatching(
        /^Cannot use the folder .*\(DATA_DIR\): permission denied\. Run this as the user of the site\.$/,
      ) as string,
    });
    const bug = new Error('bug');
    expect(explainFolder(bug, 'data')).toBe(bug);
  });

  test.runIf(process.getuid?.() === 0)('is not used by root if it belongs to another user', async () => {
    const folder = await makeFolder();
    await chown(folder, 65_534, 65_534);
    expect(await errorOf({ DATA_DIR: folder })).toContain('belongs to user ID 65534');
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ['are damaged', 'global/pg_control', Buffer.alloc(8192, 7), /^Cannot open .*: its files are damaged\. .*DATA_DIR /],
    ['are of another version', 'PG_VERSION', '16\n', /is from PostgreSQL 16; .* PostgreSQL 18\. /],
  ])('is reported if its files %s', async (_, file, content, expected) => {
    const DATA_DIR = await makeFolder();
    copyEmbedded(inject('embeddedTemplate'), DATA_DIR);
    await writeFile(join(DATA_DIR, 'database/files', file), content);
    // In another process, because the damaged database leaves data in memory.
    const migrating = runProgram('src/commands/db-migrate.ts', [], siteEnvironment({ DATA_DIR }));
    expect(await errorOf({ DATA_DIR }, migrating)).toMatch(expected);
  });

  test('is not created below a folder that does not exist', async () => {
    const folder = await makeFolder();
    expect(await errorOf({ DATA_DIR: join(folder, 'volume/clubs') })).toMatch(/\(DATA_DIR\): no such file or folder/);
    expect(await readdir(folder)).toEqual([]);
  });

  test('is reported if it is a file', async () => {
    const DATA_DIR = await makeFolder();
    await mkdir(DATA_DIR, { recursive: true });
    await writeFile(join(DATA_DIR, 'database'), '');
    expect(await errorOf({ DATA_DIR })).toMatch(/^Cannot use the folder .*database \(DATA_DIR\): /);
  });
});

describe('An error of a server', () => {
  const serverUrl = inject('serverUrl');

  /** A new database and a user without rights in it, removed after the test. */
  async function makeDatabase(options = '') {
    const name = `club_${randomUUID().replaceAll('-', '')}`;
    const role = `board of ${name}`;
    const server = connect({ url: serverUrl });
    await server.unsafe(`create database ${name} ${options}`);
    await server`create role ${server(role)} login`;
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
    return { admin, url, urlOfUser: ofUser.href, role };
  }

  test('for missing rights contains the statements that grant them', async () => {
    const { admin, urlOfUser, role } = await makeDatabase();
    const error = await errorOf({ DATABASE_URL: urlOfUser });
    expect(error).toMatch(/^Cannot use PostgreSQL at .*: permission denied .*\n {2}grant .*;\n {2}create .*;\n$/);
    for (const statement of error.split('\n').slice(1)) await admin.unsafe(statement.replace('USER', `"${role}"`));
    expect(await migrateIn({ DATABASE_URL: urlOfUser })).toMatchObject({ code: 0 });
  });

  test('for a missing database, or one that is not in UTF-8, contains the statement that creates one', async () => {
    const { url } = await makeDatabase("template template0 encoding 'SQL_ASCII'");
    for (const DATABASE_URL of [url, databaseUrl(serverUrl, 'no_such_database')])
      expect(await errorOf({ DATABASE_URL })).toMatch(
        /(is SQL_ASCII|does not exist).*\n {2}create database NAME .*;\n$/,
      );
  });

  test.each([
    ['53100', 'could not extend file', 'Cannot use PostgreSQL at db: could not extend file.'],
    ['25006', 'cannot execute INSERT in a read-only transaction', 'Set DATABASE_URL to the primary server.'],
    ['42601', 'syntax error', 'syntax error'],
  ])('is explained (%s, %s)', (code, message, expected) => {
    const explained = explainWork(Object.assign(new Error(message), { code }), 'PostgreSQL at db');
    expect(explained).toMatchObject({ message: expect.stringContaining(expected) as string });
  });

  test('for an old version names the version that is needed', async () => {
    const sql = (() => Promise.resolve([{ version: 140_012, encoding: 'UTF8' }])) as unknown as postgres.Sql;
    await expect(migrate(sql)).rejects.toThrow('is PostgreSQL 14; version 15 or newer');
  });
});

describe('A refused connection', () => {
  test.each([
    ['localhost:1', /ECONNREFUSED .*\.$/],
    ['no-such-host.invalid', /: getaddrinfo (ENOTFOUND|EAI_AGAIN) no-such-host\.invalid\.$/],
  ])('to %s is reported with its reason', async (host, expected) => {
    const error = await errorOf({ DATABASE_URL: `postgres://club:Secret-1@${host}/clubs?connect_timeout=60` });
    expect(error.trim()).toMatch(expected);
    expect(error).not.toContain('Secret-1');
  });

  test.each([
    ['28P01', 'wrong password', 'wrong password. Check the user and the password in DATABASE_URL', false],
    // From PgBouncer.
    ['08P01', 'query_wait_timeout', 'query_wait_timeout', true],
    ['57P03', 'the database system is starting up', 'the database system is starting up', true],
  ])('is reported, and as temporary if it is (%s, %s)', (code, message, reason, isTemporary) => {
    const error = explainConnection(Object.assign(new Error(message), { code }), 'PostgreSQL');
    expect(error.message).toContain(`Cannot connect to PostgreSQL: ${reason}.`);
    expect(error instanceof UnavailableError).toBe(isTemporary);
  });
});
