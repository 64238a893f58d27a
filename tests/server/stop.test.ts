import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { END_TIMEOUT, followConnections, listenForStop } from '../../src/server/stop.ts';

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

describe('A program that is told to stop', () => {
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

  /** Listens, and answers how to send a signal to it alone, and what it says. */
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

  test('ends after ten seconds, whatever goes on, and as one that has stopped', () => {
    const { stop, send, said } = listen();
    send('SIGTERM');
    expect(stop.reason).toBe('SIGTERM');
    vi.advanceTimersByTime(END_TIMEOUT - 1);
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(exit).toHaveBeenCalledExactlyOnceWith(0);
    expect(said).toEqual(['Answering what is under way. Another signal stops at once.', 'Stopped on SIGTERM.']);
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(
      'Not everything was over after 10 seconds: the rest is cut off.',
    );
    expect(END_TIMEOUT).toBeLessThanOrEqual(10_000);
  });

  test.each([
    ['SIGTERM', 0, false, 'another'],
    ['SIGTERM', 249, true, 'the same'],
    ['SIGTERM', 250, true, 'another'],
    ['SIGINT', 999, false, 'the same'],
    ['SIGINT', 1000, false, 'another'],
    ['SIGHUP', 999, true, 'the same'],
  ] as const)('takes a second %s after %i ms (under npm: %s) for %s', (signal, after, isUnderNpm, taken) => {
    const { send } = listen({ isUnderNpm });
    send(signal);
    vi.advanceTimersByTime(after);
    send(signal);
    expect(exit.mock.calls).toEqual(taken === 'another' ? [[1]] : []);
  });

  test('takes another signal for one that is meant, however soon', () => {
    const { send } = listen();
    send('SIGINT');
    send('SIGTERM');
    expect(exit).toHaveBeenCalledExactlyOnceWith(1);
  });

  test('stops when its npm is gone, and is not told twice by that', () => {
    const { stop, send } = listen({ isUnderNpm: true });
    expect(process.emit('npm gone' as 'beforeExit', 0)).toBe(true);
    expect(stop.reason).toBe('SIGTERM');
    const other = listen({ isUnderNpm: true });
    other.send('SIGTERM');
    vi.advanceTimersByTime(2000);
    process.emit('npm gone' as 'beforeExit', 0);
    expect(exit).not.toHaveBeenCalled();
    send('SIGTERM');
    expect(exit).toHaveBeenCalledExactlyOnceWith(1);
  });
});
