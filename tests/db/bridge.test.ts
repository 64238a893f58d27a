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
  start,
  SYNC,
  times,
  until,
  WAYS,
} from '../support/bridge.ts';
import { connect } from '../support/client.ts';
import { copyEmbedded } from '../support/setup-databases.ts';

/*
 * The bridge gives the one session of the embedded database to many connections in turn. Here they are of both kinds:
 * streams of this process, and the socket that other processes use.
 */

serveEmbedded();

describe.each(WAYS)('Many connections through $way', ({ openStream }) => {
  test('each get the rows that they asked for', async () => {
    await sql`insert into entry (id, text) select n, 'text ' || n from generate_series(1, 100) as n`;
    const clients = times(5, () => openClient(openStream));
    const answers = await Promise.all(
      clients.flatMap((client, index) =>
        times(60, async (n) => {
          const id = ((n * 7 + index * 13) % 100) + 1;
          if (n % 3 === 0)
            return await client.begin(async (tx) =>
              (await tx`select id, text from entry where id = ${id}`).concat({ id }),
            );
          if (n % 3 === 1) return (await client`select id, text from entry where id = ${id}`).concat({ id });
          return (await client`select id, text from entry where text = ${`text ${id}`}`).concat({ id });
        }),
      ),
    );
    expect(answers).toHaveLength(300);
    for (const [row, asked] of answers)
      expect(row).toEqual({ id: asked?.id as number, text: `text ${asked?.id as number}` });
  });

  test('lose no change in transactions at the same time', async () => {
    await sql`insert into entry (id, text) values (1, '0')`;
    const clients = times(5, () => openClient(openStream));
    await Promise.all(
      clients.flatMap((client) =>
        times(20, () =>
          client.begin(async (tx) => {
            const [entry] = await tx<[{ text: string }]>`select text from entry where id = 1`;
            await tx`update entry set text = ${String(Number(entry.text) + 1)} where id = 1`;
          }),
        ),
      ),
    );
    expect(await sql`select text from entry`).toEqual([{ text: '100' }]);
  });

  test('carry texts that do not fit into one piece', async () => {
    const client = openClient(openStream);
    const texts = ['é中🎿'.repeat(300_000), '', 'x'.repeat(2_000_000)];
    const rows = await Promise.all(texts.map((text) => client<[{ text: string }]>`select ${text}::text as text`));
    expect(rows.map(([row]) => row.text === texts[rows.findIndex(([one]) => one === row)])).toEqual([true, true, true]);
    const many = await client<{ n: number }[]>`select n from generate_series(1, 20000) as n`;
    expect(many.map(({ n }) => n)).toEqual(times(20_000, (n) => n + 1));
  });

  test('go on after an error of one of them', async () => {
    const [one, other] = [openClient(openStream), openClient(openStream)];
    const results = await Promise.allSettled(
      times(30, (n) =>
        n % 3 === 0
          ? one`select ${'x'}::text::int`
          : n % 3 === 1
            ? one`select no_such_column`
            : other`select ${n}::int as n`,
      ),
    );
    results.forEach((result, n) => {
      if (n % 3 === 2) expect(result).toMatchObject({ status: 'fulfilled', value: [{ n }] });
      else expect(result).toMatchObject({ status: 'rejected', reason: { code: n % 3 === 0 ? '22P02' : '42703' } });
    });
  });

  test('see nothing of a transaction that failed', async () => {
    const client = openClient(openStream);
    const failed = client.begin(async (tx) => {
      await tx`insert into entry (id) values (1)`;
      await tx`insert into entry (id) values (1)`;
    });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    const given = client.begin(async (tx) => {
      await tx`insert into entry (id) values (2)`;
      throw new Error('given up');
    });
    await expect(given).rejects.toThrow('given up');
    expect(await sql`select id from entry`).toEqual([]);
  });

  test('wait for a transaction that takes its time', async () => {
    const [one, other] = [openClient(openStream), openClient(openStream)];
    await other`select 1`;
    const seen: string[] = [];
    const begun = Promise.withResolvers<undefined>();
    const slow = one.begin(async (tx) => {
      await tx`insert into entry (id) values (1)`;
      begun.resolve(undefined);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await tx`insert into entry (id) values (2)`;
      seen.push('slow');
    });
    await begun.promise;
    const [row] = await other<[{ total: number }]>`select count(*)::int as total from entry`;
    seen.push('quick');
    await slow;
    expect(seen).toEqual(['slow', 'quick']);
    expect(row.total).toBe(2);
  });

  test('take their prepared statements along when they end', async () => {
    const statements = async () => {
      const [row] = await sql<[{ total: number }]>`select count(*)::int as total from pg_prepared_statements`;
      return row.total;
    };
    await statements();
    const before = await statements();
    const client = connect({ openStream });
    await Promise.all(times(12, (n) => client.unsafe(`select ${n} as n, $1::int`, [n], { prepare: true })));
    expect(await statements()).toBeGreaterThanOrEqual(before + 12);
    await client.end();
    await until(async () => (await statements()) === before);
  });
});

