import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { DOCUMENT_HEADERS, HTML_HEADERS } from './document-headers.ts';

/** A whole answer in memory, with what was made of it for browsers that take it compressed. */
export interface Answer {
  status: number;
  /** All headers but those of the body's encoding; names as they are sent. */
  headers: Record<string, string>;
  body: Buffer;
  /** Strong, of the content alone; null for an answer that nobody keeps. */
  etag: string | null;
  encoded: Partial<Record<Encoding, Encoded>>;
}

type Encoding = 'br' | 'gzip' | 'identity';

interface Encoded {
  body: Buffer;
  etag: string | null;
  /** Name and value in turn, as node:http takes them fastest. */
  headers: string[];
}

/** What a whole document begins with, and a part of one does not. */
const DOCTYPE = /^<!doctype/i;

/** Smaller bodies gain nothing. */
const COMPRESSED_FROM = 1024;
const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:json|problem\+json|javascript|xml))/;

/** An answer of these parts. `isKept` gives it an entity tag: for what a browser may ask for again. */
export function createAnswer(
  status: number,
  headers: Record<string, string>,
  body: Buffer,
  { isKept }: { isKept: boolean },
): Answer {
  const etag = isKept ? hash('sha1', body, 'base64url') : null;
  return { status, headers, body, etag, encoded: {} };
}

/** What an answer takes of memory, roughly, in bytes; compressed forms are counted before they are made. */
export const sizeOf = (answer: Answer): number => Math.ceil(answer.body.length * 1.5) + 2048;

/** Sends an answer to GET and HEAD, or 304 to who has it. `age` in seconds, for one that is known to be old. */
export function sendAnswer(answer: Answer, request: IncomingMessage, response: ServerResponse, age?: number): void {
  const encoding = chooseEncoding(answer, request.headers['accept-encoding']);
  const { body, etag, headers } = (answer.encoded[encoding] ??= encode(answer, encoding));
  const all = age === undefined ? headers : [...headers, 'Age', String(age)];
  if (etag !== null && matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, withoutContent(all)).end();
    return;
  }
  response.writeHead(answer.status, all);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function encode(answer: Answer, encoding: Encoding): Encoded {
  const body = compress(answer.body, encoding);
  // Each form of the same content is another entity.
  const etag = answer.etag === null ? null : `"${answer.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const isHtml = answer.headers['Content-Type']?.startsWith('text/html') ?? false;
  const headers: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    ...(isHtml ? HTML_HEADERS : {}),
    ...(isHtml && DOCTYPE.test(answer.body.toString('latin1', 0, 20)) ? DOCUMENT_HEADERS : {}),
    ...answer.headers,
  };
  if (isCompressible(answer)) {
    headers.Vary = headers.Vary ? `${headers.Vary}, Accept-Encoding` : 'Accept-Encoding';
  }
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  if (etag !== null) headers.ETag = etag;
  if (answer.status !== 204) headers['Content-Length'] = String(body.length);
  return { body, etag, headers: Object.entries(headers).flat() };
}

function compress(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(body, { level: 6 });
  if (encoding === 'br') {
    return brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    });
  }
  return body;
}

const isCompressible = ({ body, headers }: Answer) =>
  body.length >= COMPRESSED_FROM && COMPRESSIBLE.test(headers['Content-Type'] ?? '');

/** Browsers send few different headers, and each of them many times. */
const knownHeaders = new Map<string, Encoding>();
const KNOWN_HEADERS = 100;

function chooseEncoding(answer: Answer, header: string | string[] | undefined): Encoding {
  if (header === undefined || !isCompressible(answer)) return 'identity';
  const text = String(header);
  const known = knownHeaders.get(text);
  if (known !== undefined) return known;
  const chosen = readAcceptEncoding(text);
  if (knownHeaders.size < KNOWN_HEADERS && text.length < 200) knownHeaders.set(text, chosen);
  return chosen;
}

/** The best of what a browser takes: brotli, then gzip; `q=0` refuses. */
function readAcceptEncoding(header: string): Encoding {
  const accepted = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, quality === undefined || Number(quality) > 0] as const;
    }),
  );
  const takes = (name: string) => accepted.get(name) ?? accepted.get('*') ?? false;
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

/** Whether a list of entity tags names this one; a weak tag counts, since only reading is asked for. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

/** A 304 repeats what a cache needs, and nothing of the body. */
function withoutContent(headers: string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (!/^content-(?:type|length|encoding|security-policy)$/i.test(name)) kept.push(name, headers[index + 1] ?? '');
  }
  return kept;
}

/** Astro's own handler, as the adapter builds it: calls `next` for an address that is none of its routes. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/** What Astro answered. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Lets Astro answer a request, and takes the answer whole; null when the address is none of its routes. */
export async function render(astro: AstroHandler, request: IncomingMessage): Promise<Rendered | null> {
  const collector = new Collector(request);
  let isRoute = true as boolean;
  // HEAD is answered from what GET would send. The handler reads the method before it first waits.
  const { method } = request;
  if (method === 'HEAD') request.method = 'GET';
  const rendered = astro(request, collector as unknown as ServerResponse, () => {
    isRoute = false;
  });
  request.method = method;
  await rendered;
  return isRoute ? collector.finish() : null;
}

/** As much of a ServerResponse as the adapter uses, without a connection behind it. */
class Collector {
  readonly req: IncomingMessage;
  statusCode = 200;
  statusMessage = '';
  headersSent = false;
  #headers: Record<string, string> = {};
  readonly #chunks: Buffer[] = [];
  #isBroken = false;

  constructor(request: IncomingMessage) {
    this.req = request;
  }

  setHeader(name: string, value: string): this {
    this.#headers[canonicalName(name)] = value;
    return this;
  }

  writeHead(status: number, headers: OutgoingHttpHeaders | string = {}): this {
    this.statusCode = status;
    this.headersSent = true;
    if (typeof headers === 'object') {
      for (const [name, value] of Object.entries(headers)) this.#headers[canonicalName(name)] = String(value);
    }
    return this;
  }

  write(chunk: Uint8Array | string): boolean {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : asBuffer(chunk));
    return true;
  }

  end(chunk?: Uint8Array | string): this {
    if (chunk !== undefined) this.write(chunk);
    this.#finished?.();
    return this;
  }

  destroy(): this {
    this.#isBroken = true;
    return this.end();
  }

  #finished: (() => void) | null = null;

  on(event: string, listener: () => void): this {
    if (event === 'finish') this.#finished = listener;
    return this;
  }

  off(): this {
    return this;
  }

  removeListener(): this {
    return this;
  }

  finish(): Rendered {
    if (this.#isBroken) throw new Error(`The answer to ${this.req.url ?? ''} broke off.`);
    const { 'Content-Length': _, ...headers } = this.#headers;
    const [first = NO_BYTES, ...others] = this.#chunks;
    return { status: this.statusCode, headers, body: others.length === 0 ? first : Buffer.concat(this.#chunks) };
  }
}

const NO_BYTES = Buffer.alloc(0);

/** The same bytes, not a copy of them. */
const asBuffer = ({ buffer, byteOffset, length }: Uint8Array) => Buffer.from(buffer, byteOffset, length);

const canonicalNames = new Map<string, string>([
  ['etag', 'ETag'],
  ['cdn-cache-control', 'CDN-Cache-Control'],
]);

/** Content-Type for content-type: one way to write a header, so that it can be looked up. */
function canonicalName(name: string): string {
  let known = canonicalNames.get(name);
  if (known === undefined) {
    known = name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
    if (canonicalNames.size < 200) canonicalNames.set(name, known);
  }
  return known;
}
