import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, inject, onTestFinished } from 'vitest';
import { openEmbedded } from '../../db/embedded/database.ts';
import { openClient, type Client } from '../../db/client.ts';
import type { ClubState } from '../../src/clubs/record/state.ts';
import { connect } from './client.ts';
import { copyEmbedded, copyTemplate } from './setup-databases.ts';

/** The values of a club. A test sets only those that matter to it. */
export interface NewClub extends Partial<Omit<ClubState, 'createdAt' | 'links'>> {
  id?: number;
  shortDescriptionHtml?: string | null;
  descriptionHtml?: string | null;
  htmlDigest?: string | null;
  htmlRules?: number | null;
  links?: unknown;
  isSample?: boolean;
}

/** A migrated database with no clubs in it. */
export interface TestDatabase {
  /** A plain client of the driver. */
  readonly sql: postgres.Sql;
  /** The client that the site uses. */
  readonly client: Client;
  /** Opens another client, which is closed with the database. */
  connect(): postgres.Sql;
  /** The URL; null for an embedded database. */
  readonly url: string | null;
  /** Returns the id. */
  insertClub(club: NewClub): Promise<number>;
  /** Inserts clubs with these names. Returns their ids in the same order. */
  insertClubs(...names: string[]): Promise<number[]>;
}

