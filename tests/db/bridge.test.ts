import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duplexPair, type Duplex } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { Bridge } from '../../db/bridge.ts';
import { connectToOwner, openEmbedded, type EmbeddedDatabase } from '../../db/embedded.ts';
import { connect } from '../support/client.ts';
import { copyEmbedded } from '../support/setup-databases.ts';

/*
 * The bridge gives the one session of the embedded database to many connections in turn. Here they are of both kinds:
 * streams of this process, and the socket that other processes use.
 */

let dataDir: string;
let embedded: EmbeddedDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'club-directory-bridge-'));
  copyEmbedded(inject('embeddedTemplate'), dataDir);
  const opened = await openEmbedded(dataDir);
  if (!opened) throw new Error('Another process has the database of this test.');
  embedded = opened;
  sql = connect(embedded);
});

beforeEach(async () => {
  await sql`drop table if exists entry`;
  await sql`create table entry (id int primary key, text text not null default '')`;
});

afterAll(async () => {
  await sql.end();
  await embedded.close();
  await rm(dataDir, { recursive: true });
});

async function openSocket(): Promise<Duplex> {
  const socket = await connectToOwner(dataDir);
  if (!socket) throw new Error('Nobody listens on the socket.');
  return socket;
}

const WAYS = [
  { way: 'streams of this process', openStream: () => embedded.openStream() },
  { way: 'the socket', openStream: openSocket },
];

/** A client of its own, ended with the test. */
function openClient(openStream: () => Duplex | Promise<Duplex> = () => embedded.openStream()): postgres.Sql {
  const client = connect({ openStream });
  onTestFinished(() => client.end({ timeout: 1 }));
  return client;
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Waits until something that happens by itself has happened. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

const message = (type: string, ...parts: (string | number)[]): Buffer => {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : Buffer.from([part >> 8, part & 255]))),
  );
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const START = Buffer.concat([Buffer.from([0, 0, 0, 23, 0, 3, 0, 0]), Buffer.from('user\0postgres\0\0')]);
const start = (texts: string): Buffer => {
  const bytes = Buffer.from(`\0\0\0\0\0\x03\0\0${texts}\0`);
  bytes.writeInt32BE(bytes.length);
  return bytes;
};
const SYNC = message('S');
const parse = (name: string, text: string) => message('P', name, text, 0);
const bind = (name: string) => message('B', '', name, 0, 0, 0);
const EXECUTE = message('E', '', 0, 0);

/** The first columns of an answer, or the code of its error. */
function readAnswer(messages: Message[]): string[] | string {
  const error = messages.find(({ type }) => type === 'E');
  if (error) return /(?:^|\0)C(\w{5})\0/.exec(error.body)?.[1] ?? error.body;
  return messages
    .filter(({ type }) => type === 'D')
    .map(({ body }) => body.slice(6, 6 + Buffer.from(body, 'latin1').readInt32BE(2)));
}

interface Message {
  type: string;
  body: string;
}

/** The whole messages of an answer, bytes as characters. */
function split(received: string): Message[] {
  const bytes = Buffer.from(received, 'latin1');
  const messages: Message[] = [];
  for (let at = 0; bytes.length - at >= 5;) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (end > bytes.length) break;
    messages.push({ type: received.charAt(at), body: received.slice(at + 5, end) });
    at = end;
  }
  return messages;
}

const types = (answer: Message[]): string => answer.map(({ type }) => type).join('');

/** What is announced by others may come at any time, and is no part of an answer. */
const isAnnouncement = ({ type }: Message): boolean => type === 'A';

/** A stream past the start of the protocol, with all that it has received. */
async function openRaw(openStream: () => Duplex | Promise<Duplex> = openSocket, start = START) {
  const stream = await openStream();
  onTestFinished(() => void stream.destroy());
  let received = '';
  stream.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  stream.write(start);
  await until(() => received.includes('Z\0\0\0\x05I'));
  received = '';
  /** Sends messages; the answer up to the server's being ready as often as asked, by the types of its messages. */
  const ask = async (...messages: Buffer[]) => {
    received = '';
    stream.write(Buffer.concat(messages));
    const syncs = messages.filter((one) => 'QSF'.includes(String.fromCharCode(one[0] ?? 0))).length;
    await until(() => split(received).filter(({ type }) => type === 'Z').length === syncs);
    return split(received);
  };
  /** What a simple query answers: its rows of one column, or the error. */
  const query = async (text: string) => readAnswer(await ask(message('Q', text)));
  return { stream, received: () => received, ask, query };
}

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

