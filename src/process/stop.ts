import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { formatCount } from '../lib/format.ts';

/** For requests in flight after a signal to stop; the rest of the time is for the database. In ms. */
export const STOP_TIMEOUT_MS = 8000;
/** After this time the process exits, and the database rolls back open transactions. In ms. */
export const EXIT_TIMEOUT_MS = 10_000;
/** Signals within this time are one: npm passes on a signal that the terminal sends to both. In ms. */
export const SAME_SIGNAL_MS = 1000;
const IDLE_CHECK_MS = 50;

/** SIGHUP is a terminal that closes. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Returns a signal that aborts when the process receives SIGTERM, SIGINT or SIGHUP. A second one exits at once with 1. */
export function listenForStop(report: (line: string) => void): AbortSignal {
  const stop = new AbortController();
  let since = 0;
  const receive = (signal: NodeJS.Signals) => {
    if (!stop.signal.aborted) {
      since = performance.now();
      setTimeout(() => {
        report('Shutting down after the active requests. Send another signal to stop immediately.');
      }, SAME_SIGNAL_MS).unref();
      setTimeout(() => {
        console.warn(`Shutdown timeout of ${EXIT_TIMEOUT_MS / 1000} seconds: aborted the remaining work.`);
        report(`Stopped on ${signal}.`);
        process.exit(0);
      }, EXIT_TIMEOUT_MS);
      stop.abort(signal);
    } else if (performance.now() - since >= SAME_SIGNAL_MS) {
      report(`Stopped immediately on a second signal, ${signal}. Active requests were aborted.`);
      process.exit(1);
    }
  };
  for (const signal of SIGNALS) process.on(signal, receive);
  return stop.signal;
}

/** Returns a function that closes a server: it accepts no connections and finishes requests for up to `timeout` ms. */
export function trackConnections(server: Server): (timeout: number) => Promise<void> {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return async (timeout) => {
    const closed = new Promise((resolve) => server.close(resolve));
    // Browsers open connections in advance; Node.js does not count them as idle before their first request.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    const timer = setTimeout(() => {
      console.warn(
        `Shutdown timeout of ${timeout / 1000} seconds: closed ${formatCount(connections.size, 'connection')}.`,
      );
      server.closeAllConnections();
    }, timeout);
    await closed;
    clearInterval(idleCheck);
    clearTimeout(timer);
  };
}
