// Reads all files of a folder as logos concurrently, and prints the status of each and the memory used.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLogo } from '../../../src/images/read-logo.ts';
import { memoryOf } from '../processes.ts';

const [folder = ''] = process.argv.slice(2);
const names = readdirSync(folder).sort((a, b) => Number(a) - Number(b));
const files = names.map((name) => readFileSync(join(folder, name)));
const before = process.memoryUsage.rss();
const results = await Promise.all(files.map((file) => readLogo(file)));
const statuses = results.map(({ issue }) => issue?.status ?? null);
// Not `resourceUsage().maxRSS`, which begins with the memory of the process that started this one.
const { peak } = await memoryOf(process.pid);
console.log(JSON.stringify({ statuses, grown: peak * 1024 * 1024 - before }));
