import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openClient, type Client, type Patience, type Transaction } from '../../db/client.ts';
import { ConnectionLostError, UnknownOutcomeError } from '../../src/lost-connection.ts';
import { loadNameIndex } from '../../src/clubs/queries.ts';
import { describeDatabase, describeServer, type TestDatabase } from '../support/database.ts';
import { openFaultProxy, type Fault } from '../support/fault-proxy.ts';

/** The client under test, ended with it. */
function open(url: string | null, patience: Partial<Patience> = {}): Client {
  const client = openClient({ url: url ?? '' }, patience);
  onTestFinished(() => client.close(0));
  return client;
}

const killAll = (sql: postgres.Sql) => sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name in ('club-directory', 'club-directory-listener')`;

describeDatabase('A database client', (database) => {
  const client = () => database.client;

  test('reads with fragments, names, numbers and texts, in any depth', async () => {
    await database.insertClubs('Chess', 'Go', 'Ski', 'O\'"\\{}, NULL');
    const sql = client();
    const named = (names: string[]) => sql`name = any(${names})`;
    const rows = await sql<{ name: string; isActive: boolean }[]>`
      select name, ${sql('is_active')} from club
      where ${named(['Chess', 'Ski', 'O\'"\\{}, NULL'])} and id <> all(${sql.array([1], 1007)}) order by name`;
    expect([...rows]).toEqual([
      { name: 'O\'"\\{}, NULL', isActive: true },
      { name: 'Ski', isActive: true },
    ]);
    expect([...(await sql`select ${null}::text as a, ${sql.json({ b: [1, 'ü'] })}::jsonb as c`)]).toEqual([
      { a: null, c: { b: [1, 'ü'] } },
    ]);
    expect([...(await sql`select '{1,2}'::int[] as some, '{}'::int[] as none`)]).toEqual([{ some: [1, 2], none: [] }]);
  });

  test('reads a statement once, however often it is waited for', async () => {
    const [before] = await client()<[{ value: string }]>`select nextval('club_id_seq') as value`.catch(() => [
      { value: 'refused' },
    ]);
    const statement = client()`select clock_timestamp()::text as at`;
    expect(await statement).toBe(await statement);
    expect(before).toBeDefined();
  });

  test('reads many rows by batches, and stops when nobody wants more', async () => {
    const numbers: number[] = [];
    const rows = client()<{ n: number }[]>`select n from generate_series(1, 2500) as n`;
    for await (const batch of rows.cursor(1000)) {
      expect(batch.length).toBeLessThanOrEqual(1000);
      numbers.push(...batch.map(({ n }) => n));
    }
    expect(numbers).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1));
    for await (const batch of client()<{ n: number }[]>`select n from generate_series(1, 2500) as n`.cursor(10)) {
      expect(batch).toHaveLength(10);
      break;
    }
    expect([...(await client()`select 1 as one`)]).toEqual([{ one: 1 }]);
  });

  test('fails with what the database says', async () => {
    await expect(client()`select no_such_column`).rejects.toMatchObject({ code: '42703' });
    await expect(client().begin((tx) => tx`select 1 / 0`)).rejects.toMatchObject({ code: '22012' });
    await expect(
      (async () => {
        for await (const _ of client()`select 1 / (n - 5) from generate_series(1, 9) as n`.cursor(1));
      })(),
    ).rejects.toMatchObject({ code: '22012' });
    expect([...(await client()`select 1 as one`)]).toEqual([{ one: 1 }]);
  });

  test('writes in transactions alone', async () => {
    await expect(client()`insert into club (name) values ('Ski')`).rejects.toThrow('belongs into a transaction');
    const batches = client()`insert into club (name) values ('Ski') returning id`.cursor(10);
    await expect(batches[Symbol.asyncIterator]().next()).rejects.toThrow('belongs into a transaction');
    await client().begin((tx) => tx`insert into club (name) values ('Ski')`);
    await expect(
      client().begin(async (tx) => {
        await tx`insert into club (name) values ('Go')`;
        throw new Error('given up');
      }),
    ).rejects.toThrow('given up');
    expect([...(await client()`select name from club`)]).toEqual([{ name: 'Ski' }]);
  });

  test('does what no transaction can', async () => {
    await client().alone`vacuum (analyze) club`;
  });

  test('gives everybody their own rows, in turn when there are many', async () => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        n % 3 === 0 ? client().begin((tx) => tx`select ${n}::int as n`) : client()`select ${n}::int as n`,
      ),
    );
    expect(answers.map(([row]) => row as unknown)).toEqual(answers.map((_, n) => ({ n })));
  });

  test('hears what is announced, and asks on the connection that hears', async () => {
    const heard: string[] = [];
    let starts = 0;
    const listener = await client().listen(
      'clubs',
      (payload) => heard.push(payload),
      () => (starts += 1),
    );
    await client().begin((tx) => tx`select pg_notify('clubs', '1'), pg_notify('others', 'x')`);
    await listener.ask`select 1`;
    await expect.poll(() => heard).toEqual(['1']);
    listener.close();
    await client().begin((tx) => tx`select pg_notify('clubs', '2')`);
    expect([heard, starts]).toEqual([['1'], 1]);
  });
});

describeServer('A client of a server', (database) => {
  beforeEach(async () => {
    await database.sql`create table if not exists entry (batch int, part int, primary key (batch, part))`;
    await database.sql`truncate entry`;
  });

  test('reads on ten connections at the most, and writes on four, each for one transaction', async () => {
    const sql = open(database.url);
    const asked = await Promise.all(
      Array.from({ length: 50 }, () => sql<[{ pid: number }]>`select pg_backend_pid() as pid, pg_sleep(0.01)::text`),
    );
    expect(new Set(asked.map(([{ pid }]) => pid)).size).toBe(10);
    const few = await Promise.all([1, 2].map(() => sql<[{ pid: number }]>`select pg_backend_pid() as pid`));
    expect(new Set(few.map(([{ pid }]) => pid)).size).toBe(2);

    let atOnce = 0;
    let most = 0;
    const areAllThere = Promise.withResolvers<undefined>();
    const wrote = await Promise.all(
      Array.from({ length: 12 }, () =>
        sql.begin(async (tx) => {
          atOnce += 1;
          most = Math.max(most, atOnce);
          if (atOnce === 4) areAllThere.resolve(undefined);
          await areAllThere.promise;
          const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid, pg_sleep(0.01)::text`;
          atOnce -= 1;
          return pid;
        }),
      ),
    );
    expect(most).toBe(4);
    expect(new Set(wrote).size).toBe(12);
  });

  test('keeps nobody in the queue of a server that says nothing', async () => {
    const proxy = await openFaultProxy(database.url ?? '');
    const sql = open(proxy.url, { queueing: 300, reading: 60_000 });
    await sql`select 1`;
    proxy.holdAll();
    const all = Promise.allSettled(Array.from({ length: 10 }, (_, n) => sql`select ${n}::int as n`));
    const start = performance.now();
    await expect(sql`select 1`).rejects.toThrow('All connections to the database are waiting for it.');
    expect(performance.now() - start).toBeLessThan(5000);
    proxy.letGo();
    await all;
    expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
  });

  test('takes a server that says nothing for gone, and asks another connection', async () => {
    const proxy = await openFaultProxy(database.url ?? '');
    await open(proxy.url)`select 1 as one`;
    const messages = proxy.sent();
    // A machine that stands still for a moment loses the other connection too: then once more.
    for (let rows: unknown[] = []; rows.length === 0;) {
      const sql = open(proxy.url, { reading: 200 });
      proxy.failAt(messages - 1, 'held', 'after');
      rows = await sql`select 1 as one`.catch((error: unknown) => {
        expect(error).toBeInstanceOf(ConnectionLostError);
        return [];
      });
      expect(proxy.hasFailed()).toBe(true);
    }
  });

  test('gives everybody their own rows when the type of a column changes meanwhile', async () => {
    const sql = open(database.url);
    await database.sql`insert into entry select 1, n from generate_series(1, 50) as n`;
    const read = async () => {
      const answers = await Promise.all(
        Array.from({ length: 80 }, async (_, n) =>
          n % 2 === 0
            ? await sql`select part from entry where part = ${n % 50}`
            : await sql`select batch, part from entry where part <= ${n % 50} order by part`,
        ),
      );
      expect(answers.map((rows) => rows.length)).toEqual(
        answers.map((_, n) => (n % 2 === 0 ? Math.min(1, n % 50) : n % 50)),
      );
    };
    for (const type of ['bigint', 'int', 'bigint', 'int']) {
      await read();
      await database.sql`alter table entry alter column part type ${database.sql.unsafe(type)}`;
      await read();
    }
  });

  test('cannot change anything by what it only reads', async () => {
    const sql = open(database.url);
    await expect(
      sql`with new as (insert into entry values (1, 1) returning *) select * from new`,
    ).rejects.toMatchObject({
      code: '25006',
    });
  });

  test('asks again what was killed, on another connection, and later questions are none the worse', async () => {
    const sql = open(database.url);
    for (let round = 0; round < 5; round += 1) {
      const slow = Promise.all(Array.from({ length: 10 }, (_, n) => sql`select ${n}::int as n, pg_sleep(0.2)::text`));
      await sleep(60);
      await killAll(database.sql);
      expect((await slow).map(([row]) => row?.n as number)).toEqual(Array.from({ length: 10 }, (_, n) => n));
      const later = await Promise.all(Array.from({ length: 40 }, (_, n) => sql`select ${n}::int as n`));
      expect(later.map(([row]) => row?.n as number)).toEqual(Array.from({ length: 40 }, (_, n) => n));
    }
  });

  test('fails when it is killed twice, and reads on afterwards', async () => {
    const sql = open(database.url);
    const slow = sql`select pg_sleep(30)`.catch((error: unknown) => error);
    const killed = new Set<number>();
    const killNext = async () => {
      const victims = await database.sql<{ pid: number }[]>`
        select pid, pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'club-directory' and state = 'active'
          and pid <> all(${[0, ...killed]})`;
      for (const { pid } of victims) killed.add(pid);
      return killed.size;
    };
    for (const count of [1, 2]) await expect.poll(killNext, { interval: 20 }).toBe(count);
    expect(await slow).toBeInstanceOf(ConnectionLostError);
    expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
  });

  test('reads by batches on another connection when the one that it was given had gone', async () => {
    const sql = open(database.url);
    for (let round = 0; round < 10; round += 1) {
      await sql`select 1`;
      await killAll(database.sql);
      const numbers: number[] = [];
      for await (const batch of sql<{ n: number }[]>`select n from generate_series(1, 25) as n`.cursor(10)) {
        numbers.push(...batch.map(({ n }) => n));
      }
      expect(numbers).toHaveLength(25);
    }
  });

  test('says that rows are missing when the connection is lost after the first of them', async () => {
    const sql = open(database.url);
    for (let round = 0; round < 10; round += 1) {
      const numbers: number[] = [];
      const reading = (async () => {
        for await (const batch of sql<{ n: number }[]>`select n from generate_series(1, 25) as n`.cursor(10)) {
          numbers.push(...batch.map(({ n }) => n));
          await killAll(database.sql);
        }
      })();
      await expect(reading).rejects.toBeInstanceOf(ConnectionLostError);
      expect(numbers.length).toBeLessThan(25);
    }
  });

  test('loads all names or says that it could not, through fifty kills', async () => {
    await database.sql`insert into club (name) select 'Club ' || n from generate_series(1, 20000) as n`;
    const sql = open(database.url);
    for (let round = 0; round < 50; round += 1) {
      const loading = loadNameIndex(sql).then(
        (index) => expect(index.ids.length).toBe(20_000),
        (error: unknown) => expect(error).toBeInstanceOf(ConnectionLostError),
      );
      await sleep((round % 10) * 4);
      await killAll(database.sql);
      await loading;
    }
    expect((await loadNameIndex(sql)).ids.length).toBe(20_000);
  });

  test('hears again after its connection was killed', async () => {
    const sql = open(database.url);
    const heard: string[] = [];
    let starts = 0;
    await sql.listen(
      'clubs',
      (payload) => heard.push(payload),
      () => (starts += 1),
    );
    for (let round = 1; round <= 3; round += 1) {
      await killAll(database.sql);
      await expect.poll(() => starts).toBe(round + 1);
      await database.sql.notify('clubs', String(round));
      await expect.poll(() => heard.at(-1)).toBe(String(round));
    }
  });
});

