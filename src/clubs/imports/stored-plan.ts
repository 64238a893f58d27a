import { LRUCache } from 'lru-cache';
import type { Database } from '../../../db/client.ts';
import { settings } from '../../settings.ts';
import { rememberMatches } from '../categories/queries.ts';
import { findColumnMatch } from '../csv/match-columns.ts';
import { keyOf } from '../csv/decisions.ts';
import { isError } from '../csv/issues.ts';
import { parseClubFile, type ClubFile } from '../csv/read-file.ts';
import { changesAnything, deletesAll, planImport, type ImportPlan } from '../csv/plan.ts';
import { OutdatedPlanError, writePlan } from '../csv/write.ts';
import type { Actor } from '../history/step.ts';
import { listQuery } from '../../lib/pagination.ts';
import { findVersion } from '../record/version-queries.ts';
import { readUpload, type PlanForm, type PlanPart, type Refusal } from './import-form.ts';
import { applyCategories } from './import-categories.ts';
import {
  deleteImport,
  findImport,
  findImportFile,
  insertImport,
  markWritten,
  updateChoices,
  type StoredImport,
} from './queries.ts';

/** The maximum number of rows of a file that is imported in the browser. */
export const MAX_IMPORT_ROWS = 20_000;

/* Cached for users who turn the pages of a plan. */
const files = new LRUCache<string, ClubFile>({ max: 2 });
const plans = new LRUCache<string, ImportPlan>({ max: 2 });

/** Loads an import with its plan for the current directory: null until the columns are matched, and once it is written. */
export async function loadImport(
  sql: Database,
  id: number,
): Promise<{ stored: StoredImport; plan: ImportPlan | null; needsColumns?: boolean } | null> {
  const stored = await findImport(sql, id);
  if (!stored || stored.writtenCounts) return stored && { stored, plan: null };
  const file = await loadFile(sql, stored);
  // Without a file, the import was written or deleted meanwhile.
  if (!file) return await loadImport(sql, id);
  return needsColumns(file)
    ? { stored, plan: null, needsColumns: true }
    : { stored, plan: await planFile(sql, stored, file) };
}

/** Whether the columns of a file are not matched, or its sheet is not chosen. */
const needsColumns = ({ issues }: ClubFile): boolean =>
  issues.some(({ detail: { code } }) => code === 'columnsUnknown' || code === 'sheetNeeded');

const fileKey = ({ id, uploadedAt, sheet, columns }: StoredImport): string =>
  [id, uploadedAt.getTime(), sheet, columns].join();

/** Reads the file of an import; null if it is written or gone. */
export async function loadFile(sql: Database, stored: StoredImport): Promise<ClubFile | null> {
  const key = fileKey(stored);
  const cached = files.get(key);
  if (cached) return cached;
  const bytes = await findImportFile(sql, stored.id);
  if (!bytes) return null;
  const file = await readFile(sql, bytes, stored);
  files.set(key, file);
  return file;
}

const readFile = (
  sql: Database,
  bytes: Uint8Array,
  { sheet, columns }: Partial<Pick<StoredImport, 'sheet' | 'columns'>> = {},
): Promise<ClubFile> =>
  parseClubFile(bytes, {
    siteUrl: settings().siteUrl,
    maxRows: MAX_IMPORT_ROWS,
    sheet: sheet ?? undefined,
    targets: columns ?? null,
    recall: (names) => findColumnMatch(sql, names),
  });

/** Stores an upload, or returns why it cannot be imported. */
export async function startImport(sql: Database, request: Request, actor: Actor): Promise<{ id: number } | Refusal> {
  const upload = await readUpload(request);
  if ('detail' in upload) return upload;
  const file = await readFile(sql, upload.file);
  const issue = needsColumns(file) ? undefined : file.issues.find(isError);
  if (issue) return { status: 422, detail: issue.detail };
  const stored = await insertImport(sql, upload, actor);
  files.set(fileKey(stored), file);
  return { id: stored.id };
}

