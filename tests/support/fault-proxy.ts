import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** How a connection goes away: closed, reset, or held without another byte either way. */
export type Fault = 'closed' | 'reset' | 'held';

/** A way to a server that goes away when it is told to. */
export interface FaultProxy {
  /** The address of the database behind it, by way of this one. */
  url: string;
  /**
   * The next connection goes away at its message of that number, from 0: before the server gets it, or when the server
   * has it and nobody hears the answer. Null: none does.
   */
  failAt: (message: number | null, fault: Fault, side: 'before' | 'after') => void;
  /** Whether it has come to that. */
  hasFailed: () => boolean;
  /** Nothing passes any more, either way, and nobody is told. */
  holdAll: () => void;
  /** Everything passes again, with what was held. */
  letGo: () => void;
  /** How many messages the last connection sent. */
  sent: () => number;
}

/** Stands between a client and the server of an address, until the test is over. */
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
      // What has been sent is still done; what was not, never comes.
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
