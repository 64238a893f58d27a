import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { vi } from 'vitest';
import { siteEnvironment } from './program.ts';

/** Thrown by `process.exit` while a command runs in this process. */
class Exit extends Error {}

const EMITTERS: { emitter: NodeJS.EventEmitter; event: string }[] = [
  ...['SIGHUP', 'SIGINT', 'SIGTERM', 'exit', 'uncaughtException'].map((event) => ({ emitter: process, event })),
  { emitter: process.stdout, event: 'error' },
];

/**
 * Runs a command of `src/commands` in this process with exactly these settings. Returns its exit code and the output of
 * stdout and stderr. Only one can run at a time. Tests of signals and pipes need `startProgram`.
 */
export async function runCommand(
  command: string,
  args: string[] = [],
  settings: Record<string, string> = {},
): Promise<{ code: number; output: string; stdout: string }> {
  const { argv, env, exitCode } = process;
  const listeners = EMITTERS.map(({ emitter, event }) => emitter.listeners(event));
  let output = '';
  let stdout = '';
  const write = (text: unknown, done?: unknown) => {
    output += String(text);
    if (typeof done === 'function') (done as () => void)();
    return true;
  };
  const print = (text: unknown, done?: unknown) => {
    stdout += String(text);
    return write(text, done);
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(print),
    vi.spyOn(process.stderr, 'write').mockImplementation(write),
    vi.spyOn(console, 'log').mockImplementation((line: unknown) => void print(`${String(line)}\n`)),
    vi.spyOn(console, 'warn').mockImplementation((line: unknown) => void write(`${String(line)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line: unknown) => void write(`${String(line)}\n`)),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      process.exitCode = code ?? 0;
      throw new Exit();
    }),
  ];
  process.argv = [process.execPath, command, ...args];
  process.env = siteEnvironment(settings);
  process.exitCode = undefined;
  try {
    // A command runs when it is imported, and reads its settings once.
    vi.resetModules();
    await import(resolve(`src/commands/${command}.ts`)).catch((error: unknown) => {
      if (!(error instanceof Exit)) throw error;
    });
    return { code: Number((process as { exitCode?: unknown }).exitCode ?? 0), output, stdout };
  } finally {
    for (const spy of spies) spy.mockRestore();
    // Restores the default, because a command turns off most optimisation of WebAssembly.
    setFlagsFromString('--wasm-tiering-budget=1800000');
    Object.assign(process, { argv, env, exitCode });
    for (const [index, { emitter, event }] of EMITTERS.entries()) {
      for (const listener of emitter.listeners(event)) {
        if (!listeners[index]?.includes(listener))
          emitter.removeListener(event, listener as (...values: unknown[]) => void);
      }
    }
  }
}
