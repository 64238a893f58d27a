import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy in front of a server, at a fixed address, which can be shut. Shut at first. */
export interface Gate {
  /** The URL of the database through the proxy. */
  url: string;
  open: () => Promise<unknown>;
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
}

/** Creates a proxy in front of a server. */
export async function makeGate(serverUrl: string): Promise<Gate> {
  const behind = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const forgotten = new Set<Socket>();
  let server: Server | null = null;
  let isHeld = false;
  let late = 0;
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const made = createServer((client) => {
        const upstream = connect({ host: behind.hostname, port: Number(behind.port) });
        for (const [one, other] of [
          [client, upstream],
          [upstream, client],
        ] as const) {
          sockets.add(one);
          one.on('error', () => undefined);
          one.on('close', () => {
            sockets.delete(one);
            other.destroy();
          });
          if (one === client) one.pipe(other);
          if (isHeld) one.pause();
        }
        let lastAt = 0;
        upstream.on('data', (chunk) => {
          // In order, also if the delay is reduced.
          lastAt = Math.max(lastAt, performance.now() + late);
          const wait = lastAt - performance.now();
          if (wait > 0) setTimeout(() => client.write(chunk), wait);
          else client.write(chunk);
        });
      });
      made.once('error', reject);
      made.listen(port, '127.0.0.1', () => {
        server = made;
        resolve((made.address() as AddressInfo).port);
      });
    });
  const shut = () =>
    new Promise<void>((resolve) => {
      if (server) server.close(() => resolve());
      else resolve();
      server = null;
      for (const socket of [...sockets, ...forgotten]) socket.destroy();
    });
  // Reserves a free port. Another process may take it, which is unlikely.
  const port = await listen(0);
  await shut();
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const hold = () => {
    isHeld = true;
    for (const socket of sockets) socket.pause();
  };
  const letGo = () => {
    isHeld = false;
    for (const socket of sockets) socket.resume();
  };
  const forget = () => {
    for (const socket of sockets) {
      socket.unpipe().pause();
      forgotten.add(socket);
    }
    sockets.clear();
  };
  const delay = (time: number) => {
    late = time;
  };
  return { url: url.href, shut, open: () => listen(port), hold, letGo, forget, delay };
}
