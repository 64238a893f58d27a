import * as v from 'valibot';
import { createPaginator, getPage, readPageNumber, type Page, type Paginator } from '../../pagination.ts';
import type { Directory } from '../directory.ts';
import { describeFields, type FieldChange } from './club-history-page.ts';
import { foldForSearch } from '../names/fold.ts';
import { NameSearchSchema } from '../record.ts';
import { readClubId } from '../search.ts';
import { findStep, type DirectoryStep } from './steps.ts';
import { CLUBS_ON_A_PAGE } from './steps-page.ts';
import type { UndoDraft } from './undo/draft.ts';
import { isLossy, type PlannedUndo, type UndoPlan } from './undo/plan.ts';
import { findUndoDetails } from './undo/read.ts';
import { readVersion } from '../version.ts';

/** A field of a club that an undo would change. */
export interface UndoneChange extends FieldChange {
  /** Whether what it says now was put there since the step. */
  isLost: boolean;
}

/** A club of a plan as its page shows it. */
export interface ShownUndo extends PlannedUndo {
  fields: UndoneChange[];
  /** Whether it is to be undone, as far as that can be. */
  isChecked: boolean;
  /** The names of the first of the children that would be part of no club. */
  childNames: string[];
}

/** Which part of a plan is asked for: a page of the clubs with this in their names, in whatever writing; empty for all. */
export interface UndoPart {
  name: string;
  page: number;
}

export const WHOLE_UNDO: UndoPart = { name: '', page: 1 };

/** What the page of an undo shows before it is done. */
export interface UndoPage extends DirectoryStep {
  plan: UndoPlan;
  /** What somebody looks for in the names; null where they are few enough to be looked through. */
  name: string | null;
  paginator: Paginator;
  page: Page;
  clubs: ShownUndo[];
  /**
   * What the form hands back: the clubs that stay as they are in the plan, those that are to and have no box here, and
   * those whose boxes are not checked.
   */
  planWithout: number[];
  uncheckedElsewhere: number[];
  uncheckedHere: number[];
  /** Those that cannot be undone as it is: what keeps them from it may be taken back. */
  blocked: number[];
  /**
   * How many clubs are not as before, how many of them can be, how many of those would lose something, and how many are
   * left out.
   */
  counts: { all: number; possible: number; lossy: number; leftOut: number };
  /** Tells what is kept of it from what was kept before: see `UndoDraft`. */
  version: number;
  /** Of the directory: in another one the step of this number is another. */
  epoch: string;
}

/**
 * Loads a page of a plan: the clubs that cannot be undone, then those that would lose something, each by name; null when
 * there is no such step any more. `leftOut` are those that somebody wants to stay as they are.
 */
export async function loadUndoPage(
  { sql, currentVersion }: Directory,
  plan: UndoPlan,
  part: UndoPart,
  { leftOut, version }: Pick<UndoDraft, 'leftOut' | 'version'>,
): Promise<UndoPage | null> {
  const step = await findStep(sql, plan.stepId);
  if (!step) return null;
  const folded = foldForSearch(part.name);
  const found = plan.clubs.filter(({ name }) => folded === '' || foldForSearch(name).includes(folded));
  const paginator = createPaginator(found.length, CLUBS_ON_A_PAGE);
  const page = getPage(paginator, Math.min(part.page, paginator.pageCount)) ?? getPage(paginator, 'last');
  if (!page) return null;
  const isUnchecked = new Set(leftOut);
  const stays = ({ id, isLeftOut, issues }: PlannedUndo) => isLeftOut || issues.length > 0 || isUnchecked.has(id);
  const rank = (club: PlannedUndo) => (club.issues.length > 0 ? 0 : isLossy(club) ? 1 : 2);
  const ordered = found
    .map((club) => ({ club, rank: rank(club) }))
    .sort((a, b) => a.rank - b.rank || NAMES.compare(a.club.name, b.club.name) || a.club.id - b.club.id)
    .map(({ club }) => club);
  const shown = ordered.slice(page.offset, page.offset + CLUBS_ON_A_PAGE);
  const isListed = new Set(shown.flatMap(({ id, issues }) => (issues.length > 0 ? [] : [id])));
  const details = await findUndoDetails(sql, plan, shown);
  const described = await describeFields(
    sql,
    shown.map((club, index) => ({ what: UNDONE[club.what], fields: details[index]?.fields ?? [] })),
  );
  const possible = plan.clubs.filter(({ issues }) => issues.length === 0);
  const planWithout = plan.clubs.flatMap(({ id, isLeftOut }) => (isLeftOut ? [id] : []));
  const unchecked = [...new Set([...planWithout, ...leftOut])];
  return {
    ...step,
    plan,
    name: part.name !== '' || plan.clubs.length > CLUBS_ON_A_PAGE ? part.name : null,
    paginator,
    page,
    clubs: shown.map((club, index) => ({
      ...club,
      fields: described[index]?.fields ?? [],
      isChecked: !stays(club),
      childNames: details[index]?.children ?? [],
    })),
    planWithout,
    uncheckedElsewhere: unchecked.filter((id) => !isListed.has(id)),
    uncheckedHere: unchecked.filter((id) => isListed.has(id)),
    blocked: plan.clubs.flatMap(({ id, issues }) => (issues.length > 0 ? [id] : [])),
    counts: {
      all: plan.clubs.length,
      possible: possible.length,
      lossy: possible.filter(isLossy).length,
      leftOut: possible.filter(stays).length,
    },
    version,
    epoch: readVersion(await currentVersion()).epoch,
  };
}