describe('A connection at the level of messages', () => {
  test('is refused encryption, and goes on without', async () => {
    const stream = await openSocket();
    onTestFinished(() => void stream.destroy());
    let received = '';
    stream.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    stream.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]));
    await until(() => received === 'N');
    stream.write(START);
    await until(() => received.includes('Z\0\0\0\x05I'));
  });

  test('may send its messages a byte at a time', async () => {
    const { stream, received } = await openRaw();
    for (const byte of message('Q', "select 'slow' || 'ly'")) stream.write(Buffer.from([byte]));
    await until(() => received().includes('slowly') && received().includes('Z\0\0\0\x05I'));
  });

  test.each([
    ['in the middle of a message', message('Q', "insert into entry values (1, 'x')").subarray(0, 20)],
    ['before it says that its query is over', message('P', '', 'insert into entry (id) values (1)', 0)],
    [
      'before it says that its change is over',
      Buffer.concat([parse('', 'insert into entry (id) values (1)'), bind(''), EXECUTE]),
    ],
    ['in the middle of a query', Buffer.concat([message('P', '', 'begin', 0), message('B', '', '', 0, 0, 0)])],
    ['in a transaction', message('Q', 'begin; insert into entry (id) values (1)')],
    ['in a transaction that failed', message('Q', 'begin; select 1 / 0')],
    ['while it asks', Buffer.concat(times(20, () => message('Q', 'select pg_sleep(0.001)')))],
    ['with a message that there is not', Buffer.concat([message('?', 'what'), SYNC])],
    ['with a message that has no length', Buffer.from('Q\0\0\0\0')],
    ['with a message of negative length', Buffer.from('Q\xff\xff\xff\xff', 'latin1')],
    ['with a message that has no end', Buffer.from('Q\x7f\xff\xff\xff', 'latin1')],
    [
      'in a transaction, with nonsense',
      Buffer.concat([message('Q', 'begin; insert into entry (id) values (1)'), Buffer.from('?????')]),
    ],
  ])('may end %s, and nobody is the worse for it', async (_, bytes) => {
    const { stream } = await openRaw();
    stream.write(bytes);
    await new Promise((resolve) => setTimeout(resolve, 20));
    stream.destroy();
    expect(await sql`select id from entry`).toEqual([]);
    await sql.begin((tx) => tx`insert into entry (id) values (1)`);
    expect(await openClient()`select id from entry`).toEqual([{ id: 1 }]);
  });

  test.each([
    ['a type that there is not', Buffer.from('?\0\0\0\x08what', 'latin1'), 'invalid frontend message type 63'],
    ['no length', Buffer.from('Q\0\0\0\0', 'latin1'), 'invalid message length'],
    ['a negative length', Buffer.from('Q\xff\xff\xff\xff', 'latin1'), 'invalid message length'],
    ['more bytes than anybody can keep', Buffer.from('Q\x7f\xff\xff\xff', 'latin1'), 'invalid message length'],
    ['more bytes than its type has', Buffer.from('S\x00\xff\xff\xff', 'latin1'), 'invalid message length'],
  ])('that sends a message of %s is told so, after its answers, and ends', async (_, bytes, said) => {
    const { stream, received } = await openRaw();
    const ended = new Promise((resolve) => stream.once('end', resolve));
    stream.write(Buffer.concat([message('Q', 'select 17'), bytes, message('Q', 'select 18')]));
    await ended;
    const answer = split(received());
    expect(answer.map(({ type }) => type).join('')).toBe('TDCZE');
    expect(answer.at(-1)?.body).toContain(`SFATAL\0VFATAL\0C08P01\0M${said}\0`);
  });

  test.each([
    ['a query', message('Q', "select 'mine'"), ['mine']],
    ['a query that fails', message('Q', 'selec'), '42601'],
    ['a query of many messages', Buffer.concat([parse('', "select 'mine'"), bind(''), EXECUTE, SYNC]), ['mine']],
    ['a message that is broken', Buffer.concat([message('B'), SYNC]), '08P01'],
  ])('may send %s along with its first message, and has the answer itself', async (_, bytes, expected) => {
    const other = await openRaw();
    const stream = await openSocket();
    onTestFinished(() => void stream.destroy());
    let received = '';
    stream.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    const types = () => split(received).filter(({ type }) => type === 'Z').length;
    stream.write(Buffer.concat([START, bytes]));
    const asked = other.query("select 'theirs'");
    await until(() => types() >= 2);
    expect(readAnswer(split(received))).toEqual(expected);
    expect(await asked).toEqual(['theirs']);
    expect(await other.query("select 'again'")).toEqual(['again']);
    expect(types()).toBe(2);
  });

  test.each([
    ['no name', start('')],
    ['a name without a value', start('user\0postgres\0database')],
    ['no end', Buffer.from([0, 0, 0, 13, 0, 3, 0, 0, ...Buffer.from('user\0')])],
    ['more after its end', start('user\0postgres\0\0what\0')],
    ['a value that there is not', start('user\0postgres\0replication\0what\0')],
  ])('that begins with %s does not disturb others', async (_, first) => {
    const other = await openRaw();
    const stream = await openSocket();
    onTestFinished(() => void stream.destroy());
    let received = '';
    stream.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    stream.write(Buffer.concat([first, message('Q', "select 'mine'")]));
    expect(await other.query("select 'theirs'")).toEqual(['theirs']);
    await until(() => stream.destroyed || received.includes('mine'));
    expect(await other.query("select 'again'")).toEqual(['again']);
  });

  test('that speaks another protocol is told so', async () => {
    const stream = await openSocket();
    onTestFinished(() => void stream.destroy());
    let received = '';
    stream.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    stream.write(Buffer.from([0, 0, 0, 8, 0, 2, 0, 0]));
    await new Promise((resolve) => stream.once('end', resolve));
    expect(received).toContain('unsupported frontend protocol');
  });

  test('that asks to cancel a query is not answered', async () => {
    const stream = await openSocket();
    onTestFinished(() => void stream.destroy());
    let received = '';
    stream.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    stream.write(Buffer.from([0, 0, 0, 16, 4, 210, 22, 46, 0, 0, 0, 1, 0, 0, 0, 1]));
    await new Promise((resolve) => stream.once('end', resolve));
    expect(received).toBe('');
  });

  test('may ask for nothing, without anybody waiting for it', async () => {
    const { stream } = await openRaw();
    stream.write(Buffer.concat([message('H'), message('d', 'x'), message('c'), message('f', 'x')]));
    const other = await openRaw();
    expect(await other.query('select 1')).toEqual(['1']);
  });
});

