import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  CONNECTION_LIMITS,
  limitConnections,
  MOST_CONNECTIONS,
  withWholeRequests,
} from '../../src/http/connection-limits.ts';
import { followConnections } from '../../src/process/stop.ts';

async function serve(options: ServerOptions = {}) {
  const server = createServer(
    { ...CONNECTION_LIMITS, ...options },
    withWholeRequests((_request, response) => response.end('here'), 100),
  );
  limitConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  /** All that comes back until the connection ends. */
  const send = async (text: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.on('error', () => {});
    socket.write(text);
    await once(socket, 'close');
    return received;
  };
  return { server, send };
}

const head = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');
const filler = (length: number) => `X-Filler: ${'x'.repeat(length)}`;

test.each([
  ['has headers of 16 KiB', head('/', filler(15 * 1024)), '200 OK'],
  ['has longer headers', head('/', filler(17 * 1024)), '431 Request Header Fields Too Large'],
  ['has a much longer address', head(`/${'x'.repeat(200_000)}`), '414 URI Too Long'],
  ['has an unescaped letter in its path', head('/club/é/'), '400 Bad Request'],
  ['names no host', 'GET / HTTP/1.1\r\n\r\n', '400 Bad Request'],
  ['names two hosts', head('/', 'host: x'), '400 Bad Request'],
  ['is of a version without hosts', 'GET / HTTP/1.0\r\n\r\n', '200 OK'],
  ['is not HTTP', 'nonsense\r\n\r\n', '400 Bad Request'],
  ['asks for a tunnel', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', '405 Method Not Allowed'],
  ['expects what nobody does', head('/', 'Expect: 200-ok'), '417 Expectation Failed'],
])('A request that %s is answered with %#', async (_, text, status) => {
  const { send } = await serve();
  const answer = await send(text);
  expect(answer.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
  expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  if (!status.startsWith('200')) expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
  if (!status.startsWith('200')) expect(answer).toMatch(/\r\nContent-Security-Policy: default-src 'none';/i);
});

test.each([
  ['the head', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['nothing', ''],
])('A connection that sends only %s is closed in time', async (_, text) => {
  const { send } = await serve({ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 });
  const answer = await send(text);
  expect(answer === '' || answer.startsWith('HTTP/1.1 408 Request Timeout\r\n')).toBe(true);
});

test('A request is answered before its body has come', async () => {
  const { send } = await serve();
  const answer = await send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nslow');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*here$/s);
});

test('Connections are limited in number and in idle time', async () => {
  const { server } = await serve();
  expect([server.maxConnections, server.timeout]).toEqual([MOST_CONNECTIONS, 60_000]);
  // The number of requests on a connection is not limited.
  expect(server.maxRequestsPerSocket).toBe(0);
});

describe('An idle connection', () => {
  /** Both ends of a connection after a response. */
  async function keep() {
    const { server } = await serve();
    const close = followConnections(server);
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void client.destroy());
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String((await once(client, 'data'))[0])).toMatch(/\r\nConnection: keep-alive\r\n/i);
    const [socket] = await accepted;
    return { client, socket, close };
  }

  test('is kept longer than a proxy keeps an idle connection', async () => {
    const { socket } = await keep();
    await expect.poll(() => socket.timeout).toBeGreaterThanOrEqual(65_000);
    expect(socket.timeout).toBeLessThan(70_000);
  });

  test('closes at once with the server', async () => {
    const { client, close } = await keep();
    client.resume();
    const ended = once(client, 'close');
    expect(await close(50_000)).toBe(0);
    await ended;
  });
});