/** What a transaction of several statements came to, as its caller knows it. */
type Outcome = 'done' | 'not done' | 'unknown';

const PARTS = 3;

/** Writes the parts of a batch in a transaction, and answers what its caller can say of it. */
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

/** Throws when a batch is not what its caller was told: nothing is ever there in part. */
async function expectOutcomes({ sql }: TestDatabase, outcomes: Outcome[]): Promise<void> {
  // A transaction whose client is gone may still be on its way out.
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
  beforeEach(async () => {
    await database.sql`create table if not exists entry (batch int, part int, primary key (batch, part))`;
    await database.sql`truncate entry`;
  });

  describe.each<Fault>(['closed', 'reset', 'held'])('whose connection is %s', (fault) => {
    test.each(['before', 'after'] as const)('%s any of their messages are whole or not there', async (side) => {
      const proxy = await openFaultProxy(database.url ?? '');
      const patient = open(proxy.url);
      const outcomes: Outcome[] = [await writeBatch(patient, 0)];
      const messages = proxy.sent();
      expect(messages).toBeGreaterThan(PARTS);
      // Nobody else ends what is held.
      const sql = open(proxy.url, fault === 'held' ? { writing: 200, connecting: 400 } : {});
      for (let message = 0; message < messages; message += 1) {
        // A machine that stands still for a moment ends its connection earlier: then once more.
        do {
          proxy.failAt(message, fault, side);
          outcomes.push(await writeBatch(sql, outcomes.length));
        } while (!proxy.hasFailed());
        // The next one knows nothing of it.
        outcomes.push(await writeBatch(patient, outcomes.length));
        expect(outcomes.at(-1)).toBe('done');
      }
      expect(new Set(outcomes)).toEqual(new Set(['done', 'not done', 'unknown']));
      await expectOutcomes(database, outcomes);
    });
  });

  test(
    'are each there whole or not at all, a thousand of them under random kills, and their callers know',
    { timeout: 300_000 },
    async () => {
      const sql = open(database.url);
      const outcomes: Outcome[] = [];
      let next = 0;
      let isOver = false;
      let kills = 0;
      const kill = async () => {
        while (!isOver) {
          const killed = await database.sql`
          select pg_terminate_backend(pid) from (
            select pid from pg_stat_activity
            where datname = current_database() and application_name = 'club-directory' order by random() limit 1
          ) as victim`;
          kills += killed.length;
          await sleep(Math.random() * 20);
        }
      };
      const work = async () => {
        while (next < 1000) {
          const batch = next++;
          outcomes[batch] = await writeBatch(sql, batch);
        }
      };
      const read = async () => {
        while (!isOver) {
          // Killed twice in a row, it may say so; what it answers is its own.
          const rows = await sql<{ a: number }[]>`select ${next}::int as a, ${next}::int as b`.catch(() => null);
          if (rows) expect(rows[0]).toMatchObject({ a: (rows[0] as { b?: number }).b });
        }
      };
      const others = [kill(), read(), read()];
      await Promise.all(Array.from({ length: 6 }, work));
      isOver = true;
      await Promise.all(others);
      const counts = Object.groupBy(outcomes, (outcome) => outcome);
      expect(counts.done?.length).toBeGreaterThan(500);
      expect(counts['not done']?.length).toBeGreaterThan(10);
      expect(kills).toBeGreaterThan(30);
      await expectOutcomes(database, outcomes);
    },
  );
});
