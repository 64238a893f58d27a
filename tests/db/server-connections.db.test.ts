import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openClient } from '../../db/client.ts';
import { describeServer } from '../support/database.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';

/** A self-signed certificate for 127.0.0.1. */
const CERTIFICATE = fileURLToPath(new URL('../support/tls/certificate.pem', import.meta.url));
const IDENTITY = {
  key: readFileSync(new URL('../support/tls/key.pem', import.meta.url)),
  cert: readFileSync(CERTIFICATE),
};

describeServer('A connection to a server', (database) => {
  /** Starts a TLS proxy in front of the server; returns its port and the number of its connections. */
  async function encryptInFront({ isDirect = false } = {}): Promise<{ port: number; count: () => number }> {
    let encrypted = 0;
    const sockets = new Set<Socket>();
    const pass = (secure: TLSSocket) => {
      encrypted += 1;
      const upstream = connect(serverPort());
      sockets.add(upstream);
      secure.pipe(upstream).pipe(secure);
      for (const socket of [secure, upstream]) socket.on('error', () => undefined);
    };
    const server = isDirect
      ? createTlsServer({ ...IDENTITY, ALPNProtocols: ['postgresql'] }, pass)
      : createServer((socket) => {
          sockets.add(socket.on('error', () => undefined));
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
  const serverPort = () => Number(new URL(database.url ?? '').port);
  const addressOf = (port: number, query: string) => {
    const url = new URL(database.url ?? '');
    url.port = String(port);
    url.search = query;
    return url.href;
  };
  const open = (url: string) => {
    const client = openClient({ url });
    onTestFinished(() => client.close(0));
    return client;
  };
  const read = async (url: string) => [...(await open(url)`select 1 as one`)];

  test.each([
    ['sslmode=require', false],
    ['sslmode=prefer', false],
    ['sslmode=require&sslnegotiation=direct', true],
  ])('is encrypted with %s', async (query, isDirect) => {
    const front = await encryptInFront({ isDirect });
    const client = open(addressOf(front.port, query));
    expect([...(await client`select 1 as one`)]).toEqual([{ one: 1 }]);
    await client.begin((tx) => tx`select 1`);
    expect(front.count()).toBe(2);
  });

  test('is rejected with sslmode=verify-full and an untrusted certificate', async () => {
    const front = await encryptInFront();
    await expect(read(addressOf(front.port, 'sslmode=verify-full'))).rejects.toThrow(/self-signed/);
  });

  // Only Linux answers on other loopback addresses without configuration.
  test.runIf(process.platform === 'linux')('is made only to an address in the certificate', async () => {
    const front = await encryptInFront();
    const migrate = async (host: string) => {
      const url = new URL(addressOf(front.port, 'sslmode=verify-full'));
      url.hostname = host;
      const settings = siteEnvironment({ DATABASE_URL: url.href, NODE_EXTRA_CA_CERTS: CERTIFICATE });
      return await runProgram('src/commands/db-migrate.ts', [], settings);
    };
    expect(await migrate('127.0.0.1')).toMatchObject({ code: 0 });
    const other = await migrate('127.0.0.2');
    expect([other.code, other.output]).toEqual([1, expect.stringContaining("127.0.0.2 is not in the cert's list")]);
  });

  test('to a server without TLS is not encrypted, and fails with sslmode=require', async () => {
    for (const mode of ['prefer', 'disable'])
      expect(await read(addressOf(serverPort(), `sslmode=${mode}`))).toEqual([{ one: 1 }]);
    await expect(read(addressOf(serverPort(), 'sslmode=require'))).rejects.toThrow(/TLS/);
  });

  test('takes its name and its server settings from the address', async () => {
    const [found] = await open(addressOf(serverPort(), 'application_name=board&statement_timeout=4321'))`
      select current_setting('application_name') as name, current_setting('statement_timeout') as timeout`;
    expect(found).toEqual({ name: 'board', timeout: '4321ms' });
  });

  test('times out if the host does not respond', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    await expect(read(addressOf(port, 'connect_timeout=1'))).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
  });
});
