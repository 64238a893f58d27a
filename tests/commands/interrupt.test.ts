import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { WorkState } from '../../src/commands/interrupt.ts';

const written = vi.hoisted<string[]>(() => []);
vi.mock('node:fs', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  writeSync: (_output: number, text: string) => written.push(text),
}));
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((done) => void globalThis.setTimeout(done, ms)),
}));

// Other files share the modules of this process, which have the real ones.
vi.resetModules();
const { reportInterrupts } = await import('../../src/commands/interrupt.ts');
afterAll(() => void vi.resetModules());

/** Begins the work of a command and sends it SIGINT; returns the mocked `process.exit`. */
function interrupt(outcome: WorkState) {
  written.length = 0;
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  vi.useFakeTimers();
  const before = process.listeners('SIGINT');
  reportInterrupts(outcome, 'The outcome is unknown.');
  const [listener] = process.listeners('SIGINT').filter((one) => !before.includes(one));
  onTestFinished(() => {
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'])
      for (const one of process.listeners(signal as 'SIGINT')) if (!before.includes(one)) process.off(signal, one);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  listener?.('SIGINT');
  listener?.('SIGINT');
  return exit;
}

test('An interrupted command reports its outcome once it is decided', async () => {
  let outcome: string | null = null;
  const exit = interrupt(() => outcome);
  await vi.advanceTimersByTimeAsync(1000);
  expect(exit).not.toHaveBeenCalled();
  outcome = 'Everything is imported.';
  await vi.advanceTimersByTimeAsync(100);
  expect([exit.mock.calls, written]).toEqual([[[130]], ['\nInterrupted. Everything is imported.\n']]);
});

test('An interrupted command reports an unknown outcome after five seconds', async () => {
  const exit = interrupt(() => null);
  await vi.advanceTimersByTimeAsync(6000);
  expect([exit.mock.calls, written]).toEqual([[[130]], ['\nInterrupted. The outcome is unknown.\n']]);
});
