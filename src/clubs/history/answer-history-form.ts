import type { Database } from '../../../db/client.ts';
import { findClubAt, findNamesake, type Actor } from './history.ts';
import { readChangeId, readValuePlace } from './club-history-page.ts';
import { removeValue } from './removal.ts';
import { OLDEST, readRevision } from './revision.ts';
import { restoreClub } from '../edit/save.ts';

/** What came of a form of a club's history. */
export type HistoryFormOutcome =
  | { outcome: 'removed' }
  | { outcome: 'restored' }
  | { outcome: 'notAllowed' }
  | { outcome: 'notRemoved'; status: 409 | 422; fault: 'notSure' | 'current' | 'gone' }
  | { outcome: 'notRestored'; status: 409 | 422; fault: 'invalid' | 'deleted' | 'conflict' }
  /** Another club has the name. */
  | { outcome: 'notRestored'; status: 422; fault: 'taken'; name: string; namesake: number | null }
  /** What the club was part of is part of it now. */
  | { outcome: 'notRestored'; status: 422; fault: 'loop'; parent: string };

/** Restores a version of a club, or removes a value from its history for good. */
export async function answerHistoryForm(
  sql: Database,
  form: FormData,
  { actor, clubId, isThere, canRemove }: { actor: Actor; clubId: number; isThere: boolean; canRemove: boolean },
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
  const state = changeId === null ? null : await findClubAt(sql, clubId, changeId);
  const invalid = { outcome: 'notRestored', status: 422, fault: 'invalid' } as const;
  if (changeId === null || revision === OLDEST || !state) return invalid;
  // Bringing it back takes the permission to delete it.
  if (!isThere) return { outcome: 'notRestored', status: 409, fault: 'deleted' };
  const restored = await restoreClub(sql, actor, clubId, changeId, revision);
  if (restored.outcome === 'saved') return { outcome: 'restored' };
  if (restored.outcome !== 'refused') return { outcome: 'notRestored', status: 409, fault: 'conflict' };
  const refused = { outcome: 'notRestored', status: 422 } as const;
  switch (restored.issues[0]?.fault) {
    case 'taken':
      return { ...refused, fault: 'taken', name: state.name, namesake: await findNamesake(sql, state.name) };
    case 'loop':
      return { ...refused, fault: 'loop', parent: state.parent_name };
    default:
      return invalid;
  }
}
