/*
 * npm run bench:writes
 *
 * How soon two sites on one database show a change, under constant reads. A stale answer after a current one, or a missing
 * last write, is an error. Prints Markdown.
 */
import postgres from 'postgres';
import { migrate } from '../../db/migrate.ts';
import { followWrites } from '../../tests/support/freshness.ts';
import { startSite } from '../../tests/support/site-process.ts';
import { quantile } from '../../tests/support/statistics.ts';
import { readOptions } from '../support/options.ts';
import { describeMachine, formatTable, formatVerdicts, publish } from '../support/report.ts';
import { withServer } from '../support/resources.ts';
import { format } from '../support/statistics.ts';

const options = await readOptions({
  script: 'bench:writes',
  meaning: 'How soon two sites on one database show a change, under constant reads. Prints Markdown.',
  options: {
    writes: { value: 'NUMBER', meaning: 'number of changes', unset: '10000' },
    out: { value: 'FOLDER', meaning: 'also writes the report to this folder' },
  },
});
const writes = Number(options.writes);
const MAX_DELAY = 100;

await withServer(async (database, dataDir) => {
  const sql = postgres(database.url, { onnotice: () => undefined });
  await migrate(sql);
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  const sites = [await startSite(settings), await startSite(settings)];
  const start = performance.now();
  const { reads, delays } = await followWrites(sites, sql, writes);
  const seconds = (performance.now() - start) / 1000;
  for (const site of sites) await site.stop();
  await sql.end();

  const sorted = delays.toSorted((a, b) => a - b);
  const shares = { median: 0.5, p99: 0.99, 'p99.9': 0.999, max: 1 };
  const markdown = [
    `# ${writes.toLocaleString('en-US')} writes to two sites`,
    '',
    `${describeMachine(database.name)}; sites, database and readers on the same machine. ${format(reads / seconds)} answers ` +
      `and ${format(writes / seconds)} writes per second for ${format(seconds)} s. No answer was older than an earlier one, ` +
      'and both sites showed the last write in the end.',
    '',
    'Delay from the commit of a write to the start of the last request with the older state, for each write and site:',
    '',
    ...formatTable(Object.keys(shares), [
      Object.values(shares).map((share) => `${format(quantile(sorted, share))} ms`),
    ]),
    ...formatVerdicts([[quantile(sorted, 0.999) <= MAX_DELAY, `p99.9 ≤ ${MAX_DELAY} ms`]]),
  ].join('\n');
  await publish(options.out, 'writes.md', markdown);
});