describe.each(WAYS)('The prepared statements of a connection through $way', ({ openStream }) => {
  test('are its own, of whatever name', async () => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    for (const name of ['', 'same', 'x'.repeat(62), 'é"\n'.repeat(12)]) {
      await one.ask(parse(name, "select 'one'"), SYNC);
      await other.ask(parse(name, "select 'other'"), SYNC);
      expect(readAnswer(await one.ask(bind(name), EXECUTE, SYNC))).toEqual(['one']);
      expect(readAnswer(await other.ask(bind(name), EXECUTE, SYNC))).toEqual(['other']);
      expect(readAnswer(await one.ask(bind(name), EXECUTE, SYNC))).toEqual(['one']);
      expect((await one.ask(message('D', `S${name}`), SYNC)).map(({ type }) => type).join('')).toBe('tTZ');

      await one.ask(message('C', `S${name}`), SYNC);
      expect(readAnswer(await one.ask(bind(name), EXECUTE, SYNC))).toBe('26000');
      expect(readAnswer(await other.ask(bind(name), EXECUTE, SYNC))).toEqual(['other']);
    }
  });

  test('are not told apart by the end of a long name alone, nor taken for one another', async () => {
    const client = await openRaw(openStream);
    const [a, b] = [`${'x'.repeat(61)}a`, `${'x'.repeat(61)}b`];
    await client.ask(parse(a, "select 'a'"), parse(b, "select 'b'"), SYNC);
    expect(readAnswer(await client.ask(bind(a), EXECUTE, bind(b), EXECUTE, SYNC))).toEqual(['a', 'b']);
  });

  test('cannot be another’s, when it has none', async () => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    await one.ask(parse('', "select 'one'"), SYNC);
    expect(readAnswer(await other.ask(bind(''), EXECUTE, SYNC))).toBe('26000');
    expect(readAnswer(await one.ask(bind(''), EXECUTE, SYNC))).toEqual(['one']);
    await one.query('select 1');
    expect(readAnswer(await one.ask(bind(''), EXECUTE, SYNC))).toBe('26000');
  });

  test('cannot be another’s after a third has ended, or all were taken away', async () => {
    const [one, other, third] = [await openRaw(openStream), await openRaw(openStream), await openRaw(openStream)];
    await third.ask(parse('its', 'select 17'), SYNC);
    await one.ask(parse('', 'select 18'), SYNC);
    third.stream.destroy();
    expect(readAnswer(await other.ask(bind(''), EXECUTE, SYNC))).toBe('26000');
    await one.ask(parse('', 'deallocate all'), bind(''), EXECUTE, SYNC);
    expect(readAnswer(await other.ask(bind(''), EXECUTE, SYNC))).toBe('26000');
    await one.ask(bind(''), EXECUTE, SYNC);
  });

  test('stay whose they were when another makes a mistake', async () => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    await one.ask(parse('', 'select 17'), SYNC);
    expect(readAnswer(await other.ask(parse('', 'selec'), SYNC))).toBe('42601');
    expect(readAnswer(await one.ask(bind(''), EXECUTE, SYNC))).toEqual(['17']);
    expect(readAnswer(await other.ask(parse('a', 'selec'), parse('', 'select 18'), SYNC))).toBe('42601');
    expect(readAnswer(await other.ask(bind(''), EXECUTE, SYNC))).toBe('26000');
    expect(readAnswer(await one.ask(bind(''), EXECUTE, SYNC))).toEqual(['17']);
  });

  test.each(['deallocate all', 'DISCARD ALL', 'do $$ begin deallocate all; end $$'])(
    'survive another’s %s',
    async (text) => {
      const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
      for (const client of [one, other]) await client.ask(parse('mine', 'select 17'), parse('', 'select 18'), SYNC);
      await other.query(text);
      expect(readAnswer(await one.ask(bind('mine'), EXECUTE, bind(''), EXECUTE, SYNC))).toEqual(['17', '18']);
      if (!text.startsWith('do')) expect(readAnswer(await other.ask(bind('mine'), EXECUTE, SYNC))).toBe('26000');
    },
  );

  test('may be taken away by SQL', async () => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    for (const client of [one, other]) await client.ask(parse('Mine', 'select 17'), SYNC);
    await one.ask(message('Q', 'deallocate "Mine"'));
    expect(readAnswer(await one.ask(bind('Mine'), EXECUTE, SYNC))).toBe('26000');
    expect(readAnswer(await other.ask(bind('Mine'), EXECUTE, SYNC))).toEqual(['17']);
    await one.ask(parse('Mine', 'select 19'), SYNC);
    expect(readAnswer(await one.ask(bind('Mine'), EXECUTE, SYNC))).toEqual(['19']);
  });

  test('that were made by SQL end with the transaction, and are nobody else’s', async () => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    expect(await one.query('begin; prepare mine as select 17; execute mine; commit')).toEqual(['17']);
    expect(await one.query('execute mine')).toBe('26000');
    expect(await other.query('prepare mine as select 18; execute mine')).toEqual(['18']);
  });
});

