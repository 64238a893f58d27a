import type { Access } from './accounts/permissions.ts';
import { MAX_LOGO_BYTES } from './images/issues.ts';
import { MAX_CLUB_FILE_BYTES } from './clubs/record/limits.ts';
import type { BoardSection } from './messages/catalogue.ts';
import { LOCALES } from './messages/locales.ts';

export interface RouteRules {
  methods: readonly string[];
  access: Access;
  /** Who may submit forms, if not everyone with `access`. */
  post?: Access;
  /** Who of these may use single actions; the page calls `mayDo`. */
  actions?: Readonly<Record<string, Access>>;
  /** For forms with files, in bytes. */
  maxFileBytes?: number;
  /** The texts of a board's page, which a language may lack: the page is in English then. */
  texts?: BoardSection;
  /** Whether reading is slow, because it covers many clubs. */
  isSlow?: boolean;
}

export interface Route extends RouteRules {
  /**
   * The path of its file below `src/pages`, without the language. A parameter is a number if its name ends in `_id`, else
   * a text. Pages end in a slash, files and the API do not.
   */
  pattern: string;
  /** Its arguments follow the parameters of the pattern. */
  query?: (...given: never[]) => string;
}

const READ = ['GET', 'HEAD'];
const read = <A extends Access>(access: A) => ({ methods: READ, access });
const form = <A extends Access>(access: A) => ({ methods: [...READ, 'POST'], access });
const post = <A extends Access>(access: A) => ({ methods: ['POST'], access });

const BOARD = 'club.change_club';
const BOARD_OR_OFFICER = { permission: BOARD, orOfficer: true } as const;
const ADMINISTRATOR = 'auth.change_user';
/** An import creates and changes clubs. */
const IMPORT = { allOf: ['club.add_club', BOARD] } as const;
/** For clubs without a row, and sample clubs. */
const IMPORT_ACTIONS = { delete: { allOf: [...IMPORT.allOf, 'club.delete_club'] } } as const;

const anyQuery = (query = ''): string => query;
/** The entries before this change or step; the newest ones without `id`. */
const before = (id?: number, value = '', name = 'name'): string =>
  new URLSearchParams({
    ...(value !== '' && { [name]: value }),
    ...(id !== undefined && { before: String(id) }),
  }).toString();
/** Commas are not escaped, because people share this address. */
const ids = (clubIds: readonly number[]): string => (clubIds.length === 0 ? '' : `ids=${clubIds.join(',')}`);
const next = (path?: string, error?: string): string =>
  new URLSearchParams({ ...(path !== undefined && { next: path }), ...(error !== undefined && { error }) }).toString();
/** The path to return to. */
const back = (path?: string): string => next(path);

/**
 * The pages and files in each language: the only place for pattern, address, methods and access. Other routes that are
 * rendered on demand respond with 404. `paths.ts` derives the addresses, and `access.ts` checks the rules.
 */
