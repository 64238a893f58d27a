import type { Database } from '../../../db/client.ts';
import type { ClubIssue } from '../edit/form.ts';
import { restoreClub } from '../edit/save.ts';
import { readChangeId, readValuePlace } from './club-history-page.ts';
import { findNamesake, findStateAt } from './club-state.ts';
import { removeValue, type RemovalOutcome } from './removal.ts';
import { OLDEST, readRevision } from './revision.ts';
import type { Actor } from './step.ts';

/** Why a version was not restored: `taken` and `loop` name the other club. */
export type RestoreFault =
  | { fault: 'invalid' | 'deleted' | 'conflict' }
  | { fault: 'taken'; name: string; namesake: number | null }
  | { fault: 'loop' };

export type HistoryFormOutcome =
  | { outcome: 'removed' }
  | { outcome: 'restored' }
  | { outcome: 'notAllowed' }
  | { outcome: 'notRemoved'; status: 409 | 422; fault: 'notSure' | Exclude<RemovalOutcome, 'removed'> }
  | ({ outcome: 'notRestored'; status: 409 | 422 } & RestoreFault);

interface HistoryEditor {
  actor: Actor;
  clubId: number;
  isThere: boolean;
  canRemove: boolean;
}

/** Restores a version of a club, or removes a value from its history. */
export async function answerHistoryForm(
  sql: Database,
  form: FormData,
  { actor, clubId, isThere, canRemove }: HistoryEditor,
): Promise<HistoryFormOutcome> {
  if (form.get('action') === 'remove') {
    if (!canRemove) return { outcome: 'notAllowed' };
    const place = readValuePlace(form);
    const outcome = !form.has('sure') ? 'notSure' : place ? await removeValue(sql, actor, clubId, place) : 'gone';
    if (outcome === 'removed') return { outcome };
    return { outcome: 'notRemoved', status: outcome === 'current' ? 409 : 422, fault: outcome };
  }
  const changeId = readChangeId(form.get('change'));
  const revision = readRevision(form.get('revision'));
  if (changeId === null || revision === OLDEST) return { outcome: 'notRestored', status: 422, fault: 'invalid' };
  // Restoring a deleted club takes another permission.
  if (!isThere) return { outcome: 'notRestored', status: 409, fault: 'deleted' };
  const restored = await restoreClub(sql, actor, clubId, changeId, revision);
  if (restored.outcome === 'saved') return { outcome: 'restored' };
  if (restored.outcome === 'conflict') return { outcome: 'notRestored', status: 409, fault: 'conflict' };
  const issues = restored.outcome === 'refused' ? restored.issues : [];
  return { outcome: 'notRestored', status: 422, ...(await toRestoreFault(sql, clubId, changeId, issues)) };
}

/** Explains why a version cannot be restored. */
export async function toRestoreFault(
  sql: Database,
  clubId: number,
  changeId: number,
  [issue]: readonly ClubIssue[],
): Promise<RestoreFault> {
  if (issue?.fault === 'loop') return { fault: 'loop' };
  if (issue?.fault !== 'taken') return { fault: 'invalid' };
  const { name } = (await findStateAt(sql, clubId, changeId)).state;
  return { fault: 'taken', name, namesake: await findNamesake(sql, name) };
}
