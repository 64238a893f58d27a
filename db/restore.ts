import type { FileHandle } from 'node:fs/promises';
import { ExpectedError } from '../src/lib/expected-error.ts';
import { codeOf } from '../src/lib/system-errors.ts';
import { BackupFileError, readBackup } from './backup-file.ts';
import { findSequences, findTables, type BackupHeader, type BackupSequence, type DirectoryTable } from './backup.ts';
import type { Database, Transaction } from './client.ts';
import { takeTurn } from './migrate.ts';

export interface RestoreOptions {
  /** Further work in the transaction of the restore. */
  settle: (tx: Transaction) => Promise<void>;
  onProgress?: (rows: { done: number; total: number }) => void;
  /** Called before the commit. */
  onDecision?: () => void;
}

/** A restore and other transactions may block each other; PostgreSQL then aborts one. */
const ATTEMPTS = 5;
/** Error codes of PostgreSQL: a deadlock, and a table that another one references. */
const DEADLOCK = '40P01';
const NOT_SUPPORTED = '0A000';

/**
 * Replaces all rows of the directory with a checked backup, in one transaction. The database must be up to date. Readers of
 * a server wait. Grants, views and other tables of a server stay.
 */
export async function restoreBackup(
  sql: Database,
  handle: FileHandle,
  file: string,
  header: BackupHeader,
  { settle, onProgress, onDecision = () => {} }: RestoreOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql.begin(async (tx) => {
        await takeTurn(tx);
        const tables = await findTables(tx);
        const names = tables.map(({ name }) => name);
        // All at once, so that no lock is taken while others wait for this transaction.
        await tx`lock table ${tx(names)} in access exclusive mode`;
        await refill(tx, tables, () => insertRows(tx, tables, handle, file, header, onProgress));
        for (const name of names) await tx`analyze ${tx(name)}`;
        await settle(tx);
        onDecision();
      });
      return;
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || attempt === ATTEMPTS) throw explainRestore(error);
    }
  }
}

function explainRestore(error: unknown): unknown {
  if (!(error instanceof Error) || codeOf(error) !== NOT_SUPPORTED || !error.message.includes('truncate')) return error;
  return new ExpectedError(
    `A table outside the club directory has a foreign key to it (${'detail' in error ? String(error.detail) : error.message}). Drop the foreign key first. Nothing was changed.`,
  );
}

/**
 * Empties and fills tables without their triggers and foreign keys, because a row may reference a later one. Sequences never
 * go back: a page that was loaded before the restore must not name a club that is created after it.
 */
async function refill(
  tx: Transaction,
  tables: readonly DirectoryTable[],
  fill: () => Promise<readonly BackupSequence[]>,
): Promise<void> {
  const names = tx.json(tables.map(({ name }) => name));
  const triggers = await tx<{ off: string; on: string }[]>`
    select format('alter table %I.%I disable trigger %I', nspname, relname, tgname) as off,
      format('alter table %I.%I enable %s trigger %I', nspname, relname,
        case tgenabled when 'A' then 'always' when 'R' then 'replica' end, tgname) as on
    from jsonb_array_elements_text(${names}) given (name)
    join pg_class on pg_class.oid = to_regclass(given.name)
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_trigger on tgrelid = pg_class.oid
    where not tgisinternal and tgenabled <> 'D'`;
  // Checking all rows at once takes a fraction of the time of checking each.
  const references = await tx<{ off: string; on: string }[]>`
    select format('alter table %I.%I drop constraint %I', nspname, relname, conname) as off,
      format('alter table %I.%I add constraint %I %s', nspname, relname, conname, pg_get_constraintdef(pg_constraint.oid)) as on
    from jsonb_array_elements_text(${names}) given (name)
    join pg_class on pg_class.oid = to_regclass(given.name)
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_constraint on conrelid = pg_class.oid
    where contype = 'f' and conparentid = 0
    order by conname`;
  const rules = [...triggers, ...references];
  await execute(
    tx,
    rules.map(({ off }) => off),
  );
  const current = await findSequences(tx, tables);
  // `restart identity` is undone by a rollback; setval() of an existing sequence is not.
  await tx`truncate table ${tx(tables.map(({ name }) => name))} restart identity`;
  const sequences = await fill();
  for (const given of sequences) {
    const { table, column } = given;
    const soFar = current.find((one) => one.table === table && one.column === column);
    const { value, isCalled } = soFar && nextOf(soFar) > nextOf(given) ? soFar : given;
    await tx`select setval(pg_get_serial_sequence(${table}, ${column})::regclass, ${value}::text::bigint, ${isCalled})`;
  }
  await execute(
    tx,
    rules.map(({ on }) => on),
  );
}

/** The next value of a sequence. */
const nextOf = ({ value, isCalled }: { value: string; isCalled: boolean }) => BigInt(value) + (isCalled ? 1n : 0n);

/** Executes statements that the database built from its catalog. */
async function execute(tx: Transaction, statements: readonly string[]): Promise<void> {
  await tx`select set_config('club_directory.statements', ${JSON.stringify(statements)}, true)`;
  await tx`
    do $$
    declare
      statement text;
    begin
      for statement in select jsonb_array_elements_text(current_setting('club_directory.statements')::jsonb) loop
        execute statement;
      end loop;
    end
    $$`;
}

/** The number of characters of rows in one statement; a longer row has its own. */
const PIECE = 256 * 1024;

/** Inserts the rows of a backup into empty tables. Returns its sequences. */
async function insertRows(
  tx: Transaction,
  tables: readonly DirectoryTable[],
  handle: FileHandle,
  file: string,
  header: BackupHeader,
  onProgress: RestoreOptions['onProgress'] = () => {},
): Promise<readonly BackupSequence[]> {
  let sequences: readonly BackupSequence[] = [];
  let table: { name: string; columns: readonly string[] } | null = null;
  let waiting: string[] = [];
  let size = 0;
  let done = 0;
  const write = async () => {
    if (!table || waiting.length === 0) return;
    const rows = `[${waiting.join(',')}]`;
    const list = table.columns.map((column) => tx`${tx(column)}`).reduce((all, one) => tx`${all}, ${one}`);
    // `::text::jsonb`: the driver would encode the text as JSON otherwise.
    await tx`
      insert into ${tx(table.name)} (${list}) overriding system value
      select ${list} from jsonb_populate_recordset(null::${tx(table.name)}, ${rows}::text::jsonb)`;
    done += waiting.length;
    waiting = [];
    size = 0;
    onProgress({ done, total: header.rows });
  };
  for await (const part of readBackup(handle, file)) {
    if ('lines' in part) {
      for (const line of part.lines) {
        waiting.push(line);
        size += line.length;
        if (size >= PIECE) await write();
      }
      continue;
    }
    await write();
    if ('table' in part) table = findTarget(part, tables, file);
    if ('sequences' in part) ({ sequences } = part);
  }
  return sequences;
}

function findTarget(
  { table, columns }: { table: string; columns: string[] },
  tables: readonly DirectoryTable[],
  file: string,
): { name: string; columns: string[] } {
  const found = tables.find(({ name }) => name === table);
  const unknown = columns.filter((column) => !found?.columns.includes(column));
  if (found && unknown.length === 0) return { name: table, columns };
  const what = found ? `the column ${unknown.join(', ')} of the table ${table}` : `the table ${table}`;
  throw new BackupFileError(
    `${file} contains ${what}, which no migration of this site creates: the schema was changed by hand. Nothing was changed.`,
  );
}
