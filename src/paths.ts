/** Every address of the site, by the name of its route. Pages end in a slash, API addresses do not. */
export const paths = {
  home: '/',
  clubList: '/club/',
  clubView: (clubId: number) => `/club/${clubId}/`,
  clubNew: '/club/new/',
  page: (pageName: string) => `/page/${pageName}/`,
  /** What every address of the API begins with. */
  api: '/api/',
  searchClub: '/api/club/search',
  searchClubProfile: '/api/club/search-profile',
  fetchClub: (clubId: number) => `/api/club/${clubId}`,
  /** Reached by rewrite from `clubList` only. */
  clubListFragment: '/fragments/club/',
} as const;

/** An address with its query, which may be empty. */
export function withQuery(path: string, query: string): string {
  return query ? `${path}?${query}` : path;
}

/** The same address for other sites; `siteUrl` is the setting, never what a request says. */
export function absolute(siteUrl: string, path: string): string {
  return siteUrl + path;
}
