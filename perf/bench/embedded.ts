/*
 * npm run bench:embedded
 *
 * The embedded database: duration of an import of 1,245 clubs (real ones with CLUB_DATA_DIR), latency of a list page, and
 * peak memory of a start (Linux). Prints Markdown.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeTexts } from '../../tests/support/club-words.ts';
import { runProgram, siteEnvironment } from '../../tests/support/program.ts';
import { startSite } from '../../tests/support/site-process.ts';
import { median } from '../../tests/support/statistics.ts';
import { readOptions } from '../support/options.ts';
import { withFolder } from '../support/resources.ts';
import { spread } from '../support/statistics.ts';
import { measureStarts } from './starts.ts';

const { starts } = await readOptions({
  script: 'bench:embedded',
  meaning: 'Import, list pages and memory with the embedded database. Prints Markdown.',
  options: { starts: { meaning: 'measures only the memory of starts' } },
});

const ROUNDS = 5;
const CLUBS = 1245;
const REQUESTS = 300;
const MAX_IMPORT = 3000;
const MAX_PAGE = 15;

await withFolder(async (folder) => {
  if (!starts) await measureTimes(folder);
  await printStarts(folder);
});

async function measureTimes(folder: string): Promise<void> {
  const DATA_DIR = join(folder, 'data');
  const run = async (program: string, args: string[]) => {
    const start = performance.now();
    const { code, output } = await runProgram(program, args, siteEnvironment({ DATA_DIR }));
    if (code !== 0) throw new Error(output);
    return performance.now() - start;
  };
  const file = await createFile(folder);
  const imports: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await rm(DATA_DIR, { recursive: true, force: true });
    await run('src/commands/db-migrate.ts', []);
    imports.push(await run('src/commands/clubs-import.ts', [file]));
  }
  print(`Import of ${CLUBS} clubs, the whole command: < 3 s`, imports, MAX_IMPORT);
  for (const PAGE_CACHE of ['off', 'on']) {
    const site = await startSite({ DATA_DIR, PAGE_CACHE });
    const times: number[] = [];
    for (let index = 0; index < REQUESTS; index += 1) {
      const start = performance.now();
      const response = await fetch(`${site.url}/club/?page_size=20&page=3`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`The list page answers ${response.status}.`);
      times.push(performance.now() - start);
    }
    await site.stop();
    print(`List page of 20 cards, PAGE_CACHE=${PAGE_CACHE}: median < 15 ms`, times, MAX_PAGE);
  }
}

async function printStarts(folder: string): Promise<void> {
  const { firstPeaks, peaks, memory } = await measureStarts(folder);
  console.log(`- Peak memory, first start: ${spread(firstPeaks)} MiB`);
  console.log(`- Peak memory, later starts: ${spread(peaks)} MiB, then ${spread(memory)} MiB`);
}

function print(goal: string, times: number[], limit: number): void {
  console.log(`- ${median(times) < limit ? 'met' : '**not met**'}: ${goal}: ${spread(times)} ms`);
}

async function createFile(folder: string): Promise<string> {
  if (process.env.CLUB_DATA_DIR) return join(resolve(process.env.CLUB_DATA_DIR), 'clubs-uci-en.csv');
  const rows = makeTexts(CLUBS).map(
    (text, index) => `Club number ${index},"${text}",true,,,https://club${index}.example.org/,Clubs`,
  );
  const header = 'name,short_description,is_active,parent_name,logo_url,website,category';
  const file = join(folder, 'clubs.csv');
  await writeFile(file, `${[header, ...rows].join('\n')}\n`);
  return file;
}
