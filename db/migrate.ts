import type { Database, Transaction } from './client.ts';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Failure } from '../src/failure.ts';

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));

/** Advisory locks of this project, in the namespace `club` in ASCII. Number 2 is in the migrations. */
export const LOCKS = { namespace: 1_668_052_322, migration: 1 } as const;

/** The database cannot serve this version of the site; the message says why. */
export class MigrationError extends Failure {
  override name = 'MigrationError';
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
 * Applies what is missing of db/migrations, in order of the names, each file in a transaction of its own. Any number
 * of processes may do so at once: they take turns, and all but one find it done. Answers the files applied here.
 */
export async function migrate(sql: Database, folder = FOLDER): Promise<string[]> {
  // Even a table that is there cannot be made `if not exists` by a user who may make none.
  if ((await findPendingMigrations(sql, folder))?.length === 0) return [];
  await inTurn(
    sql,
    (tx) => tx`
    create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`,
  );
  const done: string[] = [];
  for (const name of await findMissing(sql, folder)) {
    const text = await readFile(`${folder}/${name}`, 'utf8');
    const isNew = await inTurn(sql, async (tx) => {
      const [earlier] = await tx`select from migration where name = ${name}`;
      if (earlier) return false;
      await tx.unsafe(text).simple();
      await tx`insert into migration (name) values (${name})`;
      return true;
    });
    if (isNew) done.push(name);
  }
  return done;
}

async function assertServes(sql: Database): Promise<void> {
  const [server] = await sql<[{ version: number; encoding: string }]>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`;
  if (server.version < 150_000) {
    throw new MigrationError(
      `The database server is PostgreSQL ${Math.floor(server.version / 10_000)}, and the site needs 15 or newer.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new MigrationError(
      `The database is encoded in ${server.encoding}, and the site needs UTF8. An administrator of the server makes another one with\n  create database NAME owner USER encoding 'UTF8' template template0;`,
    );
  }
}

/** The files of the folder that were not applied, in the order of their names. */
async function findMissing(sql: Database, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const applied = new Set((await sql<{ name: string }[]>`select name from migration`).map(({ name }) => name));
  const unknown = [...applied].filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new MigrationError(`The database is newer than this version of the site: it has ${unknown.join(', ')}.`);
  }
  return files.filter((file) => !applied.has(file));
}

const inTurn = <T>(sql: Database, work: (tx: Transaction) => Promise<T>) =>
  sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCKS.namespace}::int, ${LOCKS.migration}::int)`;
    return await work(tx);
  });