export const PAGES = {
  home: { pattern: '/', ...read('public') },
  page: { pattern: '/page/[page_name]/', ...read('public') },
  clubList: { pattern: '/club/', ...read('public') },
  /** The clubs of a list as a CSV file. */
  clubExport: { pattern: '/club/export.csv', ...read('public'), query: anyQuery, isSlow: true },
  /** The news of the clubs of a list, in Atom. */
  clubFeed: { pattern: '/club/feed.atom', ...read('public'), query: anyQuery, isSlow: true },
  /** The list for a frame of another site, and the page that helps to put it there. */
  clubEmbed: { pattern: '/club/embed/', ...read('public'), query: anyQuery },
  clubEmbedBuild: { pattern: '/club/embed/build/', ...read('public'), query: anyQuery },
  clubView: { pattern: '/club/[club_id]/', ...read('public') },
  clubPoster: { pattern: '/club/[club_id]/poster/', ...read('public') },
  /** The clubs of a list for printing: as a booklet, or a poster of each. */
  booklet: { pattern: '/booklet/', ...read('public'), query: anyQuery, isSlow: true },
  apiDocs: { pattern: '/api/docs/', ...read('public') },
  clubRandom: { pattern: '/club/random/', ...read('public') },
  /** The form for reporting a problem. */
  clubReport: { pattern: '/club/[club_id]/suggest/', ...form('public'), query: anyQuery },
  /** The form that writes to the club. */
  clubContact: { pattern: '/club/[club_id]/contact/', ...form('public'), query: anyQuery },
  clubPropose: { pattern: '/club/propose/', ...form('public'), query: anyQuery },
  /** `accept` creates the club of a proposal. */
  inbox: { pattern: '/inbox/', ...form(BOARD), actions: { accept: 'club.add_club' }, query: anyQuery },
  /** In the order of the ids. */
  clubShortlist: { pattern: '/club/shortlist/', ...read('public'), query: ids },
  clubCompare: { pattern: '/club/compare/', ...read('public'), query: ids },
  clubNew: { pattern: '/club/new/', ...form('club.add_club'), maxFileBytes: MAX_LOGO_BYTES },
  clubEdit: { pattern: '/club/[club_id]/edit/', ...form(BOARD_OR_OFFICER), maxFileBytes: MAX_LOGO_BYTES, query: back },
  clubDelete: { pattern: '/club/[club_id]/delete/', ...form('club.delete_club') },
  clubHistory: {
    pattern: '/club/[club_id]/history/',
    ...form(BOARD_OR_OFFICER),
    // Officers cannot restore a state, because it has fields that they may not change.
    post: BOARD,
    // Removes a value from the history permanently.
    actions: { remove: ADMINISTRATOR },
    query: before,
  },
  // Officers invite others, but cannot remove them.
  clubOfficers: { pattern: '/club/[club_id]/officers/', ...form(BOARD_OR_OFFICER), actions: { name: BOARD } },
  /** Confirms that the club is up to date. */
  clubConfirm: { pattern: '/club/[club_id]/confirm/', ...post(BOARD_OR_OFFICER) },
  clubDeleted: { pattern: '/club/deleted/', ...form('club.delete_club'), query: before },
  /** The steps of all clubs. */
  boardHistory: { pattern: '/desk/history/', ...read(BOARD), query: (id?: number, by = '') => before(id, by, 'show') },
  /** Searches without results. */
  boardZeroResults: { pattern: '/desk/missed/', texts: 'zeroResults', ...form(BOARD), query: anyQuery },
  boardStep: {
    pattern: '/desk/history/[step_id]/',
    ...form(BOARD),
    // Removes the name of a deleted account from the history permanently.
    post: { allOf: [BOARD, ADMINISTRATOR] },
    isSlow: true,
  },
  /** The preview and form of undoing a step. */
  boardUndo: {
    pattern: '/desk/history/[step_id]/undo/',
    ...form(BOARD),
    // Deletes clubs that the step created, and restores those that it deleted.
    // Also what only administrators change.
    actions: { delete: 'club.delete_club', site: ADMINISTRATOR },
    query: anyQuery,
    isSlow: true,
  },
  /** What needs attention. */
  boardHome: { pattern: '/desk/', ...read(BOARD), query: anyQuery },
  /** The table of all clubs. */
  board: { pattern: '/desk/clubs/', ...read(BOARD), query: anyQuery },
  /** The e-mail addresses of the clubs of the table. */
  boardAddresses: { pattern: '/desk/addresses/', ...read(BOARD), query: anyQuery },
  /** The clubs of the table as a CSV file, and as an Excel workbook. */
  boardExport: { pattern: '/desk/clubs.csv', ...read(BOARD), query: anyQuery, isSlow: true },
  boardWorkbook: { pattern: '/desk/clubs.xlsx', ...read(BOARD), query: anyQuery, isSlow: true },
  /** Of two clubs: the first one stays. With one club, it asks for the other. */
  boardMerge: {
    pattern: '/desk/merge/',
    texts: 'merge',
    ...form({ allOf: [BOARD, 'club.delete_club'] } as const),
    query: (clubIds: readonly number[]) => clubIds.map((id) => `club=${id}`).join('&'),
  },
  /** For one field of a club. The query is that of the table. */
  boardCell: {
    pattern: '/desk/cell/',
    ...form(BOARD),
    query: (clubId: number, field: string, tableQuery = '') =>
      `${tableQuery === '' ? '' : `${tableQuery}&`}club=${clubId}&field=${field}`,
  },
  /** The preview and form of a bulk change. */
  boardChange: { pattern: '/desk/change/', ...form(BOARD), query: anyQuery },
  /** All categories, and the form that renames, merges and deletes them. */
  boardCategories: {
    pattern: '/desk/categories/',
    texts: 'categories',
    ...form(BOARD),
    query: anyQuery,
    isSlow: true,
  },
  /** For uploads. */
  boardImports: {
    pattern: '/desk/import/',
    texts: 'clubImport',
    ...form(IMPORT),
    actions: IMPORT_ACTIONS,
    maxFileBytes: MAX_CLUB_FILE_BYTES,
  },
  boardImport: {
    pattern: '/desk/import/[import_id]/',
    texts: 'clubImport',
    ...form(IMPORT),
    actions: IMPORT_ACTIONS,
    query: anyQuery,
    isSlow: true,
  },
  /** Asks before it deletes the sample clubs. */
  boardSamples: { pattern: '/desk/samples/', ...form({ allOf: [BOARD, 'club.delete_club'] } as const) },
  /** The download of logos from other sites. */
  boardLogos: { pattern: '/desk/logos/', texts: 'logoDownload', ...form(BOARD) },
  /** What each column of the file is. */
  boardImportColumns: {
    pattern: '/desk/import/[import_id]/columns/',
    texts: 'importColumns',
    ...form(IMPORT),
    query: anyQuery,
    isSlow: true,
  },
  /** How the categories of the file are imported. */
  boardImportCategories: {
    pattern: '/desk/import/[import_id]/categories/',
    texts: 'categories',
    ...form(IMPORT),
    query: anyQuery,
    isSlow: true,
  },
  boardImportReport: { pattern: '/desk/import/[import_id]/report.csv', ...read(IMPORT), isSlow: true },
  /** Name, colours, logo and links of the site. */
  boardSite: { pattern: '/desk/site/', texts: 'siteForm', ...form(ADMINISTRATOR), maxFileBytes: MAX_LOGO_BYTES },
  boardPages: { pattern: '/desk/pages/', texts: 'pageForm', ...read(ADMINISTRATOR) },
  /** The name is in the query, because it may be that of a route. */
  boardPage: {
    pattern: '/desk/page/',
    texts: 'pageForm',
    ...form(ADMINISTRATOR),
    maxFileBytes: MAX_LOGO_BYTES,
    query: (name: string) => `name=${name}`,
  },
  /** The first steps for a new site. */
  gettingStarted: { pattern: '/desk/start/', texts: 'gettingStarted', ...form(ADMINISTRATOR) },
  /** The yearly confirmation. */
  boardRound: { pattern: '/desk/round/', ...form(BOARD), query: anyQuery },
  boardRoundEmails: { pattern: '/desk/round/emails/', ...form(BOARD) },
  boardRoundLinks: { pattern: '/desk/round/links.csv', ...read(BOARD), isSlow: true },
  boardRoundEnd: { pattern: '/desk/round/end/', ...form(BOARD), isSlow: true },
  // The pages of a club's link in the yearly confirmation check its token.
  clubConfirmByLink: { pattern: '/confirm/[token]/', ...form('public') },
  clubEditByLink: { pattern: '/confirm/[token]/edit/', ...form('public') },
  /** Sends a link that edits the clubs of an e-mail address. The pages of the link check its token. */
  editLink: { pattern: '/edit-link/', ...form('public') },
  clubsByEmailLink: { pattern: '/edit/[token]/', ...read('public'), query: anyQuery },
  clubEditByEmailLink: { pattern: '/edit/[token]/[club_id]/', ...form('public') },
  /** With the path to return to, and why the sign-in with a provider failed. */
  login: { pattern: '/login/', ...form('public'), query: next },
  /** Starts a sign-in that `loginCallback` ends. */
  loginProvider: { pattern: '/login/provider/', ...post('public'), query: back },
  loginCallback: { pattern: '/login/callback/', ...read('public') },
  logout: { pattern: '/logout/', ...post('public') },
  account: { pattern: '/account/', ...form('signed-in') },
  setup: { pattern: '/setup/[token]/', ...form('public') },
  passwordResets: { pattern: '/password-reset/', ...form('public') },
  passwordReset: { pattern: '/password-reset/[token]/', ...form('public') },
  users: { pattern: '/users/', ...form(ADMINISTRATOR) },
  userView: { pattern: '/users/[user_id]/', ...form(ADMINISTRATOR) },
  invitation: { pattern: '/invitation/[token]/', ...form('public') },
} as const satisfies Record<string, Route>;

