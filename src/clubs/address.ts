import { LOCALES, type Locale } from '../messages/locales.ts';
import { pageQuery } from '../pagination.ts';
import { LOCALE_SEGMENT, paths, pathsIn, readLocaleParam, routes, withQuery, type PagePaths } from '../paths.ts';
import {
  COMPARED_MOST,
  readClubApiSearch,
  readClubId,
  readClubIds,
  readClubListSearch,
  SHORTLIST_MOST,
} from './search.ts';

/** An address in one spelling. */
export interface ClubAddress {
  /** The same for every address that has the same answer; an address itself, which is the one that is rendered. */
  key: string;
  /** Whether the answer may be the fragment. */
  hasFragment: boolean;
}

/** An address as the pattern of its route takes it apart. */
interface Asked {
  /** Those of its language. */
  pagePaths: PagePaths;
  clubId: string | undefined;
  query: URLSearchParams;
}

/** Gives an address its one spelling; null for one that is answered with an error. */
type AddressReader = (asked: Asked) => ClubAddress | null;

/**
 * How the address of each route that is made on demand becomes a key, by the route's pattern; null for a route whose
 * answers nobody keeps. The first pattern that fits counts.
 */
export const ADDRESS_READERS: Readonly<Record<string, AddressReader | null>> = {
  [routes.clubList]: ({ pagePaths, query }) => {
    const { filter, page, request } = readClubListSearch(query);
    if (!filter || page === null) return null;
    const key = withQuery(pagePaths.clubList, pageQuery(request, page));
    return { key, hasFragment: true };
  },
  [routes.clubNew]: null,
  [routes.clubEdit]: null,
  [routes.clubNewPreview]: null,
  [routes.clubPreview]: null,
  [routes.clubDelete]: null,
  [routes.clubDeleted]: null,
  // Each time another.
  [routes.clubRandom]: null,
  [routes.clubPropose]: null,
  [routes.clubShortlist]: ({ pagePaths, query }) => readIds(query, SHORTLIST_MOST, pagePaths.clubShortlist),
  [routes.clubCompare]: ({ pagePaths, query }) => readIds(query, COMPARED_MOST, pagePaths.clubCompare),
  [routes.clubView]: ({ pagePaths, clubId }) => readClub(clubId, pagePaths.clubView),
  [routes.clubSuggest]: null,
  [routes.inbox]: null,
  [routes.clubHistory]: null,
  [routes.clubOfficers]: null,
  [routes.clubConfirm]: null,
  [routes.deskHistory]: null,
  [routes.deskZeroResults]: null,
  [routes.deskStep]: null,
  [routes.deskUndo]: null,
  [routes.deskImports]: null,
  [routes.deskImport]: null,
  [routes.deskImportReport]: null,
  [routes.desk]: null,
  [routes.deskExport]: null,
  [routes.deskCell]: null,
  [routes.deskChange]: null,
  [routes.gettingStarted]: null,
  [routes.deskRound]: null,
  [routes.deskRoundLinks]: null,
  [routes.deskRoundEnd]: null,
  [routes.clubConfirmByLink]: null,
  [routes.clubMendByLink]: null,
  [routes.clubMendPreview]: null,
  [routes.clubListFragment]: null,
  [routes.unsaved]: null,
  [routes.login]: null,
  [routes.loginProvider]: null,
  [routes.loginCallback]: null,
  [routes.logout]: null,
  [routes.account]: null,
  [routes.setup]: null,
  [routes.passwordResets]: null,
  [routes.passwordReset]: null,
  [routes.users]: null,
  [routes.userView]: null,
  [routes.invitation]: null,
  [routes.searchClub]: ({ query }) => readApiSearch(paths.searchClub, query),
  [routes.searchClubProfile]: ({ query }) => readApiSearch(paths.searchClubProfile, query),
  [routes.fetchClub]: ({ clubId }) => readClub(clubId, paths.fetchClub),
  [routes.otherOfApi]: null,
  // In a memory of their own: src/images/memory.ts.
  [routes.image]: null,
};

function readClub(clubId: string | undefined, address: (id: number) => string): ClubAddress | null {
  const id = readClubId(clubId);
  return id === null ? null : { key: address(id), hasFragment: false };
}

function readIds(query: URLSearchParams, most: number, address: PagePaths['clubShortlist']): ClubAddress {
  return { key: address(readClubIds(query, most).spelling), hasFragment: false };
}

function readApiSearch(path: string, query: URLSearchParams): ClubAddress | null {
  const { value } = readClubApiSearch(query);
  if (!value) return null;
  const key = withQuery(path, pageQuery(value.request, value.page));
  return { key, hasFragment: false };
}

/** What the pattern of a route fits. Pages have two forms, with a slash at the end and without. */
export function compile(pattern: string): RegExp {
  const parts = pattern
    .split('/')
    .slice(1)
    .map((segment) => {
      if (segment === LOCALE_SEGMENT) return `(?:/(?<locale>${LOCALES.join('|')}))?`;
      if (segment.startsWith('[...')) return '(?:/.*)?';
      return segment.startsWith('[') ? `/(?<${segment.slice(1, -1)}>[^/]+)` : `/${segment}`;
    });
  return new RegExp(`^${parts.join('')}${pattern.startsWith(paths.api) ? '' : '/?'}$`);
}

const readers = Object.entries(ADDRESS_READERS).map(([pattern, read]) => ({ fits: compile(pattern), read }));

/**
 * The one spelling of an address, by the reader that the page itself uses: order, case and unknown parameters make no
 * difference. Null for an address whose answers nobody keeps, or that is answered with an error.
 */
export function normalizeClubAddress(path: string, query: URLSearchParams, defaultLocale: Locale): ClubAddress | null {
  for (const { fits, read } of readers) {
    const match = fits.exec(path);
    if (!match) continue;
    const locale = readLocaleParam(match.groups?.locale, defaultLocale);
    if (!locale || !read) return null;
    return read({ pagePaths: pathsIn(locale, defaultLocale), clubId: match.groups?.club_id, query });
  }
  return null;
}
