// Reads a file into an import of the embedded database of a folder, as the site does, and waits to be ended.
import { openEmbedded } from '../../../db/embedded.ts';
import { addKeptImport } from '../../../src/clubs/imports/kept-imports.ts';
import { readUpload } from '../../../src/clubs/imports/work.ts';
import { clubsCsv } from '../clubs-csv.ts';
import { connect } from '../client.ts';

const [dataDir = ''] = process.argv.slice(2);

const embedded = await openEmbedded(dataDir);
if (!embedded) throw new Error('Another process has the database.');
const sql = connect(embedded);
const { id } = await addKeptImport(sql, {
  fileName: 'clubs.csv',
  options: { deleteMissing: false, replaceSamples: false },
  actor: { userId: 0, name: '' },
});
await readUpload(sql, id, clubsCsv({ name: 'Chess' }), { siteUrl: 'https://x.example', onProgress: () => {} });
console.log(id);
setInterval(() => {}, 60_000);
