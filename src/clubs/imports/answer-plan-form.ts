import { setTimeout as sleep } from 'node:timers/promises';
import { directory } from '../directory.ts';
import type { Actor } from '../history/step.ts';
import { toShownQuery, type PlanForm, type ShownPart } from './import-form.ts';
import { openImport } from './import-page.ts';
import { importer } from './importer.ts';
import { dropKeptImport, type KeptImport } from './kept-imports.ts';
import { choose } from './work.ts';

/** The time that a form waits for a running comparison, in milliseconds. */
const TIMEOUT_MS = 14_000;

/** What the form of a plan leads to: another page, or the plan again with an error. */
export type PlanFormOutcome =
  | { outcome: 'dropped' }
  | { outcome: 'done'; query: string; news: 'importKept' | 'importCompared' | 'doneByOther' | null }
  | { outcome: 'refused'; status: 403 | 409; error: 'notAllowed' | 'outdated'; part: ShownPart | null };

const find = (id: number) => openImport(directory(), id, (kept) => importer().recover(kept));

/** Finds an import as it is now: a plan is updated first when clubs have changed since it was made. */
export async function findCurrentImport(id: number): Promise<KeptImport | null> {
  const kept = await find(id);
  if (!kept || !(await importer().refresh(kept))) return kept;
  await importer().settled(id);
  return await find(id);
}

/** Finds an import, and waits until then for a plan that is being made. */
async function findPlanned(id: number, end: number): Promise<KeptImport | null> {
  let kept = await find(id);
  while (kept?.state === 'planning' && performance.now() < end) {
    await Promise.all([importer().settled(id), sleep(100)]);
    kept = await find(id);
  }
  return kept;
}

/** Handles the form of an import plan; null if the import does not exist. `part` is the part of the plan that is shown. */
export async function answerPlanForm(
  id: number,
  form: PlanForm,
  { actor, mayDelete, part }: { actor: Actor; mayDelete: boolean; part: ShownPart | null },
): Promise<PlanFormOutcome | null> {
  const { sql } = directory();
  const { epoch, planNumber, listed, taken, mark, asked, isKept } = form;
  if (!(await find(id))) return null;
  if (asked === 'drop')
    return (await dropKeptImport(sql, id)) ? { outcome: 'dropped' } : { outcome: 'done', query: '', news: null };
  const end = performance.now() + TIMEOUT_MS;
  // The choice of another window may be being planned: what this one leaves out is added to it.
  const kept = await findPlanned(id, end);
  const out = listed.filter((key) => !taken(key));
  const isWrite = asked === 'write';
  const deletes = (kept?.plan?.deleted ?? 0) + (kept?.plan?.removedSamples ?? 0) > 0;
  if (isWrite && deletes && !mayDelete) return { outcome: 'refused', status: 403, error: 'notAllowed', part };
  if (kept?.state !== 'planned') return lateFor(kept, out.length);
  const next = isWrite ? 'writing' : 'planning';
  const chosen = await choose(sql, id, { epoch, planNumber, listed, taken, mark, next });
  if (chosen !== 'outdated') {
    const isChanged = chosen === 'changed';
    if (isWrite) importer().write(id, { actor, isChanged, mayDelete });
    else if (isChanged) importer().plan(id);
    await importer().settled(id);
    if (!isWrite) return { outcome: 'done', query: toShownQuery(asked), news: isKept ? 'importKept' : null };
    // If it was not written after all, the search still applies, unless there is something new to check.
    const fresh = (await find(id))?.plan?.shown.fresh ?? 0;
    const query = fresh === 0 && part ? toShownQuery({ filter: 'all', name: part.name, page: 1 }) : '';
    return { outcome: 'done', query, news: null };
  }
  const later = await findPlanned(id, end);
  if (later && later.state !== 'planned') return lateFor(later, out.length);
  // What either form leaves out stays out.
  const merge = { epoch, planNumber: later?.planNumber ?? 0, listed: out, taken: () => false, mark };
  if (out.length > 0 && (await choose(sql, id, { ...merge, next: 'planning' })) === 'changed') {
    importer().plan(id);
    await importer().settled(id);
  }
  return { outcome: 'refused', status: 409, error: 'outdated', part: isWrite ? part : asked };
}

/** The result for a form sent after another one; it reports when left-out clubs had no effect. */
function lateFor(kept: KeptImport | null, leftOut: number): PlanFormOutcome {
  const news = kept?.state === 'planning' ? 'importCompared' : leftOut > 0 ? 'doneByOther' : null;
  return { outcome: 'done', query: '', news };
}
