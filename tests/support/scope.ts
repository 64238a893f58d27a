/** Whether this is the full suite: every language, width and database, and many values for each property. */
export const IS_FULL = process.env.TEST_FULL === 'on';

/** Returns `fast` in `npm test` and `full` in the full suite. */
export const inFull = (fast: number, full: number): number => (IS_FULL ? full : fast);
