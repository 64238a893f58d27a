import { pageQuery } from '../pagination.ts';
import { paths, withQuery } from '../paths.ts';
import { readClubApiSearch, readClubId, readClubListSearch } from './search.ts';

const CLUB_PAGE = /^\/club\/([^/]+)\/?$/;
const CLUB_API = /^\/api\/club\/([^/]+)$/;

/** An address of the clubs in one spelling. */
export interface ClubAddress {
  /** The same for every address that has the same answer; an address itself, which is the one that is rendered. */
  key: string;
  /** Whether the answer may be the fragment. */
  hasFragment: boolean;
}

/**
 * The one spelling of an address, by the reader that the page itself uses: order, case and unknown parameters make no
 * difference. Null for what is no address of the clubs, or is answered with an error.
 */
export function normalizeClubAddress(path: string, params: URLSearchParams): ClubAddress | null {
  if (path === paths.clubList || `${path}/` === paths.clubList) {
    const { filter, page, request } = readClubListSearch(params);
    if (!filter || page === null) return null;
    return { key: withQuery(paths.clubList, pageQuery(request, page)), hasFragment: true };
  }
  if (path === paths.searchClub || path === paths.searchClubProfile) {
    const { value } = readClubApiSearch(params);
    return value ? { key: withQuery(path, pageQuery(value.request, value.page)), hasFragment: false } : null;
  }
  return normalizeOne(CLUB_PAGE, paths.clubView, path) ?? normalizeOne(CLUB_API, paths.fetchClub, path);
}

function normalizeOne(pattern: RegExp, address: (id: number) => string, path: string): ClubAddress | null {
  const id = readClubId(pattern.exec(path)?.[1]);
  return id === null ? null : { key: address(id), hasFragment: false };
}
