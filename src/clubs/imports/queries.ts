import type { Database, Sql, Transaction } from '../../../db/client.ts';
import { firstOf, hasWritten } from '../../lib/sql.ts';
import { saveColumnMatch, type ColumnTarget } from '../csv/match-columns.ts';
import type { FileIssue } from '../csv/issues.ts';
import { listIssues, type ImportPlan, type PlanCounts } from '../csv/plan.ts';
import type { FileColumns } from '../csv/read-file.ts';
import type { Actor } from '../history/step.ts';

/** An import in the browser; see the table `club_import`. */
export interface StoredImport {
  id: number;
  uploadedAt: Date;
  userName: string;
  fileName: string;
  deleteMissing: boolean;
  replaceSamples: boolean;
  /** Null for the only or first one. */
  sheet: string | null;
  /** Null until the columns are matched. */
  columns: ColumnTarget[] | null;
  /** What the user decided: see decisions.ts. */
  choices: string[];
  /** The labels to store by folded label of the file; null before the user is asked. */
  categories: Record<string, string | null> | null;
  /** Null until the import is written. */
  writtenCounts: PlanCounts | null;
  stepId: number | null;
}

export type NewImport = Pick<StoredImport, 'fileName' | 'deleteMissing' | 'replaceSamples'> & { file: Buffer };

/** Older imports count as deleted, and the next upload deletes them. */
const isCurrent = (sql: Sql) => sql`uploaded_at > now() - interval '1 day'`;

const columns = (sql: Sql) => sql`
  id, uploaded_at, user_name, file_name, delete_missing, replace_samples, sheet, columns, to_jsonb(left_out) as choices,
  categories, written_counts,
  step_id::float8 as step_id`;

export const findImport = (sql: Sql, id: number): Promise<StoredImport | null> =>
  firstOf(sql<StoredImport[]>`select ${columns(sql)} from club_import where id = ${id} and ${isCurrent(sql)}`);

/** The imports of the last day, the newest first. */
export const findImports = async (sql: Sql): Promise<StoredImport[]> =>
  await sql<StoredImport[]>`select ${columns(sql)} from club_import where ${isCurrent(sql)} order by id desc`;

/** The uploaded file; null if the import is written or gone. */
export async function findImportFile(sql: Sql, id: number): Promise<Buffer | null> {
  const [row] = await sql<{ file: Buffer }[]>`
    select file from club_import where id = ${id} and written_counts is null`;
  return row?.file ?? null;
}

/** Imports of each user that wait for confirmation. */
const OPEN_EACH = 5;

/** Stores an upload. Deletes the oldest imports of the user that wait for confirmation. */
export const insertImport = (
  sql: Database,
  { fileName, file, deleteMissing, replaceSamples }: NewImport,
  actor: Actor,
): Promise<StoredImport> =>
  sql.begin(async (tx) => {
    const [stored] = await tx<[StoredImport]>`
      insert into club_import (user_id, user_name, file_name, file, delete_missing, replace_samples)
      values ((select id from site_user where id = ${actor.id}), ${actor.name}, ${fileName}, ${file},
        ${deleteMissing}, ${replaceSamples})
      returning ${columns(tx)}`;
    await tx`delete from club_import where not ${isCurrent(tx)}`;
    await tx`
      delete from club_import where id in (
        select id from club_import where user_id = ${actor.id} and written_counts is null
        order by id desc offset ${OPEN_EACH})`;
    return stored;
  });

/** Stores what the columns of an import are, and remembers it for the next file; false if the import is written or gone. */
export const updateColumns = (
  sql: Database,
  id: number,
  header: FileColumns,
  targets: readonly ColumnTarget[],
): Promise<boolean> =>
  sql.begin(async (tx) => {
    const updated = await tx`
      update club_import set sheet = ${header.sheet}, columns = ${tx.json([...targets])}, categories = null, left_out = '{}'
      where id = ${id} and written_counts is null`;
    if (updated.count > 0) await saveColumnMatch(tx, header.names, targets);
    return updated.count > 0;
  });

/** Replaces the choices; false if they are not `before` any more, or the import is written or gone. */
export const updateChoices = (sql: Database, id: number, before: string[], after: string[]): Promise<boolean> =>
  hasWritten(
    sql,
    (tx) => tx`
      update club_import set left_out = ${after} where id = ${id} and left_out = ${before} and written_counts is null`,
  );

/** Stores the answers about the categories of a file, unless the import is written or gone. */
export const updateCategories = (sql: Database, id: number, categories: Record<string, string | null>) =>
  hasWritten(
    sql,
    (tx) => tx`update club_import set categories = ${tx.json(categories)} where id = ${id} and written_counts is null`,
  );

/** Stores the result of an import, in the transaction that writes it; false if it is written or gone, or has another selection. */
export async function markWritten(tx: Transaction, { id, choices }: StoredImport, plan: ImportPlan): Promise<boolean> {
  const updated = await tx`
    update club_import set file = '', written_counts = ${tx.json(plan.counts)}, issues = ${JSON.stringify(listIssues(plan))},
      step_id = nullif(current_setting('club_directory.step_id', true), '')::bigint
    where id = ${id} and left_out = ${choices} and written_counts is null`;
  return updated.count > 0;
}

/** The errors and warnings of an import that is written. */
export async function findIssues(sql: Sql, id: number): Promise<FileIssue[]> {
  const [row] = await sql<{ issues: string }[]>`select issues from club_import where id = ${id}`;
  return row ? (JSON.parse(row.issues) as FileIssue[]) : [];
}

/** Deletes an import that is not written; false if there is none. */
export const deleteImport = (sql: Database, id: number): Promise<boolean> =>
  hasWritten(sql, (tx) => tx`delete from club_import where id = ${id} and written_counts is null`);
