// Makes logos of the files of a folder, one by one and then all at once, and says what came of each and what that took
// of memory.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLogo, type ReadLogo } from '../../../src/images/read-logo.ts';

const [folder = ''] = process.argv.slice(2);
const names = readdirSync(folder).sort((a, b) => Number(a) - Number(b));
const files = names.map((name) => readFileSync(join(folder, name)));
const before = process.memoryUsage.rss();

const statusOf = ({ issue }: ReadLogo) => issue?.status ?? null;
const oneByOne: (number | null)[] = [];
let most = 0;
for (const file of files) {
  oneByOne.push(statusOf(await readLogo(file)));
  most = Math.max(most, process.memoryUsage.rss());
}
const atOnce = (await Promise.all(files.map((file) => readLogo(file)))).map(statusOf);
most = Math.max(most, process.memoryUsage.rss());
const peak = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ oneByOne, atOnce, grown: most - before, peak: peak - before }));