describe('An error in the middle of a query of many messages', () => {
  const closePortal = message('C', 'P');
  const closeStatement = (name: string) => message('C', `S${name}`);

  test('leaves the unnamed statement what it was, whatever was closed before', async () => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.ask(parse('', "select 'one'"), SYNC);
    await other.ask(parse('', "select 'other'"), SYNC);
    expect(types(await one.ask(closePortal, bind('nosuch'), parse('', "select 'new'"), SYNC))).toBe('3EZ');
    expect(readAnswer(await one.ask(bind(''), EXECUTE, SYNC))).toEqual(['one']);
    expect(readAnswer(await other.ask(bind(''), EXECUTE, SYNC))).toEqual(['other']);
  });

  test('closes no statement after it', async () => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.ask(parse('mine', "select 'mine'"), SYNC);
    expect(types(await one.ask(closePortal, bind('nosuch'), closeStatement('mine'), SYNC))).toBe('3EZ');
    await other.query('deallocate all');
    expect(readAnswer(await one.ask(bind('mine'), EXECUTE, SYNC))).toEqual(['mine']);
  });

  test.each([
    ['alone', [parse('', 'selec')]],
    ['after a statement that cannot be prepared again', [bind('lost')]],
  ])('lets nothing run before the end of it, a simple query neither: %s', async (_, failing) => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.query('create table lost (id int)');
    await one.ask(parse('lost', 'select id from lost'), SYNC);
    await other.query('drop table lost; deallocate all');
    const insert = message('Q', 'insert into entry (id) values (1)');
    one.stream.write(Buffer.concat([...failing, EXECUTE, insert]));
    await until(() => one.received().includes('E'));
    expect(types(await one.ask(SYNC))).toBe('Z');
    expect(await other.query('select count(*) from entry')).toEqual(['0']);
  });
});

