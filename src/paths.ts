import { DONE, type Done, type DoneCounts } from './messages/done.ts';
import { byLocale, isLocale, type Locale } from './messages/locales.ts';
import { settings } from './settings.ts';

/** Addresses without a language, by the name of their route. Those of the API end without a slash. */
export const paths = {
  /** The prefix of the API. */
  api: '/api/',
  searchClub: '/api/club/search',
  searchClubProfile: '/api/club/search-profile',
  fetchClub: (clubId: number) => `/api/club/${clubId}`,
  favicon: '/favicon.ico',
  touchIcon: '/apple-touch-icon.png',
  /** The prefix of the files of SITE_DIR. */
  files: '/files/',
  /** Reached by rewrite from the club list only, in the language of the request. */
  clubListFragment: '/fragments/club/',
  /** Reached by rewrite only, for a form that the user may not submit. */
  unsaved: '/fragments/unsaved/',
  /** Whether the process runs. */
  health: '/healthz',
  /** Whether the site can serve all requests. */
  readiness: '/readyz',
  /** Astro's prefix of server islands. */
  islands: '/_server-islands/',
  /** The prefix of images. */
  images: '/image/',
  /** The content never changes. */
  image: ({ hash, size }: ImageName) => `/image/${hash}-${size}.webp`,
} as const;

/** The number of clubs on a page of the grid. */
export const GRID_PAGE_SIZE = 24;

/** The search field of the list, as a fragment of its address. */
export const SEARCH_FIELD = '#club-search-name';

/** The sizes of an image: its side in pixels. */
export const IMAGE_SIZES = [200, 400] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];

export interface ImageName {
  /** 64 lower-case hexadecimal digits. */
  hash: string;
  size: ImageSize;
}

const IMAGE_PATH = /^\/image\/(?<hash>[\da-f]{64})-(?<size>\d+)\.webp$/;

/** Reads the canonical path of an image; null for any other text. */
export function readImagePath(path: string): ImageName | null {
  const { hash = '', size: digits = '' } = IMAGE_PATH.exec(path)?.groups ?? {};
  const size = IMAGE_SIZES.find((one) => String(one) === digits);
  return size ? { hash, size } : null;
}

