import type { Database, Transaction } from '../../../db/client.ts';

/** `epoch-number`: each transaction that changes clubs increments the number; a restore starts a new epoch. */
export interface Version {
  epoch: string;
  number: number;
}

export function readVersion(text: string): Version {
  const hyphen = text.lastIndexOf('-');
  return { epoch: text.slice(0, hyphen), number: Number(text.slice(hyphen + 1)) };
}

/** Whether `one` is an earlier version of the same epoch. */
export const isBefore = (one: string, other: string): boolean =>
  isSameEpoch(one, other) && readVersion(one).number < readVersion(other).number;

export const isSameEpoch = (one: string, other: string): boolean => readVersion(one).epoch === readVersion(other).epoch;

/** Starts a new epoch after a restore: every connected site clears its caches. */
export async function startNewEpoch(database: Database): Promise<void> {
  await database.begin(beginEpoch);
}

export async function beginEpoch(tx: Transaction): Promise<void> {
  await tx`update directory_version set epoch = gen_random_uuid()`;
  await tx`select pg_notify('directory', directory_epoch() || '-' || version) from directory_version`;
}
