/** What a request that has to be made is for, the first to be turned away first. */
export const KINDS = ['search', 'list', 'club', 'own'] as const;
/** A search, another page of the list, the page of a club, or what is one visitor's own: forms, and pages of who is signed in. */
export type Kind = (typeof KINDS)[number];

/** How much of the room each kind may fill: what is left is for those behind it. */
const SHARES: Readonly<Record<Kind, number>> = { search: 0.5, list: 0.7, club: 0.85, own: 1 };

/** While the process is as late as this with everything, in ms, a kind gets little room. It is late for nothing else. */
const SLOW_FROM: Readonly<Record<Kind, number>> = { search: 50, list: 100, club: 200, own: Infinity };
/** That much then: without anything at work, nobody is turned away. */
const SHARE_WHEN_SLOW = 1 / 16;

/** How often it is looked how late the process is, in ms. */
const LOOK_EVERY = 250;
/** How finely that is measured, in ms. */
const RESOLUTION = 20;

/** How late this process is with everything, in ms, on the average of the last look; one long pause counts little. */
export type ReadDelay = () => number;

/** Measures it from now on, and keeps no process from its end. */
export function measureDelay(): ReadDelay {
  let delay = 0;
  let lookedAt = performance.now();
  let last = lookedAt;
  let sum = 0;
  let count = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    sum += now - last - RESOLUTION;
    count += 1;
    last = now;
    // A process that is later than a look takes is here once for each: that one is the average then.
    if (now - lookedAt < LOOK_EVERY) return;
    delay = Math.max(0, sum / count);
    lookedAt = now;
    sum = 0;
    count = 0;
  }, RESOLUTION);
  timer.unref();
  return () => delay;
}

/** What is being made at the moment, and whether there is room for more. */
export class Workload {
  readonly #most: number;
  readonly #readDelay: ReadDelay;
  #count = 0;

  /** `most` of all kinds together are made at once. */
  constructor(most: number, readDelay: ReadDelay) {
    this.#most = most;
    this.#readDelay = readDelay;
  }

  /** How many are being made. */
  get count(): number {
    return this.#count;
  }

  /** Begins one, which ends by the function that is answered; null where there is no room for this kind. */
  begin(kind: Kind): (() => void) | null {
    const isSlow = this.#readDelay() >= SLOW_FROM[kind];
    const room = Math.ceil(this.#most * (isSlow ? SHARE_WHEN_SLOW : SHARES[kind]));
    return this.#count >= room ? null : this.join();
  }

  /** Counts one that was begun, whether or not there is room. */
  join(): () => void {
    this.#count += 1;
    let hasEnded = false;
    return () => {
      if (!hasEnded) this.#count -= 1;
      hasEnded = true;
    };
  }
}
