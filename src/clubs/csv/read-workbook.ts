import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { WorkbookProblem } from './workbook/parts.ts';
import type { Sheet, WorkbookRequest } from './workbook/worker.ts';

/** In a build, the worker is a separate file: astro.config.mjs. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './workbook/worker.ts' : '../workbook-worker.mjs',
  import.meta.url,
);
const TIMEOUT_MS = 15_000;
const LIMITS = { maxOldGenerationSizeMb: 250, maxYoungGenerationSizeMb: 32 };

/** One at a time, because of their memory. */
const queue = new PQueue({ concurrency: 1 });

/** Reads the visible sheets of a workbook in a separate thread. Returns the problem if it cannot be read. */
export const readWorkbook = ({ bytes, ...options }: WorkbookRequest): Promise<Sheet[] | WorkbookProblem> =>
  queue.add(async () => {
    // A copy, because a buffer may be a view of a larger one.
    const workerData = { ...options, bytes: new Uint8Array(bytes) };
    const worker = new Worker(WORKER, { workerData, resourceLimits: LIMITS });
    // It may run out of memory while it is being stopped.
    worker.on('error', () => {});
    try {
      const messages = await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
      return messages[0] as Sheet[] | WorkbookProblem;
    } catch (error) {
      const { name, code } = error as NodeJS.ErrnoException;
      if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') return 'tooLarge';
      throw error;
    } finally {
      await worker.terminate();
    }
  });
