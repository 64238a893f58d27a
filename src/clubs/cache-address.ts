import { LOCALES, type Locale } from '../messages/locales.ts';
import { pageQuery } from '../lib/pagination.ts';
import { LOCALE_SEGMENT, paths, pathsIn, readLocaleParam, routes, withQuery, type PagePaths } from '../paths.ts';
import {
  COMPARED_MOST,
  readClubApiSearch,
  readClubId,
  readClubIds,
  readClubListSearch,
  SHORTLIST_MOST,
} from './search.ts';

/** A cacheable address in canonical form. */
export interface ClubAddress {
  /** The canonical address, which is rendered: equal for all addresses with the same response. */
  key: string;
  /** Whether htmx may request the fragment of the page. */
  hasFragment: boolean;
}

interface AddressParts {
  pagePaths: PagePaths;
  clubId: string | undefined;
  query: URLSearchParams;
}

/** Returns the canonical address; null if the response is an error. */
type AddressReader = (parts: AddressParts) => ClubAddress | null;

/** The readers of the routes whose responses are cached. */
const ADDRESS_READERS: Readonly<Record<string, AddressReader>> = {
  [routes.clubList]: ({ pagePaths, query }) => {
    const { filter, page, request } = readClubListSearch(query);
    if (!filter || page === null) return null;
    const key = withQuery(pagePaths.clubList, pageQuery(request, page));
    return { key, hasFragment: true };
  },
  [routes.clubShortlist]: ({ pagePaths, query }) => readIds(query, SHORTLIST_MOST, pagePaths.clubShortlist),
  [routes.clubCompare]: ({ pagePaths, query }) => readIds(query, COMPARED_MOST, pagePaths.clubCompare),
  [routes.clubView]: ({ pagePaths, clubId }) => readClub(clubId, pagePaths.clubView),
  [routes.searchClub]: ({ query }) => readApiSearch(paths.searchClub, query),
  [routes.searchClubProfile]: ({ query }) => readApiSearch(paths.searchClubProfile, query),
  [routes.fetchClub]: ({ clubId }) => readClub(clubId, paths.fetchClub),
};

function readClub(clubId: string | undefined, address: (id: number) => string): ClubAddress | null {
  const id = readClubId(clubId);
  return id === null ? null : { key: address(id), hasFragment: false };
}

function readIds(query: URLSearchParams, most: number, address: PagePaths['clubShortlist']): ClubAddress {
  return { key: address(readClubIds(query, most)), hasFragment: false };
}

function readApiSearch(path: string, query: URLSearchParams): ClubAddress | null {
  const { value } = readClubApiSearch(query);
  if (!value) return null;
  const key = withQuery(path, pageQuery(value.request, value.page));
  return { key, hasFragment: false };
}

/** The regular expression of a route pattern. Pages match with and without a trailing slash, files and the API without. */
export function compileRoute(pattern: string): RegExp {
  const parts = pattern
    .split('/')
    .slice(1)
    .map((segment) => {
      if (segment === LOCALE_SEGMENT) return `(?:/(?<locale>${LOCALES.join('|')}))?`;
      if (segment.startsWith('[...')) return '(?:/.*)?';
      return segment.startsWith('[') ? `/(?<${segment.slice(1, -1)}>[^/]+)` : `/${segment.replaceAll('.', '\\.')}`;
    });
  const isExact = pattern.startsWith(paths.api) || /\.\w+$/.test(pattern);
  return new RegExp(`^${parts.join('')}${isExact ? '' : '/?'}$`);
}

const readers = Object.entries(ADDRESS_READERS).map(([pattern, read]) => ({ fits: compileRoute(pattern), read }));

/**
 * The canonical form of an address, read by the same code as its page: order, case and unknown parameters do not matter.
 * Null if the response is not cached or an error.
 */
export function normalizeClubAddress(path: string, query: URLSearchParams, defaultLocale: Locale): ClubAddress | null {
  for (const { fits, read } of readers) {
    const match = fits.exec(path);
    if (!match) continue;
    const locale = readLocaleParam(match.groups?.locale, defaultLocale);
    if (!locale) return null;
    return read({ pagePaths: pathsIn(locale, defaultLocale), clubId: match.groups?.club_id, query });
  }
  return null;
}
