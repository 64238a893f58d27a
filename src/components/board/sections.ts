import { mayRead } from '../../access.ts';
import type { User } from '../../accounts/permissions.ts';
import type { SidebarCounts } from '../../clubs/board/home.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { pathsIn, routes } from '../../paths.ts';
import type { RouteName } from '../../routes.ts';

export interface BoardView {
  route: RouteName;
  href: string;
  text: string;
}

/** An entry of the sidebar, which leads to the first of its views. */
export interface BoardSection {
  text: string;
  views: BoardView[];
  /** Whether it is below the line. */
  isLast?: boolean;
}

/** A section as the sidebar shows it. */
export interface BoardLink {
  text: string;
  href: string;
  count: string;
  isCurrent: boolean;
  isLast: boolean;
}

/** The sections of the board in the order of the sidebar, with the views that a user may read. */
export function boardSections(locale: Locale, user: User | null): BoardSection[] {
  const t = messages(locale);
  const paths = pathsIn(locale);
  const view = (route: RouteName, href: string, text: string): BoardView => ({ route, href, text });
  const sections: BoardSection[] = [
    { text: t.board.home, views: [view('boardHome', paths.boardHome(), t.board.home)] },
    {
      text: t.clubTable.heading,
      views: [
        view('board', paths.board(), t.clubTable.allClubs),
        view('boardCategories', paths.boardCategories(), t.categories.title),
        view('clubDeleted', paths.clubDeleted(), t.deletedClubs.title),
      ],
    },
    {
      text: t.inbox.title,
      views: [
        view('inbox', paths.inbox(), t.inbox.views.label),
        view('boardZeroResults', paths.boardZeroResults(), t.zeroResults.title),
      ],
    },
    { text: t.round.heading, views: [view('boardRound', paths.boardRound(), t.round.heading)] },
    { text: t.clubImport.section, views: [view('boardImports', paths.boardImports, t.clubImport.section)] },
    { text: t.board.history, views: [view('boardHistory', paths.boardHistory(), t.board.history)] },
    { text: t.users.heading, views: [view('users', paths.users, t.users.heading)], isLast: true },
    {
      text: t.siteForm.title,
      views: [
        view('boardSite', paths.boardSite, t.siteForm.view),
        view('boardPages', paths.boardPages, t.pageForm.title),
        view('gettingStarted', paths.gettingStarted, t.gettingStarted.title),
      ],
      isLast: true,
    },
  ];
  return sections
    .map((section) => ({ ...section, views: section.views.filter(({ route }) => mayRead(routes[route], user)) }))
    .filter(({ views }) => views.length > 0);
}

/** The entries of the sidebar with their numbers; a number of 0 is not shown. */
export function boardLinks(
  locale: Locale,
  sections: readonly BoardSection[],
  current: RouteName | undefined,
  { clubs, messages: open, round }: SidebarCounts,
): BoardLink[] {
  const { number } = messages(locale);
  const counts: Partial<Record<RouteName, string>> = {
    ...(clubs && { board: number(clubs) }),
    ...(open > 0 && { inbox: number(open) }),
    ...(round && { boardRound: `${number(round.answered)}/${number(round.asked)}` }),
  };
  return sections.flatMap(({ text, views: [first, ...others], isLast = false }) =>
    first
      ? [
          {
            text,
            href: first.href,
            count: counts[first.route] ?? '',
            isCurrent: [first, ...others].some(({ route }) => route === current),
            isLast,
          },
        ]
      : [],
  );
}
