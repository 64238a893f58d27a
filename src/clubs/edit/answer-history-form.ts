import type { Database } from '../../../db/client.ts';
import { restoreClub } from './save.ts';
import { readChangeId, readValuePlace } from '../history/club-history-page.ts';
import { removeValue, type RemovalOutcome } from '../history/removal.ts';
import { OLDEST, readRevision } from '../record/revision.ts';
import type { Actor } from '../history/step.ts';

export type HistoryIssue =
  'notSure' | Exclude<RemovalOutcome, 'removed'> | 'invalid' | 'deleted' | 'conflict' | 'taken' | 'loop';

export const statusOf = (issue: HistoryIssue): 409 | 422 =>
  ['current', 'deleted', 'conflict'].includes(issue) ? 409 : 422;

/** Restores a version of a club, or removes a value from its history. */
export async function answerHistoryForm(
  sql: Database,
  form: FormData,
  { actor, clubId, isThere, canRemove }: { actor: Actor; clubId: number; isThere: boolean; canRemove: boolean },
): Promise<'removed' | 'restored' | 'notAllowed' | HistoryIssue> {
  if (form.get('action') === 'remove') {
    if (!canRemove) return 'notAllowed';
    if (!form.has('sure')) return 'notSure';
    const place = readValuePlace(form);
    return place ? await removeValue(sql, actor, clubId, place) : 'gone';
  }
  // Restoring a deleted club takes another permission.
  return isThere ? await restoreVersion(sql, form, actor, clubId) : 'deleted';
}

export async function restoreVersion(
  sql: Database,
  form: FormData,
  actor: Actor,
  clubId: number,
): Promise<'restored' | HistoryIssue> {
  const changeId = readChangeId(form.get('change'));
  const revision = readRevision(form.get('revision'));
  if (changeId === null || revision === OLDEST) return 'invalid';
  const restored = await restoreClub(sql, actor, clubId, changeId, revision);
  if (restored.outcome === 'saved') return 'restored';
  if (restored.outcome === 'conflict') return 'conflict';
  const code = restored.outcome === 'refused' ? restored.issues[0]?.code : null;
  return code === 'taken' || code === 'loop' ? code : 'invalid';
}
