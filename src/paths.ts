import { DONE, type Done, type DoneCounts } from './messages/done.ts';
import { byLocale, isLocale, LOCALES, type Locale } from './messages/locales.ts';
import { settings } from './settings.ts';

/** The addresses that have no language, by the name of their route. Those of the API end without a slash. */
export const paths = {
  /** What every address of the API begins with. */
  api: '/api/',
  searchClub: '/api/club/search',
  searchClubProfile: '/api/club/search-profile',
  fetchClub: (clubId: number) => `/api/club/${clubId}`,
  favicon: '/favicon.ico',
  touchIcon: '/apple-touch-icon.png',
  /** What the addresses of the files of the association begin with. */
  files: '/files/',
  /** Reached by rewrite from the club list only, in the language of the request. */
  clubListFragment: '/fragments/club/',
  /** Reached by rewrite only, from a form of a club that somebody may not send. */
  unsaved: '/fragments/unsaved/',
  /** Whether the process answers, for who watches it. */
  health: '/healthz',
  /** Whether it can answer everything. */
  readiness: '/readyz',
  /** Astro's own: what every address of a server island begins with. */
  islands: '/_server-islands/',
  /** What every address of an image begins with. */
  images: '/image/',
  /** It names its content, which therefore never changes. */
  image: ({ hash, size }: ImageName) => `/image/${hash}-${size}.webp`,
} as const;

/** The number of clubs on a page of the grid. */
export const GRID_PAGE_SIZE = 24;

/** The field of the list that one searches in, on that page. */
export const SEARCH_FIELD = '#club-search-name';

/** The sizes in which there is an image, in pixels of a side. */
export const IMAGE_SIZES = [200, 400] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];

/** What tells an image from all others. */
export interface ImageName {
  /** 64 hexadecimal digits in small letters. */
  hash: string;
  size: ImageSize;
}

const IMAGE_PATH = /^\/image\/(?<hash>[\da-f]{64})-(?<size>\d+)\.webp$/;

/** The image of an address in its one spelling; null for any other text. */
export function readImagePath(path: string): ImageName | null {
  const { hash = '', size: digits = '' } = IMAGE_PATH.exec(path)?.groups ?? {};
  const size = IMAGE_SIZES.find((one) => String(one) === digits);
  return size ? { hash, size } : null;
}

/** The addresses of pages in a language, by the name of their route. They end in a slash, but for that of a file. */
export interface PagePaths {
  home: string;
  clubList: string;
  /** The list as a grid, which the links of the site itself lead to; with these filters. */
  clubGrid: (filters?: Record<string, string>) => string;
  clubView: (clubId: number) => string;
  clubNew: string;
  /** Leads to any active club. */
  clubRandom: string;
  /** Where anybody says that something of a club is wrong, and is thanked for it. */
  clubSuggest: (clubId: number, query?: string) => string;
  /** Where anybody says which club is missing. */
  clubPropose: (query?: string) => string;
  /** What they have written. */
  inbox: (query?: string) => string;
  /** Clubs that somebody has chosen, in the order of the numbers. */
  clubShortlist: (ids: readonly number[]) => string;
  /** Some of them side by side. */
  clubCompare: (ids: readonly number[]) => string;
  clubEdit: (clubId: number) => string;
  /** What the form of a club, or of a new one (null), would make of it. */
  clubPreview: (clubId: number | null) => string;
  clubDelete: (clubId: number) => string;
  /** The steps that came before the one of this change; without it, the newest. */
  clubHistory: (clubId: number, before?: number) => string;
  clubOfficers: (clubId: number) => string;
  /** Where somebody says that all of a club is still right. */
  clubConfirm: (clubId: number) => string;
  /** The clubs that went before the one of this change; without it, the last. */
  clubDeleted: (before?: number) => string;
  /** What was done to all clubs, before this step; without it, the newest. */
  deskHistory: (before?: number) => string;
  /** What visitors did not find. */
  deskZeroResults: (query?: string) => string;
  deskStep: (stepId: number) => string;
  /** Where a step is undone, once it was seen what that would do, with which part of that is asked for. */
  deskUndo: (stepId: number, query?: string) => string;
  /** The table of all clubs, with what it is asked for. */
  desk: (query?: string) => string;
  /** The same clubs as a CSV file. */
  deskExport: (query?: string) => string;
  /** Where one field of a club is changed, and the query of the table that it stands in. */
  deskCell: (clubId: number, field: string, tableQuery?: string) => string;
  /** Where several of them are changed at once, after a question. */
  deskChange: (query?: string) => string;
  /** Where a file of clubs is sent. */
  deskImports: string;
  /** What a file would do, with which part of it is asked for. */
  deskImport: (importId: number, query?: string) => string;
  /** What is wrong with it, as a CSV file. */
  deskImportReport: (importId: number) => string;
  /** The first steps for a new site. */
  gettingStarted: string;
  /** The yearly round, in which clubs are asked whether they are still right. */
  deskRound: (query?: string) => string;
  /** Its links to send by hand, as a CSV file. */
  deskRoundLinks: string;
  /** Where it is ended. */
  deskRoundEnd: string;
  /** What the link of a club in the round leads to, without an account. */
  clubConfirmByLink: (token: string) => string;
  clubMendByLink: (token: string) => string;
  clubMendPreview: (token: string) => string;
  page: (pageName: string) => string;
  /** With the address to come back to, and why an identity provider has not led there. */
  login: (next?: string, fault?: string) => string;
  logout: string;
  /** Everybody's own. */
  account: string;
  /** Where somebody is sent on to the identity provider, and comes back from it. */
  loginProvider: (next?: string) => string;
  loginCallback: string;
  setup: (token: string) => string;
  passwordReset: (token?: string) => string;
  users: string;
  userView: (userId: number) => string;
  invitation: (token: string) => string;
}

