// Opens the embedded database of a folder, says whether it is the owner, and keeps it until it is stopped.
import { openEmbedded } from '../../../db/embedded/database.ts';
import { connect } from '../client.ts';

const [dataDir = ''] = process.argv.slice(2);

const embedded = await openEmbedded(dataDir);
if (embedded) {
  const sql = connect(embedded);
  await sql`select 1`;
  process.on('SIGTERM', () => {
    void sql
      .end()
      .then(() => embedded.close())
      .then(() => process.exit(0));
  });
}
console.log(embedded ? 'owner' : 'other');
