import { createHash } from 'node:crypto';
import { findLoops } from '../../csv/plan.ts';
import { KEPT_FIELDS, type KeptField } from '../../edit/form.ts';
import { FIELDS, toColumn } from '../../record.ts';

/*
 * What undoing a step of the history would do: every club that it changed gets back what the step has changed of it, and
 * no more. Here it is found out from what was read of the clubs.
 */

/** Why a club cannot be made again what it was before a step. */
export type UndoIssue =
  /** It was deleted since, and there is nothing to change. */
  | { fault: 'gone' }
  /** Deleting clubs, and bringing them back, is for others. */
  | { fault: 'notAllowed' }
  | { fault: 'taken'; name: string }
  | { fault: 'unknownParent' | 'loop'; parent: string }
  | { fault: 'logoSwept' };

/** What was done to a club since the step, and would be gone. */
export interface UndoLosses {
  fields: readonly KeptField[];
  /** Of a club that would be deleted: the clubs that would be part of none. */
  children: readonly number[];
  /** Of the same: how many people keep it, and are invited to. */
  officers: number;
  invitations: number;
}

/** What undoing a step would do to a club. */
export interface PlannedUndo {
  id: number;
  /** As it is called now, or was when it went. */
  name: string;
  /** A club that the step made is deleted, one that it deleted comes back; of every other one fields are changed. */
  what: 'deleted' | 'restored' | 'changed';
  /** It was asked to stay as it is. */
  isLeftOut: boolean;
  issues: readonly UndoIssue[];
  losses: UndoLosses;
}

export interface UndoPlan {
  stepId: number;
  /** Every club that is not as it was before the step, by its number. */
  clubs: PlannedUndo[];
  /** The same for the same plan: what `undoStep` is told that somebody has seen. */
  digest: string;
}

export interface PlanOptions {
  /** Clubs that stay as they are. */
  without?: Iterable<number>;
  /** Whether who asks may delete clubs, and bring deleted ones back. */
  mayDelete?: boolean;
}

/** Whether something would be gone that was done since the step. */
export const isLossy = ({ losses: { fields, children, officers, invitations } }: PlannedUndo): boolean =>
  fields.length + children.length + officers + invitations > 0;

/** The columns of a step's changes, and which of them are the step's: see `findChanges`. */
export interface StepChanges {
  /** Of the directory: in another one the step of this number is another. */
  epoch: string;
  stepId: number;
  /** The first and the last of its changes. */
  first: number;
  last: number;
  columns: string[];
}

/** A club of a step that is not as it was before, without its texts: a step may be of all clubs. */
export interface StepClub {
  id: number;
  what: 'deleted' | 'restored' | 'changed' | 'gone';
  name: string;
  /** What the undo would do to it, and what would be lost of it. */
  digest: string;
  lost: string[];
  /** The name that it would get; null when it keeps its own. */
  newName: string | null;
  /** The club that has this name now. */
  holderId: number | null;
  setsParent: boolean;
  parentId: number | null;
  /** What that is called, or was when it went. */
  parentName: string;
  isParentThere: boolean;
  isLogoSwept: boolean;
  children: number[];
  officers: number;
  invitations: number;
}

export interface ReadStep {
  step: StepChanges;
  clubs: StepClub[];
  /** The present parents of the clubs that the undo would make parents, and of all above those. */
  parents: Map<number, number>;
}

