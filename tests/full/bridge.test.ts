import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duplexPair } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { Bridge } from '../../db/bridge.ts';
import { connectToOwner, openEmbedded } from '../../db/embedded.ts';
import {
  bind,
  EXECUTE,
  message,
  openClient,
  openRaw,
  openSocket,
  parse,
  readAnswer,
  serveEmbedded,
  split,
  sql,
  START,
  SYNC,
  times,
  until,
  untilSettled,
  WAYS,
} from '../support/bridge.ts';
import { connect } from '../support/client.ts';
import { copyEmbedded } from '../support/setup-databases.ts';

/*
 * The bridge serves many connections with the one session of the embedded database. The tests use both kinds of
 * connections: streams of this process, and the socket for other processes.
 */

serveEmbedded();

describe.each(WAYS)('Many clients through $way', ({ openStream }) => {
  test('receive their own rows and errors', async () => {
    await sql`insert into entry (id, text) select n, 'text ' || n from generate_series(1, 100) as n`;
    const clients = times(3, () => openClient(openStream));
    const results = await Promise.allSettled(
      clients.flatMap((client, index) =>
        times(30, async (n) => {
          const id = ((n * 7 + index * 13) % 100) + 1;
          if (n % 5 === 0) return await client`select ${'x'}::text::int as id`;
          if (n % 5 === 1) return await client.begin((tx) => tx`select id from entry where id = ${id}`);
          if (n % 5 === 2) return await client`select id from entry where text = ${`text ${id}`}`;
          return await client`select id from entry where id = ${id}`;
        }),
      ),
    );
    results.forEach((result, at) => {
      const [index, n] = [Math.floor(at / 30), at % 30];
      const id = ((n * 7 + index * 13) % 100) + 1;
      if (n % 5 === 0) expect(result).toMatchObject({ status: 'rejected', reason: { code: '22P02' } });
      else expect(result).toMatchObject({ status: 'fulfilled', value: [{ id }] });
    });
  });

  test('lose no update in concurrent transactions', async () => {
    await sql`insert into entry (id, text) values (1, '0')`;
    const clients = times(4, () => openClient(openStream));
    await Promise.all(
      clients.flatMap((client) =>
        times(10, () =>
          client.begin(async (tx) => {
            const [entry] = await tx<[{ text: string }]>`select text from entry where id = 1`;
            await tx`update entry set text = ${String(Number(entry.text) + 1)} where id = 1`;
          }),
        ),
      ),
    );
    expect(await sql`select text from entry`).toEqual([{ text: '40' }]);
  });

  test('send and receive long texts', async () => {
    const client = openClient(openStream);
    for (const text of ['é中🎿'.repeat(300_000), '', 'x'.repeat(2_000_000)]) {
      const [row] = await client<[{ text: string }]>`select ${text}::text as text`;
      expect(row.text === text).toBe(true);
    }
  });

  test('see nothing of a transaction that failed', async () => {
    const client = openClient(openStream);
    const failed = client.begin(async (tx) => {
      await tx`insert into entry (id) values (1)`;
      await tx`insert into entry (id) values (1)`;
    });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    const abandoned = client.begin(async (tx) => {
      await tx`insert into entry (id) values (2)`;
      throw new Error('abandoned');
    });
    await expect(abandoned).rejects.toThrow('abandoned');
    expect(await sql`select id from entry`).toEqual([]);
  });

  test('wait for the transaction of another', async () => {
    const [one, other] = [openClient(openStream), openClient(openStream)];
    await other`select 1`;
    const waiting = await one.begin(async (tx) => {
      await tx`insert into entry (id) values (1)`;
      const count = other<[{ total: number }]>`select count(*)::int as total from entry`.execute();
      await tx`insert into entry (id) values (2)`;
      return { count };
    });
    expect(await waiting.count).toEqual([{ total: 2 }]);
  });
});