describe('Statements of a connection and those of SQL', () => {
  test('are nobody else’s when a function has made them', async () => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.query(`create or replace function prepare_quietly() returns int language plpgsql
      as $$ begin execute 'prepare quiet as select 42'; return 1; end $$`);
    expect(await one.query('select prepare_quietly()')).toEqual(['1']);
    expect(await other.query('execute quiet')).toBe('26000');
    expect(await other.query('prepare quiet as select 7; execute quiet')).toEqual(['7']);
  });

  test('stay when a function has taken all away, but for who has called it', async () => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.query(`create or replace function deallocate_quietly() returns int language plpgsql
      as $$ begin execute 'deallocate all'; execute 'unlisten *'; return 1; end $$`);
    for (const client of [one, other]) await client.ask(parse('mine', 'select 17'), SYNC);
    await other.query('listen clubs');
    expect(await one.query('select deallocate_quietly()')).toEqual(['1']);
    expect(readAnswer(await other.ask(bind('mine'), EXECUTE, SYNC))).toEqual(['17']);
    expect(readAnswer(await one.ask(bind('mine'), EXECUTE, SYNC))).toBe('26000');
    await one.query("notify clubs, 'still'");
    await until(() => other.received().includes('still'));
  });

  test.each([
    ['does not run in a failed transaction', [message('Q', 'begin; select 1 / 0'), message('Q', 'deallocate mine')]],
    ['is only parsed', [parse('away', 'deallocate mine'), SYNC]],
  ])('stay when a DEALLOCATE %s', async (_, messages) => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.ask(parse('mine', 'select 17'), SYNC);
    await one.ask(...messages);
    await one.query('rollback');
    await other.query('deallocate all');
    expect(readAnswer(await one.ask(bind('mine'), EXECUTE, SYNC))).toEqual(['17']);
  });

  test('have one name for both kinds of query, after another has taken all away, too', async () => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.ask(parse('mine', 'select 17'), SYNC);
    for (const disturb of ['select 1', 'deallocate all']) {
      await other.query(disturb);
      expect(await one.query('execute mine')).toEqual(['17']);
      expect(readAnswer(await one.ask(parse('mine', 'select 18'), SYNC))).toBe('42P05');
    }
    await other.query('deallocate all');
    expect(await one.query('deallocate mine')).toEqual([]);
    expect(await one.query('execute mine')).toBe('26000');
    await one.ask(bind('mine'), SYNC);
    expect(one.received()).toContain('Mprepared statement "mine" does not exist\0');
  });
});

describe('What a transaction does to channels', () => {
  // As one query, and as a query for each statement: only there is each of them a transaction without `begin`.
  test.each([
    ['listen clubs; begin; unlisten clubs; rollback', false, true],
    ['begin; listen clubs; rollback', false, false],
    ['begin; listen clubs; commit', true, true],
    ['begin; listen clubs; select 1 / 0', false, false],
    ['listen clubs; select 1 / 0', false, true],
    ['begin; listen clubs; commit; select 1 / 0', true, true],
    ['begin; savepoint a; listen clubs; rollback to a; commit', false, false],
    ['begin; listen clubs; savepoint a; unlisten *; rollback to savepoint a; commit', true, true],
    ['begin; savepoint a; listen clubs; release a; commit', true, true],
    ['begin; savepoint a; savepoint a; listen clubs; release a; rollback to a; commit', false, false],
  ])('counts from its end: %s', async (text, heardOfOne, heardOfMany) => {
    for (const isOneQuery of [true, false]) {
      const [one, other] = [await openRaw(), await openRaw()];
      await other.query('listen clubs');
      if (isOneQuery) await one.query(text);
      else for (const statement of text.split('; ')) await one.query(statement);
      await one.query('rollback');
      await sql`select pg_notify('clubs', 'said')`;
      await until(() => other.received().includes('said'));
      // What was said was sent before this is answered.
      one.stream.write(message('Q', "select 'then'"));
      await until(() => one.received().includes('then'));
      expect(one.received().includes('said')).toBe(isOneQuery ? heardOfOne : heardOfMany);
    }
  });

  test('is heard of itself', async () => {
    const client = await openRaw();
    const listen = [parse('', 'listen clubs'), bind(''), EXECUTE];
    const notify = [parse('', "notify clubs, 'own'"), bind(''), EXECUTE];
    expect(types(await client.ask(...listen, ...notify, SYNC))).toContain('A');
  });
});

