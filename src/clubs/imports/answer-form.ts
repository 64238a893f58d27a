import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../db/client.ts';
import { Failure } from '../../lib/failure.ts';
import { clubStore } from '../club-store.ts';
import { changesAnything, deletesAll } from '../csv/plan.ts';
import type { Actor } from '../history/step.ts';
import { toPartQuery, type PlanForm, type PlanPart } from './import-form.ts';
import { deleteImport, findImport, updateLeftOut, type StoredImport } from './queries.ts';
import { planStored, writeStored, type StoredPlan } from './stored-plan.ts';

/** Why a plan is not written. The page shows the current plan with it. */
export type PlanError = 'outdated' | 'nothing' | 'deletesAll' | 'notAllowed' | 'mistakes' | 'failed';

const STATUS: Record<PlanError, number> = {
  ...{ outdated: 409, nothing: 422, deletesAll: 422, notAllowed: 403, mistakes: 422, failed: 422 },
};

export type FormResult =
  | { outcome: 'dropped' }
  | { outcome: 'done'; query: string; isSaved: boolean }
  | { outcome: 'refused'; status: number; error: PlanError; part: PlanPart | null };

/** How long a form waits for its import to be written, in ms. */
const WAIT_MS = 8000;

/** Imports that this process writes, and failures that no form has reported. */
const writing = new Map<number, Promise<PlanError | null>>();
const failures = new Map<number, PlanError>();

export const isWriting = (id: number): boolean => writing.has(id);

/** Why the last attempt to write an import failed after its form was answered. Reported once. */
export function takeFailure(id: number): PlanError | null {
  const failure = failures.get(id) ?? null;
  failures.delete(id);
  return failure;
}

/** Handles the form of a plan; null if the import does not exist. `part`: the part that the page shows. */
export async function answerPlanForm(
  id: number,
  form: PlanForm,
  { actor, mayDelete, part }: { actor: Actor; mayDelete: boolean; part: PlanPart | null },
): Promise<FormResult | null> {
  const { sql } = clubStore();
  const stored = await findImport(sql, id);
  if (!stored) return null;
  const done = { outcome: 'done', query: '', isSaved: false } as const;
  if (stored.writtenCounts || isWriting(id)) return done;
  if (form.asked === 'drop') return (await deleteImport(sql, id)) ? { outcome: 'dropped' } : done;
  const isWrite = form.asked === 'write';
  const refuse = (error: PlanError): FormResult => {
    const shownPart = form.asked === 'write' || form.asked === 'drop' ? part : form.asked;
    return { outcome: 'refused', status: STATUS[error], error, part: shownPart };
  };
  const seen = await planStored(sql, stored);
  if (!seen) return null;
  const unchecked = form.listed.filter((key) => !form.checked.has(key));
  const isStale = seen.plan.digest !== form.shown;
  // A stale form takes nothing in; what it leaves out stays out.
  const kept = stored.leftOut.filter((key) => isStale || !form.listed.includes(key));
  const leftOut = [...new Set([...kept, ...unchecked])].sort();
  if (leftOut.join() !== stored.leftOut.join() && !(await updateLeftOut(sql, id, stored.leftOut, leftOut))) {
    return (await findImport(sql, id))?.writtenCounts ? done : refuse('outdated');
  }
  if (isStale) return refuse('outdated');
  if (form.asked !== 'write') return { ...done, query: toPartQuery(form.asked), isSaved: form.isSaved };
  const chosen = { ...stored, leftOut };
  const planned = await planStored(sql, chosen);
  if (!planned) return null;
  const error = findError(planned, mayDelete) ?? (await writeWithin(sql, chosen, planned, actor));
  return error && isWrite ? refuse(error) : done;
}

function findError({ plan }: StoredPlan, mayDelete: boolean): PlanError | null {
  if (plan.mistakes.length > 0) return 'mistakes';
  if (!changesAnything(plan.counts)) return 'nothing';
  if (plan.counts.deleted + plan.counts.removedSamples > 0 && !mayDelete) return 'notAllowed';
  return deletesAll(plan) ? 'deletesAll' : null;
}

/** Writes an import, and waits for a while; then the page of the import reports on it. */
async function writeWithin(
  sql: Database,
  stored: StoredImport,
  planned: StoredPlan,
  actor: Actor,
): Promise<PlanError | null> {
  const { id } = stored;
  let isAnswered = false;
  const done = writeStored(sql, stored, planned, actor)
    .then((outcome) => (outcome === 'outdated' ? outcome : null))
    .catch((error: unknown): PlanError => {
      if (error instanceof Failure) return 'failed';
      if (!isAnswered) throw error;
      console.error('Import failed:', error);
      return 'failed';
    })
    .then((error) => {
      if (isAnswered && error) failures.set(id, error);
      return error;
    })
    .finally(() => writing.delete(id));
  writing.set(id, done);
  const stop = new AbortController();
  const error = await Promise.race([done, sleep(WAIT_MS, null, { signal: stop.signal }).catch(() => null)]);
  isAnswered = true;
  stop.abort();
  return error;
}
