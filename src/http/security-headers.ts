import { hash } from 'node:crypto';

/** In every policy. */
const BASE_POLICY = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"];
const NO_OBJECTS = "object-src 'none'";
const PAGE_POLICY = [
  ...BASE_POLICY,
  NO_OBJECTS,
  ...['connect', 'font', 'frame', 'img', 'manifest', 'style'].map((kind) => `${kind}-src 'self'`),
  "form-action 'self'",
];

/** For every response: a browser can be made to show any of them as a document. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [...BASE_POLICY, NO_OBJECTS].join('; '),
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
};

/** For HTML. The scripts of rendered pages are all in files. */
export const HTML_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': pagePolicy(''),
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** For sites with https. */
export const HSTS: readonly string[] = ['strict-transport-security', 'max-age=31536000'];

/** The policy of a page; a page of the build may contain inline scripts. */
export function pagePolicy(html: string): string {
  const hashes = findInlineScripts(html).map((script) => `'sha256-${hash('sha256', script, 'base64')}'`);
  return [...PAGE_POLICY, ["script-src 'self'", ...new Set(hashes)].join(' ')].join('; ');
}

/**
 * The policy of a file that a browser may show as a document, such as SVG: it may style itself and runs no scripts.
 * Chromium shows PDF neither in a sandbox nor without `object-src`; its viewer runs their scripts apart from the site
 * (https://github.com/whatwg/html/issues/3958).
 */
export function filePolicy(type: string): string {
  const media = ["img-src 'self' data:", "media-src 'self'"];
  if (type === 'application/pdf') return [...BASE_POLICY, "object-src 'self'", ...media].join('; ');
  return [...BASE_POLICY, NO_OBJECTS, ...media, "style-src 'unsafe-inline'", 'sandbox'].join('; ');
}

/** The texts of inline scripts. Comments and attributes may contain what looks like one. */
function findInlineScripts(html: string): string[] {
  const attributes = `(?:"[^"]*"|'[^']*'|[^"'>])*`;
  const element = `<script((?:\\s${attributes})?)>(.*?)</script\\s*>`;
  const pattern = new RegExp(`<!--.*?-->|${element}|<[a-z]${attributes}>`, 'gis');
  const scripts = Array.from(html.matchAll(pattern), ([, tag = '', text = '']) => (/\ssrc\s*=/i.test(tag) ? '' : text));
  return scripts.filter((text) => text !== '');
}
