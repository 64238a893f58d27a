/*
 * npm run bench
 *
 * Compares the site with a bare node:http server that sends the same bytes, and with a hand-written Fastify server on the
 * same database. Then measures the site again after changes of its clubs. Prints Markdown.
 */
import { startMeasuredSite } from '../support/memory-growth.ts';
import { memoryOf } from '../../tests/support/processes.ts';
import { cpuOf, waitUntilIdle } from '../support/cpu.ts';
import { readOptions } from '../support/options.ts';
import { logProgress, publish } from '../support/report.ts';
import { compare, withClubs } from './compare.ts';
import { measure, type Load } from './load.ts';
import { toMarkdown } from './report.ts';
import { CHANGES, type Cell, type Memory, type Run } from './types.ts';

const options = await readOptions({
  script: 'bench',
  meaning: 'Compares the site with a bare and a hand-written server, and measures it after changes. Prints Markdown.',
  options: {
    clubs: { value: 'NUMBER', meaning: 'clubs in the directory', unset: '10000' },
    rounds: { value: 'NUMBER', meaning: 'measurements of each cell', unset: '3' },
    seconds: { value: 'NUMBER', meaning: 'duration of a measurement', unset: '4' },
    cells: { value: 'IDS', meaning: 'only these cells, such as page1,random' },
    memory: { meaning: 'also measures the heap' },
    changes: { value: 'NAMES', meaning: 'changes to measure after, or none', unset: CHANGES.join() },
    out: { value: 'FOLDER', meaning: 'also writes the report to this folder' },
  },
});
const clubs = Number(options.clubs);
const rounds = Number(options.rounds);
const changes = CHANGES.filter((id) => options.changes.split(',').includes(id));
const load: Load = { connections: 32, seconds: Number(options.seconds) };
const MIB = 2 ** 20;

await withClubs(clubs, options.cells?.split(','), async (site) => {
  const compared = await compare(site, { rounds, load, changes });
  const memory = options.memory ? await measureMemory(site.cells, site.place, site.postmaster) : null;
  const run: Run = { clubs, rounds, seconds: load.seconds, database: site.database.name, ...compared, memory };
  await publish(options.out, `clubs-${clubs}.md`, toMarkdown(run));
});

/** Measures every cell again, on a site that reports its heap. */
async function measureMemory(cells: Cell[], place: Record<string, string>, postmaster: number): Promise<Memory> {
  logProgress('Memory …');
  const site = await startMeasuredSite(place);
  const heap = async () => {
    const { heapUsed, arrayBuffers } = await site.memory();
    return (heapUsed + arrayBuffers) / MIB;
  };
  await waitUntilIdle(() => cpuOf(site.pid));
  const idleHeap = await heap();
  for (const cell of cells) await measure({ ...site, name: 'warm' }, cell, load, postmaster);
  const { rss, peak } = await memoryOf(site.pid);
  const result = { idleHeap, heap: await heap(), rss, rssPeak: peak };
  await site.stop();
  return result;
}
