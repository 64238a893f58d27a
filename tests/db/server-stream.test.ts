import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openClient } from '../../db/client.ts';
import { openServerStream, type ServerAddress } from '../../db/server-stream.ts';
import { describeEachServer } from '../support/database.ts';

/** Made for these tests alone: nobody trusts it. */
const IDENTITY = {
  key: readFileSync(new URL('../support/tls/key.pem', import.meta.url)),
  cert: readFileSync(new URL('../support/tls/certificate.pem', import.meta.url)),
};

/** A server in front of another one, which takes encrypted connections; answers its port, and how many were. */
async function encryptInFront(port: number, { isDirect = false } = {}): Promise<{ port: number; count: () => number }> {
  let encrypted = 0;
  const sockets = new Set<Socket>();
  const pass = (secure: TLSSocket) => {
    encrypted += 1;
    const upstream = connect({ host: '127.0.0.1', port });
    sockets.add(upstream);
    secure.pipe(upstream).pipe(secure);
    for (const socket of [secure, upstream]) socket.on('error', () => undefined);
  };
  const server = isDirect
    ? createTlsServer({ ...IDENTITY, ALPNProtocols: ['postgresql'] }, pass)
    : createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.once('data', () => {
          socket.write('S');
          pass(new TLSSocket(socket, { isServer: true, ...IDENTITY }));
        });
      });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, count: () => encrypted };
}

describeEachServer('A connection to a server', (database) => {
  const addressOf = (port: number | string, query: string) => {
    const url = new URL(database.url ?? '');
    url.port = String(port);
    url.search = query;
    return url.href;
  };
  const serverPort = () => Number(new URL(database.url ?? '').port);
  const read = async (url: string) => {
    const client = openClient({ url });
    onTestFinished(() => client.close(0));
    return [...(await client`select 1 as one`)];
  };

  test.each(['sslmode=require', 'sslmode=prefer', 'ssl=true&sslmode=require'])(
    'is encrypted with %s',
    async (query) => {
      const front = await encryptInFront(serverPort());
      expect(await read(addressOf(front.port, query))).toEqual([{ one: 1 }]);
      expect(front.count()).toBe(1);
    },
  );

  test('is encrypted from the first byte when that is asked for', async () => {
    const front = await encryptInFront(serverPort(), { isDirect: true });
    expect(await read(addressOf(front.port, 'sslmode=require&sslnegotiation=direct'))).toEqual([{ one: 1 }]);
    expect(front.count()).toBe(1);
  });

  test('is refused with a certificate that nobody trusts, when it is to be checked', async () => {
    const front = await encryptInFront(serverPort());
    await expect(read(addressOf(front.port, 'sslmode=verify-full'))).rejects.toThrow(/self-signed/);
  });

  test('is not encrypted by a server that does not offer it, and fails when it must be', async () => {
    expect(await read(addressOf(serverPort(), 'sslmode=prefer'))).toEqual([{ one: 1 }]);
    expect(await read(addressOf(serverPort(), 'sslmode=disable'))).toEqual([{ one: 1 }]);
    await expect(read(addressOf(serverPort(), 'sslmode=require'))).rejects.toThrow('does not take encrypted');
  });
});

describe('The stream to a server', () => {
  const open = (address: Partial<ServerAddress>) =>
    openServerStream({ hosts: ['127.0.0.1'], ports: [1], path: null, ssl: false, isDirect: false, ...address }, 300);

  test('goes to the first of several hosts that can be had', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const stream = await open({ hosts: ['127.0.0.1', '127.0.0.1'], ports: [1, port] });
    stream.destroy();
  });

  test('fails with what the last host said', async () => {
    await expect(open({ hosts: ['127.0.0.1', '127.0.0.1'], ports: [1, 2] })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  test('waits no longer than it may for a server that takes a connection and says nothing', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await expect(open({ ports: [port], ssl: 'require' })).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
  });

  test('believes nothing that comes before it is encrypted', async () => {
    const server = createServer((socket) => socket.write('Sand more'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await expect(open({ ports: [port], ssl: 'require' })).rejects.toThrow('more than an answer');
  });
});
