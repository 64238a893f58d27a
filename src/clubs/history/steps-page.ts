import { loadList, readListSearch, type AdminList } from '../paged-list.ts';
import type { Sql } from '../../../db/client.ts';
import { describeFields, loadRange, type FieldChange } from './club-history-page.ts';
import { findStep, findStepClubs, findSteps, type DirectoryStep, type StepClub } from './steps.ts';

export const loadSteps = (sql: Sql, before: number | null) =>
  loadRange(
    (limit) => findSteps(sql, { before, limit }),
    ({ step }) => step.id,
  );

export interface StepPage extends DirectoryStep, Omit<AdminList<StepClub>, 'rows'> {
  clubs: (Omit<StepClub, 'fields'> & { fields: FieldChange[] })[];
}

export async function loadStepPage(sql: Sql, stepId: number, params: URLSearchParams): Promise<StepPage | null> {
  const search = readListSearch({}, params);
  const step = await findStep(sql, stepId);
  if (!search || !step) return null;
  const { rows, ...list } = await loadList(search, step.created + step.changed + step.deleted, (slice) =>
    findStepClubs(sql, stepId, slice),
  );
  return { ...step, ...list, clubs: rows.map((club) => ({ ...club, fields: describeFields(club) })) };
}
