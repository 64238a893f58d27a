import type { Database, Transaction } from '../../db/client.ts';

/**
 * A state of the directory, written `epoch-number`: every transaction that changes clubs adds 1 to the number, and a
 * restored database has a new epoch. Only versions of one epoch come before and after each other.
 */
export interface Version {
  epoch: string;
  number: number;
}

/** Parses a version as the database writes it. */
export function readVersion(text: string): Version {
  const hyphen = text.lastIndexOf('-');
  return { epoch: text.slice(0, hyphen), number: Number(text.slice(hyphen + 1)) };
}

/** Whether one version lacks changes that another has. */
export const isBefore = (one: string, other: string): boolean =>
  isSameEpoch(one, other) && readVersion(one).number < readVersion(other).number;

export const isSameEpoch = (one: string, other: string): boolean => readVersion(one).epoch === readVersion(other).epoch;

/** Begins a new epoch, after data were restored: every connected site drops its caches. */
export async function startNewEpoch(database: Database): Promise<void> {
  await database.begin(beginEpoch);
}

/** The same within the transaction that restores the data. */
export async function beginEpoch(tx: Transaction): Promise<void> {
  await tx`update directory_version set epoch = gen_random_uuid()`;
  await tx`select pg_notify('directory', directory_epoch() || '-' || version) from directory_version`;
}
