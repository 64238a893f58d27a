import { textOf } from '../../lib/form-data.ts';
import type { Day } from '../record/day.ts';
import type { ClubStore } from '../directory/club-store.ts';
import type { Actor } from '../history/step.ts';
import { askClubs, dayIn, findOpenRound, readEndDay, ROUND_DAYS } from './queries.ts';
import { changeClubs, planBulk, readBulkRequest } from '../board/bulk.ts';
import { findNewCategories } from '../board/queries.ts';

/* One of the bulk actions adds clubs to the yearly confirmation, so this is above the board. */

/** Loads the page of a bulk action, or carries it out if a form was submitted; null if the query string is invalid. */
export async function answerBulk({ sql }: ClubStore, params: URLSearchParams, form: FormData | null, actor: Actor) {
  const request = readBulkRequest(params);
  if (!request) return null;
  if (typeof request === 'string' || 'code' in request) return { status: 422, page: null, notDone: request } as const;
  const { action, choice, change } = request;
  if (action === 'merge') {
    const ids = 'ids' in choice ? choice.ids : [];
    return ids.length === 2 ? { merge: ids } : ({ status: 422, page: null, notDone: 'notTwo' } as const);
  }
  const shown = form ? textOf(form, 'shown').replaceAll('\0', '') : '';
  // For the yearly check: the last day of the open round, or the submitted one of a new round.
  let round: { openUntil: Day } | { openUntil: null; text: string; isInvalid: boolean } | null = null;
  // Why nothing was changed: the clubs changed after they were shown, or the categories of one would be too long.
  let error: 'outdated' | 'full' | null = null;
  if (action === 'ask') {
    const open = await findOpenRound(sql);
    const text = form && !open ? textOf(form, 'ends_on') : dayIn(ROUND_DAYS);
    const endsOn = open ? null : readEndDay(text);
    round = open ? { openUntil: open.endsOn } : { openUntil: null, text, isInvalid: endsOn === null };
    if (form && (open || endsOn !== null)) {
      const asked = await askClubs(sql, actor, choice, { endsOn, shown });
      if (asked.outcome === 'asked')
        return { done: 'clubsAsked' as const, counts: { changed: asked.added, already: asked.already } };
      error = 'outdated';
    }
  } else if (form && change) {
    const changed = await changeClubs(sql, actor, choice, change, shown);
    if (changed.outcome === 'done') {
      const { stepId, already } = changed;
      return {
        done: 'clubsChanged' as const,
        counts: { changed: changed.changed, already, ...(stepId !== null && { step: stepId }) },
      };
    }
    error = changed.outcome;
  }
  const plan = await planBulk(sql, choice, change);
  if (plan.clubs === 0) return { status: error ? 409 : 422, page: null, notDone: 'noneChosen' } as const;
  if (!form && plan.already === plan.clubs) return { status: 422, page: null, notDone: 'noChange' } as const;
  const status = error ? 409 : form ? 422 : 200;
  const created = await findNewCategories(sql, change && 'category' in change ? change.category : '');
  return { status, page: { request, plan, created, round, error } };
}
