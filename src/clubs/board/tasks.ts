import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { pathsIn } from '../../paths.ts';
import type { loadBoardHome } from './home.ts';

/** What needs attention, each with the address of the list that fixes it. `start`: first steps that are not done. */
export function boardTasks(
  locale: Locale,
  { lacks, logos, searches }: Pick<Awaited<ReturnType<typeof loadBoardHome>>, 'lacks' | 'logos' | 'searches'>,
  { start = 0, messages: open }: { start?: number; messages: number },
) {
  const t = messages(locale).boardHome.tasks;
  const paths = pathsIn(locale);
  return [
    { ...t.start, count: start, href: paths.gettingStarted },
    { ...t.messages, count: open, href: paths.inbox() },
    ...lacks.map(({ lack, clubs }) => ({
      ...t[lack],
      count: clubs,
      href: paths.board(`club_status=true&missing=${lack}`),
    })),
    { ...t.logos, count: logos, href: paths.boardLogos },
    { ...t.searches, count: searches, href: paths.boardZeroResults() },
  ].filter(({ count }) => count > 0);
}