/** What can be done of an undo, and what is lost by it, when some clubs stay as they are. */
export function evaluate(read: ReadStep, { without = [], mayDelete = false }: PlanOptions): UndoPlan {
  const leftOut = new Set(without);
  /** The clubs that are undone: those with an issue fall out of it, and others by them. */
  const undone = new Map(read.clubs.filter(({ id }) => !leftOut.has(id)).map((club) => [club.id, club]));
  const issues = new Map<number, UndoIssue[]>();
  const byHolder = Map.groupBy(read.clubs, ({ holderId }) => holderId);
  const byParent = Map.groupBy(read.clubs, ({ parentId }) => parentId);
  const findIssues = (club: StepClub): UndoIssue[] => {
    const { what, newName, holderId, parentId, parentName: parent, isParentThere } = club;
    const holder = holderId === null ? undefined : undone.get(holderId);
    const isTaken = holderId !== null && holder?.what !== 'deleted' && !holder?.newName;
    const above = parentId === null ? undefined : undone.get(parentId);
    const hasParent = parentId === null || (isParentThere ? above?.what !== 'deleted' : above?.what === 'restored');
    return [
      ...(what === 'gone' ? [{ fault: 'gone' as const }] : []),
      ...(!mayDelete && (what === 'deleted' || what === 'restored') ? [{ fault: 'notAllowed' as const }] : []),
      ...(isTaken ? [{ fault: 'taken' as const, name: newName ?? '' }] : []),
      ...(hasParent ? [] : [{ fault: 'unknownParent' as const, parent }]),
      ...(club.isLogoSwept ? [{ fault: 'logoSwept' as const }] : []),
    ];
  };
  const dropAll = (clubs: Iterable<StepClub>) => {
    const waiting = [...clubs];
    for (let club = waiting.pop(); club; club = waiting.pop()) {
      if (!undone.has(club.id)) continue;
      const found = findIssues(club);
      if (found.length === 0) continue;
      issues.set(club.id, found);
      undone.delete(club.id);
      for (const groups of [byHolder, byParent]) for (const other of groups.get(club.id) ?? []) waiting.push(other);
    }
  };
  dropAll(read.clubs);
  for (;;) {
    const loops = findLoops(parentsAfter(read, undone));
    if (loops.length === 0) break;
    const closing = loops.flat().flatMap((id) => {
      const club = undone.get(id);
      return club?.setsParent ? [club] : [];
    });
    for (const club of closing) {
      issues.set(club.id, [{ fault: 'loop', parent: club.parentName }]);
      undone.delete(club.id);
    }
    dropAll(closing.flatMap(({ id }) => [...(byHolder.get(id) ?? []), ...(byParent.get(id) ?? [])]));
  }
  /** Whether a child of a club that goes is part of none after it, and was asked for neither. */
  const isOrphaned = (id: number) => {
    const child = undone.get(id);
    return !child || (child.what !== 'deleted' && !child.setsParent);
  };
  const clubs = read.clubs.map((club): PlannedUndo => {
    const { id, name, what, lost, officers, invitations } = club;
    const isUndone = undone.has(id);
    const lostFields = KEPT_FIELDS.filter((field) => columnsOf(field).some((column) => lost.includes(column)));
    return {
      id,
      name,
      what: what === 'gone' ? 'changed' : what,
      isLeftOut: leftOut.has(id),
      issues: issues.get(id) ?? [],
      losses: {
        fields: lostFields,
        children: isUndone ? club.children.filter(isOrphaned) : [],
        officers,
        invitations,
      },
    };
  });
  const plan = { stepId: read.step.stepId, clubs, digest: '' };
  return { ...plan, digest: digestOf(read, plan, null) };
}

/** The parents as the undo would leave them, as far as loops can be among them. */
function parentsAfter({ parents }: ReadStep, undone: ReadonlyMap<number, StepClub>): Map<number, number> {
  const after = new Map([...parents].filter(([id]) => !undone.get(id)?.setsParent));
  for (const { id, parentId } of undone.values()) if (parentId !== null) after.set(id, parentId);
  for (const [id, parentId] of after) if (undone.get(parentId)?.what === 'deleted') after.delete(id);
  return after;
}

/** The columns that a field is stored in; of a parent, that of its number. */
export const columnsOf = (field: KeptField): string[] =>
  field === 'parent_name' ? ['parent_id'] : FIELDS[field].stored.map(toColumn);

/** The clubs of a plan that are undone, whether or not they can be. */
export const idsOf = ({ clubs }: UndoPlan): Set<number> =>
  new Set(clubs.filter(({ isLeftOut }) => !isLeftOut).map(({ id }) => id));

/** Tells plans apart by all that they say of these clubs; null for all. */
export function digestOf(read: ReadStep, { clubs }: UndoPlan, ids: ReadonlySet<number> | null): string {
  const hash = createHash('sha256').update(`${read.step.epoch} ${read.step.stepId}\n`);
  for (const [index, { id, isLeftOut, issues, losses }] of clubs.entries()) {
    if (ids && !ids.has(id)) continue;
    const told = isLeftOut
      ? []
      : [read.clubs[index]?.digest, issues, losses.children, losses.officers, losses.invitations];
    hash.update(`${JSON.stringify([id, isLeftOut, ...told])}\n`);
  }
  return hash.digest('hex').slice(0, 32);
}
