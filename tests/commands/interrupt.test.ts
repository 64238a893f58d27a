import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Outcome } from '../../src/commands/interrupt.ts';

const written = vi.hoisted<string[]>(() => []);
vi.mock('node:fs', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  writeSync: (_output: number, text: string) => written.push(text),
}));

// Other files share the modules of this process, which have the real one.
vi.resetModules();
const { reportInterrupts } = await import('../../src/commands/interrupt.ts');
afterAll(() => void vi.resetModules());

const exit = vi.fn<typeof process.exit>();
beforeEach(() => {
  written.length = 0;
  exit.mockReset();
  vi.spyOn(process, 'exit').mockImplementation(exit);
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

/** Begins the work of a command; `interrupt` and `endProcess` call its listeners alone. */
function begin(outcome: Outcome) {
  const events = ['SIGINT', 'exit'] as const;
  const before = events.flatMap((event) => process.listeners(event as 'exit'));
  const added = (event: (typeof events)[number]) =>
    process.listeners(event as 'exit').filter((one) => !before.includes(one)) as ((value: unknown) => void)[];
  const { exitCode } = process;
  const finish = reportInterrupts(outcome, 'The outcome is unknown.');
  onTestFinished(() => {
    finish();
    for (const listener of added('SIGINT')) process.off('SIGINT', listener);
    process.exitCode = exitCode;
  });
  const call = (event: (typeof events)[number], value: unknown) => {
    for (const listener of added(event)) listener(value);
  };
  return { finish, interrupt: () => call('SIGINT', 'SIGINT'), endProcess: () => call('exit', 0) };
}

test('An interrupted command reports its outcome once it is decided', () => {
  let outcome: string | null = null;
  const { interrupt } = begin(() => outcome);
  interrupt();
  vi.advanceTimersByTime(1000);
  expect(exit).not.toHaveBeenCalled();
  outcome = 'Everything is imported.';
  vi.advanceTimersByTime(100);
  expect([exit.mock.lastCall, written]).toEqual([[130], ['\nInterrupted. Everything is imported.\n']]);
});

test('An interrupted command reports an unknown outcome after five seconds', () => {
  const { interrupt } = begin(() => null);
  interrupt();
  interrupt();
  vi.advanceTimersByTime(6000);
  expect([exit.mock.lastCall, written]).toEqual([[130], ['\nInterrupted. The outcome is unknown.\n']]);
});

test('A command that something else ends with 0 reports its outcome and exits with 130', () => {
  const { endProcess } = begin(() => null);
  endProcess();
  expect([process.exitCode, written]).toEqual([130, ['\nInterrupted. The outcome is unknown.\n']]);
});

test('A signal after the work ends the process without a report', () => {
  const { finish, interrupt } = begin(() => 'Everything is imported.');
  finish();
  interrupt();
  expect([exit.mock.lastCall, written]).toEqual([[130], []]);
});