/** What the undo does to a club, as its history would have it. */
const UNDONE = { deleted: 'deleted', restored: 'created', changed: 'changed' } as const;

/** In the order of the root collation, as near as the names in a list have it. */
const NAMES = new Intl.Collator('und');

/** What the form of an undo says. */
export interface UndoForm {
  /** See `UndoRequest`. */
  shown: string;
  shownWithout: number[];
  without: number[];
  /** The clubs whose boxes somebody has unchecked in it, and those whose boxes they have checked. */
  unchecked: number[];
  checked: number[];
  /** Those that could not be undone in the plan: they stay as they are too, and nobody has said so. */
  blocked: number[];
  /** The part of the plan that is asked for; null to undo. */
  part: UndoPart | null;
  /** Whether nothing else is asked for than to keep what is checked. */
  isKept: boolean;
}

/** Reads the form: every club that it shows stays as it is, unless its box is checked. */
export function readUndoForm(form: FormData): UndoForm {
  const toText = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');
  const toIds = (text: string) => text.split(',').flatMap((one) => readClubId(one) ?? []);
  const isChecked = new Set(form.getAll('club').flatMap((value) => toIds(toText(value))));
  const shown = toText(form.get('shown'));
  const listed = toIds(toText(form.get('listed')));
  const wasUnchecked = new Set(toIds(toText(form.get('unchecked'))));
  const isUnchecked = listed.filter((id) => !isChecked.has(id));
  const elsewhere = toIds(toText(form.get('without')));
  const wasOut = new Set([...wasUnchecked, ...elsewhere]);
  return {
    shown: /^[\da-f]{32}$/.test(shown) ? shown : '',
    shownWithout: toIds(toText(form.get('shown_without'))),
    without: [...elsewhere.filter((id) => !isChecked.has(id)), ...isUnchecked],
    unchecked: isUnchecked.filter((id) => !wasUnchecked.has(id)),
    checked: listed.filter((id) => isChecked.has(id) && wasOut.has(id)),
    blocked: toIds(toText(form.get('blocked'))).filter((id) => !isChecked.has(id)),
    part: readAskedPart(form, toText),
    isKept: form.has('keep'),
  };
}

/**
 * What is to stay as it is by now: what was kept, with what somebody has changed in a form of whatever age. A box that
 * they have not touched says nothing: it may have been shown before it was changed elsewhere.
 */
export const leaveOutBy = (kept: readonly number[], { unchecked, checked }: UndoForm): number[] =>
  [...new Set([...kept, ...unchecked])].filter((id) => !checked.includes(id));

function readAskedPart(form: FormData, toText: (value: FormDataEntryValue | null) => string): UndoPart | null {
  if (form.has('find')) return { name: toName(toText(form.get('name'))), page: 1 };
  if (form.has('all')) return WHOLE_UNDO;
  const page = form.get('page') ?? form.get('keep');
  return page === null ? null : { name: toName(toText(form.get('found'))), page: readPageNumber(toText(page)) ?? 1 };
}

const toName = (text: string) => {
  const parsed = v.safeParse(NameSearchSchema, text);
  return parsed.success ? parsed.output : '';
};

/** Reads which part of a plan an address asks for; the whole of it where it asks for what there is not. */
export const readUndoPart = (params: URLSearchParams): UndoPart => ({
  name: toName(params.get('name') ?? ''),
  page: readPageNumber(params.get('page') ?? '') ?? 1,
});

/** The same as a query, without what is so anyway. */
export const toUndoQuery = ({ name, page }: UndoPart): string =>
  new URLSearchParams([
    ...(name === '' ? [] : [['name', name]]),
    ...(page === 1 ? [] : [['page', String(page)]]),
  ]).toString();
