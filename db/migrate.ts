import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ExpectedError, isLostConnection } from '../src/lib/errors.ts';
import type { Database, Transaction } from './client.ts';

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));

/** Advisory locks of this project, in the namespace `club` in ASCII. Number 2 is in the migrations. */
export const LOCKS = { namespace: 1_668_052_322, migration: 1 } as const;

/** The database does not fit this version of the site; the message says why. */
export class MigrationError extends ExpectedError {
  override name = 'MigrationError';
}

export const CREATE_DATABASE = `Ask an administrator of the server to create one:
  create database NAME owner USER encoding 'UTF8' template template0;`;

/** The pending migrations; null without a table of migrations. Throws `MigrationError`, like `migrate`. */
export async function findPendingMigrations(sql: Database): Promise<string[] | null> {
  await assertSupported(sql);
  const applied = await findApplied(sql);
  return applied && (await listPending(applied, FOLDER));
}

/**
 * Applies the pending files of db/migrations by name, each in a transaction. Concurrent calls wait for each other.
 * Returns the applied files. Throws `MigrationError` with the name of the failed file and the database's message.
 */
export async function migrate(sql: Database, folder = FOLDER): Promise<string[]> {
  await assertSupported(sql);
  const applied = await findApplied(sql);
  // Only if it is missing: a user without the right to create tables cannot run `create table if not exists` either.
  if (applied === null)
    await withLock(
      sql,
      (tx) => tx`
    create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`,
    );
  const done: string[] = [];
  for (const name of await listPending(applied ?? [], folder)) {
    const isNew = await withLock(sql, async (tx) => {
      const [earlier] = await tx`select from migration where name = ${name}`;
      if (earlier) return false;
      await tx.unsafe(await readFile(join(folder, name), 'utf8'));
      await tx`insert into migration (name) values (${name})`;
      return true;
    }).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'PostgresError' || isLostConnection(error)) throw error;
      throw new MigrationError(`Migration ${name} failed: ${error.message}`, { cause: error });
    });
    if (isNew) done.push(name);
  }
  return done;
}

/** The migrations of this version of the site, in their order. */
export const listMigrations = async (folder = FOLDER): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

/** The names of the tables that the migrations create. Other tables of a server belong to someone else. */
export async function listTables(): Promise<string[]> {
  const names = new Set(['migration']);
  for (const file of await listMigrations()) {
    const text = await readFile(join(FOLDER, file), 'utf8');
    for (const [, name = ''] of text.matchAll(TABLE_NAMES)) names.add(name);
  }
  return [...names].sort();
}

const TABLE_NAMES = /^\s*(?:create table|alter table \w+ rename to) (\w+)/gim;

/** Waits for migrations, restores and rebuilds of indexes in other transactions, and locks them out. */
export async function lockMigrations(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(${LOCKS.namespace}::int, ${LOCKS.migration}::int)`;
}

async function assertSupported(sql: Database): Promise<void> {
  const [server] = await sql<[{ version: number; encoding: string }]>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`;
  if (server.version < 150_000) {
    throw new MigrationError(
      `The database server is PostgreSQL ${Math.floor(server.version / 10_000)}; version 15 or newer is required.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new MigrationError(
      `The encoding of the database is ${server.encoding}; UTF8 is required. ${CREATE_DATABASE}`,
    );
  }
}

/** The names of applied migrations; null without their table. */
async function findApplied(sql: Database): Promise<string[] | null> {
  const [{ hasTable }] = await sql<[{ hasTable: boolean }]>`select to_regclass('migration') is not null as has_table`;
  return hasTable ? (await sql<{ name: string }[]>`select name from migration`).map(({ name }) => name) : null;
}

async function listPending(applied: readonly string[], folder: string): Promise<string[]> {
  const files = await listMigrations(folder);
  const unknown = applied.filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database belongs to a newer version of the site. Unknown migrations: ${unknown.join(', ')}.`,
    );
  }
  return files.filter((file) => !applied.includes(file));
}

const withLock = <T>(sql: Database, work: (tx: Transaction) => PromiseLike<T>) =>
  sql.begin(async (tx) => {
    await lockMigrations(tx);
    return await work(tx);
  });
