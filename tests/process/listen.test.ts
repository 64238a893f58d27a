import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ExpectedError } from '../../src/lib/errors.ts';
import { describeListening, listen } from '../../src/process/listen.ts';

const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

describe('The address that a start prints', () => {
  test.each([
    ['localhost', '127.0.0.1', 'http://localhost:80', false],
    ['localhost', '::1', 'http://localhost:80', false],
    ['0.0.0.0', '0.0.0.0', 'http://localhost:80', true],
    ['::', '::', 'http://localhost:80', true],
    ['127.0.0.9', '127.0.0.9', 'http://127.0.0.9:80', false],
    ['::1', '::1', 'http://[::1]:80', false],
    ['2001:db8::7', '2001:db8::7', 'http://[2001:db8::7]:80', true],
    ['clubs.internal', '192.0.2.7', 'http://clubs.internal:80', true],
  ])('for HOST=%s, which is %s, is %s', (host, address, origin, isPublic) => {
    expect(describeListening({ address, port: 80 }, host)).toEqual({ origin, isPublic, port: 80 });
  });

  test.each(['localhost', '0.0.0.0', ...(hasIPv6 ? ['::'] : [])])('answers with HOST=%s', async (host) => {
    const server = createServer((_request, response) => response.end('here'));
    onTestFinished(() => void server.close());
    const { origin } = await listen(server, { host, port: 0 });
    expect(await (await fetch(origin)).text()).toBe('here');
    server.closeAllConnections();
  });
});

test('A port that is in use is an expected error', async () => {
  const [first, second] = [createServer(), createServer()];
  onTestFinished(() => void first.close());
  const { port } = await listen(first, { host: '127.0.0.1', port: 0 });
  const work = listen(second, { host: '127.0.0.1', port }, 'METRICS_PORT');
  await expect(work).rejects.toThrow(/in use.*METRICS_PORT/);
  await expect(work).rejects.toThrow(ExpectedError);
});

test('A host that is not of this machine is an expected error', async () => {
  const server = createServer();
  await expect(listen(server, { host: '192.0.2.7', port: 0 })).rejects.toThrow(ExpectedError);
});
