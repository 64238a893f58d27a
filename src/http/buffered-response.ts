import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, compress, type Effort, type Encoding } from './content-encoding.ts';
import { HSTS, HTML_HEADERS, SECURITY_HEADERS } from './security-headers.ts';

/** A complete response in memory. Compressed bodies are created on first use and kept. */
export interface BufferedResponse {
  status: number;
  /** Names and values in turn, the fastest form for node:http, without those that depend on the encoding. */
  headers: string[];
  body: Buffer;
  /** Hash of the body; null for a response that clients do not store. */
  etag: string | null;
  isCompressible: boolean;
  effort: Effort;
  encoded: Partial<Record<Encoding, EncodedResponse>>;
}

interface EncodedResponse {
  body: Buffer | string;
  etag: string | null;
  headers: string[];
}

export interface SendOptions {
  /** For this request only, names and values in turn. */
  headers?: readonly string[];
  /** Whether a newer version of the data is known, so that a CDN must not store the response. */
  isOutdated?: boolean;
  /** Whether the site has https: the same for all responses of a process. */
  isHttps?: boolean;
}

/** Headers that only a CDN reads. */
export const CDN_HEADERS: ReadonlySet<string> = new Set(['cdn-cache-control', 'cache-tag']);
/** Headers that a 304 leaves out. */
const CONTENT_HEADERS = new Set(['content-type', 'content-length', 'content-encoding', 'content-security-policy']);

const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:\w+\+)?(?:json|javascript|xml))/;
/** Body sizes in bytes: smaller ones gain nothing, compressing larger ones would block the event loop. */
const [MIN_COMPRESSED, MAX_COMPRESSED, MAX_BEST_EFFORT] = [1024, 1024 * 1024, 128 * 1024];
/** Up to this size, in bytes, a Latin-1 string is faster: node:http writes it together with the headers. */
const MAX_STRING_BODY = 4096;

/** Creates a response with its security headers. `isCacheable` adds an entity tag. */
export function createResponse(
  status: number,
  init: HeadersInit,
  body: Buffer,
  { isCacheable }: { isCacheable: boolean },
): BufferedResponse {
  const headers = new Headers(init);
  const type = headers.get('Content-Type') ?? '';
  const defaults = { ...SECURITY_HEADERS, ...(type.startsWith('text/html') && HTML_HEADERS) };
  for (const [name, value] of Object.entries(defaults)) if (!headers.has(name)) headers.set(name, value);
  // Browsers that do not know `frame-ancestors` would refuse the frame.
  if (headers.get('Content-Security-Policy')?.includes('frame-ancestors *')) headers.delete('X-Frame-Options');
  const isCompressible = body.length >= MIN_COMPRESSED && body.length <= MAX_COMPRESSED && COMPRESSIBLE.test(type);
  if (isCompressible) headers.append('Vary', 'Accept-Encoding');
  headers.delete('Content-Length');
  if (isCacheable) headers.delete('ETag');
  const isImmutable = headers.get('Cache-Control')?.includes('immutable') ?? false;
  return {
    status,
    headers: [...headers].flat(),
    body,
    etag: isCacheable ? hash('sha1', body, 'base64url') : null,
    isCompressible,
    effort: isImmutable && body.length <= MAX_BEST_EFFORT ? 'best' : 'quick',
    encoded: {},
  };
}

/** A plain-text response that clients do not store. */
export const textResponse = (status: number, text: string, headers: Record<string, string> = {}): BufferedResponse =>
  createResponse(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, Buffer.from(text), {
    isCacheable: false,
  });

/** The approximate memory of a response in bytes, including its compressed forms or its string. */
export const sizeOf = ({ body, isCompressible }: BufferedResponse): number =>
  body.length + (isCompressible ? Math.ceil(body.length / 2) : Math.min(body.length, MAX_STRING_BODY)) + 2048;

export const hasHeader = ({ headers }: BufferedResponse, name: string): boolean =>
  headers.some((header, index) => index % 2 === 0 && header.toLowerCase() === name);

/** Sends a response to GET and HEAD, or a 304 if the client has it. */
export function sendResponse(
  buffered: BufferedResponse,
  request: IncomingMessage,
  response: ServerResponse,
  { headers: ownHeaders = [], isOutdated = false, isHttps = false }: SendOptions = {},
): void {
  const encoding = buffered.isCompressible ? chooseEncoding(request.headers['accept-encoding']) : 'identity';
  const { body, etag, headers: shared } = (buffered.encoded[encoding] ??= encode(buffered, encoding, isHttps));
  let headers = isOutdated ? withoutHeaders(shared, CDN_HEADERS) : shared;
  if (ownHeaders.length > 0) headers = [...headers, ...ownHeaders];
  if (etag !== null && matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, withoutHeaders(headers, CONTENT_HEADERS)).end();
    return;
  }
  response.writeHead(buffered.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body, 'latin1');
}

function encode(buffered: BufferedResponse, encoding: Encoding, isHttps: boolean): EncodedResponse {
  const { status, headers, body, etag, effort } = buffered;
  const encoded = compress(body, encoding, effort);
  // Each encoding is a different entity.
  const ownTag = etag === null ? null : `"${etag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const all = [...headers, ...(isHttps ? HSTS : [])];
  if (encoding !== 'identity') all.push('content-encoding', encoding);
  if (ownTag !== null) all.push('etag', ownTag);
  if (status !== 204) all.push('content-length', String(encoded.length));
  return { body: encoded.length <= MAX_STRING_BODY ? encoded.toString('latin1') : encoded, etag: ownTag, headers: all };
}

/** Whether a list of entity tags contains this one; weak tags count. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === etag || header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

function withoutHeaders(headers: readonly string[], names: ReadonlySet<string>): string[] {
  return headers.filter((_, index) => !names.has(headers[index - (index % 2)] ?? ''));
}
