import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AnswerHeaders } from './answer.ts';

/** Astro's own handler, as the adapter builds it: calls `next` for an address that is none of its routes. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: Partial<App.Locals>,
) => Promise<void>;

/** What Astro is to answer. */
export interface Question {
  /** In its normal spelling. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The request of the one who asks; null when the answer is for everybody, and made from the two above alone. */
  request: IncomingMessage | null;
}

/** What Astro answered. */
export interface Rendered {
  status: number;
  headers: AnswerHeaders;
  body: Buffer;
  /** What was thrown meanwhile, when it made an error page of it. */
  error?: unknown;
}

/** Lets Astro answer, and takes the answer whole; null when there is nothing at the address. */
export async function render(astro: AstroHandler, question: Question): Promise<Rendered | null> {
  const collector = new Collector(question.url);
  let isThere = true as boolean;
  const noteMissing = () => {
    isThere = false;
  };
  let error: unknown;
  await astro(
    new AskedRequest(question) as unknown as IncomingMessage,
    collector as unknown as ServerResponse,
    noteMissing,
    {
      noteMissing,
      noteError: (thrown) => {
        error = thrown;
      },
    },
  );
  return isThere ? { ...collector.finish(), error } : null;
}

/**
 * As much of an IncomingMessage as the adapter uses. It has no connection: the adapter would listen for the end of one
 * with every request that is under way on it, and an answer that others wait for must not end with it.
 */
class AskedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket: { remoteAddress?: string | undefined };
  readonly #request: IncomingMessage | null;

  constructor({ url, headers, request }: Question) {
    // HEAD is answered from what GET would send.
    this.method = request?.method === undefined || request.method === 'HEAD' ? 'GET' : request.method;
    this.url = url;
    this.headers = headers;
    this.socket = { remoteAddress: request?.socket.remoteAddress };
    this.#request = request;
  }

  once(event: string, listener: (...values: unknown[]) => void): this {
    this.#request?.once(event, listener);
    return this;
  }

  /** The body of a request. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of this.#request ?? []) yield chunk as Buffer;
  }
}

/** As much of a ServerResponse as the adapter uses, without a connection behind it. */
class Collector {
  statusCode = 200;
  statusMessage = '';
  headersSent = false;
  readonly #url: string;
  readonly #headers: AnswerHeaders = {};
  readonly #chunks: Buffer[] = [];
  #isBroken = false;

  constructor(url: string) {
    this.#url = url;
  }

  setHeader(name: string, value: string | number | readonly string[]): this {
    this.#headers[canonicalName(name)] = typeof value === 'object' ? value : String(value);
    return this;
  }

  writeHead(status: number, headers: OutgoingHttpHeaders | string = {}): this {
    this.statusCode = status;
    this.headersSent = true;
    if (typeof headers === 'object') {
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.setHeader(name, value);
    }
    return this;
  }

  write(chunk: Uint8Array | string): boolean {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : asBuffer(chunk));
    return true;
  }

  end(chunk?: Uint8Array | string): this {
    if (chunk !== undefined) this.write(chunk);
    return this;
  }

  destroy(): this {
    this.#isBroken = true;
    return this;
  }

  on(): this {
    return this;
  }

  off(): this {
    return this;
  }

  finish(): Rendered {
    if (this.#isBroken) throw new Error(`The answer to ${this.#url} broke off.`);
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
