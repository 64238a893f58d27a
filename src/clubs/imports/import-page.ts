import { createPaginator, getPage, type Page, type Paginator } from '../../pagination.ts';
import { findDifferences, type ClubDifference } from '../csv/difference.ts';
import { deletesAll } from '../csv/plan.ts';
import { describeInPieces } from '../csv/faults.ts';
import { describeFileWarnings, describeReading } from '../csv/reading.ts';
import type { FileIssue } from '../csv/issues.ts';
import { toReportLine, type ReportLine } from '../csv/report.ts';
import { findIssues, findWarnings, stagingOf } from '../csv/staging.ts';
import type { Directory } from '../directory.ts';
import { describeFields, type FieldChange } from '../history/club-history-page.ts';
import { CLUBS_ON_A_PAGE } from '../history/steps-page.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { readVersion } from '../version.ts';
import { keyText, toShownQuery, type ShownPart } from './import-form.ts';
import {
  failWithoutRows,
  changesAnything,
  findKeptImport,
  hasFileMistakes,
  hasRows,
  isWorking,
  type KeptFailure,
  type KeptFile,
  type KeptImport,
  type KeptPlan,
} from './kept-imports.ts';
import {
  countShown,
  findShown,
  SHOWN_FILTERS,
  sumUpShown,
  type ShownClub,
  type ShownCounts,
  type ShownFilter,
} from './shown-plan.ts';

/** A mistake or a warning with what is wrong in pieces: those that are numbers are of lines of the file. */
export interface ShownIssue extends ReportLine {
  pieces: (string | number)[];
}

/** A club of a plan with all that is said of it. */
export interface PlannedClub extends ShownClub {
  /** What the form calls it. */
  key: string;
  fields: FieldChange[];
  warnings: ShownIssue[];
}

/** What the page of an import shows. */
export type ImportPage = { kept: KeptImport } &
  /** The work goes on, or could not be done, or is done. */
  (
    | { shows: 'work' | 'failure' | 'result' }
    /** The file has mistakes: these are those of the page. */
    | {
        shows: 'mistakes';
        file: KeptFile;
        plan: KeptPlan;
        mistakes: ShownIssue[];
        paginator: Paginator;
        page: Page;
      }
    | {
        shows: 'plan';
        file: KeptFile;
        plan: KeptPlan;
        /** How the file was read, and what to check in it. */
        reading: string[];
        fileWarnings: string[];
        /** What keeps it from being written as it is chosen: the first of them. */
        mistakes: ShownIssue[];
        /** Those of the filters that find something, each with the query of what it shows. */
        filters: { filter: ShownFilter; count: number; query: string; isCurrent: boolean }[];
        /** What somebody looks for in the names; null where they are few enough to be looked through. */
        name: string | null;
        /** The queries of this page and of those beside it, and of the filter with all names. */
        queries: { current: string; previous: string | null; next: string | null; anyName: string };
        paginator: Paginator;
        page: Page;
        clubs: PlannedClub[];
        canBeWritten: boolean;
        /** Whether that is because the file has no club, and all of the directory would go. */
        deletesAll: boolean;
        /** Of the directory: in another one the import of this number is another. */
        epoch: string;
      }
  );

/** So many mistakes are on a page; beside a plan they are the first, and the file has all of them. */
const MISTAKES_SHOWN = 500;

/** Loads what there is to say of an import; null when there is none, or no such page of it. */
export async function loadImportPage(
  { sql }: Directory,
  kept: KeptImport,
  part: ShownPart,
  locale: Locale,
): Promise<ImportPage | null> {
  const { state, file, plan } = kept;
  if (isWorking(kept)) return { kept, shows: 'work' };
  if (state === 'written') return { kept, shows: 'result' };
  if (state === 'failed' || !file || !plan) return { kept, shows: 'failure' };
  const staging = stagingOf(kept.id, file.rows);
  const findMistakes = async (offset: number) =>
    (await findIssues(sql, staging, 'mistake', MISTAKES_SHOWN, offset)).map((issue) => toShownIssue(issue, locale));
  if (hasFileMistakes({ plan, planNumber: kept.planNumber })) {
    const paginator = createPaginator(plan.mistakes, MISTAKES_SHOWN);
    const page = getPage(paginator, part.page);
    if (!page) return null;
    return { kept, shows: 'mistakes', file, plan, mistakes: await findMistakes(page.offset), paginator, page };
  }
  const mistakes = plan.mistakes > 0 ? await findMistakes(0) : [];

  const paginator = createPaginator(await countShown(sql, staging, part), CLUBS_ON_A_PAGE);
  const page = getPage(paginator, part.page);
  if (!page) return null;
  const shown = await findShown(sql, staging, part, { offset: page.offset, limit: CLUBS_ON_A_PAGE });
  const lines = shown.flatMap(({ line }) => line ?? []);
  const clubIds = shown.flatMap(({ line, clubId }) => (line === null ? (clubId ?? []) : []));
  const differences = await findDifferences(sql, staging, { columns: new Set(file.columns) }, { lines, clubIds });
  const byKey = new Map(differences.map((one) => [keyOf(one), one]));
  const clubs = shown.map((club) => ({
    ...club,
    fields: describeFields({ what: club.what, fields: byKey.get(keyOf(club))?.fields ?? [] }),
  }));
  const warnings = Map.groupBy(
    (await findWarnings(sql, staging, lines)).map((issue) => toShownIssue(issue, locale)),
    ({ line }) => line,
  );
  const counts = part.name === '' ? plan.shown : await sumUpShown(sql, staging, part.name);
  return {
    kept,
    shows: 'plan',
    file,
    plan,
    reading: describeReading(file.report, locale),
    fileWarnings: describeFileWarnings(file.report, locale),
    mistakes,
    filters: SHOWN_FILTERS.filter(
      (filter) => filter === 'all' || (counts[filter] ?? 0) > 0 || filter === part.filter,
    ).map((filter) => ({
      filter,
      count: filter === 'all' ? countAll(counts) : (counts[filter] ?? 0),
      query: toShownQuery({ ...part, filter, page: 1 }),
      isCurrent: filter === part.filter,
    })),
    name: part.name !== '' || countAll(plan.shown) > CLUBS_ON_A_PAGE ? part.name : null,
    queries: {
      current: toShownQuery(part),
      previous: page.hasPrevious ? toShownQuery({ ...part, page: part.page - 1 }) : null,
      next: page.hasNext ? toShownQuery({ ...part, page: part.page + 1 }) : null,
      anyName: toShownQuery({ ...part, name: '', page: 1 }),
    },
    paginator,
    page,
    clubs: clubs.map((club) => ({ ...club, key: keyText(club), warnings: warnings.get(club.line ?? 0) ?? [] })),
    canBeWritten: plan.mistakes === 0 && changesAnything(plan) && !deletesAll(plan),
    deletesAll: deletesAll(plan),
    epoch: readVersion(plan.version).epoch,
  };
}

