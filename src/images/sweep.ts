import type { Database } from '../../db/client.ts';
import { formatCount } from '../format.ts';
import { deleteUnusedImages } from './queries.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Removes the images that nothing uses, now and once a day; answers how to stop. Nobody waits for it. */
export function sweepDaily(sql: Database, report: (line: string) => void): () => void {
  let isStopped = false;
  const sweep = async () => {
    try {
      const deleted = await deleteUnusedImages(sql);
      if (deleted > 0) report(`Removed ${formatCount(deleted, 'image')} that no club uses.`);
    } catch (error) {
      // The next one does what this one could not.
      if (!isStopped) report(`The images that no club uses could not be removed: ${String(error)}`);
    }
  };
  void sweep();
  const timer = setInterval(() => void sweep(), DAY);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
