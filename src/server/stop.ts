import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long requests under way may take once the server is told to stop, in ms. */
export const STOP_TIMEOUT = 10_000;
/** After so long, in ms, the process ends whatever is not over: the database undoes what was not completed. */
export const END_TIMEOUT = 12_000;
/** One Ctrl+C may come as two signals, from the terminal and by npm. After so long, in ms, the next one is another. */
const SAME_SIGNAL = 1000;
/** How often connections are looked through for such as have nothing under way any more, in ms. */
const LOOK_EVERY = 50;

/** The last is a terminal that closes: Node.js takes it also where nohup had it ignored. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Is aborted, with the signal's name as the reason, when this process is told to stop. Another signal after that ends the
 * process at once, and so does `END_TIMEOUT`.
 */
export function listenForStop(report: (line: string) => void): AbortSignal {
  const stop = new AbortController();
  let isWaiting = false;
  const receive = (signal: NodeJS.Signals) => {
    if (!stop.signal.aborted) {
      stop.abort(signal);
      setTimeout(() => {
        isWaiting = true;
        report('Answering what is under way. Another signal stops at once.');
      }, SAME_SIGNAL).unref();
      setTimeout(() => {
        report(
          `Not stopped after ${END_TIMEOUT / 1000} seconds on ${signal}: ended at once, what was under way is cut off.`,
        );
        process.exit(1);
      }, END_TIMEOUT).unref();
    } else if (isWaiting) {
      report(`Stopped at once on a second signal, ${signal}: what was under way is cut off.`);
      process.exit(1);
    }
  };
  for (const signal of SIGNALS) process.on(signal, receive);
  return stop.signal;
}

/**
 * Follows the connections of a server from its start, and answers how to close it: it takes no more of them, answers what
 * is under way, and after `timeout` ms cuts off the rest; the result is how many that were.
 */
export function followConnections(server: Server): (timeout: number) => Promise<number> {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return async (timeout) => {
    const closed = new Promise((done) => server.close(done));
    // A browser opens connections that it may need: nothing was asked on them yet.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    const look = setInterval(() => server.closeIdleConnections(), LOOK_EVERY);
    let cut = 0;
    const timer = setTimeout(() => {
      cut = connections.size;
      server.closeAllConnections();
    }, timeout);
    await closed;
    clearInterval(look);
    clearTimeout(timer);
    return cut;
  };
}
