import type { DoneCounts } from './messages/done.ts';
import type { Done } from './messages/messages.ts';
import { byLocale, type Locale } from './messages/locales.ts';
import { PAGES, SHARED_ROUTES, type Route } from './routes.ts';
import { mainLocale, siteLanguages, type SiteLanguages } from './site-settings.ts';

export { routes } from './routes.ts';

export const paths = {
  ...addressesOf(SHARED_ROUTES, ''),
  api: '/api/',
  favicon: '/favicon.ico',
  touchIcon: '/apple-touch-icon.png',
  /** The mark and the colours of the site: the content never changes. */
  brand: (hash: string, extension: string) => `/brand/${hash}.${extension}`,
  /** The prefix of the files of SITE_DIR. */
  files: '/files/',
  /** For rewrites from the club list, in the language of the request. */
  clubListFragment: '/fragments/club/',
  /** For rewrites, when the user may not submit a form. */
  unsaved: '/fragments/unsaved/',
  /** For the home page: its clubs, in the language of the request. */
  homeClubs: '/fragments/home/',
  /** For pages of the build that the server renders again. */
  staticPage: '/fragments/static/',
  /** Whether the process runs. */
  health: '/healthz',
  /** Whether the site can serve all requests. */
  readiness: '/readyz',
  /** Set by Astro. */
  islands: '/_server-islands/',
  images: '/image/',
  /** The content never changes. */
  image: ({ hash, size }: ImageName) => `/image/${hash}-${size}.webp`,
  /** What links to a club show elsewhere, and what links to other pages show. */
  clubPreview: ({ clubId, digest }: PreviewName) => `/image/preview-${clubId}-${digest}.png`,
  sitePreview: '/preview.png',
} as const;

export const GRID_PAGE_SIZE = 24;

/** A fragment of the address of the list. */
export const SEARCH_FIELD = '#club-search-name';

/** Sides, in pixels. */
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

/** In pixels. */
export const PREVIEW_SIZE = { width: 1200, height: 630 };

export interface PreviewName {
  clubId: number;
  digest: string;
}

const PREVIEW_PATH = /^\/image\/preview-(?<clubId>[1-9]\d{0,9})-(?<digest>[\da-f]{16})\.png$/;

/** Reads the canonical path of the preview of a club; null for any other text. */
export function readPreviewPath(path: string): PreviewName | null {
  const { clubId = '', digest = '' } = PREVIEW_PATH.exec(path)?.groups ?? {};
  return digest ? { clubId: Number(clubId), digest } : null;
}

type Parameters<Pattern extends string> = Pattern extends `${string}[${infer Name}]${infer Rest}`
  ? [value: Name extends `${string}_id` ? number : string, ...Parameters<Rest>]
  : [];

/** The parameters of a pattern, and the arguments of its query. */
type Given<R extends Route> = [
  ...Parameters<R['pattern']>,
  ...(R extends { query: (...given: infer Arguments) => string } ? Arguments : []),
];
type Address<R extends Route> = Given<R> extends [] ? string : (...given: Given<R>) => string;

function addressesOf<Routes extends Record<string, Route>>(routes: Routes, prefix: string) {
  const entries = Object.entries<Route>(routes).map(([name, { pattern, query }]) => {
    const parts = (prefix + pattern).split(/\[\w+\]/);
    const make = (...given: unknown[]) => {
      const path = parts.reduce((start, part) => `${start}${String(given.shift())}${part}`);
      return withQuery(path, query?.(...(given as never[])) ?? '');
    };
    return [name, parts.length === 1 && !query ? prefix + pattern : make];
  });
  return Object.fromEntries(entries) as { [Name in keyof Routes]: Address<Routes[Name]> };
}

export function createPagePaths(locale: Locale, defaultLocale: Locale) {
  const pages = addressesOf(PAGES, locale === defaultLocale ? '' : `/${locale}`);
  return {
    ...pages,
    /** The list as a grid with filters. Links of the site use it. */
    clubGrid: (filters?: Record<string, string>) =>
      withQuery(pages.clubList, new URLSearchParams({ ...filters, page_size: String(GRID_PAGE_SIZE) }).toString()),
  };
}

export type PagePaths = ReturnType<typeof createPagePaths>;

export function withDone(path: string, done: Done, counts: Partial<DoneCounts> = {}): string {
  const said = new URLSearchParams({ done });
  for (const [name, count] of Object.entries(counts)) said.set(name, String(count));
  return `${path}${path.includes('?') ? '&' : '?'}${said.toString()}`;
}

/** The page after a save, whose address has a query, with the fields that kept newer values. */
export const withKept = (path: string, kept: readonly string[]): string =>
  kept.length > 0 ? `${path}&kept=${kept.join()}` : path;

export const readKept = (query: URLSearchParams): string[] => query.get('kept')?.split(',') ?? [];

/** Reads the numbers of an action; 0 for a missing or invalid number. */
export function readDoneCounts(query: URLSearchParams): Required<DoneCounts> {
  const read = (name: keyof DoneCounts) => (/^\d{1,9}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : 0);
  return { changed: read('changed'), already: read('already'), step: read('step') };
}

/** By default language, then by the language of the page. */
const pagePaths = byLocale((defaultLocale) => byLocale((locale) => createPagePaths(locale, defaultLocale)));

export const pathsIn = (locale: Locale): PagePaths => pagePaths[mainLocale()][locale];

/** The same, or those of the default language if the site has just lost this one. */
export const remainingPaths = (locale: Locale): PagePaths =>
  pathsIn(siteLanguages().includes(locale) ? locale : mainLocale());

/** The addresses in the default language, for example for the API. */
export const mainPaths = (): PagePaths => pathsIn(mainLocale());

/** The prefix of a language as the parameter of a route; the default language has none. */
export const localeParam = (locale: Locale): string | undefined => (locale === mainLocale() ? undefined : locale);

/** Null for a language that the site does not have, and for the default one, whose addresses lack a prefix. */
export function readLocaleParam(
  param: string | undefined,
  [main, ...others]: SiteLanguages = siteLanguages(),
): Locale | null {
  return param === undefined ? main : (others.find((locale) => locale === param) ?? null);
}

/** For messages about a path, which may not exist. */
export function localeOfPath(path: string, languages: SiteLanguages = siteLanguages()): Locale {
  const [, prefix] = /^\/([^/?]*)/.exec(path) ?? [];
  return readLocaleParam(prefix, languages) ?? languages[0];
}

export function withQuery(path: string, query: string): string {
  return query ? `${path}?${query}` : path;
}

/** Makes an address absolute. `siteUrl` is the setting and never comes from a request. */
export function absolute(siteUrl: string, path: string): string {
  return siteUrl + path;
}
