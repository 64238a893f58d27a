import type { IncomingMessage, RequestListener, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_ADDRESS_LENGTH } from './error-responses.ts';
import { sendAnswer, textAnswer, type Answer } from './buffered-response.ts';
import { httpsHeaders, SECURITY_HEADERS } from './security-headers.ts';

/** What a connection may take of time and memory. How slowly a body may come that is read is in render.ts. */
export const CONNECTION_LIMITS = {
  /** All that stands before the body, in bytes. */
  maxHeaderSize: 16 * 1024,
  /** It has to be there in this time, in ms; so has a first request, on a connection that was opened. */
  headersTimeout: 10_000,
  /** A request has to be there whole in this time, in ms: 10 MB at the slowest that is taken. */
  requestTimeout: 11 * 60_000,
  /** How often these two are looked at, in ms. */
  connectionsCheckingInterval: 2000,
  /**
   * So long, in ms, a connection is kept on which everything is answered: a little longer than proxies keep one that they
   * do not use, for the most part a minute, so that none sends a request while the site ends it. The bound of all
   * connections is the bound of these, and at a stop they end at once.
   */
  keepAliveTimeout: 65_000,
  /** Told in the site's own words (see limitConnections). */
  requireHostHeader: false,
} as const satisfies ServerOptions;

/** So long, in ms, nothing may happen on a connection while something is under way there: also who reads slowly ends. */
const IDLE_TIMEOUT = 60_000;
/** What still comes of a request that is answered is read and dropped for so long, in ms, so that the answer can be read. */
const LINGER = 20_000;
/** As many connections at once. Of one address there may be as many: a campus has one, and so has a proxy. */
export const MOST_CONNECTIONS = 5000;

/** Bounds what all connections of a server take, and says why one is ended whose request cannot be read. */
export function limitConnections(server: Server): void {
  server.maxConnections = MOST_CONNECTIONS;
  server.timeout = IDLE_TIMEOUT;
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // It may be gone, or be in the middle of an answer to the request before.
    if (socket.writable && !isAnswering(socket)) socket.write(refuse(statusOf(error)));
    socket.destroySoon();
  });
  // Neither comes to a listener of requests.
  server.on('connect', (_request, socket: Socket) => {
    // Who asks for a tunnel may be gone.
    socket.on('error', () => {});
    socket.end(refuse(405, 'Allow: GET, HEAD'));
  });
  server.on('checkExpectation', (request, response) => {
    sendAnswer(UNKNOWN_EXPECTATION, request, response);
  });
}

/** A listener that is not asked what no HTTP/1 may be, and whose answers end requests that go on for too long after them. */
export function withWholeRequests(listener: RequestListener, linger: number = LINGER): RequestListener {
  return (request, response) => {
    const { headers, socket } = request;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      response.once('finish', () => {
        if (request.complete) return;
        const end = setTimeout(() => socket.destroy(), linger).unref();
        request.once('close', () => clearTimeout(end));
      });
    }
    const refusal = findRefusal(request);
    if (refusal) sendAnswer(refusal, request, response);
    else listener(request, response);
  };
}

/** For what names no host or more than one, and for what another version says in the words of this one. */
function findRefusal({ httpVersionMajor, httpVersionMinor, headers, rawHeaders }: IncomingMessage): Answer | null {
  if (httpVersionMajor !== 1) return OTHER_VERSION;
  if (headers.host === undefined) return httpVersionMinor === 0 ? null : NO_HOST;
  return hasOneHost(rawHeaders) ? null : NO_HOST;
}

function hasOneHost(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1;
}

const NO_HOST = textAnswer(400, 'Bad Request: it has to name one host.\n', { Connection: 'close' });
const OTHER_VERSION = textAnswer(400, 'Bad Request: this is said in HTTP/1.\n', { Connection: 'close' });

type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** What node:http keeps on a connection whose answer has begun. */
const isAnswering = (socket: Socket & { _httpMessage?: { headersSent: boolean } | null }) =>
  socket._httpMessage?.headersSent === true;

const UNKNOWN_EXPECTATION = textAnswer(417, 'Expectation failed.\n', { Connection: 'close' });

const REASONS = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
} as const;

function refuse(status: keyof typeof REASONS, ...headers: string[]): string {
  const text = `${REASONS[status]}.\n`;
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${text.length}`,
    ...[...Object.entries(SECURITY_HEADERS), httpsHeaders()].flatMap((pair) =>
      pair.length > 0 ? pair.join(': ') : [],
    ),
    ...headers,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

function statusOf({ code, rawPacket }: ParserError): keyof typeof REASONS {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code !== 'HPE_HEADER_OVERFLOW') return 400;
  // The address stands in the first line, which alone may have been too long.
  const firstLine = rawPacket?.indexOf('\r\n') ?? 0;
  return firstLine === -1 || firstLine > MAX_ADDRESS_LENGTH ? 414 : 431;
}
