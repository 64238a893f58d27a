/*
 * npm run bench:embedded
 *
 * The embedded database: how long the import of 1,245 clubs takes, the whole command (real clubs where CLUB_DATA_DIR
 * has them, otherwise made up), how long a visitor waits for a list page of 20 cards, and what starting takes of memory
 * (Linux). Prints Markdown.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { readOptions } from './options.ts';
import { cpuOf, memoryOf, waitUntilIdle } from './processes.ts';
import { startSite } from './servers.ts';
import { median, spread } from './statistics.ts';
import { makeTexts } from './words.ts';

const { starts } = readOptions({
  script: 'bench:embedded',
  meaning: 'The site with the embedded database, and real clubs where CLUB_DATA_DIR has them. Prints Markdown.',
  options: { starts: { meaning: 'measures only what starting takes of memory' } },
});

const IMPORTS = 5;
const STARTS = 5;
const CLUBS = 1245;
const REQUESTS = 300;
const IMPORT_GOAL = 3000;
const PAGE_GOAL = 15;

const folder = await mkdtemp(join(tmpdir(), 'club-directory-bench-'));
try {
  if (!starts) console.log((await measureTimes()).join('\n'));
  console.log((await measureStarts()).join('\n'));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureTimes(): Promise<string[]> {
  const file = await clubsToImport();
  const imports: number[] = [];
  for (let index = 0; index < IMPORTS; index += 1) {
    await rm(join(folder, 'data'), { recursive: true, force: true });
    await run('src/commands/db-migrate.ts', []);
    imports.push(await run('src/commands/clubs-import.ts', [file]));
  }
  const lines = [line(`Import of ${CLUBS} clubs, the whole command: < 3 s`, imports, IMPORT_GOAL)];
  for (const pageCache of ['off', 'on']) {
    const site = await startSite('off', { DATA_DIR: join(folder, 'data'), PAGE_CACHE: pageCache });
    const times: number[] = [];
    for (let index = 0; index < REQUESTS; index += 1) {
      const start = performance.now();
      const response = await fetch(`${site.url}/club/?page_size=20&page=3`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`The list page answers ${response.status}.`);
      times.push(performance.now() - start);
    }
    await site.stop();
    lines.push(line(`List page of 20 cards, PAGE_CACHE=${pageCache}: median < 15 ms`, times, PAGE_GOAL));
  }
  return lines;
}

/** The peak of the process of the site: with a new database and the sample clubs, and with the same afterwards. */
async function measureStarts(): Promise<string[]> {
  const peaks: Record<'new' | 'later', number[]> = { new: [], later: [] };
  const rests: number[] = [];
  for (let index = 0; index < STARTS; index += 1) {
    const settings = { DATA_DIR: join(folder, `start-${index}`), SAMPLE_DATA: 'on' };
    for (const kind of ['new', 'later'] as const) {
      const site = await startSite('off', settings);
      await waitUntilIdle(() => cpuOf(site.pid));
      const { rss, peak } = await memoryOf(site.pid);
      peaks[kind].push(peak);
      if (kind === 'later') rests.push(rss);
      await site.stop();
    }
  }
  return [
    `- Peak of memory, start with a new database: ${spread(peaks.new)} MiB`,
    `- Peak of memory, later starts: ${spread(peaks.later)} MiB, then ${spread(rests)} MiB`,
  ];
}

function line(goal: string, times: number[], limit: number): string {
  return `- ${median(times) < limit ? 'met' : '**not met**'}: ${goal}: ${spread(times)} ms`;
}

/** Runs a command on the embedded database, and answers how long it took, in ms. */
async function run(program: string, args: string[]): Promise<number> {
  const start = performance.now();
  const { code, output } = await runProgram(program, args, siteEnvironment({ DATA_DIR: join(folder, 'data') }));
  if (code !== 0) throw new Error(output);
  return performance.now() - start;
}

async function clubsToImport(): Promise<string> {
  if (process.env.CLUB_DATA_DIR) return join(resolve(process.env.CLUB_DATA_DIR), 'clubs-uci-en.csv');
  const rows = makeTexts(CLUBS).map((text, index) => {
    return `Club number ${index},"${text}",true,,,https://club${index}.example.org/,Clubs`;
  });
  const header = 'name,short_description,is_active,parent_name,logo_url,website,category';
  const file = join(folder, 'clubs.csv');
  await writeFile(file, `${[header, ...rows].join('\n')}\n`);
  return file;
}
