import { describe, expect, test } from 'vitest';
import { encode } from '../../../db/embedded/protocol.ts';
import { copyDataDir, makeDataDir, openCommand, openIn, openRaw, startOn } from '../../support/embedded.ts';

const names = async (sql: (template: TemplateStringsArray) => PromiseLike<{ name: string }[]>) =>
  (await sql`select name from club order by name`).map(({ name }) => name);

describe('Clients of an embedded database', () => {
  test('receive their own rows and errors when all ask at once', async () => {
    const { dataDir, client } = await openIn(await makeDataDir());
    const commands = [openCommand(dataDir), openCommand(dataDir)];
    const results = await Promise.allSettled(
      Array.from({ length: 240 }, async (_, n) => {
        const sql = commands[n % 3] ?? client;
        if (n % 5 === 0) return await sql`select ${'x'}::text::int as n`;
        if (n % 5 === 1) return await sql.begin((tx) => tx`select ${n}::int as n`);
        if (n % 5 === 2) return await sql`select n from generate_series(0, 300) as n where n = ${n}`;
        return await sql`select ${n}::int as n, ${'text'} as text`;
      }),
    );
    results.forEach((result, n) => {
      if (n % 5 === 0) expect(result).toMatchObject({ status: 'rejected', reason: { code: '22P02' } });
      else expect(result).toMatchObject({ status: 'fulfilled', value: [{ n }] });
    });
  });

  test('have one transaction at a time, first come, first served', async () => {
    const { dataDir, client } = await openIn(await makeDataDir());
    const command = openCommand(dataDir);
    await command`select 1`;
    const order: string[] = [];
    const started = Promise.withResolvers<undefined>();
    const first = client.begin(async (tx) => {
      await tx`insert into club (name) values ('Ski')`;
      started.resolve(undefined);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await tx`insert into club (name) values ('Chess')`;
      order.push('first');
    });
    await started.promise;
    const second = command.begin(async (tx) => {
      order.push('second');
      await tx`delete from club where name = 'Ski'`;
    });
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
    expect(await names(client)).toEqual(['Chess']);
  });

  test('get a reset session after another client', async () => {
    const { dataDir, client } = await openIn(await makeDataDir());
    const other = await openRaw(dataDir);
    await client`select ${1}::int as one`;
    await other.ask('set search_path = nowhere; create temporary table own (id int)');
    expect([...(await client`select ${1}::int as one, to_regclass('club') is not null as is_found`)]).toEqual([
      { one: 1, isFound: true },
    ]);
    expect([...(await client`select to_regclass('own') as own`)]).toEqual([{ own: null }]);
  });

  test('leave no prepared statements behind', async () => {
    const { dataDir, client } = await openIn(await makeDataDir());
    const count = async () =>
      (await client<{ n: number }[]>`select count(*)::int as n from pg_prepared_statements where name <> ${''}`)[0]?.n;
    const before = await count();
    const command = openCommand(dataDir);
    for (let n = 0; n < 3; n += 1) await command.begin((tx) => tx`select ${n}::int as n`);
    await command`select ${'text'} as text`;
    expect(await count()).toBe((before ?? 0) + 1);
    await command.close();
    await expect.poll(count).toBe(before);
  });

  test('receive notifications of the commits of other processes', async () => {
    const { dataDir, client } = await openIn(await makeDataDir());
    const command = openCommand(dataDir);
    const heard: string[] = [];
    const listener = await client.listen(
      'clubs',
      (payload) => heard.push(payload),
      () => {},
    );
    for (const payload of ['1', '2']) {
      await command.begin((tx) => tx`select pg_notify('clubs', ${payload})`);
      await expect.poll(() => heard.at(-1)).toBe(payload);
      await listener.ask`select 1`;
    }
    await command
      .begin(async (tx) => {
        await tx`select pg_notify('clubs', '3')`;
        throw new Error('rolled back');
      })
      .catch(() => {});
    await listener.ask`select 1`;
    expect(heard).toEqual(['1', '2']);
  });

  test('lose an idle transaction at the timeout, but not an active one', async () => {
    const { dataDir, client } = await openIn(await makeDataDir(), { idleTimeout: 100 });
    const idle = await openRaw(dataDir);
    idle.stream.write(encode('Q', "begin; insert into club (name) values ('Idle')"));
    await expect.poll(idle.errors).toEqual(['25P03']);
    expect(await names(client)).toEqual([]);
    await expect.poll(() => idle.stream.destroyed).toBe(true);
    // Answers that are not read are idle, too.
    const deaf = await openRaw(dataDir);
    deaf.stream.pause();
    deaf.stream.write(encode('Q', "begin; insert into club (name) values ('Deaf'); select repeat('x', 20000000)"));
    expect(await names(client)).toEqual([]);
  });

  test('lose a transaction when their process stops or is killed', async () => {
    const { dataDir, client } = await openIn(await makeDataDir(), { idleTimeout: 1000 });
    for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
      const { line, child } = await startOn(dataDir, 'begin-writing');
      expect(line).toBe('written');
      child.kill(signal);
      expect(await names(client)).toEqual([]);
    }
  });

  test.each([
    ['a negative length', 'Q\xff\xff\xff\xff'],
    ['a length beyond the limit', 'Q\x7f\xff\xff\xff'],
  ])('end after a message with %s', async (_, bytes) => {
    const { dataDir, client } = await openIn(await makeDataDir());
    const raw = await openRaw(dataDir);
    raw.stream.write(Buffer.concat([encode('Q', 'select 1'), Buffer.from(bytes, 'latin1'), encode('Q', 'select 2')]));
    await expect.poll(() => raw.stream.destroyed).toBe(true);
    expect(raw.letters().endsWith('TDCZ')).toBe(true);
    expect(await names(client)).toEqual([]);
  });
});

test('An embedded database that closes keeps commits, and rolls back the transaction under way', async () => {
  const dataDir = await makeDataDir();
  const { client, close } = await openIn(dataDir);
  await client.begin((tx) => tx`insert into club (name) values ('Ski')`);
  const cut = openCommand(dataDir).begin(async (tx) => {
    await tx`insert into club (name) values ('Chess')`;
    await close();
  });
  await expect(cut).rejects.toThrow();
  expect(await names((await openIn(dataDir)).client)).toEqual(['Ski']);
});

test('An embedded database that crashes ends all connections, and keeps commits', async () => {
  const crashed = Promise.withResolvers<Error>();
  const { dataDir, client, sql } = await openIn(await makeDataDir(), { onCrash: crashed.resolve });
  await client.begin((tx) => tx`insert into club (name) values ('Ski')`);
  const other = await openRaw(dataDir);
  // It calls itself until the stack overflows.
  await sql.unsafe(`set check_function_bodies = off;
    create function again(n int) returns int volatile language sql as 'select again(n + 1)'`);
  const overflow = sql
    .unsafe("insert into club (name) values ('Chess'); select again(1)")
    .catch((error: unknown) => error);
  await crashed.promise;
  await expect.poll(() => other.stream.destroyed).toBe(true);
  expect(other.errors()).toEqual(['57P02']);
  expect(await overflow).toBeInstanceOf(Error);
  expect(await names((await openIn(await copyDataDir(dataDir))).client)).toEqual(['Ski']);
});
