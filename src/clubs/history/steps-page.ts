import * as v from 'valibot';
import { BOARD_PAGE_SIZE, loadList, readListSearch } from '../paged-list.ts';
import type { Sql } from '../../../db/client.ts';
import { describeFields, loadRange, readChangeId } from './club-history-page.ts';
import { findStep, findStepClubs, findSteps, STEP_FILTERS, type DirectoryStep, type StepFilter } from './steps.ts';

const FilterSchema = v.fallback(v.picklist(['', ...(Object.keys(STEP_FILTERS) as StepFilter[])]), '');

export async function loadSteps(sql: Sql, params: URLSearchParams) {
  const before = readChangeId(params.get('before'));
  const show = v.parse(FilterSchema, params.get('show') ?? '');
  const { rows, next } = await loadRange(
    (limit) => findSteps(sql, { before, limit }, show),
    ({ step }) => step.id,
    BOARD_PAGE_SIZE,
  );
  return { before, show, groups: groupSteps(rows), next };
}

/** How long the first and the last step of a group may be apart, in ms. */
const TOGETHER = 10 * 60 * 1000;

/**
 * Steps, newest first, in groups: the edits of one field by one user within ten minutes, or their undos, at the place of
 * the newest.
 */
export function groupSteps(steps: readonly DirectoryStep[]): StepGroup[] {
  const groups: StepGroup[] = [];
  for (const entry of steps) {
    const group = groups.findLast(([newest]) => areTogether(newest, entry));
    if (group) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

export type StepGroup = [newest: DirectoryStep, ...others: DirectoryStep[]];

const areTogether = (newest: DirectoryStep, { step, fields, undoes }: DirectoryStep): boolean =>
  (step.kind === 'edit' || step.kind === 'undo') &&
  newest.step.kind === step.kind &&
  newest.undoes?.kind === undoes?.kind &&
  step.userName !== '' &&
  newest.step.userId === step.userId &&
  newest.step.userName === step.userName &&
  Date.parse(newest.step.doneAt) - Date.parse(step.doneAt) <= TOGETHER &&
  [newest.fields, fields].every((one) => one.length === 1 && one[0]?.field === fields[0]?.field);

export async function loadStepPage(sql: Sql, stepId: number, params: URLSearchParams) {
  const search = readListSearch({}, params);
  const step = await findStep(sql, stepId);
  if (!search || !step) return null;
  const { rows, ...list } = await loadList(search, step.created + step.changed + step.deleted, (slice) =>
    findStepClubs(sql, stepId, slice),
  );
  return { ...step, ...list, clubs: rows.map((club) => ({ ...club, fields: describeFields(club) })) };
}
