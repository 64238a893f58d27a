import type { Locale } from '../../messages/locales.ts';
import { createPaginator, getPage, type Page, type Paginator } from '../../lib/pagination.ts';
import { describeInPieces, type FileIssue } from '../csv/issues.ts';
import {
  changesAnything,
  deletesAll,
  fieldsOf,
  isCleared,
  isRenamed,
  type ImportPlan,
  type PlannedClub,
} from '../csv/plan.ts';
import { describeFileWarnings, describeReading } from '../csv/reading.ts';
import { toReportLine, type ReportLine } from '../csv/report.ts';
import { describeFields, type FieldChange } from '../history/club-history-page.ts';
import { foldForSearch } from '../list/fold.ts';
import { CLUBS_ON_A_PAGE } from '../history/steps-page.ts';
import { PLAN_FILTERS, toPartQuery, type PlanFilter, type PlanPart } from './import-form.ts';
import type { StoredImport } from './queries.ts';

/** An issue with its text in pieces: numbers are lines of the file. */
export interface ShownIssue extends ReportLine {
  pieces: (string | number)[];
}

export interface ShownClub extends PlannedClub {
  isRenamed: boolean;
  fields: FieldChange[];
  warnings: ShownIssue[];
}

/** A page of the errors of a file. */
export interface MistakesPage {
  shows: 'mistakes';
  stored: StoredImport;
  plan: ImportPlan;
  mistakes: ShownIssue[];
  paginator: Paginator;
  page: Page;
}

/** A page of a plan. */
export interface PlanPage {
  shows: 'plan';
  stored: StoredImport;
  plan: ImportPlan;
  /** How the file was read, and what to check in it. */
  reading: string[];
  fileWarnings: string[];
  renamesSamples: boolean;
  /** Whether a file without clubs would delete all clubs. */
  isEmptying: boolean;
  /** The first errors of the selection. */
  mistakes: ShownIssue[];
  /** The filters that find a club, with the query of each. */
  filters: { filter: PlanFilter; count: number; query: string; isCurrent: boolean }[];
  /** The searched name; null if the clubs fit on one page. */
  name: string | null;
  queries: { current: string; previous: string | null; next: string | null; anyName: string };
  paginator: Paginator;
  page: Page;
  clubs: ShownClub[];
  /** Whether the user lacks the permission to delete the clubs that the plan deletes. */
  isNotAllowed: boolean;
  mayWrite: boolean;
  /** Whether another selection may make it possible to write the plan. */
  mayCheck: boolean;
}

const MISTAKES_ON_A_PAGE = 500;

const FILTERS: Record<PlanFilter, (club: PlannedClub, warned: ReadonlySet<number | null>) => boolean> = {
  all: () => true,
  created: ({ what }) => what === 'created',
  changed: ({ what }) => what === 'changed',
  renamed: isRenamed,
  deleted: ({ what }) => what === 'deleted',
  cleared: isCleared,
  samples: ({ what }) => what === 'sample',
  warned: ({ line }, warned) => warned.has(line),
  leftOut: ({ isLeftOut }) => isLeftOut,
};

/** A part of a plan, or the errors of its file; null if there is no such page. */
export function toPlanPage(
  stored: StoredImport,
  plan: ImportPlan,
  { part, locale, mayDelete }: { part: PlanPart; locale: Locale; mayDelete: boolean },
): MistakesPage | PlanPage | null {
  const toShown = (issue: FileIssue): ShownIssue => ({
    ...toReportLine(issue, locale),
    pieces: describeInPieces(issue.fault, locale),
  });
  if (plan.mistakes.length > 0 && stored.leftOut.length === 0) {
    const paginator = createPaginator(plan.mistakes.length, MISTAKES_ON_A_PAGE);
    const page = getPage(paginator, part.page);
    if (!page) return null;
    const mistakes = plan.mistakes.slice(page.offset, page.offset + MISTAKES_ON_A_PAGE).map(toShown);
    return { shows: 'mistakes', stored, plan, mistakes, paginator, page };
  }

  const warned = new Set<number | null>(plan.warnings.map(({ line }) => line));
  const folded = foldForSearch(part.name);
  const named = folded === '' ? plan.clubs : plan.clubs.filter(({ name }) => foldForSearch(name).includes(folded));
  const filters = PLAN_FILTERS.map((filter) => ({
    filter,
    // A club that is left out counts only as such.
    count: named.filter(
      (club) => FILTERS[filter](club, warned) && (!club.isLeftOut || ['all', 'warned', 'leftOut'].includes(filter)),
    ).length,
    query: toPartQuery({ ...part, filter, page: 1 }),
    isCurrent: filter === part.filter,
  })).filter(({ filter, count, isCurrent }) => filter === 'all' || count > 0 || isCurrent);
  const found = named.filter((club) => FILTERS[part.filter](club, warned));
  const paginator = createPaginator(found.length, CLUBS_ON_A_PAGE);
  const page = getPage(paginator, part.page);
  if (!page) return null;
  // New clubs come last.
  const inOrder = [
    ...found.filter(({ what }) => what !== 'created'),
    ...found.filter(({ what }) => what === 'created'),
  ];
  const shown = inOrder.slice(page.offset, page.offset + CLUBS_ON_A_PAGE);
  const lines = new Set(shown.map(({ line }) => line));
  const warnings = Map.groupBy(
    plan.warnings.filter(({ line }) => lines.has(line)),
    ({ line }): number | null => line,
  );
  const { counts } = plan;
  const isNotAllowed = !mayDelete && counts.deleted + counts.removedSamples > 0;
  const canBeWritten = plan.mistakes.length === 0 && changesAnything(counts) && !deletesAll(plan);
  const isOfSelection =
    plan.mistakes.length > 0 || stored.leftOut.length > 0 || (isNotAllowed && counts.removedSamples === 0);
  return {
    ...{ shows: 'plan', stored, plan, filters, paginator, page, isNotAllowed },
    reading: describeReading(plan.reading, locale),
    fileWarnings: describeFileWarnings(plan.reading, locale),
    renamesSamples: plan.clubs.some((club) => club.isSample && isRenamed(club)),
    isEmptying: deletesAll(plan),
    mistakes: plan.mistakes.slice(0, MISTAKES_ON_A_PAGE).map(toShown),
    name: part.name !== '' || plan.clubs.length > CLUBS_ON_A_PAGE ? part.name : null,
    queries: {
      current: toPartQuery(part),
      previous: page.hasPrevious ? toPartQuery({ ...part, page: part.page - 1 }) : null,
      next: page.hasNext ? toPartQuery({ ...part, page: part.page + 1 }) : null,
      anyName: toPartQuery({ ...part, name: '', page: 1 }),
    },
    clubs: shown.map((club) => ({
      ...club,
      fields: describeFields({ what: club.what, fields: fieldsOf(club) }),
      isRenamed: isRenamed(club),
      warnings: (warnings.get(club.line) ?? []).map(toShown),
    })),
    mayWrite: canBeWritten && !isNotAllowed,
    mayCheck: !(canBeWritten && !isNotAllowed) && isOfSelection,
  };
}
