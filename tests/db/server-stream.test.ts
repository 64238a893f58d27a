import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openClient } from '../../db/client.ts';
import { openServerStream, type ServerAddress } from '../../db/server-stream.ts';
import { describeServer } from '../support/database.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';

/** A self-signed certificate for these tests. */
const IDENTITY = {
  key: readFileSync(new URL('../support/tls/key.pem', import.meta.url)),
  cert: readFileSync(new URL('../support/tls/certificate.pem', import.meta.url)),
};

/** Starts a TLS proxy in front of a server; returns its port and the number of its connections. */
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
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, count: () => encrypted };
}

describeServer('A connection to a server', (database) => {
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

  test.each(['sslmode=require', 'sslmode=prefer'])('is encrypted with %s', async (query) => {
    const front = await encryptInFront(serverPort());
    expect(await read(addressOf(front.port, query))).toEqual([{ one: 1 }]);
    expect(front.count()).toBe(1);
  });

  test('is encrypted from the first byte with sslnegotiation=direct', async () => {
    const front = await encryptInFront(serverPort(), { isDirect: true });
    expect(await read(addressOf(front.port, 'sslmode=require&sslnegotiation=direct'))).toEqual([{ one: 1 }]);
    expect(front.count()).toBe(1);
  });

  test('rejects an untrusted certificate with sslmode=verify-full', async () => {
    const front = await encryptInFront(serverPort());
    await expect(read(addressOf(front.port, 'sslmode=verify-full'))).rejects.toThrow(/self-signed/);
  });

  // Only Linux answers on other loopback addresses without configuration.
  test.runIf(process.platform === 'linux')('is made only to an address in the certificate', async () => {
    const front = await encryptInFront(serverPort());
    const migrate = async (host: string) => {
      const url = new URL(addressOf(front.port, 'sslmode=verify-full'));
      url.hostname = host;
      const certificate = fileURLToPath(new URL('../support/tls/certificate.pem', import.meta.url));
      return await runProgram(
        'src/commands/db-migrate.ts',
        [],
        siteEnvironment({ DATABASE_URL: url.href, NODE_EXTRA_CA_CERTS: certificate }),
      );
    };
    expect(await migrate('127.0.0.1')).toMatchObject({ code: 0 });
    const other = await migrate('127.0.0.2');
    expect([other.code, other.output]).toEqual([1, expect.stringContaining("127.0.0.2 is not in the cert's list")]);
  });

  test('to a server without TLS is not encrypted, and fails with sslmode=require', async () => {
    expect(await read(addressOf(serverPort(), 'sslmode=prefer'))).toEqual([{ one: 1 }]);
    expect(await read(addressOf(serverPort(), 'sslmode=disable'))).toEqual([{ one: 1 }]);
    await expect(read(addressOf(serverPort(), 'sslmode=require'))).rejects.toThrow('does not accept encrypted');
  });

  test('takes its name and its server settings from the address', async () => {
    const client = openClient({ url: addressOf(serverPort(), 'application_name=board&statement_timeout=4321') });
    onTestFinished(() => client.close(0));
    const [found] = await client`
      select current_setting('application_name') as name, current_setting('statement_timeout') as timeout`;
    expect(found).toEqual({ name: 'board', timeout: '4321ms' });
  });

  test('skips hosts that refuse connections or do not answer', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const url = addressOf(serverPort(), 'connect_timeout=1').replace('@', `@127.0.0.1:1,127.0.0.1:${port},`);
    expect(await read(url)).toEqual([{ one: 1 }]);
    const client = openClient({ url });
    onTestFinished(() => client.close(0));
    expect(await client.begin(async (tx) => [...(await tx`select 1 as one`)])).toEqual([{ one: 1 }]);
  });
});

describe('The stream to a server', () => {
  const open = (port: number, ssl: ServerAddress['ssl'] = false) =>
    openServerStream({ host: '127.0.0.1', port, ssl, isDirect: false }, 300);

  test('times out when a server accepts a connection and sends nothing', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await expect(open(port, 'require')).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
  });

  test('rejects plain text before it is encrypted', async () => {
    const server = createServer((socket) => socket.write('Sand more'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await expect(open(port, 'require')).rejects.toThrow('more than an answer');
  });
});
