import type { ClubStoreFigures, SyncedClubStore } from '../clubs/list/change-feed.ts';
import type { CacheCounts, PageCache } from '../http/page-cache.ts';

/** What a site can say of itself, for who watches it. */
export interface SiteFigures {
  directory: ClubStoreFigures;
  /** Null without a page cache. */
  cache: (CacheCounts & { bytes: number }) | null;
}

/** The question of a parent process, over the channel that it opened. */
export const ASK_FIGURES = 'figures';

/** Answers a parent process that asks for the figures; without a channel to one, nobody can. */
export function answerFigures(directory: SyncedClubStore, cache: PageCache | null): void {
  if (!process.send) return;
  process.on('message', (message) => {
    if (message !== ASK_FIGURES) return;
    const figures: SiteFigures = {
      directory: directory.figures(),
      cache: cache && { ...cache.counts, bytes: cache.size },
    };
    process.send?.(figures);
  });
  // The channel alone is no reason to go on.
  process.channel?.unref();
}
