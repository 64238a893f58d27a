import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { logAccess } from '../../src/server/access-log.ts';

test('A request is one line in the log once it is answered: when, what, the status and how long it took', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  const server = createServer(
    logAccess((_request, response) => {
      response.writeHead(404).end();
    }),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/club/?name=%0a`, { method: 'HEAD' });
  await vi.waitFor(() => expect(log).toHaveBeenCalledOnce());
  expect(log.mock.calls[0]?.[0]).toMatch(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z HEAD \/club\/\?name=%0a 404 \d+\.\d ms$/,
  );
});
