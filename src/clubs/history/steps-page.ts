import {
  createPaginator,
  getPage,
  paginationRequest,
  readPageNumber,
  type Page,
  type PaginationRequest,
  type Paginator,
} from '../../pagination.ts';
import type { ClubStore } from '../club-store.ts';
import { cutPage, describeFields, HISTORY_PAGE_SIZE, type FieldChange } from './club-history-page.ts';
import { findStep, findStepClubs, findSteps, type DirectoryStep, type StepClub } from './steps.ts';

export interface StepListPage {
  steps: DirectoryStep[];
  /** Where the next page starts; null on the last one. */
  next: number | null;
}

/** Loads a page of the steps of all clubs. */
export async function loadStepListPage({ sql }: ClubStore, before: number | null): Promise<StepListPage> {
  const found = await findSteps(sql, { before: before ?? undefined, limit: HISTORY_PAGE_SIZE + 1 });
  const { page, next } = cutPage(found, ({ step }) => step.id);
  return { steps: page, next };
}

export const CLUBS_ON_A_PAGE = 50;

/** A step with a page of its clubs. */
export interface StepPage extends DirectoryStep {
  paginator: Paginator;
  request: PaginationRequest;
  /** Null if the page does not exist. */
  page: Page | null;
  clubs: (Omit<StepClub, 'fields'> & { fields: FieldChange[] })[];
}

/** Loads a step; null if it does not exist. */
export async function loadStepPage(
  { sql }: ClubStore,
  stepId: number,
  pageText: string | null,
): Promise<StepPage | null> {
  const step = await findStep(sql, stepId);
  if (!step) return null;
  const paginator = createPaginator(step.created + step.changed + step.deleted, CLUBS_ON_A_PAGE);
  const page = getPage(paginator, readPageNumber(pageText ?? '1') ?? 0);
  const clubs = page ? await findStepClubs(sql, stepId, { offset: page.offset, limit: CLUBS_ON_A_PAGE }) : [];
  return {
    ...step,
    ...{ paginator, page, request: paginationRequest([]) },
    clubs: clubs.map((club) => ({ ...club, fields: describeFields(club) })),
  };
}
