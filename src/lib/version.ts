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
