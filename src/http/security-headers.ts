import { hash } from 'node:crypto';
import { settings } from '../settings.ts';

/** In every policy. */
const BASE_POLICY = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"];
const NO_OBJECTS = "object-src 'none'";
const PAGE_POLICY = [
  ...BASE_POLICY,
  NO_OBJECTS,
  ...['connect', 'font', 'img', 'manifest', 'style'].map((kind) => `${kind}-src 'self'`),
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

/** For rendered HTML, whose scripts are all in files. */
export const HTML_HEADERS: Readonly<Record<string, string>> = { 'Content-Security-Policy': pagePolicy('') };

/** For whole documents. */
export const DOCUMENT_HEADERS: Readonly<Record<string, string>> = { 'Cross-Origin-Opener-Policy': 'same-origin' };

const HSTS: readonly string[] = ['strict-transport-security', 'max-age=31536000'];

/** Name and value of the header for sites with https; empty for others. SITE_URL is not known before the site listens. */
export const httpsHeaders = (): readonly string[] => (settings().siteUrl.startsWith('https:') ? HSTS : []);

/** The policy of a page; a page of the build may contain inline scripts. */
export function pagePolicy(html: string): string {
  return [...PAGE_POLICY, ["script-src 'self'", ...hashesOf(inlineElements(html, 'script'))].join(' ')].join('; ');
}

/**
 * The policy of a file that a browser may show as a document, such as SVG: it shows itself with its own styles and runs
 * no scripts. Chromium shows PDF neither in a sandbox nor without `object-src`; its viewer runs their scripts apart from
 * the site (https://github.com/whatwg/html/issues/3958).
 */
export function filePolicy(type: string, body: Buffer): string {
  const media = ["img-src 'self' data:", "media-src 'self'"];
  if (type === 'application/pdf') return [...BASE_POLICY, "object-src 'self'", ...media].join('; ');
  const isXml = isXmlType(type);
  const styles = isXml || type.startsWith('text/html') ? inlineElements(body.toString(), 'style') : [];
  const hashes = hashesOf(styles.map((style) => (isXml ? decodeXml(style) : style).replace(/\r\n?/g, '\n')));
  const styleSources = hashes.length > 0 ? [['style-src', ...hashes].join(' ')] : [];
  return [...BASE_POLICY, NO_OBJECTS, ...media, ...styleSources, 'sandbox'].join('; ');
}

export const isXmlType = (type: string): boolean => /[/+]xml\b/.test(type);

function hashesOf(texts: readonly string[]): string[] {
  const hashes = texts.filter((text) => text !== '').map((text) => `'sha256-${hash('sha256', text, 'base64')}'`);
  return [...new Set(hashes)];
}

/** The texts of inline elements. Comments and attributes may contain what looks like one. */
function inlineElements(html: string, name: 'script' | 'style'): string[] {
  const attributes = `(?:"[^"]*"|'[^']*'|[^"'>])*`;
  const element = `<${name}((?:\\s${attributes})?)>(.*?)</${name}\\s*>`;
  const pattern = new RegExp(`<!--.*?-->|${element}|<[a-z]${attributes}>`, 'gis');
  return Array.from(html.matchAll(pattern), ([, given, text = '']) => (/\ssrc\s*=/i.test(given ?? '') ? '' : text));
}

const decodeXml = (text: string): string =>
  text.replace(/<!\[CDATA\[(.*?)\]\]>|<!--.*?-->|&(lt|gt|amp|quot|apos);/gs, (_, data?: string, entity?: string) =>
    entity === undefined ? (data ?? '') : (XML_ENTITIES[entity] ?? ''),
  );
const XML_ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
