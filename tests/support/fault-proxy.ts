import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** How a connection fails: closed, reset, or without further data in either direction. */
export type Fault = 'closed' | 'reset' | 'held';

/** A proxy in front of a database that fails on command. */
export interface FaultProxy {
  /** The URL of the database through the proxy. */
  url: string;
  /**
   * Fails the next connection at a message, counted from 0: before the server receives it, or after that and before the
   * response. Null cancels it.
   */
  failAt: (message: number | null, fault: Fault, side: 'before' | 'after') => void;
  /** Whether the connection has failed. */
  hasFailed: () => boolean;
  /** Stops all data in both directions, without closing connections. */
  holdAll: () => void;
  /** Resumes, with the data that was held. */
  letGo: () => void;
  /** The number of messages that the last connection sent. */
  sent: () => number;
}

/** Opens a proxy, which is closed after the test. */
export async function openFaultProxy(serverUrl: string): Promise<FaultProxy> {
  const server = new URL(serverUrl);
  let plan: { message: number; fault: Fault; side: 'before' | 'after' } | null = null;
  let failed = false;
  let sent = 0;
  let areAllHeld = false;
  const sockets = new Set<Socket>();

  const listener = createServer((client) => {
    const mine = plan;
    plan = null;
    sent = 0;
    let isHeld = false;
    const upstream = connect({ host: server.hostname, port: Number(server.port) });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
      if (areAllHeld) socket.pause();
    }
    const fail = (fault: Fault) => {
      failed = true;
      isHeld = true;
      if (fault === 'held') return;
      if (fault === 'reset') client.resetAndDestroy();
      else client.destroy();
      // The server still executes the messages that it has received.
      upstream.end();
    };
    client.on('data', (chunk: Buffer) => {
      if (isHeld) return;
      const number = sent++;
      const isTime = mine?.message === number;
      if (!isTime || mine.side === 'after') upstream.write(chunk);
      if (isTime) fail(mine.fault);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (!isHeld) client.write(chunk);
    });
    client.on('end', () => upstream.end());
    upstream.on('end', () => {
      if (!isHeld) client.end();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    failAt(message, fault, side) {
      plan = message === null ? null : { message, fault, side };
      failed = false;
    },
    hasFailed: () => failed,
    holdAll() {
      areAllHeld = true;
      for (const socket of sockets) socket.pause();
    },
    letGo() {
      areAllHeld = false;
      for (const socket of sockets) socket.resume();
    },
    sent: () => sent,
  };
}