export interface OpenTestDatabase extends TestDatabase {
  /** Deletes all rows. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** A new database of the kind that this run tests. */
export const openDatabase = async (): Promise<OpenTestDatabase> =>
  inject('testDatabase') === 'embedded' ? await openEmbeddedDatabase() : await openServerDatabase();

/** A new embedded database in this process, in a new folder. */
export async function openEmbeddedDatabase(): Promise<OpenTestDatabase & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-test-'));
  copyEmbedded(inject('embeddedTemplate'), dataDir);
  const embedded = await openEmbedded(dataDir);
  if (!embedded) throw new Error(`Another process uses the database in ${dataDir}.`);
  const database = await createTestDatabase({
    url: null,
    connect: () => connect(embedded),
    open: () => openClient(embedded),
    async leave() {
      await embedded.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  });
  return Object.assign(database, { dataDir });
}

/** A new database on the server of this run. */
export async function openServerDatabase(): Promise<OpenTestDatabase> {
  const { url, drop } = await copyTemplate(inject('serverUrl'));
  return await createTestDatabase({
    url,
    connect: () => connect({ url }),
    open: () => openClient({ url }, { connecting: 30_000 }),
    leave: drop,
  });
}

/** Opens an embedded database in this process during `work`. */
export async function withEmbeddedIn<T>(dataDir: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const embedded = await openEmbedded(dataDir);
  if (!embedded) throw new Error('The database is in use.');
  const sql = connect(embedded);
  try {
    return await work(sql);
  } finally {
    await sql.end();
    await embedded.close();
  }
}

/** An embedded database that this process owns, for commands that connect to it as to the one of a site. */
export interface SharedEmbedded {
  dataDir: string;
  sql: postgres.Sql;
}

/** Opens a shared embedded database on first use. It is empty for each test. */
export function useSharedEmbedded(): () => Promise<SharedEmbedded> {
  let database: Promise<OpenTestDatabase & { dataDir: string }> | undefined;
  let isClear = false;
  beforeEach(() => {
    isClear = false;
  });
  afterAll(async () => (await database)?.close());
  return async () => {
    const open = await (database ??= openEmbeddedDatabase());
    if (!isClear) await open.clear();
    isClear = true;
    return open;
  };
}

/** Until the end of the test, new clubs fail as on a full disk. */
export async function fillDisk(sql: postgres.Sql): Promise<void> {
  await sql`create function fill_disk() returns trigger language plpgsql as 'begin raise disk_full; end'`;
  onTestFinished(async () => void (await sql`drop function fill_disk cascade`));
  await sql`create trigger fill_disk before insert on club execute function fill_disk()`;
}

/** Runs a suite on the database of this run, which is empty for each test. */
export function describeDatabase(name: string, suite: (database: TestDatabase) => void): void {
  describe(name, () => {
    useDatabase(openDatabase, suite);
  });
}

/** Runs a suite that needs concurrent transactions, on the server of this run. */
export function describeServer(name: string, suite: (database: TestDatabase) => void): void {
  describe(name, () => {
    useDatabase(openServerDatabase, suite);
  });
}

type Open = () => Promise<OpenTestDatabase>;

/** The databases of this file, which its suites share. */
const opened = new Map<Open, Promise<OpenTestDatabase>>();

afterAll(async () => {
  for (const database of opened.values()) await (await database).close();
});

function useDatabase(openOne: Open, suite: (database: TestDatabase) => void): void {
  let open: OpenTestDatabase | undefined;
  const database = () => {
    if (!open) throw new Error('The database is available in tests and hooks only.');
    return open;
  };
  beforeAll(async () => {
    const opening = opened.get(openOne) ?? openOne();
    opened.set(openOne, opening);
    open = await opening;
  });
  beforeEach(() => database().clear());

  suite({
    get sql() {
      return database().sql;
    },
    get client() {
      return database().client;
    },
    get url() {
      return database().url;
    },
    connect: () => database().connect(),
    insertClub: (club) => database().insertClub(club),
    insertClubs: (...names) => database().insertClubs(...names),
  });
}

/** The clients of a database, and how to close them. */
interface Source {
  url: string | null;
  connect(): postgres.Sql;
  open(): Client;
  leave(): Promise<void>;
}

/** Without the tables of imports and their sequences, because a site may drop them at any time. */
interface Sequence {
  name: string;
  start: number;
}

/** Up to this number of rows, DELETE is faster than TRUNCATE, which recreates the files of the table and its indexes. */
const FEW = 200;

/** Deletes all rows and resets all sequences. */
async function clear(sql: postgres.Sql, tables: string[], sequences: readonly Sequence[]): Promise<void> {
  await sql.begin(async (tx) => {
    // A starting site stores the link for the first account. The lock keeps it from doing so between the statements.
    await tx`lock table user_verification in exclusive mode`;
    const counts = await tx<{ name: string; rows: number }[]>`${tables
      .map(
        (name) =>
          tx`select ${name} as name, (select count(*)::integer from (select from ${tx(name)} limit ${FEW + 1}) row_found) as rows`,
      )
      .reduce((all, one) => tx`${all} union all ${one}`)}`;
    const filled = counts.filter(({ rows }) => rows > 0).map(({ name }) => name);
    if (counts.some(({ rows }) => rows > FEW)) await tx`truncate ${tx(filled)} cascade`;
    else for (const name of filled) if (name !== 'club_step') await tx`delete from ${tx(name)}`;
    // Last, because deleting clubs and words adds steps to the history.
    await tx`delete from club_step`;
    await tx`
      select setval(name::regclass, start, false)
      from jsonb_to_recordset(${tx.json(sequences.map((sequence) => ({ ...sequence })))}) as sequence (name text, start bigint)`;
  });
}

let clubsMade = 0;

/** A test database from clients that are already open, such as those of a site. */
export async function createTestDatabase(source: Source): Promise<OpenTestDatabase> {
  const clients: postgres.Sql[] = [];
  const connectOnce = () => {
    const client = source.connect();
    clients.push(client);
    return client;
  };
  const sql = connectOnce();
  const tables = (
    await sql<{ name: string }[]>`
      select tablename as name from pg_tables
      where schemaname = 'public' and tablename not in ('migration', 'directory_version', 'directory_change', 'site_secret')
        -- Sites read directory_change to find removed clubs, and drop the tables of imports at any time.
        and tablename !~ '^import_[a-z_]+_[0-9]+$'`
  ).map(({ name }) => name);
  const sequences = await sql<Sequence[]>`
    select format('%I.%I', schemaname, sequencename) as name, start_value::integer as start from pg_sequences
    where schemaname = 'public' and sequencename !~ '^(import|directory)'`;

  const insertClub = async (club: NewClub): Promise<number> => {
    const [row] = await sql<[{ id: number }]>`
      insert into club ${sql({ name: `Club ${++clubsMade}`, ...club } as Record<string, unknown> as unknown as Record<string, string>)} returning id`;
    return row.id;
  };
  let client: Client | undefined;
  return {
    sql,
    get client() {
      return (client ??= source.open());
    },
    url: source.url,
    connect: connectOnce,
    insertClub,
    async insertClubs(...names) {
      const clubs = await sql<{ id: number }[]>`
        insert into club (name)
        select name from jsonb_array_elements_text(${sql.json(names)}) with ordinality given (name, position) order by position
        returning id`;
      return clubs.map(({ id }) => id);
    },
    async clear() {
      await clear(sql, tables, sequences);
    },
    async close() {
      await Promise.all([client?.close(), ...clients.map((one) => one.end({ timeout: 5 }))]);
      await source.leave();
    },
  };
}
