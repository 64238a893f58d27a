/*
 * npm run bench:summary
 *
 * The table of figures in the README: medians, with minimum and maximum in brackets. Compares processor time, which
 * depends less on other load of the machine than requests per second. Prints Markdown.
 */
import { readOptions } from '../support/options.ts';
import { describeMachine, logProgress } from '../support/report.ts';
import { withFolder } from '../support/resources.ts';
import { spread } from '../support/statistics.ts';
import { compare, withClubs } from './compare.ts';
import { figures, ratios } from './goals.ts';
import { measureStarts } from './starts.ts';
import type { Run, ServerName } from './types.ts';

await readOptions({
  script: 'bench:summary',
  meaning: 'The figures of the README. Takes about five minutes. Prints Markdown.',
  options: {},
});

const CLUBS = 10_000;
const ROUNDS = 5;

await withClubs(CLUBS, ['page1', 'random', 'unique'], async (place) => {
  const load = { connections: 32, seconds: 3 };
  const compared = await compare(place, { rounds: ROUNDS, load, changes: [] });
  const run: Run = { clubs: CLUBS, rounds: ROUNDS, seconds: load.seconds, database: '', memory: null, ...compared };
  const cpuOf = (id: string, server: ServerName) => {
    const databaseCpu = figures(run, id, server, 'databaseCpu');
    return figures(run, id, server, 'serverCpu').map((cpu, round) => cpu + (databaseCpu[round] ?? Number.NaN));
  };
  /** How many responses the site renders in the processor time of one response of the other server. */
  const ratio = (id: string, server: ServerName, other: ServerName) =>
    spread(ratios(cpuOf(id, other), cpuOf(id, server)));
  logProgress('Starts …');
  const { times, firstPeaks, memory } = await withFolder(measureStarts);
  const rows = [
    ['Cached page', `${ratio('page1', 'warm', 'bare')} × bare \`node:http\``],
    ['Uncached first page', `${ratio('page1', 'off', 'peer')} × Fastify`],
    ['Uncached page, any', `${ratio('random', 'off', 'peer')} × Fastify`],
    ['Uncached search, never repeated', `${ratio('unique', 'off', 'peer')} × Fastify`],
    ['Start', `${spread(times.map((time) => time / 1000))} s`],
    ['Memory', `${spread(memory)} MiB, during the first start up to ${spread(firstPeaks)} MiB`],
  ];
  console.log(`${describeMachine(place.database.name)}\n`);
  console.log(['| Figure | Median |', '| --- | --- |', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n'));
});