describe.each(WAYS)('What a connection through $way sets', ({ openStream }) => {
  const SETTINGS = `select concat_ws('|', current_user, session_user, current_setting('search_path'),
    current_setting('statement_timeout'), current_setting('TimeZone'), current_setting('client_encoding'))`;

  beforeEach(async () => {
    await sql`drop role if exists somebody`;
    await sql`create role somebody`;
    await sql`create or replace function set_quietly() returns text language sql
      as $$ select set_config('search_path', 'quietly', false) $$`;
  });

  test.each([
    ['set role somebody'],
    ['set session authorization somebody'],
    ['set session authorization somebody; set role somebody'],
    ['set search_path to somewhere, "El se\'where"'],
    ['begin; set statement_timeout to 12345; commit'],
    ["/* hidden */ select set_config('TimeZone', 'Asia/Tokyo', false)"],
    ["do $$ begin set timezone to 'Asia/Tokyo'; end $$"],
    ["set client_encoding to 'LATIN1'"],
    ['select set_quietly()'],
  ])('is its own on each of its turns, and nobody else’s: %s', async (text) => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    const usual = await other.query(SETTINGS);
    await one.query(text);
    const own = await one.query(SETTINGS);
    expect(own).not.toEqual(usual);
    expect(await other.query(SETTINGS)).toEqual(usual);
    expect(await one.query(SETTINGS)).toEqual(own);
    expect(await other.query(SETTINGS)).toEqual(usual);
    await one.query('reset session authorization; reset role; reset all');
    expect(await other.query(SETTINGS)).toEqual(usual);
    expect(await one.query(SETTINGS)).toEqual(usual);
  });

  test('is not set when its transaction fails', async () => {
    const client = await openRaw(openStream);
    const usual = await client.query(SETTINGS);
    await client.query("begin; set timezone to 'Asia/Tokyo'; set role somebody; select 1 / 0");
    await client.query('rollback');
    expect(await client.query(SETTINGS)).toEqual(usual);
  });

  test('may be set from the start', async () => {
    const start = Buffer.from('\0\x03\0\0user\0postgres\0TimeZone\0Asia/Tokyo\0options\0\0\0', 'latin1');
    const length = Buffer.alloc(4);
    length.writeInt32BE(start.length + 4);
    const client = await openRaw(openStream, Buffer.concat([length, start]));
    const other = await openRaw(openStream);
    expect(await other.query('show timezone')).not.toEqual(['Asia/Tokyo']);
    expect(await client.query('show timezone')).toEqual(['Asia/Tokyo']);
  });

  test('is nothing when it begins with a name of its own or with options', async () => {
    const settings = 'user\0postgres\0application_name\0mine\0options\0-c timezone=Asia/Tokyo\0\0';
    const start = Buffer.from(`\0\x03\0\0${settings}`, 'latin1');
    const length = Buffer.alloc(4);
    length.writeInt32BE(start.length + 4);
    const client = await openRaw(openStream, Buffer.concat([length, start]));
    const other = await openRaw(openStream);
    for (const setting of ['timezone', 'application_name']) {
      expect(await client.query(`show ${setting}`)).toEqual(await other.query(`show ${setting}`));
    }
  });

  test('ends it when it cannot be set again', async () => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    await one.query('set role somebody');
    await other.query('drop role somebody');
    const ended = new Promise((resolve) => one.stream.once('end', resolve));
    one.stream.write(message('Q', 'select current_user'));
    await ended;
    expect(readAnswer(split(one.received()))).toBe('22023');
    expect(await other.query('select current_user')).toEqual(['postgres']);
  });

  test.each([
    ['a temporary table', 'create temporary table entry (id) as select 5', 'select count(*) from entry', ['0']],
    [
      'a lock of the session',
      'select pg_advisory_lock(5)',
      "select count(*) from pg_locks where locktype = 'advisory'",
      ['0'],
    ],
    ['a cursor', 'declare mine cursor with hold for select 5', 'fetch mine', '34000'],
    ['the last value of a sequence', "create sequence counter; select nextval('counter')", 'select lastval()', '55000'],
  ])('does not last beyond its transaction when it is %s', async (_, text, look, seen) => {
    onTestFinished(async () => {
      await sql`drop sequence if exists counter`;
    });
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    await one.query(text);
    expect(await one.query(look)).toEqual(seen);
    await one.query(`begin; drop sequence if exists counter; ${text}`);
    const waiting = other.query(look);
    await one.query('commit');
    expect(await waiting).toEqual(seen);
  });

  test.each(['discard all', 'unlisten *', 'begin; unlisten clubs; commit'])(
    'leaves others listening: %s',
    async (text) => {
      const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
      await one.query('select 1; /* both */ listen clubs; listen "Other"');
      await other.query('listen clubs');
      await other.query(text);
      await sql`select pg_notify('clubs', 'for one')`;
      await sql`select pg_notify('Other', 'for one, too')`;
      await until(() => one.received().includes('for one, too'));
      expect(one.received()).toContain('for one\0');
      expect(other.received()).not.toContain('for one');
    },
  );
});

