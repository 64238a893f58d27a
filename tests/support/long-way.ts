import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that takes its time. */
export interface LongWay {
  /** The address of the database behind it, by way of this one. */
  url: string;
  close: () => Promise<void>;
}

/** Stands in front of the server of an address: each of its answers comes so much later, in ms. */
export async function makeLongWay(serverUrl: string, delay: number): Promise<LongWay> {
  const behind = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
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
    }
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => setTimeout(() => client.write(chunk), delay));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