const toShownIssue = (issue: FileIssue, locale: Locale): ShownIssue => ({
  ...toReportLine(issue, locale),
  pieces: describeInPieces(issue.fault, locale),
});

const countAll = ({ created, changed, deleted, samples = 0, leftOut }: ShownCounts) =>
  created + changed + deleted + samples + leftOut;

const keyOf = ({ line, clubId }: Pick<ClubDifference, 'line' | 'clubId'>): string => String(line ?? `club ${clubId}`);

/** Finds an import, and takes up one whose process has ended. */
export async function openImport(
  { sql }: Directory,
  id: number,
  recover: (kept: KeptImport) => Promise<void>,
): Promise<KeptImport | null> {
  let kept = await findKeptImport(sql, id);
  // One whose writing broke off waits again, perhaps without a plan: then that is taken up, too.
  for (let times = 0; kept?.isAbandoned && times < 2; times += 1) {
    await recover(kept);
    kept = await findKeptImport(sql, id);
  }
  if (kept?.state !== 'planned' || (await hasRows(sql, kept))) return kept;
  await failWithoutRows(sql, kept);
  return await findKeptImport(sql, id);
}

/** What a user can do with a plan. */
export interface PlanActions {
  /** Whether nothing in it needs a permission that the user lacks. */
  isAllowed: boolean;
  mayWrite: boolean;
  /** Whether another selection may make it possible to write the plan: single clubs can be left out, sample clubs cannot. */
  mayCheck: boolean;
}

export function findPlanActions(
  { plan, mistakes, canBeWritten }: Extract<ImportPage, { shows: 'plan' }>,
  mayDelete: boolean,
): PlanActions {
  const isAllowed = mayDelete || plan.deleted + plan.removedSamples === 0;
  const mayWrite = canBeWritten && isAllowed;
  const isOfSelection = mistakes.length > 0 || plan.shown.leftOut > 0 || (!isAllowed && plan.removedSamples === 0);
  return { isAllowed, mayWrite, mayCheck: !mayWrite && isOfSelection };
}

/** Why an import was not done, or has to be checked again: changes since the last check are reported until it is confirmed. */
export function describeProblem({ kept, shows }: ImportPage, locale: Locale): string | null {
  const { outdated } = messages(locale).clubImport;
  if (shows === 'plan' && (kept.plan?.shown.fresh ?? 0) > 0) return outdated;
  return kept.failure && describeFailure(kept.failure, locale);
}

/** The time after an upload during which its result is announced, in milliseconds. */
const NEWS_MS = 5 * 60_000;

/** Whether a user has just started an import. Its address may be opened later or by others. */
export const isNewsFor = (kept: KeptImport | null, user: { id: number } | null): boolean =>
  kept !== null && kept.userId === user?.id && Date.now() - kept.startedAt.getTime() < NEWS_MS;

/** How far an import is, in the words of a language. */
export function describeState({ isAbandoned, state, plan }: KeptImport, locale: Locale): string {
  const { states } = messages(locale).clubImport;
  if (state === 'written') return states.written;
  if (isAbandoned || state === 'failed') return states.failed;
  if (state !== 'planned' || !plan) return states.working;
  if (plan.mistakes > 0) return states.errors;
  return changesAnything(plan) ? states.planned : states.nothing;
}

/** Why an import was not done, in the words of a language. */
function describeFailure(failure: KeptFailure, locale: Locale): string {
  const { failures, nothing, notAllowed, outdated } = messages(locale).clubImport;
  switch (failure.code) {
    case 'noRoom':
      return failures.noIdsLeft(failure.largest);
    case 'tooManyRows':
    case 'tooManyEmptyRows':
      return failures[failure.code](failure.limit);
    case 'deletesAll':
      return failures.deletesAll;
    case 'nothing':
      return nothing;
    case 'notAllowed':
      return notAllowed;
    case 'outdated':
      return outdated;
    default:
      return failures.failed;
  }
}
