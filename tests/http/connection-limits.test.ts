import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { limitConnections, MAX_CONNECTIONS, SERVER_OPTIONS } from '../../src/http/connection-limits.ts';

async function serve(options: ServerOptions = {}) {
  const server = createServer({ ...SERVER_OPTIONS, ...options }, (_request, response) => response.end('here'));
  limitConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const open = () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    return socket.on('error', () => {});
  };
  /** All that comes back until the connection ends. */
  const send = async (text: string) => {
    const socket = open();
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.write(text);
    await once(socket, 'close');
    return received;
  };
  return { server, open, send };
}

const head = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');
const filler = (length: number) => `X-Filler: ${'x'.repeat(length)}`;

test.each([
  ['has headers of 16 KiB', head('/', filler(15 * 1024)), '200 OK'],
  ['has longer headers', head('/', filler(17 * 1024)), '431 Request Header Fields Too Large'],
  ['names no host', 'GET / HTTP/1.1\r\n\r\n', '400 Bad Request'],
  ['is not HTTP', 'nonsense\r\n\r\n', '400 Bad Request'],
])('A request that %s is answered with %#', async (_, text, status) => {
  const { send } = await serve();
  expect((await send(text)).split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
});

test.each([
  ['the head', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['a part of the body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nslow'],
  ['nothing', ''],
])('A connection that sends only %s is closed in time', async (_, text) => {
  const { send } = await serve({ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 });
  expect(await send(text)).toMatch(/^$|^HTTP\/1\.1 (?:408|200) /);
});

test('Connections are limited in number and in idle time, and kept longer than proxies keep them', async () => {
  const { server, open } = await serve();
  expect([server.maxConnections, server.timeout]).toEqual([MAX_CONNECTIONS, 60_000]);
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = open();
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(client, 'data');
  const [socket] = await accepted;
  await expect.poll(() => socket.timeout).toBeGreaterThanOrEqual(65_000);
});
