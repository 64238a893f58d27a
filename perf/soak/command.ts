/* npm run soak: how a site behaves with database faults, overload and kills. Prints Markdown. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeGate } from '../../tests/support/gate.ts';
import { judgeMemory, measureMemory, startMeasuredSite } from '../support/memory-growth.ts';
import type { PostgresServer } from '../../tests/support/postgres-server.ts';
import { runProgram, siteEnvironment } from '../../tests/support/program.ts';
import { createClubs } from '../../tests/support/seed-clubs.ts';
import { startSupervisedSite, type SupervisedSite } from '../../tests/support/site-process.ts';
import { askUnderFaults, judgeFaults } from './faults.ts';
import { killImports, type KillResult } from './killed-imports.ts';
import { findMissedGoals, overload, startOverloadedSite } from './overload.ts';
import { soak } from './writers.ts';
import { readOptions } from '../support/options.ts';
import { describeMachine, formatVerdicts, isAllMet, logProgress, publish } from '../support/report.ts';
import { withServer } from '../support/resources.ts';
import {
  describeFaults,
  describeKills,
  describeMemory,
  describeOverload,
  describeWriters,
  type Report,
} from './reports.ts';

const PART_NAMES = ['writers', 'overload', 'faults', 'memory', 'kill'];

const options = await readOptions({
  script: 'soak',
  meaning: 'How a site behaves with database faults, overload and kills. Prints Markdown.',
  options: {
    parts: { value: 'NAMES', meaning: 'only these parts, comma-separated', unset: PART_NAMES.join() },
    seconds: { value: 'NUMBER', meaning: 'duration of the overload', unset: '60' },
    delay: { value: 'NUMBER', meaning: 'delay of the database during the overload, in ms', unset: '40' },
    minutes: { value: 'NUMBER', meaning: 'duration of the writers', unset: '20' },
    clubs: { value: 'NUMBER', meaning: 'clubs in the directory', unset: '5000' },
    out: { value: 'FOLDER', meaning: 'also writes the reports to this folder' },
  },
});
const clubs = Number(options.clubs);
const KILLED_CLUBS = 2000;

/** Runs `work` with one site on a new server. */
const withSite = (
  work: (site: SupervisedSite & { url: string }, server: PostgresServer) => Promise<Report>,
): Promise<Report> =>
  withServer(async (server, dataDir) => {
    await createClubs(server.url, clubs);
    const settings = { DATABASE_URL: server.url, DATA_DIR: dataDir, MAX_CONCURRENT: '' };
    const site = await startSupervisedSite('the site', settings);
    try {
      return await work(site as SupervisedSite & { url: string }, server);
    } finally {
      await site.stop();
    }
  });

const PARTS: Record<string, () => Promise<Report>> = {
  writers: () =>
    withServer(async (server, dataDir) => {
      await createClubs(server.url, clubs);
      const settings = { DATABASE_URL: server.url, DATA_DIR: dataDir };
      const sites = [await startSupervisedSite('site 1', settings), await startSupervisedSite('site 2', settings)];
      const duration = Number(options.minutes) * 60_000;
      const restartEvery = Math.min(45_000, duration / 6);
      const limits = { duration, restartEvery, maxDowntime: 8000, tolerance: 3000 };
      const result = await soak(sites, server, limits, logProgress);
      for (const site of sites) await site.stop();
      return describeWriters(result, clubs, server.name);
    }),
  overload: () =>
    withServer(async (server, dataDir) => {
      const gate = await makeGate(server.url);
      gate.delay(Number(options.delay));
      await gate.open();
      const site = await startOverloadedSite(gate.url, dataDir, clubs);
      const seconds = Number(options.seconds);
      const result = await overload(site, { seconds, calm: 5 });
      await site.stop();
      await gate.shut();
      const intro = `${seconds} s, database delayed by ${options.delay} ms`;
      return describeOverload(result, findMissedGoals(result), intro, clubs, server.name);
    }),
  faults: () =>
    withSite(async (site, server) => {
      const faults = {
        perSecond: 50,
        kills: 200,
        killEvery: 50,
        restarts: Array.from({ length: 20 }, (_, index) => [0, 3000, 30_000][index % 3] ?? 0),
        pauses: [10_000, 10_000, 10_000],
        calm: 2000,
      };
      const result = await askUnderFaults(site, server, faults, logProgress);
      return describeFaults(result, judgeFaults(result), faults.perSecond, clubs, server.name);
    }),
  memory: () =>
    withServer(async (server, dataDir) => {
      await createClubs(server.url, clubs);
      const site = await startMeasuredSite({ DATABASE_URL: server.url, DATA_DIR: dataDir });
      const load = { warmUp: 150_000, requests: 100_000, connections: 20, names: Infinity };
      const result = await measureMemory(site, load);
      await site.stop();
      return describeMemory(result, judgeMemory(result), load, clubs, server.name);
    }),
  kill: () =>
    withServer(async (server, dataDir) => {
      const results: Record<string, KillResult> = {};
      for (const [name, url, times] of [
        [server.name, server.url, 25],
        ['embedded', null, 10],
      ] as const) {
        const folder = join(dataDir, name);
        await mkdir(folder);
        const environment = siteEnvironment({ DATA_DIR: folder, ...(url === null ? {} : { DATABASE_URL: url }) });
        const { code, output } = await runProgram('src/commands/db-migrate.ts', [], environment);
        if (code !== 0) throw new Error(output);
        const kills = { commands: times, browser: times, clubs: KILLED_CLUBS };
        results[name] = await killImports({ url, dataDir: folder }, kills, logProgress);
      }
      return describeKills(results, KILLED_CLUBS);
    }),
};

const FILES: Record<string, string> = { writers: 'soak.md' };

for (const name of options.parts.split(',')) {
  const run = PARTS[name];
  if (!run) throw new Error(`Unknown part "${name}". Parts: ${PART_NAMES.join(', ')}.`);
  logProgress(`${name} …`);
  const { title, database, intro, table = [], verdicts, examples } = await run();
  const lines = [`# ${title}`, '', `${describeMachine(database)}. ${intro}`, '', ...table];
  await publish(options.out, FILES[name] ?? `${name}.md`, [...lines, ...formatVerdicts(verdicts, examples)].join('\n'));
  if (!isAllMet(verdicts)) process.exitCode = 1;
}