async function planFile(sql: Database, stored: StoredImport, file: ClubFile): Promise<ImportPlan> {
  const { deleteMissing, replaceSamples, choices, categories } = stored;
  const answers = categories && JSON.stringify(categories);
  const version = await findVersion(sql);
  const planKey = [fileKey(stored), file.header?.targets?.join(), version, choices.join(), answers].join(' ');
  const options = { deleteMissing, replaceSamples, choices: new Set(choices) };
  const plan = plans.get(planKey) ?? (await planImport(sql, await applyCategories(sql, file, categories), options));
  plans.set(planKey, plan);
  return plan;
}

/** Why a plan was not written. The page shows it with the current plan. */
export type PlanIssue = 'outdated' | 'nothing' | 'deletesAll' | 'notAllowed' | 'errors';

/** 422 for the others. */
const STATUS: Partial<Record<PlanIssue, number>> = { outdated: 409, notAllowed: 403 };

export type FormResult =
  | { outcome: 'dropped' }
  | { outcome: 'done'; query: string }
  | { outcome: 'refused'; status: number; issue: PlanIssue; part: PlanPart | null };

/** Handles the form of a plan; null if the import does not exist. `part`: the part that the page shows. */
export async function answerPlanForm(
  sql: Database,
  id: number,
  { shown, listed, choices: listedChoices, asked }: PlanForm,
  { actor, mayDelete, part }: { actor: Actor; mayDelete: boolean; part: PlanPart | null },
): Promise<FormResult | null> {
  const done = { outcome: 'done', query: '' } as const;
  const askedPart = typeof asked === 'string' ? null : asked;
  const refuse = async (issue: PlanIssue): Promise<FormResult> => {
    // Another form may have confirmed the import.
    if ((await findImport(sql, id))?.writtenCounts) return done;
    return { outcome: 'refused', status: STATUS[issue] ?? 422, issue, part: askedPart ?? part };
  };
  if (asked === 'drop' && (await deleteImport(sql, id))) return { outcome: 'dropped' };
  const loaded = await loadImport(sql, id);
  if (!loaded) return null;
  const { stored, plan } = loaded;
  if (!plan) return done;
  if (plan.digest !== shown) return await refuse('outdated');
  const others = stored.choices.filter((choice) => !listed.includes(keyOf(choice)));
  const choices = [...new Set([...others, ...listedChoices])].sort();
  const isChanged = choices.join() !== stored.choices.join();
  if (isChanged && !(await updateChoices(sql, id, stored.choices, choices))) return await refuse('outdated');
  if (asked !== 'write') return { ...done, query: askedPart ? listQuery(askedPart.request, askedPart.page) : '' };
  const chosen = { ...stored, choices };
  const file = await loadFile(sql, chosen);
  const confirmed = file && (await planFile(sql, chosen, file));
  // Without a club that was left out, others may have an error.
  if (!confirmed || confirmed.skipped.length > plan.skipped.length) return await refuse('outdated');
  const issue = findIssue(confirmed, mayDelete) ?? (await writeStored(sql, chosen, confirmed, actor));
  return issue ? await refuse(issue) : done;
}

/** Null if the plan can be written. */
export function findIssue(plan: ImportPlan, mayDelete: boolean): PlanIssue | null {
  if (plan.errors.length > 0) return 'errors';
  if (!changesAnything(plan.counts)) return 'nothing';
  if (plan.counts.deleted + plan.counts.removedSamples > 0 && !mayDelete) return 'notAllowed';
  return deletesAll(plan) ? 'deletesAll' : null;
}

/** Writes a planned import: exactly the plan, or nothing. */
async function writeStored(
  sql: Database,
  stored: StoredImport,
  plan: ImportPlan,
  actor: Actor,
): Promise<PlanIssue | null> {
  try {
    await sql.begin(async (tx) => {
      await writePlan(tx, plan, { kind: 'import', actor, note: stored.fileName });
      if (!(await markWritten(tx, stored, plan))) throw new OutdatedPlanError();
      if (stored.categories) await rememberMatches(tx, new Map(Object.entries(stored.categories)));
    });
    return null;
  } catch (error) {
    if (error instanceof OutdatedPlanError) return 'outdated';
    throw error;
  }
}
