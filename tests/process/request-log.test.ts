import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RequestLog, type LoggedRequests } from '../../src/process/request-log.ts';

/** A server with a log, and the lines of it. */
async function serve(requests: LoggedRequests, listener: (log: RequestLog) => RequestListener) {
  const lines: string[] = [];
  const write = (level: string) => (line: string) => void lines.push(`${level} ${line}`);
  const log = new RequestLog(requests, { info: write('info'), warn: write('warn'), error: write('error') });
  const server = createServer(log.around(listener(log))).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, lines };
}

const following =
  (status: number, saysWhen = false): ((log: RequestLog) => RequestListener) =>
  (log) =>
  (request, response) => {
    log.follow(request, response, { id: 'an-id', clientAddress: '192.0.2.77', route: '/club', saysWhen });
    response.writeHead(status).end();
  };

test('A request is one line with method, address, status, time, route, shortened client address and id', async () => {
  const { url, lines } = await serve('made', following(404));
  await fetch(`${url}/club/?name=%0a`, { method: 'HEAD' });
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]).toMatch(
    /^info Request method=HEAD url=\/club\/\?name=%0a status=404 ms=[\d.]+ route=\/club client=192\.0\.2\.0 id=an-id$/,
  );
});

test('A failed response is an error; one with Retry-After or without a client is a warning', async () => {
  const failed = await serve('made', following(503));
  await fetch(failed.url);
  await vi.waitFor(() => expect(failed.lines).toEqual([expect.stringMatching(/^error .* status=503 /)]));

  const full = await serve('made', following(503, true));
  await fetch(full.url);
  await vi.waitFor(() => expect(full.lines).toEqual([expect.stringMatching(/^warn .* status=503 /)]));

  const left = await serve('made', (log) => (request, response) => {
    log.follow(request, response, { id: 'an-id', clientAddress: '', route: '' });
    socket.destroy();
  });
  const socket = connect(left.port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await vi.waitFor(() =>
    expect(left.lines).toEqual([
      expect.stringMatching(/^warn Request method=GET url=\/ status=gone ms=[\d.]+ id=an-id$/),
    ]),
  );
});

test('A request that needs no rendering is logged only with ACCESS_LOG=all', async () => {
  const some = (log: RequestLog): RequestListener => {
    const made = following(200)(log);
    return (request, response) => {
      if (request.url === '/made') made(request, response);
      else response.end();
    };
  };
  const few = await serve('made', some);
  const all = await serve('all', some);
  for (const { url } of [few, all]) {
    for (const path of ['/made', '/file']) await fetch(url + path);
  }
  await vi.waitFor(() => expect(all.lines).toHaveLength(2));
  expect(few.lines).toEqual([expect.stringContaining(' url=/made ')]);
  expect(all.lines).toEqual([
    expect.stringMatching(/ url=\/made .* id=an-id$/),
    expect.stringMatching(/ url=\/file status=200 ms=[\d.]+$/),
  ]);
});

test('The log contains no secrets', async () => {
  const { url, lines } = await serve('all', () => (_request, response) => response.end());
  await fetch(`${url}/password-reset/a-secret/?x=1`);
  await fetch(`${url}/login/callback/?code=a-secret`);
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(lines.join('')).not.toContain('a-secret');
});
