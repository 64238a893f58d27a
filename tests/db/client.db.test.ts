import { Duplex } from 'node:stream';
import type postgres from 'postgres';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openClient, type Client, type Sql, type Timeouts, type Transaction } from '../../db/client.ts';
import { ConnectionLostError, UnknownOutcomeError } from '../../src/lib/errors.ts';
import { loadNameIndex } from '../../src/clubs/directory/index-queries.ts';
import { describeDatabase, describeServer, type TestDatabase } from '../support/database.ts';
import { makeGate, type Fault, type Gate } from '../support/gate.ts';
import { inFull } from '../support/scope.ts';

/** A client that ends with the test. */
function open(url: string | null, timeouts: Partial<Timeouts> = {}): Client {
  const client = openClient({ url: url ?? '' }, { connecting: 30_000, ...timeouts });
  onTestFinished(() => client.close(0));
  return client;
}

/** A proxy in front of the server, until the end of the test. */
async function openProxy({ url }: TestDatabase): Promise<Gate> {
  const gate = await makeGate(url ?? '');
  onTestFinished(gate.shut);
  await gate.open();
  return gate;
}

const killAll = (sql: postgres.Sql) => sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name in ('club-directory', 'club-directory-listener')`;

describeDatabase('A database client', (database) => {
  const client = () => database.client;
  const readOne = async () => [...(await client()`select 1 as one`)];

  test('reads once, with nested fragments, identifiers, numbers and texts', async () => {
    const odd = 'O\'"\\{}, NULL';
    await database.insertClubs('Chess', 'Go', 'Ski', odd);
    const sql = client();
    const named = (names: string[]) => sql`name = any(${names})`;
    const query = sql<{ name: string; isActive: boolean }[]>`
      select name, ${sql('is_active')} from club
      where ${named(['Chess', 'Ski', odd])} and id <> all(${[1]}) order by name`;
    expect([...(await query)]).toEqual([odd, 'Ski'].map((name) => ({ name, isActive: true })));
    expect(await query).toBe(await query);
    expect([...(await sql`select ${null}::text as a, ${sql.json({ b: [1, 'ü'] })}::jsonb as c`)]).toEqual([
      { a: null, c: { b: [1, 'ü'] } },
    ]);
    expect([...(await sql`select '{1,2}'::int[] as some, '{}'::int[] as none`)]).toEqual([{ some: [1, 2], none: [] }]);
  });

  test('reads many rows in batches and can stop early, also in a transaction', async () => {
    const numbers: number[] = [];
    const rows = (sql: Sql) => sql<{ n: number }[]>`select n from generate_series(1, 2500) as n`;
    for await (const batch of rows(client()).cursor(1000)) numbers.push(...batch.map(({ n }) => n));
    expect(numbers).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1));
    const stopEarly = async (sql: Sql) => {
      for await (const batch of rows(sql).cursor(10)) {
        expect(batch).toHaveLength(10);
        break;
      }
      return [...(await sql`select 1 as one`)];
    };
    expect(await stopEarly(client())).toEqual([{ one: 1 }]);
    expect(await client().begin(stopEarly)).toEqual([{ one: 1 }]);
  });

  test('fails with the error of the database', async () => {
    await expect(client()`select no_such_column`).rejects.toMatchObject({ code: '42703' });
    await expect(client().begin((tx) => tx`select 1 / 0`)).rejects.toMatchObject({ code: '22012' });
    const batches = client()`select 1 / (n - 1) from generate_series(1, 9) as n`.cursor(1)[Symbol.asyncIterator]();
    await expect(batches.next()).rejects.toMatchObject({ code: '22012' });
    expect(await readOne()).toEqual([{ one: 1 }]);
  });

  test('commits a transaction only if its work and all its statements succeed', async () => {
    const insert = (tx: Transaction, name: string) => tx`insert into club (name) values (${name})`;
    await client().begin((tx) => insert(tx, 'Ski'));
    const abandoned = client().begin(async (tx) => {
      await insert(tx, 'Go');
      throw new Error('abandoned');
    });
    await expect(abandoned).rejects.toThrow('abandoned');
    const ignoring = client().begin(async (tx) => {
      await insert(tx, 'Chess');
      await insert(tx, 'Ski').catch(() => {});
    });
    await expect(ignoring).rejects.toThrow('one of its statements failed');
    expect([...(await client()`select name from club`)]).toEqual([{ name: 'Ski' }]);
    await client().alone`vacuum (analyze) club`;
  });

  test('limits the pauses within a transaction, so that a dead connection keeps no locks for hours', async () => {
    const limit = (sql: Sql) => sql`select current_setting('idle_in_transaction_session_timeout') as limit`;
    expect([...(await client().begin(limit))]).toEqual([{ limit: '30s' }]);
    expect([...(await limit(client()))]).toEqual([{ limit: '0' }]);
  });

  test('answers each of many concurrent queries with its own rows', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 3 === 0 ? client().begin((tx) => tx`select ${n}::int as n`) : client()`select ${n}::int as n`,
      ),
    );
    expect(answers.map(([row]) => row as unknown)).toEqual(answers.map((_, n) => ({ n })));
  });

  test('receives notifications and can query on the listening connection', async () => {
    const heard: string[] = [];
    const onListen = vi.fn();
    const listener = await client().listen('clubs', (payload) => heard.push(payload), onListen);
    await client().begin((tx) => tx`select pg_notify('clubs', '1'), pg_notify('others', 'x')`);
    await listener.ask`select 1`;
    await expect.poll(() => heard).toEqual(['1']);
    listener.close();
    await client().begin((tx) => tx`select pg_notify('clubs', '2')`);
    expect([heard, onListen.mock.calls.length]).toEqual([['1'], 1]);
  });
});

test('Statements and transactions fail on a stream that has closed before', async () => {
  const openStream = () => new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() }).destroy();
  const sql = openClient({ openStream });
  onTestFinished(() => sql.close(0));
  await expect(sql`select 1`).rejects.toThrow(ConnectionLostError);
  await expect(sql.begin((tx) => tx`select 1`)).rejects.toThrow(ConnectionLostError);
});

/** Creates a table for `writeBatch`. */
const createEntries = async ({ sql }: TestDatabase) => {
  await sql`create table if not exists entry (batch int, part int, primary key (batch, part))`;
  await sql`truncate entry`;
};

describeServer('A client of a server', (database) => {
  beforeEach(() => createEntries(database));

  test('reads on at most ten connections that stay open, and writes on at most four new ones', async () => {
    const sql = open(database.url);
    const ask = (on: Sql) => on<[{ pid: number }]>`select pg_backend_pid() as pid, pg_sleep(0.01)::text`;
    const countPids = async (count: number, one: () => PromiseLike<[{ pid: number }]>) =>
      new Set((await Promise.all(Array.from({ length: count }, one))).map(([{ pid }]) => pid)).size;
    expect(await countPids(50, () => ask(sql))).toBe(10);
    expect(await countPids(2, () => ask(sql))).toBe(2);

    let [atOnce, most] = [0, 0];
    const areAllThere = Promise.withResolvers<undefined>();
    const write = () =>
      sql.begin(async (tx) => {
        most = Math.max(most, ++atOnce);
        if (atOnce === 4) areAllThere.resolve(undefined);
        await areAllThere.promise;
        const answer = await ask(tx);
        atOnce -= 1;
        return answer;
      });
    expect([await countPids(12, write), most]).toEqual([12, 4]);
  });

  test('reports a lost connection when the server ends a transaction that pauses too long', async () => {
    const sql = open(database.url);
    const paused = sql.begin(async (tx) => {
      await tx`insert into entry values (1, 1)`;
      await tx`set local idle_in_transaction_session_timeout = '50ms'`;
      const countLocks = async () =>
        (await database.sql`select from pg_locks where relation = 'entry'::regclass`).length;
      await expect.poll(countLocks).toBe(0);
      // The notice of the server may arrive after a commit, whose outcome would be unknown.
      await tx`select 1`;
    });
    await expect(paused).rejects.toThrow(ConnectionLostError);
    expect(await database.sql`select from entry`).toHaveLength(0);
  });

  test('fails in the queue when all connections wait for a server that does not answer', async () => {
    const proxy = await openProxy(database);
    const sql = open(proxy.url, { queueing: 300, reading: 60_000 });
    await sql`select 1`;
    proxy.hold();
    const all = Promise.allSettled(Array.from({ length: 10 }, (_, n) => sql`select ${n}::int as n`));
    await expect(sql`select 1`).rejects.toThrow('All connections to the database are waiting for it.');
    proxy.letGo();
    await all;
    expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
  });

  test('uses another connection when one does not answer', async () => {
    const proxy = await openProxy(database);
    await open(proxy.url)`select 1 as one`;
    const messages = proxy.sent();
    // On a busy machine the first connection may be given up earlier, and the other one too: repeat.
    for (let rows: unknown[] = []; rows.length === 0 || !proxy.hasFailed();) {
      const sql = open(proxy.url, { reading: 200 });
      proxy.failAt(messages - 1, 'held', 'after');
      rows = await sql`select 1 as one`.catch((error: unknown) => {
        expect(error).toBeInstanceOf(ConnectionLostError);
        return [];
      });
    }
  });

  test('answers each query with its own rows while the type of a column changes', async () => {
    const sql = open(database.url);
    await database.sql`insert into entry select 1, n from generate_series(1, 50) as n`;
    const read = async () => {
      const answers = Array.from({ length: 40 }, async (_, n) =>
        n % 2 === 0
          ? (await sql`select part from entry where part = ${n + 1}`).length - 1
          : (await sql`select batch, part from entry where part <= ${n} order by part`).length - n,
      );
      expect(new Set(await Promise.all(answers))).toEqual(new Set([0]));
    };
    for (const type of ['bigint', 'int']) {
      await read();
      await database.sql`alter table entry alter column part type ${database.sql.unsafe(type)}`;
      await read();
    }
  });

  test('cannot change anything outside of a transaction', async () => {
    const sql = open(database.url);
    await expect(
      sql`with new as (insert into entry values (1, 1) returning *) select * from new`,
    ).rejects.toMatchObject({
      code: '25006',
    });
  });

  test.each([
    [1, 'fulfilled'],
    [2, 'rejected'],
  ])('repeats a query once on a new connection: when killed %i times, it is %s', async (kills, status) => {
    const sql = open(database.url);
    const holder = await database.sql.reserve();
    onTestFinished(() => holder.release());
    await holder`select pg_advisory_lock(1)`;
    const results = Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => sql`select ${n}::int as n, pg_advisory_xact_lock_shared(1)::text`),
    );
    const isBlocked = database.sql`datname = current_database() and wait_event = 'advisory'`;
    const countBlocked = async () => (await database.sql`select from pg_stat_activity where ${isBlocked}`).length;
    await expect.poll(countBlocked, { interval: 20 }).toBe(10);
    const killed = new Set([0]);
    const killNext = async () => {
      const victims = await database.sql<{ pid: number }[]>`
        select pid, pg_terminate_backend(pid) from pg_stat_activity where ${isBlocked} and pid <> all(${[...killed]})`;
      for (const { pid } of victims) killed.add(pid);
      return killed.size - 1;
    };
    await expect.poll(killNext, { interval: 20 }).toBe(kills * 10);
    await holder`select pg_advisory_unlock(1)`;
    (await results).forEach((result, n) => {
      expect(result).toMatchObject(
        status === 'fulfilled'
          ? { status, value: [{ n }] }
          : { status, reason: expect.any(ConnectionLostError) as Error },
      );
    });
    expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
  });

  test.each(['before', 'after'] as const)(
    'loads all names or fails when the connection is lost %s any message',
    async (side) => {
      await database.sql`insert into club (name) select 'Club ' || n from generate_series(1, 3000) as n`;
      const proxy = await openProxy(database);
      expect((await loadNameIndex(open(proxy.url))).clubs.length).toBe(3000);
      for (let message = proxy.sent() - 1; message >= 0; message -= 1) {
        proxy.failAt(message, 'closed', side);
        await loadNameIndex(open(proxy.url)).then(
          (index) => expect(index.clubs.length).toBe(3000),
          (error: unknown) => expect(error).toBeInstanceOf(ConnectionLostError),
        );
      }
    },
  );

  test('receives notifications again after its connection was killed', async () => {
    const heard: string[] = [];
    const [onListen, onLost] = [vi.fn(), vi.fn()];
    await open(database.url).listen('clubs', (payload) => heard.push(payload), onListen, onLost);
    for (let round = 1; round <= 2; round += 1) {
      await killAll(database.sql);
      await expect.poll(() => onListen.mock.calls.length).toBe(round + 1);
      expect(onLost).toHaveBeenCalledTimes(round);
      await database.sql.notify('clubs', String(round));
      await expect.poll(() => heard.at(-1)).toBe(String(round));
    }
  });
});

/** The outcome of a transaction of several statements, as its caller knows it. */
type Outcome = 'done' | 'not done' | 'unknown';

const PARTS = 3;

/** Writes the parts of a batch in a transaction, and returns the outcome. */
async function writeBatch(sql: Client, batch: number): Promise<Outcome> {
  try {
    await sql.begin(async (tx: Transaction) => {
      for (let part = 1; part <= PARTS; part += 1) await tx`insert into entry (batch, part) values (${batch}, ${part})`;
    });
    return 'done';
  } catch (error) {
    if (error instanceof UnknownOutcomeError) return 'unknown';
    return 'not done';
  }
}

/** Fails when a batch does not match the outcome that its caller knows, or is there in part. */
async function expectOutcomes({ sql }: TestDatabase, outcomes: Outcome[]): Promise<void> {
  // The server may still end the transactions of lost connections.
  const isOver = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and application_name = 'club-directory'
        and (state <> 'idle' or query = 'commit')`
    ).length === 0;
  await expect.poll(isOver).toBe(true);
  const found = await sql<{ batch: number; parts: number }[]>`
    select batch, count(*)::int as parts from entry group by batch`;
  const parts = new Map(found.map((row) => [row.batch, row.parts]));
  const wrong = outcomes.flatMap((outcome, batch) => {
    const there = parts.get(batch) ?? 0;
    const isRight = outcome === 'unknown' ? there === 0 || there === PARTS : there === (outcome === 'done' ? PARTS : 0);
    return isRight ? [] : [{ batch, outcome, there }];
  });
  expect(wrong).toEqual([]);
}