describe('COPY', () => {
  const REFUSAL = 'takes no data by COPY';
  const begin = Buffer.concat([message('d', '1\t2\n'), message('c')]);

  test.each([
    ['alone', 'copy entry from stdin', 'EZ'],
    ['as programs hide it', '/* a /* b */ */ \n\t -- c\n CoPy"entry"(id)from\nSTDIN with(format csv)', 'EZ'],
    ['after another statement', 'select 1; copy entry from stdin; select 2', 'TDCEZ'],
    ['twice', 'copy entry from stdin; copy entry from stdin', 'EZ'],
    ['in a transaction', 'begin; copy entry from stdin', 'CEZ'],
    ['of a binary format', 'copy entry from stdin (format binary)', 'EZ'],
  ])('of data is refused, %s', async (_, text, types) => {
    const client = await openRaw();
    const answer = await client.ask(message('Q', text));
    expect(answer.map(({ type }) => type).join('')).toBe(types);
    expect(answer.find(({ type }) => type === 'E')?.body).toContain(REFUSAL);
    // What a client had sent ahead changes nothing.
    client.stream.write(begin);
    expect(await client.query('rollback; select 3')).toEqual(['3']);
    expect(await sql`select id from entry`).toEqual([]);
  });

  test('of data is refused as a prepared statement', async () => {
    const client = await openRaw();
    const answer = await client.ask(parse('', 'copy entry from stdin'), bind(''), EXECUTE, begin, SYNC);
    expect(answer.map(({ type }) => type).join('')).toBe('12EZ');
    expect(answer[2]?.body).toContain(REFUSAL);
    expect(await client.query('select 3')).toEqual(['3']);
  });

  test('of data in a function is refused', async () => {
    const client = await openRaw();
    expect(await client.query('do $$ begin copy entry from stdin; end $$')).toBe('0A000');
    expect(await client.query('select 3')).toEqual(['3']);
  });

  test('of data through the driver fails as any query does', async () => {
    const client = openClient(openSocket);
    await expect(client`copy entry from stdin`.simple()).rejects.toThrow(REFUSAL);
    expect(await client`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test.each([
    ['to', "copy (select 1) to program 'cat'"],
    ['from', "copy entry from program 'cat'"],
    ['spelled in pieces to', "do $$ begin execute 'co' || 'py (select 1) to pro' || 'gram ''cat'''; end $$"],
  ])('%s a program is refused', async (_, text) => {
    const client = await openRaw();
    expect(await client.query(text)).toMatch(/^\w{5}$/);
    expect(client.received()).toContain('could not execute command');
    expect(await client.query('select 1')).toEqual(['1']);
  });

  test('of rows to the client is carried', async () => {
    await sql`insert into entry (id, text) select n, 'text ' || n from generate_series(1, 5000) as n`;
    const client = await openRaw();
    const answer = await client.ask(message('Q', 'copy (select id, text from entry order by id) to stdout'));
    const rows = answer.filter(({ type }) => type === 'd').map(({ body }) => body);
    expect(rows).toEqual(times(5000, (n) => `${n + 1}\ttext ${n + 1}\n`));
  });
});

describe('A connection that asks more than it is served, or does not read', () => {
  const big = (id: number) => message('Q', `insert into entry (id) values (${id}); select repeat('x', 1000000)`);
  const countEntries = async () => (await sql<[{ total: number }]>`select count(*)::int as total from entry`)[0].total;

  test('is read no further while it waits for its turn', async () => {
    const client = await openRaw();
    const text = `select 1 /* ${'x'.repeat(100_000)} */`;
    const done = Promise.withResolvers<undefined>();
    const slow = sql.begin(async (tx) => {
      await tx`select 1`;
      await done.promise;
    });
    for (let sent = 0; sent < 200; sent += 1) client.stream.write(message('Q', text));
    await new Promise((resolve) => setTimeout(resolve, 200));
    // Twenty million bytes, of which the bridge takes about one.
    expect(client.stream.writableLength).toBeGreaterThan(15_000_000);
    done.resolve(undefined);
    await slow;
    await until(() => split(client.received()).filter(({ type }) => type === 'Z').length === 200);
  });

  test('is served no further while its answers are unread, and others are', async () => {
    const client = await openRaw();
    client.stream.pause();
    client.stream.write(Buffer.concat(times(30, big)));
    await until(async () => (await countEntries()) > 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await countEntries()).toBeLessThan(15);
    client.stream.resume();
    await until(async () => (await countEntries()) === 30);
  });

  test('may send one message of many millions of bytes', async () => {
    const client = openClient(openSocket);
    const clubs = times(100_000, (id) => ({ id, name: `Club ${id} ${'é'.repeat(100)}` }));
    const [row] = await client<[{ total: number }]>`
      select count(*)::int as total from jsonb_to_recordset(${client.json(clubs)}::jsonb) as club(id int, name text)`;
    expect(row.total).toBe(100_000);
  });

  test('does not keep the database from being closed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'club-directory-bridge-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    copyEmbedded(inject('embeddedTemplate'), folder);
    const owner = await openEmbedded(folder);
    const open = async () => (await connectToOwner(folder)) ?? Promise.reject(new Error('Nobody listens.'));
    const [deaf, copying, open1] = [await openRaw(open), await openRaw(open), await openRaw(open)];
    deaf.stream.pause();
    deaf.stream.write(Buffer.concat(times(50, () => message('Q', "begin; select repeat('x', 1000000)"))));
    copying.stream.write(message('Q', 'copy club from stdin'));
    open1.stream.write(message('Q', 'select 1'));
    await owner?.close();
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

    test.each([
      ['of many rows', "select repeat('x', 1000) from generate_series(1, 1000000)"],
      ['of a COPY', "copy (select repeat('x', 1000) from generate_series(1, 1000000)) to stdout"],
    ])('is told when an answer is too long to be kept: one %s', async (_, text) => {
      const client = await openRaw(openLimited);
      expect(await client.query(text)).toBe('54000');
      expect(client.received()).toContain('ask for it in parts');
      expect(client.received().length).toBeLessThan(4_000_000);
      expect(await client.query('select 1')).toEqual(['1']);
    });

    test('ends when others wait for its transaction and it does not read', async () => {
      const [client, other] = [await openRaw(openLimited), await openRaw(openLimited)];
      await other.query('create table kept (id int)');
      client.stream.pause();
      client.stream.write(message('Q', "begin; insert into kept values (1); select repeat('x', 2000000)"));
      expect(await other.query('select count(*) from kept')).toEqual(['0']);
      expect(client.stream.destroyed).toBe(false);
    });

    test.each([
      ['in the middle of its transaction', [message('Q', 'begin; insert into stalled values (1)')]],
      ['in the middle of a query', [message('P', '', 'insert into stalled values (1)', '\0\0')]],
    ])('loses what it has begun when it says nothing %s, and is told so', async (_, sent) => {
      const [client, other] = [await openRaw(openLimited), await openRaw(openLimited)];
      await other.query('create table if not exists stalled (id int)');
      for (const part of sent) client.stream.write(part);
      expect(await other.query('select count(*) from stalled')).toEqual(['0']);
      await vi.waitFor(() => expect(client.received()).toContain('25P03'));
      expect(client.received()).toContain('nothing was heard for 0.05 s in the middle of a transaction');
    });

    test('may take its time between its transactions', async () => {
      const client = await openRaw(openLimited);
      expect(await client.query('select 1')).toEqual(['1']);
      await new Promise((resolve) => setTimeout(resolve, 120));
      expect(await client.query('select 2')).toEqual(['2']);
    });
  });
});

describe('A statement that never ends calling itself', () => {
  const FUNCTION = "create function again(n int) returns int language plpgsql as 'begin return again(n + 1); end'";
  const SQL_FUNCTION = "create function again(n int) returns int volatile language sql as 'select again(n + 1)'";

  test('is refused', async () => {
    const client = await openRaw();
    expect(await client.query(`begin; set local check_function_bodies = off; ${FUNCTION}`)).toEqual([]);
    expect(await client.query('select again(1)')).toBe('54001');
    await client.query('rollback');
    expect(await client.query('select 1')).toEqual(['1']);
  });

  test('and breaks the database ends every connection, keeps what was completed, and is reported', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'club-directory-bridge-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    copyEmbedded(inject('embeddedTemplate'), folder);
    const broken = Promise.withResolvers<unknown>();
    const owner = await openEmbedded(folder, { onBroken: broken.resolve });
    const open = async () => (await connectToOwner(folder)) ?? Promise.reject(new Error('Nobody listens.'));
    const [client, other] = [await openRaw(open), await openRaw(open)];
    await other.query("insert into club (name) values ('completed')");
    await client.query(`set check_function_bodies = off; ${SQL_FUNCTION}`);
    client.stream.write(message('Q', "insert into club (name) values ('not'); select again(1)"));
    other.stream.write(message('Q', 'select 1'));
    expect(await broken.promise).toBeInstanceOf(Error);
    await until(() => client.stream.destroyed && other.stream.destroyed);
    for (const { received } of [client, other]) expect(readAnswer(split(received()))).toBe('57P02');
    await owner?.close();

    const next = await openEmbedded(folder);
    if (!next) throw new Error('The database is still taken.');
    const reader = await openRaw(() => next.openStream());
    expect(await reader.query("select name from club where name in ('completed', 'not')")).toEqual(['completed']);
    reader.stream.destroy();
    await next.close();
  });
});

describe.each(['streams of this process', 'the socket'])('An embedded database that is closed under %s', (way) => {
  async function openAnother() {
    const folder = await mkdtemp(join(tmpdir(), 'club-directory-bridge-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    copyEmbedded(inject('embeddedTemplate'), folder);
    const owner = await openEmbedded(folder);
    if (!owner) throw new Error('Another process has the database of this test.');
    const client = connect({
      openStream: async () => {
        const stream = way === 'the socket' ? await connectToOwner(folder) : owner.openStream();
        if (!stream) throw new Error('Nobody listens on the socket.');
        return stream;
      },
    });
    return { folder, owner, client };
  }
  async function readClubs(folder: string) {
    const owner = await openEmbedded(folder);
    if (!owner) throw new Error('Another process has the database of this test.');
    const client = connect(owner);
    const clubs = await client`select name from club order by name`;
    await client.end();
    await owner.close();
    return clubs;
  }

  test('has what its clients wrote before they ended', async () => {
    const { folder, owner, client } = await openAnother();
    const written = client.begin(async (tx) => {
      for (const name of ['a', 'b', 'c']) await tx`insert into club (name) values (${name})`;
    });
    await written;
    await client.end();
    await owner.close();
    expect(await readClubs(folder)).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  });

  test('has nothing of a transaction that was not over, and its client is told', async () => {
    const { folder, owner, client } = await openAnother();
    await client`insert into club (name) values ('before')`;
    const closing = Promise.withResolvers<undefined>();
    const cut = client.begin(async (tx) => {
      await tx`insert into club (name) values ('during')`;
      closing.resolve(undefined);
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    await closing.promise;
    await Promise.all([expect(cut).rejects.toThrow(), owner.close()]);
    await client.end({ timeout: 1 });
    expect(await readClubs(folder)).toEqual([{ name: 'before' }]);
  });
});
