import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, compress, type Effort, type Encoding } from './content-encoding.ts';
import { DOCUMENT_HEADERS, HTML_HEADERS, httpsHeaders, SECURITY_HEADERS } from './security-headers.ts';

/** A whole answer in memory, with what was made of it for browsers that take it compressed. */
export interface Answer {
  status: number;
  /** Name and value in turn, as node:http takes them fastest; all but those of the body in one of its forms. */
  headers: string[];
  body: Buffer;
  /** Strong, of the content alone; null for an answer that nobody keeps. */
  etag: string | null;
  isCompressible: boolean;
  effort: Effort;
  encoded: Partial<Record<Encoding, Encoded>>;
}

interface Encoded {
  /** As it is handed to node:http. */
  body: Buffer | string;
  etag: string | null;
  headers: string[];
}

/** What only a CDN in front reads. */
export const FOR_CDN: ReadonlySet<string> = new Set(['cdn-cache-control', 'cache-tag']);

/** What a whole document begins with, and a part of one does not. */
const DOCTYPE = /^<!doctype/i;

/** Smaller bodies gain nothing. */
const COMPRESSED_FROM = 1024;
/** Larger ones would keep everybody else waiting while they are compressed. */
const COMPRESSED_TO = 1024 * 1024;
/** And what never changes up to here as well as it can be: larger ones, too, take too long for that. */
const COMPRESSED_BEST_TO = 128 * 1024;
const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:json|problem\+json|javascript|xml))/;

/**
 * A body up to so many bytes is handed over as Latin-1 text, a sign for each byte: node:http then writes it together
 * with the headers, in one piece. That takes a tenth off the time of an answer of 2 kB; at 20 kB it costs as much.
 */
const WRITTEN_AS_TEXT = 4096;

/** An answer of these parts. `isKept` gives it an entity tag: for what a browser may ask for again. */
export function createAnswer(
  status: number,
  given: HeadersInit,
  body: Buffer,
  { isKept }: { isKept: boolean },
): Answer {
  const headers = new Headers(given);
  const type = headers.get('Content-Type') ?? '';
  const isHtml = type.startsWith('text/html');
  const isCompressible = body.length >= COMPRESSED_FROM && body.length <= COMPRESSED_TO && COMPRESSIBLE.test(type);
  if (isHtml) addTo(headers, HTML_HEADERS);
  addTo(headers, SECURITY_HEADERS);
  if (isHtml && DOCTYPE.test(body.toString('latin1', 0, 20))) addTo(headers, DOCUMENT_HEADERS);
  if (isCompressible) headers.append('Vary', 'Accept-Encoding');
  // Each form of the body has its own.
  headers.delete('Content-Length');
  if (isKept) headers.delete('ETag');
  const etag = isKept ? hash('sha1', body, 'base64url') : null;
  const isForGood = headers.get('Cache-Control')?.includes('immutable') ?? false;
  const effort = isForGood && body.length <= COMPRESSED_BEST_TO ? 'best' : 'quick';
  return { status, headers: [...headers].flat(), body, etag, isCompressible, effort, encoded: {} };
}

/** One of plain text, which nobody keeps. */
export const textAnswer = (status: number, text: string, headers: Record<string, string> = {}): Answer =>
  createAnswer(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, Buffer.from(text), {
    isKept: false,
  });

/** Adds what an answer does not say itself. */
function addTo(headers: Headers, defaults: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(defaults)) if (!headers.has(name)) headers.set(name, value);
}

/** What an answer takes of memory, roughly, in bytes; compressed forms are counted before they are made. */
export const sizeOf = (answer: Answer): number => Math.ceil(answer.body.length * 1.5) + 2048;

/**
 * Sends an answer to GET and HEAD, or 304 to who has it. One that `lag`s behind the clubs no CDN is told to keep; it has
 * an age, in seconds, when it was not made now. `own` headers, name and value in turn, are for this request alone.
 */
export function sendAnswer(
  answer: Answer,
  request: IncomingMessage,
  response: ServerResponse,
  lag?: { age: number | null },
  own: readonly string[] = [],
): void {
  const encoding = answer.isCompressible ? chooseEncoding(request.headers['accept-encoding']) : 'identity';
  const { body, etag, headers } = (answer.encoded[encoding] ??= encode(answer, encoding));
  const shared = lag ? [...without(headers, FOR_CDN), ...(lag.age === null ? [] : ['Age', String(lag.age)])] : headers;
  const all = own.length === 0 ? shared : [...shared, ...own];
  if (etag !== null && matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, without(all, OF_CONTENT)).end();
    return;
  }
  response.writeHead(answer.status, all);
  response.end(request.method === 'HEAD' ? undefined : body, 'latin1');
}

function encode(answer: Answer, encoding: Encoding): Encoded {
  const body = compress(answer.body, encoding, answer.effort);
  // Each form of the same content is another entity.
  const etag = answer.etag === null ? null : `"${answer.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const headers = [...answer.headers, ...httpsHeaders()];
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  if (etag !== null) headers.push('etag', etag);
  if (answer.status !== 204) headers.push('content-length', String(body.length));
  return { body: body.length <= WRITTEN_AS_TEXT ? body.toString('latin1') : body, etag, headers };
}

/** Whether a list of entity tags names this one; a weak tag counts, since only reading is asked for. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

/** A 304 repeats what a cache needs, and nothing of the body. */
const OF_CONTENT = new Set(['content-type', 'content-length', 'content-encoding', 'content-security-policy']);

/** Headers, name and value in turn, but those. */
function without(headers: string[], names: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (!names.has(name)) kept.push(name, headers[index + 1] ?? '');
  }
  return kept;
}
