import { readVersion } from '../version.ts';

/**
 * The state of a club that a form shows: the epoch of the directory, a hyphen, and the id of the last change of the club
 * (0 if the history has none). The same id may belong to another change in another epoch, after a restored backup.
 */
export type Revision = `${string}-${number}`;

/** Older than all others; for a form without a revision. */
export const OLDEST: Revision = '-0';

export const toRevision = (epoch: string, changeId: number): Revision => `${epoch}-${changeId}`;

export const readRevision = (text: unknown): Revision =>
  typeof text === 'string' && /^[\da-f]{1,40}-\d{1,15}$/.test(text) ? (text as Revision) : OLDEST;

export const changeOf = (revision: Revision): number => readVersion(revision).number;
