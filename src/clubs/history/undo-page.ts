import type { Database } from '../../../db/client.ts';
import { loadList, readListSearch } from '../paged-list.ts';
import { describeFields } from './club-history-page.ts';
import { findUndoEntries } from './site-entries.ts';
import { findStep } from './steps.ts';
import { fieldsIn, findSkipped, type UndoClub } from './undo-skips.ts';
import { findUndoFields, planUndo } from './undo-plan.ts';

export type ShownUndo = NonNullable<Awaited<ReturnType<typeof loadUndoPage>>>['clubs'][number];

/** Previews the undo of a step; null if the step or the page does not exist. `maySite`: may change the content of the site. */
export async function loadUndoPage(
  sql: Database,
  stepId: number,
  params: URLSearchParams,
  { mayDelete, maySite }: Record<'mayDelete' | 'maySite', boolean>,
) {
  const [step, plan] = [await findStep(sql, stepId), await planUndo(sql, stepId)];
  const search = readListSearch({}, params);
  if (!search || !step || !plan) return null;
  const blocked = findSkipped(plan.clubs, { revertChanged: true, mayDelete });
  const skipped = findSkipped(plan.clubs, { revertChanged: false, mayDelete });
  const isBlocked = ({ id }: UndoClub) => blocked.has(id);
  const isOptional = ({ id }: UndoClub) => skipped.has(id) && !blocked.has(id);
  const isReverted = ({ id }: UndoClub) => !skipped.has(id);
  const groups = [isOptional, isBlocked, isReverted].map((isMember) => plan.clubs.filter(isMember));
  const [optional = 0, unable = 0, reverted = 0] = groups.map(({ length }) => length);
  const { page, rows, ...list } = await loadList(search, plan.clubs.length, ({ offset, limit }) =>
    Promise.resolve(groups.flat().slice(offset, offset + limit)),
  );
  if (!page) return null;
  const fields = await findUndoFields(sql, stepId, rows);
  return {
    ...step,
    ...list,
    page,
    undoEntries: await findUndoEntries(sql, stepId, { maySite }),
    digest: plan.digest,
    counts: { reverted, optional, blocked: unable },
    // A page of the clubs: those that can be skipped, those that cannot be reverted, then the others.
    clubs: rows.map((club) => ({
      ...club,
      // Why the club stays as it is; null if it is reverted.
      reason: blocked.get(club.id) ?? skipped.get(club.id) ?? null,
      // Whether the user can choose to revert it.
      isOptional: isOptional(club),
      lostFields: fieldsIn(club.lost),
      fields: describeFields({ what: club.what, fields: fields.get(club.id) ?? [] }),
    })),
  };
}
