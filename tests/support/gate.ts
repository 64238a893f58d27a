import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to a server that is there or not, always at one address. Shut at first. */
export interface Gate {
  /** The address of the database behind it, by way of this one. */
  url: string;
  open: () => Promise<unknown>;
  /** Cuts off who is through, and refuses who comes. */
  shut: () => Promise<void>;
  /** Lets nothing through, either way, and tells nobody; who comes is taken and hears nothing. */
  hold: () => void;
  /** Lets everything through again, with what was held. */
  letGo: () => void;
  /** Who is through is never heard of again, either way, and is not told; who comes now gets through. */
  forget: () => void;
  /** From here on, what the server answers comes so much later, in ms. */
  delay: (time: number) => void;
  /** How many are through, or held. */
  count: () => number;
}

/** Stands in front of the server of an address, until it is shut. */
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
          // In their order, also when the delay has become less.
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
  // A port that is free, and stays so for as long as nobody else asks for one.
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
  return { url: url.href, shut, open: () => listen(port), hold, letGo, forget, delay, count: () => sockets.size / 2 };
}
