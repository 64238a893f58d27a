import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
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
  const message = (type: string, ...parts: (string | number)[]): Buffer => {
    const body = Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : Buffer.from([part >> 8, part & 255]))),
    );
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const START = Buffer.concat([Buffer.from([0, 0, 0, 23, 0, 3, 0, 0]), Buffer.from('user\0postgres\0\0')]);
  const SYNC = message('S');

  /** A stream past the start of the protocol, with all that it has received. */
  async function openRaw(): Promise<{ stream: Duplex; received: () => string }> {
    const stream = await openSocket();
    onTestFinished(() => void stream.destroy());
    let received = '';
    stream.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    stream.write(START);
    await until(() => received.includes('Z\0\0\0\x05I'));
    received = '';
    return { stream, received: () => received };
  }

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