/** The addresses of pages in a language, by the name of their route. They end in a slash, except those of files. */
export function createPagePaths(locale: Locale, defaultLocale: Locale) {
  const prefix = locale === defaultLocale ? '' : `/${locale}`;
  return {
    home: `${prefix}/`,
    clubList: `${prefix}/club/`,
    /** The list as a grid with filters. Links of the site use it. */
    clubGrid: (filters?: Record<string, string>) =>
      withQuery(`${prefix}/club/`, new URLSearchParams({ ...filters, page_size: String(GRID_PAGE_SIZE) }).toString()),
    clubView: (clubId: number) => `${prefix}/club/${clubId}/`,
    clubNew: `${prefix}/club/new/`,
    /** Redirects to a random active club. */
    clubRandom: `${prefix}/club/random/`,
    /** The form for reporting a problem. */
    clubSuggest: (clubId: number, query = '') => withQuery(`${prefix}/club/${clubId}/suggest/`, query),
    /** The form for proposing a club. */
    clubPropose: (query = '') => withQuery(`${prefix}/club/propose/`, query),
    /** The messages of visitors. */
    inbox: (query = '') => withQuery(`${prefix}/inbox/`, query),
    /** A shortlist, in the order of the ids. */
    clubShortlist: (ids: readonly number[]) => withIds(`${prefix}/club/shortlist/`, ids),
    /** Clubs side by side. */
    clubCompare: (ids: readonly number[]) => withIds(`${prefix}/club/compare/`, ids),
    clubEdit: (clubId: number) => `${prefix}/club/${clubId}/edit/`,
    /** The preview of the form of a club; null for a new one. */
    clubPreview: (clubId: number | null) => `${prefix}/club/${clubId ?? 'new'}/preview/`,
    clubDelete: (clubId: number) => `${prefix}/club/${clubId}/delete/`,
    /** The steps before this change, or the newest ones. */
    clubHistory: (clubId: number, before?: number) => withBefore(`${prefix}/club/${clubId}/history/`, before),
    clubOfficers: (clubId: number) => `${prefix}/club/${clubId}/officers/`,
    /** Confirms that the club is up to date. */
    clubConfirm: (clubId: number) => `${prefix}/club/${clubId}/confirm/`,
    /** The clubs that were deleted before this change, or the last ones. */
    clubDeleted: (before?: number) => withBefore(`${prefix}/club/deleted/`, before),
    /** The steps of all clubs before this step, or the newest ones. */
    deskHistory: (before?: number) => withBefore(`${prefix}/desk/history/`, before),
    /** Searches without results. */
    deskZeroResults: (query = '') => withQuery(`${prefix}/desk/missed/`, query),
    deskStep: (stepId: number) => `${prefix}/desk/history/${stepId}/`,
    /** The preview and form of undoing a step. */
    deskUndo: (stepId: number, query = '') => withQuery(`${prefix}/desk/history/${stepId}/undo/`, query),
    /** The table of all clubs. */
    desk: (query = '') => withQuery(`${prefix}/desk/`, query),
    /** The same clubs as a CSV file. */
    deskExport: (query = '') => withQuery(`${prefix}/desk/clubs.csv`, query),
    /** The form of one field of a club, with the query of the table. */
    deskCell: (clubId: number, field: string, tableQuery = '') =>
      withQuery(`${prefix}/desk/cell/`, `${tableQuery === '' ? '' : `${tableQuery}&`}club=${clubId}&field=${field}`),
    /** The preview and form of a bulk change. */
    deskChange: (query = '') => withQuery(`${prefix}/desk/change/`, query),
    /** The upload form of imports. */
    deskImports: `${prefix}/desk/import/`,
    /** The plan of an import. */
    deskImport: (importId: number, query = '') => withQuery(`${prefix}/desk/import/${importId}/`, query),
    /** The errors and warnings of an import as a CSV file. */
    deskImportReport: (importId: number) => `${prefix}/desk/import/${importId}/report.csv`,
    /** The first steps for a new site. */
    gettingStarted: `${prefix}/desk/start/`,
    /** The yearly confirmation. */
    deskRound: (query = '') => withQuery(`${prefix}/desk/round/`, query),
    /** Its links as a CSV file. */
    deskRoundLinks: `${prefix}/desk/round/links.csv`,
    /** The form that ends it. */
    deskRoundEnd: `${prefix}/desk/round/end/`,
    /** The page of a club's link in the yearly confirmation; needs no account. */
    clubConfirmByLink: (token: string) => `${prefix}/confirm/${token}/`,
    clubMendByLink: (token: string) => `${prefix}/confirm/${token}/mend/`,
    clubMendPreview: (token: string) => `${prefix}/confirm/${token}/mend/preview/`,
    page: (pageName: string) => `${prefix}/page/${pageName}/`,
    /** With the address to return to, and why the sign-in with a provider failed. */
    login: (next?: string, error?: string) =>
      withQuery(
        `${prefix}/login/`,
        new URLSearchParams({ ...(next !== undefined && { next }), ...(error !== undefined && { error }) }).toString(),
      ),
    logout: `${prefix}/logout/`,
    /** The account of the user. */
    account: `${prefix}/account/`,
    /** Starts the sign-in with the provider; `loginCallback` ends it. */
    loginProvider: (next?: string) =>
      withQuery(`${prefix}/login/provider/`, next === undefined ? '' : new URLSearchParams({ next }).toString()),
    loginCallback: `${prefix}/login/callback/`,
    setup: (token: string) => `${prefix}/setup/${token}/`,
    passwordReset: (token?: string) => `${prefix}/password-reset/${token === undefined ? '' : `${token}/`}`,
    users: `${prefix}/users/`,
    userView: (userId: number) => `${prefix}/users/${userId}/`,
    invitation: (token: string) => `${prefix}/invitation/${token}/`,
  };
}

