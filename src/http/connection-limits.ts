import type { Server, ServerOptions } from 'node:http';

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

export function limitConnections(server: Server): void {
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = IDLE_TIMEOUT_MS;
}
