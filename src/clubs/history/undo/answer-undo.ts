import { directory } from '../../directory.ts';
import type { Actor } from '../history.ts';
import { leaveOutBy, loadUndoPage, WHOLE_UNDO, type UndoForm, type UndoPage, type UndoPart } from '../undo-page.ts';
import { dropUndoDraft, findUndoDraft, keepUndoDraft } from './draft.ts';
import type { UndoPlan } from './plan.ts';
import { planUndo } from './read.ts';
import { undoStep } from './write.ts';

/** Who undoes a step. */
export interface UndoRequester {
  actor: Actor;
  mayDelete: boolean;
}

/** Why a step was not undone. */
export type UndoError = 'conflict' | 'refused' | 'nothingChosen';

/** What the page of an undo shows, or where its form leads. */
export type UndoAnswer =
  | { outcome: 'shown'; status: 200 | 409 | 422; error: UndoError | null; part: UndoPart; page: UndoPage }
  | { outcome: 'kept'; part: UndoPart; isSaid: boolean }
  | { outcome: 'undone'; stepId: number; isByOther: boolean };

/** Previews an undo; null if the step does not exist. */
export async function showUndo(
  stepId: number,
  part: UndoPart,
  { actor, mayDelete }: UndoRequester,
): Promise<UndoAnswer | null> {
  const draft = await findUndoDraft(directory().sql, stepId, actor.userId);
  const plan = await planUndo(directory().sql, stepId, { without: draft.shownWithout, mayDelete });
  const page = plan && (await loadUndoPage(directory(), plan, part, draft));
  if (!page) return null;
  const isOther = page.plan.clubs.length > 0 && draft.shown !== '' && page.plan.digest !== draft.shown;
  return { outcome: 'shown', status: 200, error: isOther ? 'conflict' : null, part, page };
}

/** Handles the form of an undo; null if the step does not exist. */
export async function answerUndoForm(
  stepId: number,
  form: UndoForm,
  { actor, mayDelete }: UndoRequester,
): Promise<UndoAnswer | null> {
  const { sql } = directory();
  const { shown, shownWithout, without, blocked } = form;
  const draft = await findUndoDraft(sql, stepId, actor.userId);
  const leftOut = leaveOutBy(draft.leftOut, form);
  if (form.part) {
    await keepUndoDraft(sql, stepId, actor.userId, { leftOut, shown, shownWithout });
    return { outcome: 'kept', part: form.part, isSaid: form.isKept };
  }
  const refuse = async (status: 409 | 422, error: UndoError | null, plan: UndoPlan | null) => {
    if (!plan) return null;
    const stays = plan.clubs.flatMap((club) => (club.isLeftOut ? [club.id] : []));
    await keepUndoDraft(sql, stepId, actor.userId, { leftOut, shown: plan.digest, shownWithout: stays });
    const page = await loadUndoPage(directory(), plan, WHOLE_UNDO, await findUndoDraft(sql, stepId, actor.userId));
    return page && ({ outcome: 'shown', status, error, part: WHOLE_UNDO, page } as const);
  };
  // Another window left out clubs that this form does not mention: they stay as they are.
  const isSaid = new Set(without);
  if (leftOut.some((clubId) => !isSaid.has(clubId))) {
    return await refuse(409, 'conflict', await planUndo(sql, stepId, { without: shownWithout, mayDelete }));
  }
  const request = { clubIds: 'all', without: [...without, ...blocked], shown, shownWithout, mayDelete } as const;
  const undone = await undoStep(sql, actor, stepId, request);
  if (undone.outcome === 'undone') {
    await dropUndoDraft(sql, stepId, actor.userId);
    return { outcome: 'undone', stepId: undone.stepId, isByOther: undone.isByOther ?? false };
  }
  if (undone.outcome === 'gone') return null;
  // What was only blocked may be possible now.
  const plan = await planUndo(sql, stepId, { without, mayDelete });
  if (undone.outcome === 'changed') return await refuse(409, 'conflict', plan);
  if (undone.outcome === 'refused') return await refuse(422, 'refused', plan);
  return await refuse(422, plan && plan.clubs.length > 0 ? 'nothingChosen' : null, plan);
}
