import { connect, createServer, type Server, type Socket } from 'node:net';
import { findFreePort } from './free-port.ts';

/** How a connection fails: closed, reset, or without further data in either direction. */
export type Fault = 'closed' | 'reset' | 'held';

/** A proxy in front of a server, at a fixed address, which can be shut and can fail on command. Shut at first. */
export interface Gate {
  /** The URL of the database through the proxy. */
  url: string;
  open: () => Promise<void>;
  /** Closes all connections and refuses new ones. */
  shut: () => Promise<void>;
  /** Stops all data in both directions, without closing connections. Accepts new connections. */
  hold: () => void;
  /** Resumes, with the data that was held. */
  letGo: () => void;
  /** Drops all data of the open connections for good, without closing them. New connections work. */
  forget: () => void;
  /** Delays the responses of the server, in ms. */
  delay: (time: number) => void;
  /**
   * Fails the next connection at a message, counted from 0: before the server receives it, or after that and before the
   * response. Null cancels it.
   */
  failAt: (message: number | null, fault: Fault, side: 'before' | 'after') => void;
  /** Whether the connection has failed. */
  hasFailed: () => boolean;
  /** The number of messages that the last connection sent. */
  sent: () => number;
}

/** Creates a proxy in front of a server. */
export async function makeGate(serverUrl: string): Promise<Gate> {
  const behind = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const forgotten = new Set<Socket>();
  let server: Server | null = null;
  let isHeld = false;
  let late = 0;
  let plan: { message: number; fault: Fault; side: 'before' | 'after' } | null = null;
  let hasFailed = false;
  let sent = 0;

  const forward = (client: Socket) => {
    const upstream = connect({ host: behind.hostname, port: Number(behind.port) });
    const mine = plan;
    plan = null;
    sent = 0;
    let isCut = false;
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        if (!isCut) other.destroy();
        else if (socket === client) upstream.end();
      });
      if (isHeld) socket.pause();
    }
    const fail = (fault: Fault) => {
      hasFailed = true;
      isCut = true;
      if (fault === 'held') return;
      if (fault === 'reset') client.resetAndDestroy();
      else client.destroy();
      // The server still executes the messages that it has received.
      upstream.end();
    };
    client.on('data', (chunk) => {
      if (isCut) return;
      const isTime = mine?.message === sent++;
      if (!isTime || mine.side === 'after') upstream.write(chunk);
      if (isTime) fail(mine.fault);
    });
    let lastAt = 0;
    upstream.on('data', (chunk) => {
      if (isCut) return;
      // In order, also if the delay is reduced.
      lastAt = Math.max(lastAt, performance.now() + late);
      const wait = lastAt - performance.now();
      if (wait > 0) setTimeout(() => client.write(chunk), wait);
      else client.write(chunk);
    });
  };

  const port = await findFreePort();
  const open = () =>
    new Promise<void>((resolve, reject) => {
      const made = createServer(forward);
      made.once('error', reject);
      made.listen(port, '127.0.0.1', () => {
        server = made;
        resolve();
      });
    });
  const shut = () =>
    new Promise<void>((resolve) => {
      if (server) server.close(() => resolve());
      else resolve();
      server = null;
      for (const socket of [...sockets, ...forgotten]) socket.destroy();
    });
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    open,
    shut,
    hold() {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    letGo() {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    forget() {
      for (const socket of sockets) forgotten.add(socket.pause());
      sockets.clear();
    },
    delay(time) {
      late = time;
    },
    failAt(message, fault, side) {
      plan = message === null ? null : { message, fault, side };
      hasFailed = false;
    },
    hasFailed: () => hasFailed,
    sent: () => sent,
  };
}