/** Routes without a language. The middleware answers other methods of the API. */
export const SHARED_ROUTES = {
  searchClub: { pattern: '/api/club/search', ...read('public') },
  searchClubProfile: { pattern: '/api/club/search-profile', ...read('public') },
  clubChanges: { pattern: '/api/club/changes', ...read('public') },
  fetchClub: { pattern: '/api/club/[club_id]', ...read('public') },
  openApi: { pattern: '/api/openapi.json', ...read('public') },
  sitemap: { pattern: '/sitemap.xml', ...read('public'), isSlow: true },
  island: { pattern: '/_server-islands/[name]', ...read('public') },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof PAGES | keyof typeof SHARED_ROUTES;

const LOCALE_SEGMENT = '[...locale]';
/** The pattern of the home page, and the start of all page patterns. */
export const PAGES_PATTERN = `/${LOCALE_SEGMENT}`;

/** Astro's pattern of each route. Rules refer to it, not to paths, which have many spellings. */
export const routes = Object.fromEntries([
  ...Object.entries(PAGES).map(([name, { pattern }]) => [name, PAGES_PATTERN + pattern.replace(/\/$/, '')]),
  ...Object.entries(SHARED_ROUTES).map(([name, { pattern }]) => [name, pattern.replace(/\/$/, '')]),
]) as Record<RouteName, string>;

export const ROUTE_RULES: ReadonlyMap<string, RouteRules> = new Map(
  Object.entries<Route>({ ...PAGES, ...SHARED_ROUTES }).map(([name, route]) => [routes[name as RouteName], route]),
);

/** The regular expression of a pattern. Pages match with and without a trailing slash, files and the API without. */
export function compileRoute(pattern: string): RegExp {
  const parts = pattern
    .split('/')
    .slice(1)
    .map((segment) => {
      if (segment === LOCALE_SEGMENT) return `(?:/(?<locale>${LOCALES.join('|')}))?`;
      return segment.startsWith('[') ? `/(?<${segment.slice(1, -1)}>[^/]+)` : `/${segment.replaceAll('.', '\\.')}`;
    });
  const isExact = !pattern.startsWith(PAGES_PATTERN) || /\.\w+$/.test(pattern);
  return new RegExp(`^${parts.join('')}${isExact ? '' : '/?'}$`);
}
