import { describeIssue } from '../../messages/issues.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { formatIssue, isError, type FileIssue } from '../csv/issues.ts';
import { keepsName } from '../csv/decisions.ts';
import { fieldsOf, isRenamed, type ImportPlan, type PlannedClub } from '../csv/plan.ts';
import { describeDoubts, describeReading } from '../csv/reading.ts';
import { describeFields } from '../history/club-history-page.ts';
import { listQuery } from '../../lib/pagination.ts';
import { loadList, toListRequest } from '../paged-list.ts';
import { FILTER_NAMES, PLAN_FILTERS, type PlanFilter, type PlanPart } from './import-form.ts';
import type { StoredImport } from './queries.ts';
import { findIssue } from './stored-plan.ts';

export type ImportPage = NonNullable<Awaited<ReturnType<typeof loadImportPage>>>;
export type ShownClub = ImportPage['groups'][number]['clubs'][number];

const ERRORS_SHOWN = 500;

export type ListedErrors = ReturnType<typeof listErrors>;

/** The errors among the issues of a file, and in how many rows. */
export function listErrors(issues: readonly FileIssue[], locale: Locale) {
  const errors = issues.filter(isError);
  return {
    rows: new Set(errors.map(({ line }) => line)).size,
    count: errors.length,
    shown: errors.slice(0, ERRORS_SHOWN).map((error) => formatIssue(error, locale)),
  };
}

type ListedClub = PlannedClub & { what: Exclude<PlannedClub['what'], 'sample'> };

/** In the order of the page. */
const GROUPS = ['undecided', 'deleted', 'changed', 'created'] as const satisfies PlanFilter[];

const groupOf = (club: ListedClub): (typeof GROUPS)[number] =>
  GROUPS.find((group) => PLAN_FILTERS[group](club)) ?? 'created';

/** Loads a part of a plan; null if the page does not exist. */
export async function loadImportPage(
  stored: StoredImport,
  plan: ImportPlan,
  { part, locale, mayDelete }: { part: PlanPart; locale: Locale; mayDelete: boolean },
) {
  const warnings = Map.groupBy(plan.warnings, ({ line }): number | null => line);
  const warned = new Set(warnings.keys());
  const skippedLines = new Set(plan.skipped.map(({ line }): number | null => line));
  const current = part.values.show === '' ? 'all' : part.values.show;
  // The sample clubs are one line.
  const listed = plan.clubs.filter((club): club is ListedClub => club.what !== 'sample');
  const filters = FILTER_NAMES.map((filter) => ({
    filter,
    count: listed.filter(
      (club) =>
        PLAN_FILTERS[filter](club, warned) &&
        (!club.isLeftOut || ['all', 'undecided', 'warned', 'leftOut'].includes(filter)),
    ).length,
    query: toListRequest({ show: filter === 'all' ? '' : filter }).query,
    isCurrent: filter === current,
  })).filter(({ filter, count, isCurrent }) => filter === 'all' || count > 0 || isCurrent);
  const chosen = Map.groupBy(
    listed.filter((club) => PLAN_FILTERS[current](club, warned)),
    groupOf,
  );
  const clubs = GROUPS.flatMap((group) => chosen.get(group) ?? []);
  const { page, paginator, query, rows } = await loadList(part, clubs.length, ({ offset, limit }) =>
    Promise.resolve(clubs.slice(offset, offset + limit)),
  );
  if (!page) return null;
  const { clubImport: t, clubFields } = messages(locale);
  const cleared = plan.cleared.map(({ field, clubs }) => t.clearedField(clubFields[field], clubs));
  return {
    stored,
    plan,
    errors: listErrors(plan.skipped, locale),
    filters,
    paginator,
    page,
    issue: findIssue(plan, mayDelete),
    // About the file, whose errors are rare here: for example, another sheet has too many rows.
    notices: [
      ...plan.errors.map(({ detail }) => describeIssue(detail, locale)),
      ...describeReading(plan.reading, locale),
      ...(cleared.length > 0 ? [t.cleared(cleared.join(', '))] : []),
    ],
    doubts: [
      ...describeDoubts(plan.reading, locale),
      ...(plan.counts.deleted > plan.counts.updated + plan.counts.unchanged ? [t.half] : []),
    ],
    queries: {
      current: query,
      previous: page.hasPrevious ? listQuery(part.request, page.number - 1) : null,
      next: page.hasNext ? listQuery(part.request, page.number + 1) : null,
    },
    groups: [...Map.groupBy(rows, groupOf)].map(([group, members]) => ({
      group,
      clubs: members.map((club) => ({
        ...club,
        fields: describeFields({ what: club.what, fields: fieldsOf(club) }),
        newerFields: describeFields({ what: club.what, fields: club.newer?.differences ?? [] }),
        isRenamed: isRenamed(club),
        mayKeepName: club.similar !== null && keepsName(club.name, club.similar),
        // Not the choice of the user, who cannot include it.
        isSkipped: skippedLines.has(club.line) && !club.similar && !club.newer,
        warnings: (warnings.get(club.line) ?? []).map((issue) => formatIssue(issue, locale, { isInRow: true })),
      })),
    })),
  };
}
