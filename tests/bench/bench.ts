/*
 * npm run bench: how fast the site answers, beside a bare node:http server that sends the same bytes in the same run,
 * and how long an import takes. Prints a Markdown table.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import autocannon from 'autocannon';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { startSite } from '../support/site.ts';

const ROUNDS = 3;
const SECONDS = 5;
const IMPORTS = 5;
const PATHS = {
  'list page of 20 cards': '/club/?page_size=20&page=3',
  'fragment of 20 cards': '/club/?page_size=20&page=3',
};

interface Figures {
  median: number;
  p99: number;
  perSecond: number;
}

const folder = await mkdtemp(join(tmpdir(), 'club-directory-bench-'));
const dataDir = join(folder, 'data');
const environment = (settings: Record<string, string> = {}) => siteEnvironment({ DATA_DIR: dataDir, ...settings });
try {
  const file = await clubsToImport();
  await runOrFail('db/commands/db-migrate.ts', []);
  const imports: number[] = [];
  for (let index = 0; index < IMPORTS; index += 1) {
    await rm(dataDir, { recursive: true, force: true });
    await runOrFail('db/commands/db-migrate.ts', []);
    const start = performance.now();
    await runOrFail('db/commands/clubs-import.ts', [file]);
    imports.push(performance.now() - start);
  }

  const site = await startSite({ DATA_DIR: dataDir });
  const rows: string[] = [];
  for (const [name, path] of Object.entries(PATHS)) {
    const headers: Record<string, string> = name.startsWith('fragment') ? { 'HX-Request': 'true' } : {};
    const body = await (await fetch(site.url + path, { headers })).text();
    const bare = await startBareServer(body);
    const measured: { site: Figures[]; bare: Figures[] } = { site: [], bare: [] };
    for (const connections of [1, 32]) {
      for (let round = 0; round < ROUNDS; round += 1) {
        measured.bare.push(await measure(bare.url, {}, connections));
        measured.site.push(await measure(site.url + path, headers, connections));
      }
      rows.push(row(name, connections, body, measured.site.splice(0), measured.bare.splice(0)));
    }
    bare.process.kill();
  }
  await site.stop();

  const seconds = imports.map((ms) => ms / 1000);
  console.log(
    `\n${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node.js ${process.versions.node}; medians of ${ROUNDS} rounds (least to most)\n`,
  );
  console.log('| Answer | bytes | connections | median ms | p99 ms | requests/s | bare node:http requests/s | ratio |');
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|');
  console.log(rows.join('\n'));
  console.log(
    `\nImport of ${file.includes('uci') ? 'clubs-uci-en.csv' : 'generated clubs'} (1,245 clubs), the whole command: ${spread(seconds, 2)} s`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function runOrFail(program: string, args: string[]): Promise<void> {
  const { code, output } = await runProgram(program, args, environment());
  if (code !== 0) throw new Error(output);
}

/** 1,245 clubs: real ones where `CLUB_DATA_DIR` has them, otherwise made up. */
async function clubsToImport(): Promise<string> {
  if (process.env.CLUB_DATA_DIR) return join(resolve(process.env.CLUB_DATA_DIR), 'clubs-uci-en.csv');
  const file = join(folder, 'clubs.csv');
  const sentence = 'We meet every **Tuesday** in the *small hall* and welcome whoever comes by. ';
  const lines = Array.from(
    { length: 1245 },
    (_, index) =>
      `Club number ${index},${sentence.repeat(1 + (index % 8)).trim()},true,,,https://club${index}.example.org/,Clubs`,
  );
  await writeFile(
    file,
    `name,short_description,is_active,parent_name,logo_url,website,category\n${lines.join('\n')}\n`,
  );
  return file;
}

async function measure(url: string, headers: Record<string, string>, connections: number): Promise<Figures> {
  await autocannon({ url, headers, connections, duration: 1 });
  const result = await autocannon({ url, headers, connections, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered ${result.non2xx} times with an error.`);
  // Autocannon counts whole milliseconds; with one connection the mean is the finer figure.
  const median = connections === 1 ? 1000 / result.requests.average : result.latency.p50;
  return { median, p99: result.latency.p99, perSecond: result.requests.average };
}

function row(name: string, connections: number, body: string, site: Figures[], bare: Figures[]): string {
  const of = (figures: Figures[], key: keyof Figures) => figures.map((figure) => figure[key]);
  const ratios = site.map(({ perSecond }, index) => perSecond / (bare[index]?.perSecond ?? Number.NaN));
  const cells = [
    name,
    Buffer.byteLength(body),
    connections,
    spread(of(site, 'median'), 1),
    spread(of(site, 'p99'), 0),
    spread(of(site, 'perSecond'), 0),
    spread(of(bare, 'perSecond'), 0),
    spread(ratios, 3),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The median, with the least and the most. */
function spread(values: number[], digits: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => (sorted[index] ?? Number.NaN).toFixed(digits);
  return `${at(Math.floor(sorted.length / 2))} (${at(0)}–${at(sorted.length - 1)})`;
}

function startBareServer(body: string): Promise<{ url: string; process: ChildProcess }> {
  const child = fork(new URL('./bare-server.ts', import.meta.url), { env: { PATH: process.env.PATH } });
  child.send(body);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('message', (port) => {
      done({ url: `http://127.0.0.1:${Number(port)}/`, process: child });
    });
  });
}
