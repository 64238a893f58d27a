import type { Database } from '../../../db/client.ts';
import { textOf } from '../../lib/form-data.ts';
import type { Page } from '../../lib/pagination.ts';
import { loadList, readListSearch, type AdminList } from '../paged-list.ts';
import type { KeptField } from '../record/texts.ts';
import { describeFields, type FieldChange } from './club-history-page.ts';
import type { Actor } from './step.ts';
import { findStep, type DirectoryStep } from './steps.ts';
import { findSkipped, lostFields, type SkipReason, type UndoClub } from './undo-skips.ts';
import { findUndoFields, planUndo } from './undo-plan.ts';
import { undoStep } from './undo.ts';

export interface ShownUndo extends UndoClub {
  /** Why the club stays as it is; null if it is reverted. */
  reason: SkipReason | null;
  /** Whether the user can choose to revert it. */
  isOptional: boolean;
  fields: FieldChange[];
  lostFields: KeptField[];
}

export interface UndoPage extends DirectoryStep, Omit<AdminList<UndoClub>, 'rows'> {
  digest: string;
  counts: { reverted: number; optional: number; blocked: number };
  /** A page of the clubs: those that can be skipped, those that cannot be reverted, then the others. */
  clubs: ShownUndo[];
  page: Page;
}

export interface UndoRequester {
  actor: Actor;
  mayDelete: boolean;
}

/** Previews the undo of a step; null if the step or the page does not exist. */
export async function loadUndoPage(
  sql: Database,
  stepId: number,
  params: URLSearchParams,
  { mayDelete }: Pick<UndoRequester, 'mayDelete'>,
): Promise<UndoPage | null> {
  const [step, plan] = [await findStep(sql, stepId), await planUndo(sql, stepId)];
  const search = readListSearch({}, params);
  if (!search || !step || !plan) return null;
  const blocked = findSkipped(plan.clubs, { revertChanged: true, mayDelete });
  const skipped = findSkipped(plan.clubs, { revertChanged: false, mayDelete });
  const isBlocked = ({ id }: UndoClub) => blocked.has(id);
  const isOptional = ({ id }: UndoClub) => skipped.has(id) && !blocked.has(id);
  const isReverted = ({ id }: UndoClub) => !skipped.has(id);
  const groups = [isOptional, isBlocked, isReverted].map((isOne) => plan.clubs.filter(isOne));
  const [optional = 0, unable = 0, reverted = 0] = groups.map(({ length }) => length);
  const {
    page,
    rows: shown,
    ...list
  } = await loadList(search, plan.clubs.length, ({ offset, limit }) =>
    Promise.resolve(groups.flat().slice(offset, offset + limit)),
  );
  if (!page) return null;
  const fields = await findUndoFields(sql, stepId, shown);
  return {
    ...step,
    ...list,
    page,
    digest: plan.digest,
    counts: { reverted, optional, blocked: unable },
    clubs: shown.map((club) => ({
      ...club,
      reason: blocked.get(club.id) ?? skipped.get(club.id) ?? null,
      isOptional: isOptional(club),
      lostFields: lostFields(club),
      fields: describeFields({ what: club.what, fields: fields.get(club.id) ?? [] }),
    })),
  };
}

export async function answerUndoForm(
  sql: Database,
  stepId: number,
  form: FormData,
  { actor, mayDelete }: UndoRequester,
) {
  return await undoStep(sql, actor, stepId, {
    shown: textOf(form, 'shown'),
    revertChanged: form.has('revert_changed'),
    mayDelete,
  });
}