describe('Connections that work at the same time', () => {
  type Step = (client: Awaited<ReturnType<typeof openRaw>>, known: Known) => Promise<void>;
  /** What one connection knows of itself. */
  interface Known {
    zone: string;
    statements: Map<string, string>;
    isListening: boolean;
  }
  let usualZone = '';
  const zones = fc.constantFrom('Asia/Tokyo', 'Europe/Paris', 'America/Lima');
  const names = fc.constantFrom('', 'a', 'b');
  const values = fc.integer({ min: 0, max: 999 }).map(String);
  const step: fc.Arbitrary<Step> = fc.oneof(
    zones.map((zone): Step => async (client, known) => {
      await client.query(`set timezone to '${zone}'`);
      known.statements.delete('');
      known.zone = zone;
    }),
    fc.constant<Step>(async (client, known) => {
      expect(await client.query('show timezone')).toEqual([known.zone]);
      known.statements.delete('');
    }),
    fc.tuple(names, values).map(([name, value]): Step => async (client, known) => {
      await client.ask(message('C', `S${name}`), parse(name, `select ${value}`), SYNC);
      known.statements.set(name, value);
    }),
    names.map((name): Step => async (client, known) => {
      const value = known.statements.get(name);
      expect(readAnswer(await client.ask(bind(name), EXECUTE, SYNC))).toEqual(value ? [value] : '26000');
    }),
    values.map((value): Step => async (client, known) => {
      expect(await client.query(`begin; create temporary table entry as select ${value} as id`)).toEqual([]);
      expect(await client.query('select id from entry')).toEqual([value]);
      expect(await client.query('commit')).toEqual([]);
      expect(await client.query('select count(*) from entry')).toEqual(['0']);
      known.statements.delete('');
    }),
    fc.constant<Step>(async (client, known) => {
      await client.query('discard all');
      known.statements.clear();
      known.zone = usualZone;
      known.isListening = false;
    }),
    fc.tuple(names, fc.constantFrom('P', 'S'), names).map(([name, kind, closed]): Step => async (client, known) => {
      const answer = await client.ask(
        message('C', `${kind}${kind === 'S' ? closed : ''}`),
        bind('nosuch'),
        message('C', `S${name}`),
        parse(name, "select 'never'"),
        message('C', 'P'),
        SYNC,
      );
      expect(types(answer.filter((part) => !isAnnouncement(part)))).toBe('3EZ');
      if (kind === 'S') known.statements.delete(closed);
    }),
    fc.constantFrom('a', 'b').map((name): Step => async (client, known) => {
      expect(await client.query(`begin; select 1 / 0; deallocate ${name}`)).toBe('22012');
      expect(await client.query(`deallocate ${name}`)).toBe('25P02');
      expect(await client.query('rollback')).toEqual([]);
      known.statements.delete('');
    }),
    fc.constantFrom('a', 'b').map((name): Step => async (client, known) => {
      expect(await client.query(`deallocate ${name}`)).toEqual(known.statements.has(name) ? [] : '26000');
      known.statements.delete(name);
      known.statements.delete('');
    }),
    fc.constantFrom('a', 'b').map((name): Step => async (client, known) => {
      const value = known.statements.get(name);
      expect(await client.query(`execute ${name}`)).toEqual(value ? [value] : '26000');
      known.statements.delete('');
    }),
    fc.constant<Step>(async (client, known) => {
      expect(await client.query("do $$ begin execute 'deallocate all'; end $$")).toEqual([]);
      known.statements.clear();
    }),
    fc.tuple(fc.boolean(), fc.boolean()).map(([listens, isKept]): Step => async (client, known) => {
      await client.query(`begin; ${listens ? 'listen' : 'unlisten'} steps`);
      await client.query(isKept ? 'commit' : 'rollback');
      if (isKept) known.isListening = listens;
      known.statements.delete('');
    }),
    values.map((value): Step => async (client, known) => {
      const answer = await client.ask(message('Q', `notify steps, 'own ${value}'`));
      expect(answer.some(({ body }) => body.includes(`own ${value}\0`))).toBe(known.isListening);
      known.statements.delete('');
    }),
  );

  test('see what is their own, and nothing of each other', async () => {
    usualZone = (await (await openRaw()).query('show timezone'))[0] ?? '';
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 12 }), { minLength: 2, maxLength: 4 }), async (scripts) => {
        const clients = await Promise.all(scripts.map((_, index) => openRaw(WAYS[index % 2]?.openStream)));
        await Promise.all(
          clients.map(async (client, index) => {
            const known: Known = { zone: usualZone, statements: new Map(), isListening: false };
            for (const take of scripts[index] ?? []) await take(client, known);
            client.stream.destroy();
          }),
        );
      }),
      { numRuns: 40 },
    );
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
      bridge = new Bridge(pglite, { longestAnswer: 3_000_000, unreadFor: 50 });
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
    const owner = await openEmbedded(folder, undefined, broken.resolve);
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

