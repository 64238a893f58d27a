import { describeIssue } from '../../messages/issues.ts';
import type { Locale } from '../../messages/locales.ts';
import { createPaginator, getPage } from '../../lib/pagination.ts';
import { fieldsOf, isCleared, isRenamed, type ImportPlan, type PlannedClub } from '../csv/plan.ts';
import { isOfFile } from '../csv/issues.ts';
import { describeReading } from '../csv/reading.ts';
import { toReportLine } from '../csv/report.ts';
import { describeFields } from '../history/club-history-page.ts';
import { ADMIN_PAGE_SIZE } from '../paged-list.ts';
import { foldForSearch } from '../record/fold.ts';
import { PLAN_FILTERS, toPartQuery, type PlanFilter, type PlanPart } from './import-form.ts';
import type { StoredImport } from './queries.ts';
import { findIssue } from './stored-plan.ts';

export type ImportPage = NonNullable<ReturnType<typeof toImportPage>>;
export type ShownClub = ImportPage['clubs'][number];

const ERRORS_SHOWN = 500;

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

/** Loads a part of a plan; null if the page does not exist. */
export function toImportPage(
  stored: StoredImport,
  plan: ImportPlan,
  { part, locale, mayDelete }: { part: PlanPart; locale: Locale; mayDelete: boolean },
) {
  const warnings = Map.groupBy(plan.warnings, ({ line }): number | null => line);
  const warned = new Set(warnings.keys());
  const folded = foldForSearch(part.name);
  const named = folded === '' ? plan.clubs : plan.clubs.filter(({ name }) => foldForSearch(name).includes(folded));
  const filters = PLAN_FILTERS.map((filter) => ({
    filter,
    // A club that is left out counts only as such.
    count: named.filter(
      (club) => FILTERS[filter](club, warned) && (!club.isLeftOut || ['all', 'warned', 'leftOut'].includes(filter)),
    ).length,
    query: toPartQuery({ ...part, show: filter, page: 1 }),
    isCurrent: filter === part.show,
  })).filter(({ filter, count, isCurrent }) => filter === 'all' || count > 0 || isCurrent);
  const found = named.filter((club) => FILTERS[part.show](club, warned));
  const paginator = createPaginator(found.length, ADMIN_PAGE_SIZE);
  const page = getPage(paginator, part.page);
  if (!page) return null;
  // New clubs come last.
  const inOrder = found.toSorted((one, other) => Number(one.what === 'created') - Number(other.what === 'created'));
  return {
    stored,
    plan,
    filters,
    paginator,
    page,
    issue: findIssue(plan, mayDelete),
    reading: [
      ...plan.warnings.filter(isOfFile).map(({ detail }) => describeIssue(detail, locale)),
      ...describeReading(plan.reading, locale),
    ],
    errors: plan.errors.slice(0, ERRORS_SHOWN).map((issue) => toReportLine(issue, locale)),
    // Nothing is left out, so the errors are those of the file.
    isFileWrong: plan.errors.length > 0 && stored.leftOut.length === 0,
    // Null if the clubs fit on one page.
    name: part.name !== '' || plan.clubs.length > ADMIN_PAGE_SIZE ? part.name : null,
    queries: {
      current: toPartQuery(part),
      previous: page.hasPrevious ? toPartQuery({ ...part, page: part.page - 1 }) : null,
      next: page.hasNext ? toPartQuery({ ...part, page: part.page + 1 }) : null,
      anyName: toPartQuery({ ...part, name: '', page: 1 }),
    },
    clubs: inOrder.slice(page.offset, page.offset + ADMIN_PAGE_SIZE).map((club) => ({
      ...club,
      fields: describeFields({ what: club.what, fields: fieldsOf(club) }),
      isRenamed: isRenamed(club),
      warnings: (warnings.get(club.line) ?? []).map((issue) => toReportLine(issue, locale)),
    })),
  };
}
