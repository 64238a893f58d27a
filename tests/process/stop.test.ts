import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { EXIT_TIMEOUT_MS, listenForStop, SAME_SIGNAL_MS, trackConnections } from '../../src/process/stop.ts';

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  const close = trackConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await Promise.all([once(socket, 'connect'), once(server, 'connection')]);
    return socket;
  };
  const ask = async (): Promise<Socket> => {
    const socket = await open();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket;
  };
  return { close, ask, open };
}

describe('A server that is closed', () => {
  const warn = vi.fn<typeof console.warn>();
  beforeEach(() => {
    warn.mockReset();
    vi.spyOn(console, 'warn').mockImplementation(warn);
    return () => void vi.useRealTimers().restoreAllMocks();
  });

  test('closes connections at once that are idle or were never used', async () => {
    const { close, ask, open } = await serve((_request, response) => response.end('here'));
    const client = await ask();
    await once(client, 'data');
    const ended = [client, await open()].map((socket) => once(socket.resume(), 'close'));
    await close(60_000);
    await Promise.all(ended);
  });

  test('sends responses in flight, and cuts off those that take too long', async () => {
    const asked: ServerResponse[] = [];
    const { close, ask } = await serve((_request, response) => asked.push(response));
    const clients = [await ask(), await ask()];
    await expect.poll(() => asked).toHaveLength(2);
    const received = clients.map(() => '');
    for (const [index, client] of clients.entries())
      client.on('data', (chunk: Buffer) => (received[index] += chunk.toString()));
    const ended = clients.map((client) => once(client, 'close'));
    vi.useFakeTimers();
    const closed = close(100);
    asked[0]?.end('the last answer');
    await vi.advanceTimersByTimeAsync(99);
    await ended[0];
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all([closed, ...ended]);
    expect(received).toEqual([expect.stringContaining('the last answer'), '']);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('closed 1 connection.'));
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
  function listen() {
    const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
    const said: string[] = [];
    const stop = listenForStop((line) => said.push(line));
    const added = new Map(
      SIGNALS.map((signal) => [signal, process.listeners(signal).filter((one) => !before.get(signal)?.includes(one))]),
    );
    onTestFinished(() => {
      for (const [signal, listeners] of added) for (const listener of listeners) process.off(signal, listener);
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
    vi.advanceTimersByTime(EXIT_TIMEOUT_MS - 1);
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(exit).toHaveBeenCalledExactlyOnceWith(0);
    expect(said).toEqual([expect.stringMatching(/^Shutting down/), 'Stopped on SIGTERM.']);
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Shutdown timeout/));
    expect(EXIT_TIMEOUT_MS).toBeLessThanOrEqual(10_000);
  });

  test.each([
    [0, 'the same'],
    [SAME_SIGNAL_MS - 1, 'the same'],
    [SAME_SIGNAL_MS, 'another'],
  ])('takes a second signal after %i ms for %s', (after, taken) => {
    const { send } = listen();
    send('SIGTERM');
    vi.advanceTimersByTime(after);
    send('SIGTERM');
    expect(exit.mock.calls).toEqual(taken === 'another' ? [[1]] : []);
  });
});
