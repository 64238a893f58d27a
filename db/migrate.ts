import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Failure } from '../src/lib/failure.ts';
import { isLostConnection } from '../src/lib/error-codes.ts';
import type { Database, Transaction } from './client.ts';

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));

/** Advisory locks of this project, in the namespace `club` in ASCII. Number 2 is in the migrations. */
export const LOCKS = { namespace: 1_668_052_322, migration: 1 } as const;

/** The database cannot serve this version of the site; the message says why. */
export class MigrationError extends Failure {
  override name = 'MigrationError';
}

/** One that a newer version of the site has migrated. */
export class NewerDatabaseError extends MigrationError {
  override name = 'NewerDatabaseError';
}

/**
 * What is missing of db/migrations, asked without changing anything; null when none was ever applied. Fails with
 * `MigrationError` as `migrate` does.
 */
export async function findPendingMigrations(sql: Database, folder = FOLDER): Promise<string[] | null> {
  await assertServes(sql);
  const [found] = await sql<[{ isThere: boolean }]>`select to_regclass('migration') is not null as is_there`;
  return found.isThere ? await findMissing(sql, folder) : null;
}

/**
 * Applies the missing files of db/migrations in the order of their names, each in its own transaction. Several processes
 * may call this at once: they wait for each other. Returns the files applied here; a file that fails throws
 * `MigrationError` with its name and the database's message.
 */
export async function migrate(sql: Database, folder = FOLDER): Promise<string[]> {
  // Even a table that is there cannot be made `if not exists` by a user who may make none.
  if ((await findPendingMigrations(sql, folder))?.length === 0) return [];
  await inTurn(sql, makeTable);
  const done: string[] = [];
  for (const name of await findMissing(sql, folder)) {
    const isNew = await inTurn(sql, async (tx) => {
      const [earlier] = await tx`select from migration where name = ${name}`;
      if (!earlier) await apply(tx, name, folder);
      return !earlier;
    }).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'PostgresError') throw error;
      const { message } = error;
      if (isLostConnection(error)) throw error;
      throw new MigrationError(`Migration ${name} failed: ${message}`, { cause: error });
    });
    if (isNew) done.push(name);
  }
  return done;
}

/**
 * Makes the tables of a directory in the schema where the transaction makes new ones, as these migrations leave them. Who
 * calls it has its turn (`takeTurn`) and goes on from there with `migrateOn`.
 */
export async function makeAtLevel(tx: Transaction, names: readonly string[], folder = FOLDER): Promise<void> {
  await makeTable(tx);
  for (const name of [...names].sort()) await apply(tx, name, folder);
}

/** Applies what is missing within a transaction that has its turn. */
export async function migrateOn(tx: Transaction, folder = FOLDER): Promise<void> {
  const applied = new Set((await tx<{ name: string }[]>`select name from migration`).map(({ name }) => name));
  for (const name of await listMigrations(folder)) if (!applied.has(name)) await apply(tx, name, folder);
}

/** The migrations that this version of the site has, in their order. */
export const listMigrations = async (folder = FOLDER): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

/**
 * What the tables of a directory are called, or were before a migration renamed them: of any level there are some. What
 * else is in the schema of a server is somebody else's.
 */
export async function listTables(folder = FOLDER): Promise<string[]> {
  const names = new Set(['migration']);
  for (const file of await listMigrations(folder)) {
    const text = await readFile(`${folder}/${file}`, 'utf8');
    for (const [, name = ''] of text.matchAll(TABLE_NAMES)) names.add(name);
  }
  return [...names].sort();
}

const TABLE_NAMES = /^\s*(?:create table(?: if not exists)?|alter table \w+ rename to) (\w+)/gim;

/** Waits until nobody migrates, or restores a backup, and keeps others from it until the transaction ends. */
export async function takeTurn(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(${LOCKS.namespace}::int, ${LOCKS.migration}::int)`;
}

const makeTable = async (tx: Transaction): Promise<void> => {
  await tx`
    create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`;
};

async function apply(tx: Transaction, name: string, folder: string): Promise<void> {
  await tx.unsafe(await readFile(`${folder}/${name}`, 'utf8')).simple();
  await tx`insert into migration (name) values (${name})`;
}

async function assertServes(sql: Database): Promise<void> {
  const [server] = await sql<[{ version: number; encoding: string }]>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`;
  if (server.version < 150_000) {
    throw new MigrationError(
      `The database server is PostgreSQL ${Math.floor(server.version / 10_000)}; version 15 or newer is required.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new MigrationError(
      `The encoding of the database is ${server.encoding}; UTF8 is required. Ask an administrator of the server to create another one:\n  create database NAME owner USER encoding 'UTF8' template template0;`,
    );
  }
}

/** The files of the folder that were not applied, in the order of their names. */
async function findMissing(sql: Database, folder: string): Promise<string[]> {
  const files = await listMigrations(folder);
  const applied = new Set((await sql<{ name: string }[]>`select name from migration`).map(({ name }) => name));
  const unknown = [...applied].filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      `The database is newer than this version of the site. Unknown migrations: ${unknown.join(', ')}.`,
    );
  }
  return files.filter((file) => !applied.has(file));
}

const inTurn = <T>(sql: Database, work: (tx: Transaction) => Promise<T>) =>
  sql.begin(async (tx) => {
    await takeTurn(tx);
    return await work(tx);
  });
