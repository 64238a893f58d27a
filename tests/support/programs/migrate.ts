// Applies the migrations to the database of an address, and says which it applied.
import { migrate } from '../../../db/migrate.ts';
import { connect } from '../client.ts';

const [url = ''] = process.argv.slice(2);

const sql = connect({ url });
console.log(JSON.stringify(await migrate(sql)));
await sql.end();
