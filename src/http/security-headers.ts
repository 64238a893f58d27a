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

/** How a policy names a script or a style by its text. */
const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** What a browser may do with a document that has these scripts in itself, and no others. */
const contentSecurityPolicy = (inlineScripts: readonly string[]): string =>
  [...POLICY, ["script-src 'self'", ...inlineScripts.map(sourceOf)].join(' ')].join('; ');

/** On all HTML. Pages that are made on demand have all of their scripts in files. */
export const HTML_HEADERS: Readonly<Record<string, string>> = { 'Content-Security-Policy': contentSecurityPolicy([]) };

const NOTHING = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'self'", "object-src 'none'"];

/** The policy of a file that a browser shows as a document though it is none of ours to run: SVG, XML. It has its styles. */
export const policyOfFile = (type: string, bytes: Buffer): string =>
  [...NOTHING, ...stylesOf(type, bytes), 'sandbox'].join('; ');

/**
 * The policy of a file of the association: it may show itself, with its styles, and runs nothing on this site. Chromium
 * shows no PDF in a sandbox and without `object-src`; it needs none, since its scripts run in the viewer:
 * https://github.com/whatwg/html/issues/3958
 */
export const policyOfServed = (type: string, bytes: Buffer): string => {
  const media = ["img-src 'self' data:", "media-src 'self'"];
  if (type === 'application/pdf')
    return [...NOTHING.filter((part) => !part.startsWith('object-src')), "object-src 'self'", ...media].join('; ');
  return [...NOTHING, ...media, ...stylesOf(type, bytes), 'sandbox'].join('; ');
};

/** On every answer, whatever it is: a browser may be made to show anything as a document. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': NOTHING.join('; '),
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

/** The same of a style. */
const STYLE_TAG =
  /<!--.*?-->|<style(?:\s(?:"[^"]*"|'[^']*'|[^"'>])*)?>(.*?)<\/style\s*>|<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gis;

/** What lets the style elements of HTML or XML count, and nothing else: no style of an attribute does. */
function stylesOf(type: string, bytes: Buffer): string[] {
  const isXml = /[/+]xml\b/.test(type);
  if (!isXml && !type.startsWith('text/html')) return [];
  const texts = Array.from(bytes.toString().matchAll(STYLE_TAG), ([, text = '']) => text.replace(/\r\n?/g, '\n'));
  const sources = new Set(texts.filter((text) => text !== '').map((text) => sourceOf(isXml ? fromXml(text) : text)));
  return sources.size === 0 ? [] : [['style-src', ...sources].join(' ')];
}

/** A text of XML as its readers have it. */
const fromXml = (text: string): string =>
  text.replace(/<!\[CDATA\[(.*?)\]\]>|<!--.*?-->|&(lt|gt|amp|quot|apos);/gs, (_, data?: string, name?: string) =>
    name === undefined ? (data ?? '') : (XML_ENTITIES[name] ?? ''),
  );
const XML_ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The policy of a document of the build, where islands bring scripts of their own. */
export const policyOfBuilt = (html: string): string =>
  contentSecurityPolicy([
    ...new Set(
      Array.from(html.matchAll(TAG), ([, attributes, script = '']) =>
        attributes === undefined || /\ssrc\s*=/i.test(attributes) ? '' : script,
      ).filter((script) => script !== ''),
    ),
  ]);
