import { mayRead } from '../../access.ts';
import type { User } from '../../accounts/permissions.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { pathsIn, routes } from '../../paths.ts';

/** The pages of the board that a user may read, in the order of the navigation. */
export function boardSections(locale: Locale, user: User | null) {
  const {
    clubTable,
    clubImport,
    deletedClubs,
    board,
    gettingStarted,
    inbox,
    zeroResults,
    round,
    users,
    siteForm,
    pageForm,
  } = messages(locale);
  const paths = pathsIn(locale);
  const sections = [
    { section: 'table', route: routes.board, href: paths.board(), text: clubTable.heading },
    { section: 'inbox', route: routes.inbox, href: paths.inbox(), text: inbox.title },
    { section: 'round', route: routes.boardRound, href: paths.boardRound(), text: round.heading },
    { section: 'imports', route: routes.boardImports, href: paths.boardImports, text: clubImport.title },
    { section: 'history', route: routes.boardHistory, href: paths.boardHistory(), text: board.history },
    { section: 'deleted', route: routes.clubDeleted, href: paths.clubDeleted(), text: deletedClubs.title },
    { section: 'zeroResults', route: routes.boardZeroResults, href: paths.boardZeroResults(), text: zeroResults.title },
    { section: 'users', route: routes.users, href: paths.users, text: users.heading },
    { section: 'site', route: routes.boardSite, href: paths.boardSite, text: siteForm.title },
    { section: 'pages', route: routes.boardPages, href: paths.boardPages, text: pageForm.title },
    { section: 'start', route: routes.gettingStarted, href: paths.gettingStarted, text: gettingStarted.title },
  ] as const;
  return sections.filter(({ route }) => mayRead(route, user));
}

export type BoardSection = ReturnType<typeof boardSections>[number]['section'];
