import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';

/** Limits of Node's HTTP server, which answers 400, 408 and 431 by itself. Times are in ms. */
export const SERVER_OPTIONS = {
  /** Request line and headers, in bytes. */
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  /** For a whole request with its body: 24 MiB at 0.7 Mbit/s. */
  requestTimeout: 300_000,
  connectionsCheckingInterval: 2000,
  /** Longer than most proxies keep an unused connection, so that none sends a request while the site closes it. */
  keepAliveTimeout: 65_000,
} as const satisfies ServerOptions;

/** For all clients together: a campus or a proxy has one address. */
const MAX_CONNECTIONS = 5000;
/** For a connection without any traffic during a request or a response, in ms: also cuts off slow readers. */
const IDLE_TIMEOUT_MS = 60_000;

/** The minimum of a body in each window of time: 1 KiB/s. */
const BODY_WINDOW = { bytes: 10 * 1024, ms: 10_000 };

export function limitConnections(server: Server): void {
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = IDLE_TIMEOUT_MS;
  server.on('request', closeIfSlow);
}

/** Closes the connection with 408 when a body arrives too slowly. */
function closeIfSlow(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const isSlow = socket.bytesRead - before < BODY_WINDOW.bytes;
    before = socket.bytesRead;
    // With a full buffer, the client waits for the site.
    if (!isSlow || request.complete || request.readableLength >= request.readableHighWaterMark) return;
    if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    socket.destroy();
  }, BODY_WINDOW.ms);
  const stop = () => clearInterval(timer);
  request.once('end', stop).once('close', stop);
}
