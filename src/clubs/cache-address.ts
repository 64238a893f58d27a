import type { CacheAddress } from '../lib/cache-policy.ts';
import { pageQuery } from '../lib/pagination.ts';
import { paths, pathsIn, readLocaleParam, withQuery, type PagePaths } from '../paths.ts';
import { compileRoute, routes, type RouteName } from '../routes.ts';
import { positionQuery, readAfter, readClubApiSearch, readClubId, readClubIds, readClubListSearch } from './search.ts';

/** There are too many larger sets of categories to store their responses. */
const MAX_CACHED_CATEGORIES = 2;

/** Returns the canonical address; null if the response is not cached or an error. */
type AddressReader = (parts: {
  pagePaths: PagePaths;
  clubId: string | undefined;
  query: URLSearchParams;
}) => CacheAddress | null;

const ADDRESS_READERS: Readonly<Partial<Record<RouteName, AddressReader>>> = {
  home: ({ pagePaths }) => ({ key: pagePaths.home, hasFragment: false, isForUsers: true }),
  clubList: ({ pagePaths, query }) => readList(pagePaths.clubList, query, { hasFragment: true }),
  clubEmbed: ({ pagePaths, query }) => readList(pagePaths.clubEmbed(), query, { hasFragment: false, isForUsers: true }),
  clubShortlist: ({ pagePaths, query }) => readIds(query, pagePaths.clubShortlist),
  clubCompare: ({ pagePaths, query }) => readIds(query, pagePaths.clubCompare),
  clubView: ({ pagePaths, clubId }) => readClub(clubId, pagePaths.clubView),
  searchClub: ({ query }) => readApiSearch(paths.searchClub, query),
  searchClubProfile: ({ query }) => readApiSearch(paths.searchClubProfile, query),
  clubChanges: ({ query }) => {
    const { value: after } = readAfter(query);
    return after ? { key: withQuery(paths.clubChanges, positionQuery(after)), hasFragment: false } : null;
  },
  fetchClub: ({ clubId }) => readClub(clubId, paths.fetchClub),
};

function readList(path: string, params: URLSearchParams, kind: Omit<CacheAddress, 'key'>): CacheAddress | null {
  const { filter, page, request } = readClubListSearch(params);
  if (!filter || page === null || filter.categories.length > MAX_CACHED_CATEGORIES) return null;
  return { key: withQuery(path, pageQuery(request, page)), ...kind };
}

function readClub(clubId: string | undefined, address: (id: number) => string): CacheAddress | null {
  const id = readClubId(clubId);
  return id === null ? null : { key: address(id), hasFragment: false };
}

function readIds(query: URLSearchParams, address: PagePaths['clubShortlist']): CacheAddress {
  return { key: address(readClubIds(query)), hasFragment: false };
}

function readApiSearch(path: string, query: URLSearchParams): CacheAddress | null {
  const { value } = readClubApiSearch(query);
  if (!value || value.filter.categories.length > MAX_CACHED_CATEGORIES) return null;
  const key = withQuery(path, pageQuery(value.request, value.page));
  return { key, hasFragment: false };
}

const readers = Object.entries(ADDRESS_READERS).map(([name, read]) => ({
  pattern: compileRoute(routes[name as RouteName]),
  read,
}));

/** The canonical address, read by the same code as its page; null if the response is not cached or an error. */
export function normalizeClubAddress(path: string, query: URLSearchParams): CacheAddress | null {
  for (const { pattern, read } of readers) {
    const match = pattern.exec(path);
    if (!match) continue;
    const locale = readLocaleParam(match.groups?.locale);
    if (!locale) return null;
    return read({ pagePaths: pathsIn(locale), clubId: match.groups?.club_id, query });
  }
  return null;
}
