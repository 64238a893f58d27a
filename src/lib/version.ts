/** Reads `epoch-number`: each transaction that changes clubs increments the number; a restore starts a new epoch. */
export function readVersion(text: string): { epoch: string; number: number } {
  const hyphen = text.lastIndexOf('-');
  return { epoch: text.slice(0, hyphen), number: Number(text.slice(hyphen + 1)) };
}

/** Whether `version` is before `other` in the same epoch. */
export const isBefore = (version: string, other: string): boolean =>
  isSameEpoch(version, other) && readVersion(version).number < readVersion(other).number;

export const isSameEpoch = (version: string, other: string): boolean =>
  readVersion(version).epoch === readVersion(other).epoch;
