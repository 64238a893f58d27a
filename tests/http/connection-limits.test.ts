import { once } from 'node:events';
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { limitConnections, SERVER_OPTIONS } from '../../src/http/connection-limits.ts';

async function serve(options: ServerOptions = {}, listener: RequestListener = (_, response) => response.end('here')) {
  const server = createServer({ ...SERVER_OPTIONS, ...options }, listener);
  limitConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  /** All that comes back until the connection ends. */
  return async (text: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.on('error', () => {}).on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.write(text);
    await once(socket, 'close');
    return received;
  };
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
  const send = await serve();
  expect((await send(text)).split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
});

test.each([
  ['the head', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['a part of the body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nslow'],
  ['nothing', ''],
])('A connection that sends only %s is closed in time', async (_, text) => {
  const send = await serve({ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 });
  expect(await send(text)).toMatch(/^$|^HTTP\/1\.1 (?:408|200) /);
});