describe('A connection', () => {
  test('continues without encryption', async () => {
    const stream = await openSocket();
    onTestFinished(() => void stream.destroy());
    let received = '';
    stream.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    stream.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]));
    await until(() => received === 'N');
    stream.write(START);
    await until(() => received.includes('Z\0\0\0\x05I'));
  });

  test('may send its messages byte by byte', async () => {
    const { stream, received } = await openRaw();
    for (const byte of message('Q', "select 'slow' || 'ly'")) stream.write(Buffer.from([byte]));
    await until(() => received().includes('slowly') && received().includes('Z\0\0\0\x05I'));
  });

  test.each([
    ['in the middle of a message', message('Q', "insert into entry values (1, 'x')").subarray(0, 20)],
    ['before Sync', Buffer.concat([parse('', 'insert into entry (id) values (1)'), bind(''), EXECUTE])],
    ['in a transaction', message('Q', 'begin; insert into entry (id) values (1)')],
    ['in a failed transaction', message('Q', 'begin; select 1 / 0')],
    ['with an invalid message', Buffer.concat([message('Q', 'begin'), Buffer.from('Q\xff\xff\xff\xff', 'latin1')])],
  ])('that ends %s leaves nothing behind', async (_, bytes) => {
    const { stream } = await openRaw();
    await new Promise((done) => stream.write(bytes, done));
    stream.destroy();
    expect(await sql`select id from entry`).toEqual([]);
    await sql.begin((tx) => tx`insert into entry (id) values (1)`);
    expect(await openClient()`select id from entry`).toEqual([{ id: 1 }]);
  });

  test.each([
    ['an unknown type', Buffer.from('?\0\0\0\x08what', 'latin1')],
    ['a negative length', Buffer.from('Q\xff\xff\xff\xff', 'latin1')],
    ['a length beyond the limit', Buffer.from('Q\x7f\xff\xff\xff', 'latin1')],
  ])('that sends a message with %s receives a protocol error and ends', async (_, bytes) => {
    const { stream, received } = await openRaw();
    const ended = new Promise((resolve) => stream.once('end', resolve));
    stream.write(Buffer.concat([message('Q', 'select 17'), bytes, message('Q', 'select 18')]));
    await ended;
    const answer = split(received());
    expect(answer.map(({ type }) => type).join('')).toBe('TDCZE');
    expect(answer.at(-1)?.body).toContain('\0C08P01\0');
  });
});

describe('COPY', () => {
  const REFUSAL = 'takes no data by COPY';
  const data = Buffer.concat([message('d', '1\t2\n'), message('c')]);

  test.each([
    ['alone', [message('Q', 'copy entry from stdin')]],
    ['in a transaction', [message('Q', 'begin; copy entry from stdin')]],
    ['as a prepared statement', [parse('', 'copy entry from stdin'), bind(''), EXECUTE, SYNC]],
  ])('from a client is refused %s', async (_, messages) => {
    const client = await openRaw();
    const answer = await client.ask(...messages);
    expect(answer.find(({ type }) => type === 'E')?.body).toContain(REFUSAL);
    client.stream.write(data);
    expect(await client.query('rollback; select 3')).toEqual(['3']);
    expect(await sql`select id from entry`).toEqual([]);
  });

  test.each([
    "copy (select 1) to program 'cat'",
    "do $$ begin execute 'co' || 'py (select 1) to pro' || 'gram ''cat'''; end $$",
  ])('starts no program: %s', async (text) => {
    const client = await openRaw();
    await client.query(text);
    expect(client.received()).toContain('could not execute command');
    expect(await client.query('select 1')).toEqual(['1']);
  });
});

