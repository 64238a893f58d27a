// Begins a transaction in the embedded database of a folder, through the process that has it, and never ends it.
import { connectToOwner } from '../../../db/embedded/database.ts';
import { connect } from '../client.ts';

const [dataDir = ''] = process.argv.slice(2);

const sql = connect({
  async openStream() {
    const socket = await connectToOwner(dataDir);
    if (!socket) throw new Error('No process owns the database.');
    return socket;
  },
});
// In one message: between two, the transaction would be idle.
await (await sql.reserve())`begin; insert into club (name) values ('Never')`.simple();
console.log('written');
await new Promise((resolve) => setTimeout(resolve, 600_000));
