import PQueue from 'p-queue';

/**
 * For responses with whole lists, which may keep the process busy for a second: one at a time, so that pages are answered
 * in between.
 */
export const longWork = new PQueue({ concurrency: 1 });
