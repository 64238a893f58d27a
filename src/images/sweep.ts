import type { Database } from '../../db/client.ts';
import { daily } from '../lib/daily.ts';
import { formatCount } from '../lib/format.ts';
import { deleteUnusedImages } from './queries.ts';

/** Deletes unused images in the background, now and once a day. Returns a function that stops it. */
export const sweepDaily = (sql: Database, report: (line: string) => void): (() => void) =>
  daily(
    async () => {
      const deleted = await deleteUnusedImages(sql);
      if (deleted > 0) report(`Removed ${formatCount(deleted, 'unused image')}.`);
    },
    (error) => report(`Could not remove unused images: ${String(error)}`),
  );
