// Reads a file, and prints its records or issue, the time, the longest delay of timers and the memory used.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readTables } from '../../../src/clubs/csv/read-table.ts';
import { memoryOf } from '../processes.ts';

const [path = ''] = process.argv.slice(2);
const file = readFileSync(path);
const before = process.memoryUsage.rss();
const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();
const start = performance.now();
const { tables, issues } = await readTables(file, 20_002);
const ms = performance.now() - start;
const { peak } = await memoryOf(process.pid);
const [{ detail } = { detail: null }] = issues;
console.log(
  JSON.stringify({
    records: tables[0]?.records.length ?? 0,
    detail,
    ms,
    delay: delays.max / 1e6,
    grown: peak * 1024 * 1024 - before,
  }),
);
