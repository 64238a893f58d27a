import type postgres from 'postgres';
import type { Database, Sql, Transaction } from '../../../db/client.ts';
import type { FileReport } from '../csv/file-report.ts';
import type { ImportFault } from '../csv/import-failure.ts';
import type { ImportPlan } from '../csv/plan.ts';
import { closeStaging, dropTables, inStaging, LEFT_BEHIND, stagingOf } from '../csv/staging.ts';
import { TEXT_ARRAY } from '../../sql-fragments.ts';
import type { Actor } from '../history/step.ts';
import type { FieldName } from '../record.ts';
import type { ShownCounts } from './shown-plan.ts';

/*
 * What is kept of an import in the browser between its requests: see db/migrations/0025_import_in_the_browser.sql.
 */

/** What somebody asks of an import beside its file. */
export interface KeptOptions {
  deleteMissing: boolean;
  replaceSamples: boolean;
}

/**
 * `reading` the file, and `planning` what to do with it; `planned`: waiting for somebody to confirm it; `writing`;
 * `written`; `failed`: it could not be read.
 */
export type ImportState = 'reading' | 'planning' | 'planned' | 'writing' | 'written' | 'failed';

/** How a file was read that is staged. */
export interface KeptFile {
  columns: FieldName[];
  isComplete: boolean;
  report: FileReport;
  rows: number;
}

/** A plan with what is shown of it. */
export interface KeptPlan extends ImportPlan {
  shown: ShownCounts;
}

/** Whether a plan changes anything. */
export const changesAnything = ({ created, updated, deleted, removedSamples }: ImportPlan): boolean =>
  created + updated + deleted + removedSamples > 0;

/** Whether it is the file that is wrong, which nothing that is left out mends: nobody has chosen anything of it yet. */
export const hasFileMistakes = ({ plan, planNumber }: { plan: ImportPlan; planNumber: number }): boolean =>
  plan.mistakes > 0 && planNumber === 1;

/** Why the last work on an import did not do what it was to do. */
export type KeptFailure =
  | ImportFault
  /** The clubs were changed by others: the difference was made again. */
  | { code: 'outdated' }
  /** It would change nothing. */
  | { code: 'nothing' }
  /** Who has confirmed it may not delete clubs. */
  | { code: 'notAllowed' }
  /** The file has no club, and all of the directory would be deleted. */
  | { code: 'deletesAll' }
  /** The process that worked on it has ended. */
  | { code: 'brokeOff' }
  | { code: 'unexpected' };

export interface KeptImport {
  id: number;
  fileName: string;
  startedAt: Date;
  /** Who has sent the file; null where that account is gone. */
  userId: number | null;
  userName: string;
  state: ImportState;
  /** Whether nobody works on it who should. */
  isAbandoned: boolean;
  /** How far the work is, from 0 to 1. */
  progress: number;
  options: KeptOptions;
  /** Null until it was read. */
  file: KeptFile | null;
  /** Null until it is made, also while it is made again: half of one says nothing. */
  plan: KeptPlan | null;
  planNumber: number;
  /** The mark of the last form whose choice was taken; null where that had none. */
  takenForm: string | null;
  failure: KeptFailure | null;
  stepId: number | null;
}

/** A process says at least so often that it works on an import, in seconds. */
export const BEAT = 2;
/** Whoever has not said so for that long is gone. */
const ABANDONED = '30 seconds';

const WORKING: readonly ImportState[] = ['reading', 'planning', 'writing'];

/** Whether somebody should be working on it. */
export const isWorking = ({ state }: Pick<KeptImport, 'state'>): boolean => WORKING.includes(state);

const columns = (sql: Sql) => sql`
  id, file_name, started_at, user_id, user_name, state, progress, options, file, plan, plan_number, taken_form, failure,
  step_id::float8 as step_id,
  (state in ('reading', 'planning', 'writing') and beat_at < now() - ${ABANDONED}::interval)
    or (state = 'planned' and plan is null) as is_abandoned`;

/** Those that nobody asks for any more are swept by the next import, and as good as gone. */
const isThere = (sql: Sql) => sql`state is not null and started_at > now() - ${LEFT_BEHIND}::interval`;

export async function findKeptImport(sql: Sql, id: number): Promise<KeptImport | null> {
  const [found] = await sql<KeptImport[]>`select ${columns(sql)} from club_import where id = ${id} and ${isThere(sql)}`;
  return found ?? null;
}

/** The imports that somebody may still look at, the newest first. */
export const listKeptImports = (sql: Sql): Promise<KeptImport[]> =>
  sql<KeptImport[]>`
    select ${columns(sql)} from club_import where ${isThere(sql)} and state <> 'written' order by id desc`.then(
    (found) => [...found],
  );

/** So many imports of one account are kept: a file is large. */
const KEPT_EACH = 5;

/** Those of an account that are taken away when so many of its newest are kept: nobody works on them. */
const olderThan = (sql: Sql, userId: number, kept: number) => sql`
  select id, state from club_import
  where user_id = ${userId} and state in ('planned', 'written', 'failed') order by id desc offset ${kept}`;

/**
 * Begins to keep an import; of those of the same account the oldest are taken away. Answers its number, and whether one
 * went by it that somebody might still have looked at.
 */
