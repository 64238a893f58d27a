import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Failure } from '../src/failure.ts';
import type { Database, Transaction } from './client.ts';

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));

/** Advisory locks of this project, in the namespace `club` in ASCII. Number 2 is in the migrations. */
export const LOCKS = { namespace: 1_668_052_322, migration: 1 } as const;

/** The database cannot serve this version of the site; the message says why. */
export class MigrationError extends Failure {
  override name = 'MigrationError';
}

/**
 * Applies what is missing of db/migrations, in order of the names, each file in a transaction of its own. Any number
 * of processes may do so at once: they take turns, and all but one find it done. Answers the files applied here.
 */
export async function migrate(sql: Database, folder = FOLDER): Promise<string[]> {
  const [server] = await sql<[{ version: number; encoding: string }]>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`;
  if (server.version < 150_000) throw new MigrationError('The database server is older than PostgreSQL 15.');
  if (server.encoding !== 'UTF8')
    throw new MigrationError(`The database is encoded in ${server.encoding}, not in UTF8.`);

  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  await inTurn(
    sql,
    (tx) => tx`
    create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`,
  );

  const applied = new Set((await sql<{ name: string }[]>`select name from migration`).map(({ name }) => name));
  const unknown = [...applied].filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new MigrationError(`The database is newer than this version of the site: it has ${unknown.join(', ')}.`);
  }

  const done: string[] = [];
  for (const name of files.filter((file) => !applied.has(file))) {
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

const inTurn = <T>(sql: Database, work: (tx: Transaction) => Promise<T>) =>
  sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCKS.namespace}::int, ${LOCKS.migration}::int)`;
    return await work(tx);
  });
