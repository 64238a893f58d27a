import type { FileHandle } from 'node:fs/promises';
import { Failure } from '../src/lib/failure.ts';
import { codeOf } from '../src/lib/error-codes.ts';
import { BackupFileError, readBackup, type CheckedBackup } from './backup-file.ts';
import { findSequences, findTables, type BackupSequence, type DirectoryTable } from './backup.ts';
import type { Database, Transaction } from './client.ts';
import { listMigrations, makeAtLevel, migrateOn, takeTurn } from './migrate.ts';

export interface RestoreOptions {
  /** What belongs to a restore besides the rows, in its transaction. */
  settle: (tx: Transaction) => Promise<void>;
  onProgress?: (rows: { done: number; total: number }) => void;
  /** Told when everything is written, and the transaction ends. */
  onDecision?: () => void;
}

/** How often a restore begins anew that has met others who hold what it needs, and need what it holds. */
const ATTEMPTS = 5;
/** PostgreSQL's codes: a deadlock, and a table that another one refers to. */
const DEADLOCK = '40P01';
const NOT_SUPPORTED = '0A000';
const NO_RIGHT = '42501';

/**
 * Puts a backup that was checked in the place of all that the directory has, which must be up to date: in one transaction,
 * so that everything is there or nothing was changed. Who reads the tables of a server meanwhile waits. One of an older
 * level is brought up to date on its way. What a server has besides stays: rights, and whatever refers to the tables.
 */