export type PagePaths = ReturnType<typeof createPagePaths>;

/** The address of a page with the result of an action and the numbers of clubs. */
export function withDone(path: string, done: Done, counts?: DoneCounts): string {
  const said = new URLSearchParams({ done });
  if (counts) for (const [name, count] of Object.entries(counts)) said.set(name, String(count));
  return `${path}${path.includes('?') ? '&' : '?'}${said.toString()}`;
}

/** The parameter of the cell that was just saved. */
export const SAVED_CELL = 'saved';

/** The table after a cell was saved. */
export const withSavedCell = (path: string, clubId: number, field: string): string =>
  `${withDone(path, 'cellSaved')}&${SAVED_CELL}=${clubId}-${field}#${SAVED_CELL}`;

/** Reads the result of an action; null if the value is unknown. */
export const readDone = (query: URLSearchParams): Done | null =>
  DONE.find((done) => done === query.get('done')) ?? null;

/** Reads the numbers of an action; 0 for a missing or invalid number. */
export function readDoneCounts(query: URLSearchParams): Required<DoneCounts> {
  const read = (name: keyof DoneCounts) => (/^\d{1,9}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : 0);
  return { changed: read('changed'), already: read('already'), step: read('step') };
}

/** With unescaped commas, because people share this address. */
const withIds = (path: string, ids: readonly number[]): string =>
  withQuery(path, ids.length === 0 ? '' : `ids=${ids.join(',')}`);

const withBefore = (path: string, before: number | undefined): string =>
  withQuery(path, before === undefined ? '' : `before=${before}`);

/** By default language, then by the language of the page. */
const pagePaths = byLocale((defaultLocale) => byLocale((locale) => createPagePaths(locale, defaultLocale)));

/** The addresses of pages in a language. */
export const pathsIn = (locale: Locale, defaultLocale = settings().defaultLocale): PagePaths =>
  pagePaths[defaultLocale][locale];

/** The addresses in the default language, for example for the API. */
export const mainPaths = (): PagePaths => pathsIn(settings().defaultLocale);

/** The first segment of the patterns of all pages. */
export const LOCALE_SEGMENT = '[...locale]';

