import { loadList, readListSearch } from '../paged-list.ts';
import type { Sql } from '../../../db/client.ts';
import { describeFields, loadRange } from './club-history-page.ts';
import { findStep, findStepClubs, findSteps } from './steps.ts';

export const loadSteps = (sql: Sql, before: number | null) =>
  loadRange(
    (limit) => findSteps(sql, { before, limit }),
    ({ step }) => step.id,
  );

export type StepPage = NonNullable<Awaited<ReturnType<typeof loadStepPage>>>;

export async function loadStepPage(sql: Sql, stepId: number, params: URLSearchParams) {
  const search = readListSearch({}, params);
  const step = await findStep(sql, stepId);
  if (!search || !step) return null;
  const { rows, ...list } = await loadList(search, step.created + step.changed + step.deleted, (slice) =>
    findStepClubs(sql, stepId, slice),
  );
  return { ...step, ...list, clubs: rows.map((club) => ({ ...club, fields: describeFields(club) })) };
}