describeServer('Transactions', (database) => {
  beforeEach(() => createEntries(database));

  describe.each<Fault>(['closed', 'reset', 'held'])('whose connection is %s', (fault) => {
    test.each(['before', 'after'] as const)('%s any message are committed whole or not at all', async (side) => {
      const proxy = await openProxy(database);
      const patient = open(proxy.url);
      const outcomes: Outcome[] = [await writeBatch(patient, 0)];
      const messages = proxy.sent();
      expect(messages).toBeGreaterThan(PARTS);
      // A held connection ends only by these timeouts.
      const sql = open(proxy.url, fault === 'held' ? { writing: 200, connecting: 400 } : {});
      for (let message = 0; message < messages; message += 1) {
        // On a busy machine the connection may time out earlier: repeat.
        do {
          proxy.failAt(message, fault, side);
          outcomes.push(await writeBatch(sql, outcomes.length));
        } while (!proxy.hasFailed());
        outcomes.push(await writeBatch(patient, outcomes.length));
        expect(outcomes.at(-1)).toBe('done');
      }
      expect(new Set(outcomes)).toEqual(new Set(['done', 'not done', 'unknown']));
      await expectOutcomes(database, outcomes);
    });
  });

  test('are committed whole or not at all under random kills, and their callers know which', async () => {
    const sql = open(database.url);
    const count = inFull(150, 1000);
    const outcomes: Outcome[] = [];
    let next = 0;
    let isOver = false;
    const killOne = () => database.sql`
      select pg_terminate_backend(pid) from (
        select pid from pg_stat_activity
        where datname = current_database() and application_name = 'club-directory' order by random() limit 1
      ) as victim`;
    const work = async () => {
      while (next < count) {
        const batch = next++;
        const killing = batch % 3 === 0 ? killOne() : null;
        outcomes[batch] = await writeBatch(sql, batch);
        await killing;
      }
    };
    const read = async () => {
      while (!isOver) {
        // A query fails when it is killed twice.
        const rows = await sql<{ a: number; b: number }[]>`select ${next}::int as a, ${next}::int as b`.catch(
          () => null,
        );
        if (rows) expect(rows[0]?.a).toBe(rows[0]?.b);
      }
    };
    const reading = [read(), read()];
    await Promise.all(Array.from({ length: 6 }, work));
    isOver = true;
    await Promise.all(reading);
    expect(outcomes).toHaveLength(count);
    await expectOutcomes(database, outcomes);
    await database.sql`truncate entry`;
    expect(await writeBatch(sql, 0)).toBe('done');
  });
});