/** Patterns of routes. Rules refer to them and not to paths, which have many spellings. */
export const routes = {
  pages: `/${LOCALE_SEGMENT}`,
  clubList: `/${LOCALE_SEGMENT}/club`,
  clubDeleted: `/${LOCALE_SEGMENT}/club/deleted`,
  clubRandom: `/${LOCALE_SEGMENT}/club/random`,
  clubPropose: `/${LOCALE_SEGMENT}/club/propose`,
  clubSuggest: `/${LOCALE_SEGMENT}/club/[club_id]/suggest`,
  inbox: `/${LOCALE_SEGMENT}/inbox`,
  clubShortlist: `/${LOCALE_SEGMENT}/club/shortlist`,
  clubCompare: `/${LOCALE_SEGMENT}/club/compare`,
  clubView: `/${LOCALE_SEGMENT}/club/[club_id]`,
  clubNew: `/${LOCALE_SEGMENT}/club/new`,
  clubEdit: `/${LOCALE_SEGMENT}/club/[club_id]/edit`,
  clubNewPreview: `/${LOCALE_SEGMENT}/club/new/preview`,
  clubPreview: `/${LOCALE_SEGMENT}/club/[club_id]/preview`,
  clubDelete: `/${LOCALE_SEGMENT}/club/[club_id]/delete`,
  clubHistory: `/${LOCALE_SEGMENT}/club/[club_id]/history`,
  clubOfficers: `/${LOCALE_SEGMENT}/club/[club_id]/officers`,
  clubConfirm: `/${LOCALE_SEGMENT}/club/[club_id]/confirm`,
  deskHistory: `/${LOCALE_SEGMENT}/desk/history`,
  deskZeroResults: `/${LOCALE_SEGMENT}/desk/missed`,
  deskStep: `/${LOCALE_SEGMENT}/desk/history/[step_id]`,
  deskUndo: `/${LOCALE_SEGMENT}/desk/history/[step_id]/undo`,
  desk: `/${LOCALE_SEGMENT}/desk`,
  deskExport: `/${LOCALE_SEGMENT}/desk/clubs.csv`,
  deskCell: `/${LOCALE_SEGMENT}/desk/cell`,
  deskChange: `/${LOCALE_SEGMENT}/desk/change`,
  deskImports: `/${LOCALE_SEGMENT}/desk/import`,
  deskImport: `/${LOCALE_SEGMENT}/desk/import/[import_id]`,
  deskImportReport: `/${LOCALE_SEGMENT}/desk/import/[import_id]/report.csv`,
  gettingStarted: `/${LOCALE_SEGMENT}/desk/start`,
  deskRound: `/${LOCALE_SEGMENT}/desk/round`,
  deskRoundLinks: `/${LOCALE_SEGMENT}/desk/round/links.csv`,
  deskRoundEnd: `/${LOCALE_SEGMENT}/desk/round/end`,
  clubConfirmByLink: `/${LOCALE_SEGMENT}/confirm/[token]`,
  clubMendByLink: `/${LOCALE_SEGMENT}/confirm/[token]/mend`,
  clubMendPreview: `/${LOCALE_SEGMENT}/confirm/[token]/mend/preview`,
  clubListFragment: '/fragments/club',
  unsaved: '/fragments/unsaved',
  login: `/${LOCALE_SEGMENT}/login`,
  loginProvider: `/${LOCALE_SEGMENT}/login/provider`,
  loginCallback: `/${LOCALE_SEGMENT}/login/callback`,
  logout: `/${LOCALE_SEGMENT}/logout`,
  account: `/${LOCALE_SEGMENT}/account`,
  setup: `/${LOCALE_SEGMENT}/setup/[token]`,
  passwordResets: `/${LOCALE_SEGMENT}/password-reset`,
  passwordReset: `/${LOCALE_SEGMENT}/password-reset/[token]`,
  users: `/${LOCALE_SEGMENT}/users`,
  userView: `/${LOCALE_SEGMENT}/users/[user_id]`,
  invitation: `/${LOCALE_SEGMENT}/invitation/[token]`,
  searchClub: paths.searchClub,
  searchClubProfile: paths.searchClubProfile,
  fetchClub: '/api/club/[club_id]',
  otherOfApi: '/api/[...path]',
  /** Astro's route of server islands. */
  islands: `${paths.islands}[name]`,
  image: '/image/[file]',
} as const;

/** The prefix of a language as the parameter of a route; the default language has none. */
export const localeParam = (locale: Locale): string | undefined =>
  locale === settings().defaultLocale ? undefined : locale;

/** Reads the parameter; null for an unknown language, and for the default one, which has no prefix. */
export function readLocaleParam(param: string | undefined, defaultLocale: Locale): Locale | null {
  if (param === undefined) return defaultLocale;
  return isLocale(param) && param !== defaultLocale ? param : null;
}

/** The language for messages about a path, which may not exist. */
export function localeOfPath(path: string, defaultLocale: Locale): Locale {
  const [, prefix] = /^\/([^/?]*)/.exec(path) ?? [];
  return isLocale(prefix) ? prefix : defaultLocale;
}

export function withQuery(path: string, query: string): string {
  return query ? `${path}?${query}` : path;
}

/** The absolute URL; `siteUrl` is the setting and never comes from a request. */
export function absolute(siteUrl: string, path: string): string {
  return siteUrl + path;
}