describe.each(WAYS)('A notification to $way', ({ openStream }) => {
  /** Listens, and answers what has been heard so far. */
  async function listen(client: postgres.Sql, channel: string) {
    const heard: string[] = [];
    const { unlisten } = await client.listen(channel, (payload) => heard.push(payload));
    return { heard, unlisten };
  }

  test('reaches everybody who listens, in order', async () => {
    const [one, other] = [openClient(openStream), openClient(openStream)];
    const ears = await Promise.all([listen(one, 'clubs'), listen(other, 'clubs')]);
    for (const n of ['1', '2', '3']) await sql.notify('clubs', n);
    await until(() => ears.every(({ heard }) => heard.length >= 3));
    expect(ears.map(({ heard }) => heard)).toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
    ]);
  });

  test('does not reach who listens to something else', async () => {
    const client = openClient(openStream);
    const clubs = await listen(client, 'clubs');
    const others = await listen(openClient(openStream), 'Other "channel"');
    await sql.notify('clubs', 'for clubs');
    await sql.notify('Other "channel"', 'for others');
    await until(() => clubs.heard.length > 0 && others.heard.length > 0);
    expect([clubs.heard, others.heard]).toEqual([['for clubs'], ['for others']]);
  });

  test('leaves with the transaction that makes it, or not at all', async () => {
    const { heard } = await listen(openClient(openStream), 'clubs');
    await expect(
      sql.begin(async (tx) => {
        await tx`select pg_notify('clubs', 'never')`;
        throw new Error('given up');
      }),
    ).rejects.toThrow('given up');
    await sql.begin(async (tx) => {
      await tx`select pg_notify('clubs', 'now')`;
      await tx`select 1`;
      expect(heard).toEqual([]);
    });
    await until(() => heard.length > 0);
    expect(heard).toEqual(['now']);
  });

  test('still reaches others after one has stopped listening', async () => {
    const [leaving, staying] = [
      await listen(openClient(openStream), 'clubs'),
      await listen(openClient(openStream), 'clubs'),
    ];
    await leaving.unlisten();
    await sql.notify('clubs', 'still');
    await until(() => staying.heard.length > 0);
    expect([leaving.heard, staying.heard]).toEqual([[], ['still']]);
  });

  test('is listened for by nobody any more after the last listener has gone', async () => {
    const gone = connect({ openStream });
    await listen(gone, 'matches');
    await listen(openClient(openStream), 'clubs');
    await gone.end();
    await until(async () => {
      const rows = await sql<{ channel: string }[]>`select pg_listening_channels() as channel`;
      return !rows.some(({ channel }) => channel === 'matches');
    });
    expect((await sql`select pg_listening_channels() as channel`).map(({ channel }) => String(channel))).toContain(
      'clubs',
    );
  });

  test('still reaches others after a listener has gone', async () => {
    const gone = connect({ openStream });
    await listen(gone, 'clubs');
    const { heard } = await listen(openClient(openStream), 'clubs');
    await gone.end();
    await sql.notify('clubs', 'still');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['still']);
  });

  test('reaches who listens again after the connection was lost', async () => {
    const streams: Duplex[] = [];
    const client = openClient(async () => {
      const stream = await openStream();
      streams.push(stream);
      return stream;
    });
    let starts = 0;
    const heard: string[] = [];
    await client.listen(
      'clubs',
      (payload) => heard.push(payload),
      () => (starts += 1),
    );
    for (const stream of streams.splice(0)) stream.destroy();
    await until(() => starts === 2);
    await sql.notify('clubs', 'again');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['again']);
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
