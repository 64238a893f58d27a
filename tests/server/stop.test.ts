import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { followConnections } from '../../src/server/stop.ts';

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  const close = followConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket;
  };
  return { close, ask };
}

describe('A server that is closed', () => {
  test('cuts off what is not answered in time, and says how many that were', async () => {
    const asked: ServerResponse[] = [];
    const { close, ask } = await serve((_request, response) => asked.push(response));
    const clients = [await ask(), await ask()];
    await expect.poll(() => asked).toHaveLength(2);
    const ended = clients.map((client) => once(client, 'close'));
    expect(await close(50)).toBe(2);
    await Promise.all(ended);
  });

  test('cuts nothing off when the last answer is given, and keeps no connection open for more', async () => {
    const asked: ServerResponse[] = [];
    const { close, ask } = await serve((_request, response) => asked.push(response));
    const client = await ask();
    await expect.poll(() => asked).toHaveLength(1);
    let received = '';
    client.on('data', (chunk: Buffer) => (received += chunk.toString()));
    const ended = once(client, 'end');
    const closed = close(60_000);
    asked[0]?.end('the last answer');
    expect(await closed).toBe(0);
    await ended;
    expect(received).toContain('the last answer');
  });
});
