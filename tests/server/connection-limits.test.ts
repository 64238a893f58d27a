import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  CONNECTION_LIMITS,
  limitConnections,
  MOST_CONNECTIONS,
  withWholeRequests,
} from '../../src/server/connection-limits.ts';
import { followConnections } from '../../src/server/stop.ts';

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
  ['has much longer headers', head('/', filler(200_000)), '431 Request Header Fields Too Large'],
  ['has an address longer than all of that', head(`/${'x'.repeat(17 * 1024)}`), '414 URI Too Long'],
  ['has a much longer address', head(`/${'x'.repeat(200_000)}`), '414 URI Too Long'],
  ['has a letter in its path that nobody has escaped', head('/club/é/'), '400 Bad Request'],
  ['has one in its query', head('/club/?name=é'), '400 Bad Request'],
  ['names no host', 'GET / HTTP/1.1\r\n\r\n', '400 Bad Request'],
  ['names two hosts', head('/', 'host: x'), '400 Bad Request'],
  ['is of a version without hosts', 'GET / HTTP/1.0\r\n\r\n', '200 OK'],
  ['is of another version', 'GET / HTTP/2.0\r\nHost: x\r\n\r\n', '400 Bad Request'],
  ['is none', 'nonsense\r\n\r\n', '400 Bad Request'],
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
])('A connection on which %s is all that comes is ended in time', async (_, text) => {
  const { send } = await serve({ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 });
  const answer = await send(text);
  expect(answer === '' || answer.startsWith('HTTP/1.1 408 Request Timeout\r\n')).toBe(true);
});

test('A request that is answered before it has come is not waited for', async () => {
  const { send } = await serve();
  const start = performance.now();
  const answer = await send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nslow');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*here$/s);
  expect(performance.now() - start).toBeLessThan(2000);
});

test('A connection goes on after a request whose last byte comes behind its answer', async () => {
  const { server } = await serve();
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const request = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n';
  socket.write(request);
  await once(socket, 'data');
  socket.write('body');
  // Longer than what is waited for.
  await sleep(200);
  socket.write(`${request}body`);
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 OK/);
});

test('Connections have a bound in number, and in how long nothing happens on one', async () => {
  const { server } = await serve();
  expect([server.maxConnections, server.timeout]).toEqual([MOST_CONNECTIONS, 60_000]);
  // A connection may ask as often as it likes.
  expect(server.maxRequestsPerSocket).toBe(0);
});

describe('A connection on which everything is answered', () => {
  /** Such a one, from both of its ends. */
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

  test('is kept for longer than a proxy keeps one that it does not use', async () => {
    const { socket } = await keep();
    await expect.poll(() => socket.timeout).toBeGreaterThanOrEqual(65_000);
    expect(socket.timeout).toBeLessThan(70_000);
  });

  test('ends at once when the server is closed', async () => {
    const { client, close } = await keep();
    client.resume();
    const ended = once(client, 'close');
    expect(await close(50_000)).toBe(0);
    await ended;
  });
});
