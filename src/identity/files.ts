/** Names of the files and folders in SITE_DIR. */
export const SITE_FILE = 'site.json';
export const MARK_FILE = 'mark.svg';
export const PAGES_FOLDER = 'pages';
export const FILES_FOLDER = 'files';

/** The pages that every site has. */
export const HOME_PAGE = 'home';
/** In the file of the home page: the place of the clubs, which the server adds to each response. */
export const HOME_CLUBS = '<!--home-clubs-->';
export const ASSOCIATION_PAGE = 'ae';

/** The error pages. `busy` is a 503 because of overload. */
export const ERROR_PAGES = [403, 404, 429, 500, 503, 504, 'busy'] as const;
export type ErrorPageName = (typeof ERROR_PAGES)[number];
