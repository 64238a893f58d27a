import { mayRead } from '../../access.ts';
import type { User } from '../../accounts/permissions.ts';
import type { SidebarCounts } from '../../clubs/board/home.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { pathsIn, routes } from '../../paths.ts';
import type { RouteName } from '../../routes.ts';

/** An entry of the sidebar, which leads to the first of its views. */
export interface BoardSection {
  text: string;
  views: { route: RouteName; href: string; text: string }[];
  /** A number beside the entry; null for none. */
  count?: string | null;
  /** Whether it is below the line. */
  isLast?: boolean;
}

/** The sections of the board in the order of the sidebar, with the views that a user may read. */
export function boardSections(locale: Locale, user: User | null, counts: SidebarCounts): BoardSection[] {
  const t = messages(locale);
  const paths = pathsIn(locale);
  const { clubs, messages: open, round } = counts;
  const view = (route: RouteName, href: string, text = '') => ({ route, href, text });
  const sections: BoardSection[] = [
    { text: t.board.home, views: [view('boardHome', paths.boardHome())] },
    {
      text: t.clubTable.heading,
      count: clubs === null ? null : t.number(clubs),
      views: [
        view('board', paths.board(), t.clubSearch.all),
        view('boardCategories', paths.boardCategories(), t.categories.title),
        view('clubDeleted', paths.clubDeleted(), t.deletedClubs.title),
      ],
    },
    {
      text: t.inbox.title,
      count: open === 0 ? null : t.number(open),
      views: [
        view('inbox', paths.inbox(), t.inbox.views.label),
        view('boardZeroResults', paths.boardZeroResults(), t.zeroResults.title),
      ],
    },
    {
      text: t.round.heading,
      count: round && `${t.number(round.answered)}/${t.number(round.asked)}`,
      views: [view('boardRound', paths.boardRound())],
    },
    { text: t.board.kinds.import, views: [view('boardImports', paths.boardImports)] },
    { text: t.board.history, views: [view('boardHistory', paths.boardHistory())] },
    { text: t.users.heading, views: [view('users', paths.users)], isLast: true },
    {
      text: t.siteForm.title,
      views: [
        view('boardSite', paths.boardSite, t.siteForm.view),
        view('boardPages', paths.boardPages, t.pageForm.title),
      ],
      isLast: true,
    },
  ];
  return sections
    .map((section) => ({ ...section, views: section.views.filter(({ route }) => mayRead(routes[route], user)) }))
    .filter(({ views }) => views.length > 0);
}
