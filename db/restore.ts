import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import * as v from 'valibot';
import { codeOf, ExpectedError } from '../src/lib/errors.ts';
import { findTables, HeaderSchema, type BackupHeader, type BackupTable } from './backup.ts';
import type { Transaction } from './client.ts';
import { listMigrations, lockMigrations } from './migrate.ts';

/** The number of characters of rows to insert at once; a longer row is inserted alone. */
const BATCH = 256 * 1024;

/** Passes the rows of a backup to `take` in batches. Throws `ExpectedError` if it is damaged or of another schema. */
export async function readBackup(
  file: string,
  take: (table: BackupTable, rows: string[]) => Promise<void> = async () => {},
): Promise<BackupHeader> {
  const lines = readLines(file);
  const readLine = async () => {
    const { value } = await lines.next();
    if (value === undefined) throw unreadable(file);
    return value;
  };
  try {
    const header = await parseHeader(await readLine(), file);
    for (const table of header.tables) {
      let batch: string[] = [];
      let size = 0;
      for (let left = table.rows; left > 0; left -= 1) {
        const row = await readLine();
        batch.push(row);
        size += row.length;
        if (size < BATCH && left > 1) continue;
        await take(table, batch);
        batch = [];
        size = 0;
      }
    }
    // The checksum is at the end of the file.
    if (!(await lines.next()).done) throw unreadable(file);
    return header;
  } finally {
    await lines.return(undefined);
  }
}

const unreadable = (file: string) =>
  new ExpectedError(`${file} is not a backup from this version of npm run db:backup, or it is damaged or incomplete.`);

const LineSchema = v.pipe(v.string(), v.parseJson(), HeaderSchema);

async function parseHeader(line: string, file: string): Promise<BackupHeader> {
  const { success, output } = v.safeParse(LineSchema, line);
  if (!success) throw unreadable(file);
  const { migrations, writer } = output;
  if (migrations.join() === (await listMigrations()).join()) return output;
  throw new ExpectedError(
    `${file} (written by version ${writer.version}, commit ${writer.commit}) is from another version of the site. Restore it with a version whose last migration is ${migrations.at(-1)}, and then update.`,
  );
}

async function* readLines(file: string): AsyncGenerator<string, undefined, undefined> {
  const gunzip = createGunzip({ chunkSize: BATCH });
  // An error also ends the loop below.
  pipeline(createReadStream(file), gunzip).catch(() => {});
  let rest = '';
  try {
    for await (const text of gunzip.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw codeOf(error).startsWith('Z_') ? unreadable(file) : error;
  }
}

/**
 * Replaces all rows of the directory with a backup, in a transaction of the caller. The database must be up to date.
 * Readers of a server wait. Grants, views and other tables of a server stay. Triggers and foreign keys are off meanwhile,
 * because a row may reference a later one.
 */
export async function restoreBackup(tx: Transaction, file: string): Promise<void> {
  await lockMigrations(tx);
  const names = (await findTables(tx)).map(({ name }) => name);
  // All at once, so that no lock is taken while others wait for this transaction.
  await tx`lock table ${tx(['migration', ...names])} in access exclusive mode`;
  // Again, because transactions that held the tables may have used more ids.
  const tables = await findTables(tx);
  // An administrator may have disabled triggers. Checking all references at once takes a fraction of the time.
  const rules = await tx<{ off: string; on: string }[]>`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
      format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as on
    from pg_trigger where not tgisinternal and tgenabled = 'O' and tgrelid::regclass::text = any(${names})
    union all (select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any(${names}) order by conname)`;
  await tx.unsafe(rules.map(({ off }) => off).join(';'));
  await tx`truncate table ${tx(names)} restart identity`;

  const header = await readBackup(file, async ({ name, columns }, rows) => {
    const own = tables.find((table) => table.name === name)?.columns ?? [];
    if (columns.some((column) => !own.includes(column)))
      throw new ExpectedError(`${file} has columns of the table ${name} that this database lacks.`);
    // `::text::jsonb`: the driver would encode the text as JSON otherwise.
    await tx`
      insert into ${tx(name)} (${tx(columns)}) overriding system value
      select ${tx(columns)} from jsonb_populate_recordset(null::${tx(name)}, ${`[${rows.join(',')}]`}::text::jsonb)`;
  });
  // Sequences never go back: a page that was loaded before the restore must not name a club that is created after it.
  for (const { name, lastId } of tables) {
    const restored = header.tables.find((table) => table.name === name)?.lastId ?? null;
    if (lastId ?? restored)
      await tx`
        select setval(pg_get_serial_sequence(${name}, 'id'), greatest(${lastId}::text::bigint, ${restored}::text::bigint))`;
  }

  await tx.unsafe(rules.map(({ on }) => on).join(';'));
  await tx`analyze ${tx(names)}`;
}
