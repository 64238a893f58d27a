import { readVersion } from '../../lib/version.ts';

/** A state of a club: the epoch (a restored backup reuses ids of changes), and the id of its last change or 0. */
export type Revision = `${string}-${number}`;

/** Older than all others; for a form without a revision. */
export const OLDEST: Revision = '-0';

export const toRevision = (epoch: string, changeId: number): Revision => `${epoch}-${changeId}`;

export const readRevision = (text: unknown): Revision =>
  typeof text === 'string' && /^[\da-f]{1,64}-\d{1,15}$/.test(text) ? (text as Revision) : OLDEST;

export const changeOf = (revision: Revision): number => readVersion(revision).number;