export async function restoreBackup(
  sql: Database,
  handle: FileHandle,
  file: string,
  checked: CheckedBackup,
  options: RestoreOptions,
): Promise<void> {
  const { settle, onDecision = () => {} } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql.begin(async (tx) => {
        await takeTurn(tx);
        await restoreWithin(tx, handle, file, checked, options);
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
  return new Failure(
    `A table outside the club directory has a foreign key to it (${'detail' in error ? String(error.detail) : error.message}). Drop the foreign key first. Nothing was changed.`,
  );
}

async function restoreWithin(
  tx: Transaction,
  handle: FileHandle,
  file: string,
  checked: CheckedBackup,
  { onProgress }: RestoreOptions,
): Promise<void> {
  const tables = await findTables(tx);
  const names = tables.map(({ name }) => name);
  // All at once: what is met later would be met while others wait for this.
  await tx`lock table ${tx(names)} in access exclusive mode`;
  const { migrations } = checked.header;
  const isCurrent = (await listMigrations()).every((name) => migrations.includes(name));
  if (isCurrent) {
    await refill(tx, tables, () => readInto(tx, tables, handle, file, checked, onProgress));
  } else {
    const [{ path }] = await tx<[{ path: string }]>`select current_setting('search_path') as path`;
    const [{ home }] = await tx<[{ home: string }]>`
      select relnamespace::text as home from pg_class where oid = to_regclass('migration')`;
    await makeWorkshop(tx);
    await tx`select set_config('search_path', ${`${WORKSHOP}, ${path}`}, true)`;
    await makeAtLevel(tx, migrations);
    const older = await findTables(tx);
    const adopt = (table: string, columns: readonly string[]) => adoptColumns(tx, home, table, columns);
    await refill(tx, older, () => readInto(tx, older, handle, file, checked, onProgress, adopt));
    await migrateOn(tx);
    // What triggers have put off needs the tables.
    await tx`set constraints all immediate`;
    const sequences = await findSequences(tx, tables);
    await tx`select set_config('search_path', ${path}, true)`;
    await refill(tx, tables, async () => {
      for (const { name, columns } of tables) {
        const list = columns.map((column) => tx`${tx(column)}`).reduce((all, one) => tx`${all}, ${one}`);
        await tx`
          insert into ${tx(name)} (${list}) overriding system value
          select ${list} from ${tx(`${WORKSHOP}.${name}`)}`;
      }
      return sequences;
    });
    await tx`set local client_min_messages = warning`;
    await tx`drop schema ${tx(WORKSHOP)} cascade`;
  }
  await analyze(tx, names);
}

/** Where an older backup is brought up to date: a schema of the transaction's own, which nobody else ever sees. */
const WORKSHOP = 'club_directory_restore';

async function makeWorkshop(tx: Transaction): Promise<void> {
  try {
    await tx`create schema ${tx(WORKSHOP)}`;
  } catch (error) {
    if (codeOf(error) !== NO_RIGHT || !(error instanceof Error)) throw error;
    throw new Failure(
      `Migrating this older backup requires permission to create a schema (${error.message}). Ask an administrator of the server to run "grant create on database … to …". Nothing was changed.`,
    );
  }
}

/**
 * Gives a table of the workshop columns that came with a later migration, as the tables at home have them: a database may
 * have had one before that migration, which then makes it only where it is not there. Answers those that were given.
 */
async function adoptColumns(
  tx: Transaction,
  home: string,
  table: string,
  columns: readonly string[],
): Promise<readonly string[]> {
  const found = await tx<{ name: string; statement: string }[]>`
    select attname as name,
      format('alter table %I.%I add column %I %s', ${WORKSHOP}::text, relname, attname, format_type(atttypid, atttypmod)) as statement
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = ${home}::text::oid and relname = ${table}
      and attname in (select jsonb_array_elements_text(${tx.json([...columns])}))`;
  await execute(
    tx,
    found.map(({ statement }) => statement),
  );
  return found.map(({ name }) => name);
}

/**
 * Empties tables and has them filled, with their rules put aside meanwhile: no trigger sees it, and a row may refer to
 * one that comes later. The numberings go on from what `fill` answers, and never go back: a page that was made before the
 * restore, and the tables of an import, know what they are of by its number, and nothing that comes later may have it.
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
  // To be checked once for all rows takes a fraction of the time that each row takes.
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
  const numbersSoFar = await findSequences(tx, tables);
  // Numberings too begin anew so, which is undone with the transaction: setting one is not, unless it is new.
  await tx`truncate table ${tx(tables.map(({ name }) => name))} restart identity`;
  const sequences = await fill();
  for (const given of sequences) {
    const { table, column } = given;
    const soFar = numbersSoFar.find((one) => one.table === table && one.column === column);
    const { value, isCalled } = soFar && nextOf(soFar) > nextOf(given) ? soFar : given;
    await tx`select setval(pg_get_serial_sequence(${table}, ${column})::regclass, ${value}::text::bigint, ${isCalled})`;
  }
  await execute(
    tx,
    rules.map(({ on }) => on),
  );
}

/** The number that a numbering gives next: the one it stands at may not be given yet. */
const nextOf = ({ value, isCalled }: { value: string; isCalled: boolean }) => BigInt(value) + (isCalled ? 1n : 0n);

/** Executes statements that the database itself has made of its catalogue. */
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

/** As many characters of rows go into one statement, if one row has no more. */
const PIECE = 256 * 1024;

/** Writes the rows of a backup into tables that are empty; answers how far its numberings are. */
async function readInto(
  tx: Transaction,
  tables: readonly DirectoryTable[],
  handle: FileHandle,
  file: string,
  { header, sha256 }: CheckedBackup,
  onProgress: RestoreOptions['onProgress'] = () => {},
  adopt: Adopt = () => Promise.resolve([]),
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
    // The parts of a statement each stand for themselves: the driver would take a JSON text for a value to be encoded.
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
    if ('table' in part) table = await findTarget(part, tables, file, adopt);
    if ('sequences' in part) ({ sequences } = part);
    if ('sha256' in part && part.sha256 !== sha256) {
      throw new BackupFileError(`${file} changed during the restore. The database was not changed.`);
    }
  }
  return sequences;
}

/** Adds columns to a table, those that it can; answers which. */
type Adopt = (table: string, columns: readonly string[]) => Promise<readonly string[]>;

async function findTarget(
  { table, columns }: { table: string; columns: string[] },
  tables: readonly DirectoryTable[],
  file: string,
  adopt: Adopt,
): Promise<{ name: string; columns: string[] }> {
  const found = tables.find(({ name }) => name === table);
  let unknown = found ? columns.filter((column) => !found.columns.includes(column)) : [];
  if (unknown.length > 0) {
    const adopted = await adopt(table, unknown);
    unknown = unknown.filter((column) => !adopted.includes(column));
  }
  if (found && unknown.length === 0) return { name: table, columns };
  const what = found ? `the column ${unknown.join(', ')} of the table ${table}` : `the table ${table}`;
  throw new BackupFileError(
    `${file} contains ${what}, which no migration of this site creates: the schema was changed by hand. Nothing was changed.`,
  );
}

/** Tells the planner about the rows. */
async function analyze(tx: Transaction, names: readonly string[]): Promise<void> {
  for (const name of names) await tx`analyze ${tx(name)}`;
}
