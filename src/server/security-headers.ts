import { hash } from 'node:crypto';
import { settings } from '../settings.ts';

const POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "img-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "style-src 'self'",
];

/** What a browser may do with a document that has these scripts in itself, and no others. */
const contentSecurityPolicy = (inlineScripts: readonly string[]): string =>
  [
    ...POLICY,
    ["script-src 'self'", ...inlineScripts.map((script) => `'sha256-${hash('sha256', script, 'base64')}'`)].join(' '),
  ].join('; ');

/** On all HTML. Pages that are made on demand have all of their scripts in files. */
export const HTML_HEADERS: Readonly<Record<string, string>> = { 'Content-Security-Policy': contentSecurityPolicy([]) };

/** On files that a browser shows as a document though they are none of ours to run: SVG, XML. */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** On a file of the association: it may show itself, and runs nothing on this site. */
const SERVED_POLICY =
  "default-src 'none'; frame-ancestors 'self'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'";

/**
 * The policy of a file of the association. Chromium shows no PDF in a sandbox; it needs none, since its scripts run in
 * the viewer: https://github.com/whatwg/html/issues/3958
 */
export const policyOfServed = (type: string): string =>
  type === 'application/pdf' ? `${SERVED_POLICY}; object-src 'self'` : `${SERVED_POLICY}; sandbox`;

/** On every answer, whatever it is: a browser may be made to show anything as a document. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'self'; object-src 'none'",
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
};

/** Name and value, on every answer of a site that visitors reach by https: for a year, in seconds, browsers use nothing else. */
const HTTPS_HEADERS: readonly string[] = ['strict-transport-security', 'max-age=31536000'];

/** Those, or none where visitors come otherwise. Asked for when an answer is sent: the address is not known before. */
export const httpsHeaders = (): readonly string[] => (settings().siteUrl.startsWith('https:') ? HTTPS_HEADERS : []);

/** On every whole document. */
export const DOCUMENT_HEADERS: Readonly<Record<string, string>> = { 'Cross-Origin-Opener-Policy': 'same-origin' };

/** A comment, a script, or any other tag, whose attributes may hold what looks like one. */
const TAG = /<!--.*?-->|<script((?:"[^"]*"|'[^']*'|[^"'>])*)>(.*?)<\/script\s*>|<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gis;

/** The policy of a document of the build, where islands bring scripts of their own. */
export const policyOfBuilt = (html: string): string =>
  contentSecurityPolicy([
    ...new Set(
      Array.from(html.matchAll(TAG), ([, attributes, script = '']) =>
        attributes === undefined || /\ssrc\s*=/i.test(attributes) ? '' : script,
      ).filter((script) => script !== ''),
    ),
  ]);