export async function addKeptImport(
  sql: Database,
  { fileName, options, actor }: { fileName: string; options: KeptOptions; actor: Actor },
): Promise<{ id: number; hasTakenPlace: boolean }> {
  const { id, old } = await inStaging(sql, async (tx) => {
    const [added] = await tx<[{ id: number }]>`
    insert into club_import (user_id, user_name, file_name, state, options)
    values ((select id from site_user where id = ${actor.userId}), ${actor.name}, ${fileName}, 'reading',
      ${tx.json(options as unknown as postgres.JSONValue)})
    returning id`;
    const found = await tx<{ id: number; state: ImportState }[]>`${olderThan(tx, actor.userId, KEPT_EACH - 1)}`;
    return { id: added.id, old: [...found] };
  });
  for (const one of old) await closeStaging(sql, stagingOf(one.id, 0));
  return { id, hasTakenPlace: old.some(({ state }) => state !== 'written') };
}

/** What changes of a kept import. */
type Changes = Partial<Pick<KeptImport, 'state' | 'file' | 'plan' | 'failure'>>;

/** Changes an import that is in one of these states, and says that somebody works on it; false when it is not. */
export const changeKeptImport = (
  sql: Database,
  id: number,
  from: readonly ImportState[],
  changes: Changes,
): Promise<boolean> => inStaging(sql, (tx) => changeIn(tx, id, from, changes));

/** The same in a transaction. */
export async function changeIn(
  tx: Transaction,
  id: number,
  from: readonly ImportState[],
  changes: Changes,
): Promise<boolean> {
  const { state, file, plan, failure } = changes;
  // What waits for somebody is known also after a site that was ended hard, though its rows are gone.
  if (state === 'planned' || state === 'failed') await tx`set local synchronous_commit = on`;
  const json = (value: unknown) => (value === null ? null : tx.json(value as postgres.JSONValue));
  const changed = await tx`
    update club_import set beat_at = now(), progress = 0
      ${state === undefined ? tx`` : tx`, state = ${state}`}
      ${file === undefined ? tx`` : tx`, file = ${json(file)}`}
      ${plan === undefined ? tx`` : tx`, plan = ${json(plan)}`}
      ${plan ? tx`, plan_number = plan_number + 1` : tx``}
      ${failure === undefined ? tx`` : tx`, failure = ${json(failure)}`}
    where id = ${id} and state = any(${tx.array([...from], TEXT_ARRAY)})`;
  return changed.count > 0;
}

/**
 * Says that nobody works on any import, and which have lost their rows: to a process that has the database to itself, and
 * has just begun.
 */
export async function abandonImports(sql: Database): Promise<void> {
  await inStaging(sql, async (tx) => {
    await tx`update club_import set beat_at = '-infinity' where state in ('reading', 'planning', 'writing')`;
  });
  for (const kept of await listKeptImports(sql)) if (!(await hasRows(sql, kept))) await failWithoutRows(sql, kept);
}

/** Says of an import that waits that its rows are gone: its file has to be sent again. */
export const failWithoutRows = (sql: Database, { id }: KeptImport): Promise<boolean> =>
  changeKeptImport(sql, id, ['planned', 'planning', 'writing'], { state: 'failed', failure: { code: 'restarted' } });

/**
 * Takes a plan for what is next, while it has this number still, by the form of this mark; false when it has not. In
 * another epoch of the directory an import of this number is another one.
 */
export async function takePlan(
  tx: Transaction,
  id: number,
  { epoch, planNumber, mark, next }: { epoch: string; planNumber: number; mark: string | null; next: ImportState },
): Promise<boolean> {
  const taken = await tx`
    update club_import set state = ${next}, taken_form = ${mark}, failure = null, beat_at = now(), progress = 0
    where id = ${id} and state = 'planned' and plan_number = ${planNumber}
      and split_part(plan ->> 'version', '-', 1) = ${epoch}`;
  return taken.count > 0;
}

/** Says of imports that somebody works on them while they are in these states, and how far. */
export const beat = (
  sql: Database,
  works: readonly { id: number; states: readonly ImportState[]; progress: number }[],
): Promise<void> =>
  inStaging(sql, async (tx) => {
    for (const { id, states, progress } of works) {
      await tx`
        update club_import set beat_at = now(), progress = ${progress}
        where id = ${id} and state = any(${tx.array([...states], TEXT_ARRAY)})`;
    }
  });

/** Says that an import is written, in the transaction that writes it. */
export async function markWritten(tx: Transaction, id: number, plan: KeptPlan): Promise<void> {
  await tx`
    update club_import set state = 'written', failure = null, plan = ${tx.json(plan as unknown as postgres.JSONValue)},
      step_id = nullif(current_setting('club_directory.step_id', true), '')::bigint
    where id = ${id}`;
}

/** Takes an import away that nobody works on; false when somebody does, or it is written or gone. */
export const dropKeptImport = (sql: Database, id: number): Promise<boolean> =>
  inStaging(sql, async (tx) => {
    // First, as everybody takes it who works on the import: its tables come after.
    const dropped = await tx`delete from club_import where id = ${id} and state in ('planned', 'failed')`;
    if (dropped.count > 0) await dropTables(tx, id);
    return dropped.count > 0;
  });

/** Whether the rows of an import are there still: a server that was ended hard has emptied its tables. */
export async function hasRows(sql: Sql, { id, file }: KeptImport): Promise<boolean> {
  if (!file || file.rows === 0) return true;
  const { rows } = stagingOf(id, 0);
  const [{ isTable }] = await sql<[{ isTable: boolean }]>`select to_regclass(${rows}) is not null as is_table`;
  if (!isTable) return false;
  const [{ isThere }] = await sql<[{ isThere: boolean }]>`select exists (select from ${sql(rows)}) as is_there`;
  return isThere;
}

/** How many sample clubs there are, which an import may take away first. */
export async function countSamples(sql: Sql): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::integer as count from club where is_sample`;
  return count;
}