describe('A connection that sends too much or does not read', () => {
  test('is not read while it waits for its turn', async () => {
    const client = await openRaw();
    const text = `select 1 /* ${'x'.repeat(100_000)} */`;
    await sql.begin(async (tx) => {
      await tx`select 1`;
      for (let sent = 0; sent < 200; sent += 1) client.stream.write(message('Q', text));
      await untilSettled(() => client.stream.writableLength);
      // The bridge reads about one of twenty million bytes.
      expect(client.stream.writableLength).toBeGreaterThan(15_000_000);
    });
    await until(() => split(client.received()).filter(({ type }) => type === 'Z').length === 200);
  });

  test('is not served while its answers are unread', async () => {
    const count = async () => (await sql<[{ total: number }]>`select count(*)::int as total from entry`)[0].total;
    const client = await openRaw();
    client.stream.pause();
    const insert = (id: number) => message('Q', `insert into entry (id) values (${id}); select repeat('x', 1000000)`);
    client.stream.write(Buffer.concat(times(30, insert)));
    await until(async () => (await count()) > 0);
    await untilSettled(count);
    expect(await count()).toBeLessThan(15);
    client.stream.resume();
    await until(async () => (await count()) === 30);
  });

  test('does not keep the database from closing', async () => {
    const { folder, owner } = await openAnother();
    const open = async () => (await connectToOwner(folder)) ?? Promise.reject(new Error('Nobody listens.'));
    const [deaf, copying] = [await openRaw(open), await openRaw(open)];
    deaf.stream.pause();
    deaf.stream.write(Buffer.concat(times(50, () => message('Q', "begin; select repeat('x', 1000000)"))));
    copying.stream.write(message('Q', 'copy club from stdin'));
    await owner.close();
  });

  describe('with limits', () => {
    let bridge: Bridge;
    let pglite: PGlite;
    const openLimited = () => {
      const [client, server] = duplexPair();
      bridge.connect(server);
      return client;
    };
    beforeAll(async () => {
      pglite = await PGlite.create();
      bridge = new Bridge(pglite, { longestAnswer: 3_000_000, stalledFor: 50 });
    });
    afterAll(async () => {
      await bridge.close();
      await pglite.close();
    });

    test('receives an error for an answer that is too long', async () => {
      const client = await openRaw(openLimited);
      expect(await client.query("select repeat('x', 1000) from generate_series(1, 1000000)")).toBe('54000');
      expect(client.received().length).toBeLessThan(4_000_000);
      expect(await client.query('select 1')).toEqual(['1']);
    });

    test('loses its transaction when another one waits and it does not read', async () => {
      const [client, other] = [await openRaw(openLimited), await openRaw(openLimited)];
      await other.query('create table unread (id int)');
      client.stream.pause();
      client.stream.write(message('Q', "begin; insert into unread values (1); select repeat('x', 2000000)"));
      expect(await other.query('select count(*) from unread')).toEqual(['0']);
    });

    test('loses an idle transaction when another one waits', async () => {
      const [client, other] = [await openRaw(openLimited), await openRaw(openLimited)];
      await other.query('create table idle (id int)');
      client.stream.write(message('Q', 'begin; insert into idle values (1)'));
      expect(await other.query('select count(*) from idle')).toEqual(['0']);
      await vi.waitFor(() => expect(client.received()).toContain('25P03'));
    });
  });
});

/** Opens an embedded database that the test closes. */
async function openAnother(onBroken?: (error: unknown) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-bridge-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  copyEmbedded(inject('embeddedTemplate'), folder);
  const owner = await openEmbedded(folder, onBroken ? { onBroken } : {});
  if (!owner) throw new Error('Another process has the database of this test.');
  return { folder, owner };
}

async function readClubs(folder: string) {
  const owner = await openEmbedded(folder);
  if (!owner) throw new Error('Another process has the database of this test.');
  const client = connect(owner);
  const clubs = await client<{ name: string }[]>`select name from club order by name`;
  await client.end();
  await owner.close();
  return clubs.map(({ name }) => name);
}

test('An error that breaks the database ends all connections and keeps what was committed', async () => {
  const broken = Promise.withResolvers<unknown>();
  const { folder, owner } = await openAnother(broken.resolve);
  const open = async () => (await connectToOwner(folder)) ?? Promise.reject(new Error('Nobody listens.'));
  const [client, other] = [await openRaw(open), await openRaw(open)];
  await other.query("insert into club (name) values ('completed')");
  // It calls itself until the stack overflows.
  await client.query(
    `set check_function_bodies = off; create function again(n int) returns int volatile language sql as 'select again(n + 1)'`,
  );
  client.stream.write(message('Q', "insert into club (name) values ('not'); select again(1)"));
  other.stream.write(message('Q', 'select 1'));
  expect(await broken.promise).toBeInstanceOf(Error);
  await until(() => client.stream.destroyed && other.stream.destroyed);
  for (const { received } of [client, other]) expect(readAnswer(split(received()))).toBe('57P02');
  await owner.close();
  expect(await readClubs(folder)).toEqual(['completed']);
});

test('A database that closes keeps committed transactions and undoes the one under way', async () => {
  const { folder, owner } = await openAnother();
  const client = connect({
    openStream: async () => (await connectToOwner(folder)) ?? Promise.reject(new Error('Nobody listens.')),
  });
  await client`insert into club (name) values ('before')`;
  const closed = Promise.withResolvers<undefined>();
  const cut = client.begin(async (tx) => {
    await tx`insert into club (name) values ('during')`;
    void owner.close().then(() => closed.resolve(undefined));
    await closed.promise;
  });
  await expect(cut).rejects.toThrow();
  await client.end({ timeout: 1 });
  expect(await readClubs(folder)).toEqual(['before']);
});
