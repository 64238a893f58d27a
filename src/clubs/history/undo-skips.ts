import { KEPT_FIELDS, namesOf, type KeptField } from '../record/texts.ts';
import { toColumn } from '../record/fields.ts';

/* Decides what undoing a step does to each of its clubs. An undo restores the values before the step. */

/** A club of a step that differs from its state before the step. */
export interface UndoClub {
  id: number;
  /** The current or last name. */
  name: string;
  /** A club that the step created is deleted, one that it deleted is restored. `gone`: deleted after the step. */
  what: 'deleted' | 'restored' | 'changed' | 'gone';
  /** A digest of the values that the undo would write or lose. */
  digest: string;
  /** The columns with a value from after the step, which the undo would replace. */
  lost: string[];
  /** The name that the club would get; null if it keeps its own. */
  newName: string | null;
  /** The other club that has this name now. */
  holderId: number | null;
  /** The parent that the club would get; null if it keeps its own or gets none. */
  parentId: number | null;
  parentName: string;
  isParentThere: boolean;
  /** Of a club that would be deleted. */
  children: number[];
  officers: number;
  invitations: number;
}

export type SkipReason = 'gone' | 'notAllowed' | 'taken' | 'unknownParent' | 'changedSince';

export interface UndoOptions {
  /** Whether clubs that were changed after the step are reverted too. */
  revertChanged: boolean;
  mayDelete: boolean;
}

/** The clubs that an undo skips, with the reason. A skipped club may block the name or the parent of another one. */
export function findSkipped(clubs: readonly UndoClub[], options: UndoOptions): Map<number, SkipReason> {
  const skipped = new Map<number, SkipReason>();
  const byId = new Map(clubs.map((club) => [club.id, club]));
  /** The club with this id if the undo changes it. */
  const reverted = (id: number | null) => (id === null || skipped.has(id) ? undefined : byId.get(id));
  const reasonOf = (club: UndoClub): SkipReason | null => {
    if (club.what === 'gone') return 'gone';
    if (club.what !== 'changed' && !options.mayDelete) return 'notAllowed';
    const holder = reverted(club.holderId);
    if (club.holderId !== null && holder?.what !== 'deleted' && !holder?.newName) return 'taken';
    const parent = reverted(club.parentId)?.what;
    const hasParent = club.parentId === null || (club.isParentThere ? parent !== 'deleted' : parent === 'restored');
    if (!hasParent) return 'unknownParent';
    const keepsChildren = club.children.some((id) => reverted(id)?.what !== 'deleted');
    const isChanged = club.lost.length > 0 || keepsChildren || club.officers + club.invitations > 0;
    return isChanged && !options.revertChanged ? 'changedSince' : null;
  };
  for (let size = -1; size < skipped.size;) {
    size = skipped.size;
    for (const club of clubs) {
      const reason = skipped.has(club.id) ? null : reasonOf(club);
      if (reason) skipped.set(club.id, reason);
    }
  }
  return skipped;
}

/** The fields with one of these columns. */
export const fieldsIn = (columns: readonly string[]): KeptField[] =>
  KEPT_FIELDS.filter((field) => namesOf(field).some((name) => columns.includes(toColumn(name))));