/** The default language has the addresses without a prefix. */
export function createPagePaths(locale: Locale, defaultLocale: Locale): PagePaths {
  const prefix = locale === defaultLocale ? '' : `/${locale}`;
  return {
    home: `${prefix}/`,
    clubList: `${prefix}/club/`,
    clubGrid: (filters) =>
      withQuery(`${prefix}/club/`, new URLSearchParams({ ...filters, page_size: String(GRID_PAGE_SIZE) }).toString()),
    clubView: (clubId) => `${prefix}/club/${clubId}/`,
    clubNew: `${prefix}/club/new/`,
    clubRandom: `${prefix}/club/random/`,
    clubSuggest: (clubId, query = '') => withQuery(`${prefix}/club/${clubId}/suggest/`, query),
    clubPropose: (query = '') => withQuery(`${prefix}/club/propose/`, query),
    inbox: (query = '') => withQuery(`${prefix}/inbox/`, query),
    clubShortlist: (ids) => withIds(`${prefix}/club/shortlist/`, ids),
    clubCompare: (ids) => withIds(`${prefix}/club/compare/`, ids),
    clubEdit: (clubId) => `${prefix}/club/${clubId}/edit/`,
    clubPreview: (clubId) => `${prefix}/club/${clubId ?? 'new'}/preview/`,
    clubDelete: (clubId) => `${prefix}/club/${clubId}/delete/`,
    clubHistory: (clubId, before) => withBefore(`${prefix}/club/${clubId}/history/`, before),
    clubOfficers: (clubId) => `${prefix}/club/${clubId}/officers/`,
    clubConfirm: (clubId) => `${prefix}/club/${clubId}/confirm/`,
    clubDeleted: (before) => withBefore(`${prefix}/club/deleted/`, before),
    deskHistory: (before) => withBefore(`${prefix}/desk/history/`, before),
    deskZeroResults: (query = '') => withQuery(`${prefix}/desk/missed/`, query),
    deskStep: (stepId) => `${prefix}/desk/history/${stepId}/`,
    deskUndo: (stepId, query = '') => withQuery(`${prefix}/desk/history/${stepId}/undo/`, query),
    desk: (query = '') => withQuery(`${prefix}/desk/`, query),
    deskExport: (query = '') => withQuery(`${prefix}/desk/clubs.csv`, query),
    deskCell: (clubId, field, tableQuery = '') =>
      withQuery(`${prefix}/desk/cell/`, `${tableQuery === '' ? '' : `${tableQuery}&`}club=${clubId}&field=${field}`),
    deskChange: (query = '') => withQuery(`${prefix}/desk/change/`, query),
    deskImports: `${prefix}/desk/import/`,
    deskImport: (importId, query = '') => withQuery(`${prefix}/desk/import/${importId}/`, query),
    deskImportReport: (importId) => `${prefix}/desk/import/${importId}/report.csv`,
    gettingStarted: `${prefix}/desk/start/`,
    deskRound: (query = '') => withQuery(`${prefix}/desk/round/`, query),
    deskRoundLinks: `${prefix}/desk/round/links.csv`,
    deskRoundEnd: `${prefix}/desk/round/end/`,
    clubConfirmByLink: (token) => `${prefix}/confirm/${token}/`,
    clubMendByLink: (token) => `${prefix}/confirm/${token}/mend/`,
    clubMendPreview: (token) => `${prefix}/confirm/${token}/mend/preview/`,
    page: (pageName) => `${prefix}/page/${pageName}/`,
    login: (next, fault) =>
      withQuery(
        `${prefix}/login/`,
        new URLSearchParams({ ...(next !== undefined && { next }), ...(fault !== undefined && { fault }) }).toString(),
      ),
    logout: `${prefix}/logout/`,
    account: `${prefix}/account/`,
    loginProvider: (next) =>
      withQuery(`${prefix}/login/provider/`, next === undefined ? '' : new URLSearchParams({ next }).toString()),
    loginCallback: `${prefix}/login/callback/`,
    setup: (token) => `${prefix}/setup/${token}/`,
    passwordReset: (token) => `${prefix}/password-reset/${token === undefined ? '' : `${token}/`}`,
    users: `${prefix}/users/`,
    userView: (userId) => `${prefix}/users/${userId}/`,
    invitation: (token) => `${prefix}/invitation/${token}/`,
  };
}

