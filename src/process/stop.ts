import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long requests under way may take once the server is told to stop, in ms: the rest of the time is the database's. */
export const STOP_TIMEOUT = 8000;
/** After so long, in ms, the process ends whatever is not over: the database undoes what was not completed. */
export const END_TIMEOUT = 10_000;
/** After so long, in ms, it is said that there is something to wait for. */
const TOLD_AFTER = 1000;
/** One Ctrl+C may come as two signals, from the terminal and by npm, and so may its end. Within so long, in ms, they are one. */
const SAME_OF_TERMINAL = 1000;
/** Who ends npm with all that it has started tells the site twice: by itself, and by npm. Nobody else's SIGTERM is doubled. */
const SAME_BY_NPM = 250;
/** How often connections are looked through for such as have nothing under way any more, in ms. */
const LOOK_EVERY = 50;

/** The last is a terminal that closes: Node.js takes it also where nohup had it ignored. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** What src/run.mjs emits when the npm that has started this program is gone. */
const NPM_GONE = 'npm gone';

/**
 * Is aborted, with the signal's name as the reason, when this process is told to stop. Another signal after that ends the
 * process at once, with 1; `END_TIMEOUT` ends it as if all were over.
 */
export function listenForStop(report: (line: string) => void, { isUnderNpm = false } = {}): AbortSignal {
  const stop = new AbortController();
  let since = 0;
  const begin = (signal: NodeJS.Signals) => {
    since = performance.now();
    stop.abort(signal);
    setTimeout(
      () => report('Shutting down after the active requests. Send another signal to stop immediately.'),
      TOLD_AFTER,
    ).unref();
    setTimeout(() => {
      console.warn(`Shutdown timeout of ${END_TIMEOUT / 1000} seconds: aborted the remaining work.`);
      report(`Stopped on ${signal}.`);
      process.exit(0);
    }, END_TIMEOUT);
  };
  const receive = (signal: NodeJS.Signals) => {
    const same = signal !== 'SIGTERM' ? SAME_OF_TERMINAL : isUnderNpm ? SAME_BY_NPM : 0;
    if (!stop.signal.aborted) begin(signal);
    else if (signal !== stop.signal.reason || performance.now() - since >= same) {
      report(`Stopped immediately on a second signal, ${signal}. Active requests were aborted.`);
      process.exit(1);
    }
  };
  for (const signal of SIGNALS) process.on(signal, receive);
  // Who has ended npm may have told the site as well.
  process.on(NPM_GONE, () => {
    if (!stop.signal.aborted) begin('SIGTERM');
  });
  return stop.signal;
}

/** What a promise comes to, unless this process is told to stop before: then the reason of that is thrown. */
export async function unlessStopped<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: stopped, resolve } = Promise.withResolvers<null>();
  const hear = () => resolve(null);
  stop.addEventListener('abort', hear);
  try {
    stop.throwIfAborted();
    const first = await Promise.race([work.then((value) => ({ value })), stopped]);
    if (first) return first.value;
    throw stop.reason;
  } finally {
    stop.removeEventListener('abort', hear);
  }
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
