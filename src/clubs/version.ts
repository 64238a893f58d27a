/**
 * A state of the directory: the history that it is a state of, a hyphen, and how many transactions changed clubs in it.
 * Only versions of one epoch come before and after each other.
 */
export interface Version {
  epoch: string;
  number: number;
}

/** Takes a version apart, as the database writes it. */
export function readVersion(text: string): Version {
  const hyphen = text.lastIndexOf('-');
  return { epoch: text.slice(0, hyphen), number: Number(text.slice(hyphen + 1)) };
}

/** Whether one version lacks changes that another has. */
export function isBefore(one: string, other: string): boolean {
  if (one === other) return false;
  const [first, second] = [readVersion(one), readVersion(other)];
  return first.epoch === second.epoch && first.number < second.number;
}

export const isSameEpoch = (one: string, other: string): boolean => readVersion(one).epoch === readVersion(other).epoch;
