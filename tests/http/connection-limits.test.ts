import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerOptions } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
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
  return async (text: string, then?: (socket: Socket) => Promise<void>) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.on('error', () => {}).on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.write(text);
    await Promise.all([once(socket, 'close'), then?.(socket)]);
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

describe('A body', () => {
  const KIB = 1024;
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise((done) => setImmediate(done));
  };

  /** Sends a body, and returns the status. `steps` sends its pieces. */
  async function post(length: number, steps: (socket: Socket, request: IncomingMessage) => Promise<void>) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
    const send = await serve({}, (request, response) => {
      request.on('end', () => response.end('here'));
      resolve(request);
    });
    const head = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;
    const answer = await send(head, async (socket) => await steps(socket, await promise));
    return answer.split(' ')[1];
  }

  test.each([
    ['408', [10 * KIB, 10 * KIB - 1, 1]],
    ['408', [0, 1]],
    ['200', [10 * KIB, 10 * KIB, 1]],
  ])('is answered with %s when these bytes arrive in ten seconds each: %j', async (status, pieces) => {
    const length = pieces.reduce((sum, piece) => sum + piece);
    const answer = post(length, async (socket, request) => {
      request.resume();
      const { bytesRead } = request.socket;
      let sent = 0;
      for (const piece of pieces) {
        socket.write('x'.repeat(piece));
        sent += piece;
        await until(() => request.socket.bytesRead >= bytesRead + sent || request.destroyed);
        vi.advanceTimersByTime(10_000);
      }
    });
    expect(await answer).toBe(status);
  });

  test('may wait for the site', async () => {
    const answer = post(1000 * KIB, async (socket, request) => {
      socket.write('x'.repeat(1000 * KIB));
      await until(() => request.readableLength >= request.readableHighWaterMark);
      vi.advanceTimersByTime(30_000);
      request.resume();
    });
    expect(await answer).toBe('200');
  });
});
