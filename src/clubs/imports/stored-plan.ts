import { LRUCache } from 'lru-cache';
import type { Database, Sql } from '../../../db/client.ts';
import { settings } from '../../settings.ts';
import { parseClubFile, type ClubFile } from '../csv/parse.ts';
import { planImport, type ImportPlan } from '../csv/plan.ts';
import { OutdatedPlanError, renderPlan, writePlan } from '../csv/write.ts';
import type { Actor } from '../history/step.ts';
import { findVersion } from '../queries.ts';
import { findImportFile, lockImport, markWritten, type StoredImport } from './queries.ts';

/** The most rows of a file that is imported in the browser. */
export const MAX_IMPORT_ROWS = 20_000;

/** A plan of a stored import, with its file. */
export interface StoredPlan {
  file: ClubFile;
  plan: ImportPlan;
}

/*
 * The files and plans that were needed last: a user turns pages.
 */
const files = new LRUCache<string, ClubFile>({ max: 2 });
const plans = new LRUCache<string, ImportPlan>({ max: 2 });

const keyOf = ({ id, uploadedAt }: StoredImport) => `${id} ${uploadedAt.getTime()}`;

/** Parses an uploaded file. */
export const parseUpload = (bytes: Uint8Array): Promise<ClubFile> =>
  parseClubFile(bytes, { siteUrl: settings().siteUrl, maxRows: MAX_IMPORT_ROWS });

/** Plans a stored import for the directory as it is; null if the import is gone. */
export async function planStored(sql: Database, stored: StoredImport): Promise<StoredPlan | null> {
  const key = keyOf(stored);
  let file = files.get(key);
  if (!file) {
    const bytes = await findImportFile(sql, stored.id);
    if (!bytes) return null;
    file = await parseUpload(bytes);
    files.set(key, file);
  }
  const planKey = `${key} ${await findVersion(sql)} ${stored.leftOut.join()}`;
  const plan = plans.get(planKey) ?? (await planFile(sql, stored, file));
  plans.set(planKey, plan);
  return { file, plan };
}

const planFile = (sql: Sql, { deleteMissing, replaceSamples, leftOut }: StoredImport, file: ClubFile) =>
  planImport(sql, file, {
    ...{ deleteMissing, replaceSamples, leftOut: new Set(leftOut) },
    logos: { folder: null, canBeInFolder: false },
  });

/** Writes a planned import: exactly the plan, or nothing. */
export async function writeStored(
  sql: Database,
  stored: StoredImport,
  { file, plan }: StoredPlan,
  actor: Actor,
): Promise<'written' | 'outdated'> {
  const written = await renderPlan(plan);
  try {
    await sql.begin(async (tx) => {
      const now = await lockImport(tx, stored.id);
      if (now?.writtenCounts) return;
      if (now?.leftOut.join() !== stored.leftOut.join()) throw new OutdatedPlanError();
      await writePlan(tx, file, plan, written, {
        ...{ asSamples: false, step: { kind: 'import', actor, note: stored.fileName } },
        planAgain: (sqlOfPlan) => planFile(sqlOfPlan, stored, file),
      });
      await markWritten(tx, stored.id, plan.counts);
    });
    return 'written';
  } catch (error) {
    if (error instanceof OutdatedPlanError) return 'outdated';
    throw error;
  }
}
