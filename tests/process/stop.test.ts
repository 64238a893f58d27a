import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { END_TIMEOUT, followConnections, listenForStop } from '../../src/process/stop.ts';

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
  test('cuts off requests that are not answered in time and returns their number', async () => {
    const asked: ServerResponse[] = [];
    const { close, ask } = await serve((_request, response) => asked.push(response));
    const clients = [await ask(), await ask()];
    await expect.poll(() => asked).toHaveLength(2);
    const ended = clients.map((client) => once(client, 'close'));
    expect(await close(50)).toBe(2);
    await Promise.all(ended);
  });

  test('sends the last response and closes the connection', async () => {
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

describe('A program that receives a signal', () => {
  const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  const exit = vi.fn<typeof process.exit>();
  beforeEach(() => {
    vi.useFakeTimers();
    exit.mockReset();
    vi.spyOn(process, 'exit').mockImplementation(exit);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    return () => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    };
  });

  /** Listens; `send` calls its listeners alone. */
  function listen(options?: Parameters<typeof listenForStop>[1]) {
    const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
    const said: string[] = [];
    const stop = listenForStop((line) => said.push(line), options);
    const added = new Map(
      SIGNALS.map((signal) => [signal, process.listeners(signal).filter((one) => !before.get(signal)?.includes(one))]),
    );
    onTestFinished(() => {
      for (const [signal, listeners] of added) for (const listener of listeners) process.off(signal, listener);
      process.removeAllListeners('npm gone');
    });
    const send = (signal: (typeof SIGNALS)[number]) => {
      for (const listener of added.get(signal) ?? []) listener(signal);
    };
    return { stop, send, said };
  }

  test('exits with 0 after ten seconds', () => {
    const { stop, send, said } = listen();
    send('SIGTERM');
    expect(stop.reason).toBe('SIGTERM');
    vi.advanceTimersByTime(END_TIMEOUT - 1);
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(exit).toHaveBeenCalledExactlyOnceWith(0);
    expect(said).toEqual([expect.stringMatching(/^Shutting down/), 'Stopped on SIGTERM.']);
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Shutdown timeout/));
    expect(END_TIMEOUT).toBeLessThanOrEqual(10_000);
  });

  test.each([
    ['SIGTERM', 0, false, 'another'],
    ['SIGTERM', 250, true, 'another'],
    ['SIGINT', 999, false, 'the same'],
    ['SIGINT', 1000, false, 'another'],
  ] as const)('takes a second %s after %i ms (under npm: %s) for %s', (signal, after, isUnderNpm, taken) => {
    const { send } = listen({ isUnderNpm });
    send(signal);
    vi.advanceTimersByTime(after);
    send(signal);
    expect(exit.mock.calls).toEqual(taken === 'another' ? [[1]] : []);
  });

  test('exits at once on another signal', () => {
    const { send } = listen();
    send('SIGINT');
    send('SIGTERM');
    expect(exit).toHaveBeenCalledExactlyOnceWith(1);
  });
});