/** The address to lead somebody to who has done this, with how often where that is to be told. */
export function withDone(path: string, done: Done, counts?: DoneCounts): string {
  const said = new URLSearchParams({ done });
  if (counts) for (const [name, count] of Object.entries(counts)) said.set(name, String(count));
  return `${path}${path.includes('?') ? '&' : '?'}${said.toString()}`;
}

/** Where the table says what was just saved: at the cell itself, where that is shown. */
export const SAVED_CELL = 'saved';

/** The table, for who has just saved a cell of it. */
export const withSavedCell = (path: string, clubId: number, field: string): string =>
  `${withDone(path, 'cellSaved')}&${SAVED_CELL}=${clubId}-${field}#${SAVED_CELL}`;

/** Reads it of an address; null for what is none. */
export const readDone = (query: URLSearchParams): Done | null =>
  DONE.find((done) => done === query.get('done')) ?? null;

/** Reads how often of the same address; what is no number is 0. */
export function readDoneCounts(query: URLSearchParams): DoneCounts {
  const read = (name: keyof DoneCounts) => (/^\d{1,9}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : 0);
  return { changed: read('changed'), already: read('already') };
}

/** With commas as they are: an address that people send to each other. */
const withIds = (path: string, ids: readonly number[]): string =>
  withQuery(path, ids.length === 0 ? '' : `ids=${ids.join(',')}`);

const withBefore = (path: string, before: number | undefined): string =>
  withQuery(path, before === undefined ? '' : `before=${before}`);

/** By the default language, then by the page's own. */
const pagePaths = byLocale((defaultLocale) => byLocale((locale) => createPagePaths(locale, defaultLocale)));

/** The addresses of pages in a language, on a site with this default language: this site's, unless another is named. */
export const pathsIn = (locale: Locale, defaultLocale = settings().defaultLocale): PagePaths =>
  pagePaths[defaultLocale][locale];

/** The addresses for readers that have no language, such as those of the API. */
export const mainPaths = (): PagePaths => pathsIn(settings().defaultLocale);

/** What the pattern of every route of pages begins with. */
export const LOCALE_SEGMENT = '[...locale]';

/** Patterns of the routes that are told apart; by route and never by path, which has many spellings. */
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
  /** Astro's own, of what is shown within pages that are made once. */
  islands: `${paths.islands}[name]`,
  image: '/image/[file]',
} as const;

/** The prefix of a language as the parameter of a route; the default language has none. */
export const localeParam = (locale: Locale): string | undefined =>
  locale === settings().defaultLocale ? undefined : locale;

/** The languages that have a prefix. */
export const prefixedLocales = (): Locale[] => LOCALES.filter((locale) => locale !== settings().defaultLocale);

/** The language of that parameter; null for what is no language, and for the default one, which has no prefix. */
export function readLocaleParam(param: string | undefined, defaultLocale: Locale): Locale | null {
  if (param === undefined) return defaultLocale;
  return isLocale(param) && param !== defaultLocale ? param : null;
}

/** In which language to speak of a path, whether or not it is an address. */
export function localeOfPath(path: string, defaultLocale: Locale): Locale {
  const [, prefix] = /^\/([^/?]*)/.exec(path) ?? [];
  return isLocale(prefix) ? prefix : defaultLocale;
}

/** An address with its query, which may be empty. */
export function withQuery(path: string, query: string): string {
  return query ? `${path}?${query}` : path;
}

/** The same address for other sites; `siteUrl` is the setting, never what a request says. */
export function absolute(siteUrl: string, path: string): string {
  return siteUrl + path;
}
