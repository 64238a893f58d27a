// Opens the embedded database of a folder, has it evaluate for a while, and says what this process took of memory, in MiB.
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded } from '../../../db/embedded.ts';
import { connect } from '../client.ts';

const [dataDir = ''] = process.argv.slice(2);

const embedded = await openEmbedded(dataDir);
if (!embedded) throw new Error('Another process has the database.');
const sql = connect(embedded);
for (let round = 0; round < 100; round += 1) await sql`select sum(i * i % 7) from generate_series(1, 20000) i`;
// V8 compiles in the background.
await sleep(1500);
await sql.end();
await embedded.close();
console.log(Math.round(process.resourceUsage().maxRSS / 1024));
