import { readVersion } from '../version.ts';

/**
 * What a form of a club was filled with: the epoch of the directory, a hyphen, and the number of the last change of the
 * club, 0 before the first that is kept. In another epoch, as after a backup was restored, the same numbers may be those
 * of another club, and of another change.
 */
export type Revision = `${string}-${number}`;

/** Older than everything: of a form that says of none. */
export const OLDEST: Revision = '-0';

export const toRevision = (epoch: string, changeId: number): Revision => `${epoch}-${changeId}`;

/** Reads what a form hands back. */
export const readRevision = (text: unknown): Revision =>
  typeof text === 'string' && /^[\da-f]{1,40}-\d{1,15}$/.test(text) ? (text as Revision) : OLDEST;

/** The number of the change. */
export const changeOf = (revision: Revision): number => readVersion(revision).number;
