import { paginationRequest, readPageNumber } from '../../lib/pagination.ts';
import { loadList, type AdminList } from '../paged-list.ts';
import type { Sql } from '../../../db/client.ts';
import { cutPage, describeFields, HISTORY_PAGE_SIZE, type FieldChange } from './club-history-page.ts';
import { findStep, findStepClubs, findSteps, type DirectoryStep, type StepClub } from './steps.ts';

export interface StepListPage {
  steps: DirectoryStep[];
  /** Where the next page starts; null on the last one. */
  next: number | null;
}

export async function loadStepListPage(sql: Sql, before: number | null): Promise<StepListPage> {
  const found = await findSteps(sql, { before: before ?? undefined, limit: HISTORY_PAGE_SIZE + 1 });
  const { page, next } = cutPage(found, ({ step }) => step.id);
  return { steps: page, next };
}

export interface StepPage extends DirectoryStep, Omit<AdminList<StepClub>, 'rows'> {
  clubs: (Omit<StepClub, 'fields'> & { fields: FieldChange[] })[];
}

export async function loadStepPage(sql: Sql, stepId: number, pageText: string | null): Promise<StepPage | null> {
  const step = await findStep(sql, stepId);
  if (!step) return null;
  const search = { request: paginationRequest([]), page: readPageNumber(pageText ?? '1') ?? 0 };
  const { rows, ...list } = await loadList(search, step.created + step.changed + step.deleted, (slice) =>
    findStepClubs(sql, stepId, slice),
  );
  return { ...step, ...list, clubs: rows.map((club) => ({ ...club, fields: describeFields(club) })) };
}
