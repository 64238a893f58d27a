import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The state of the work if the command ended now; null while a transaction is being committed. */
export type WorkState = () => string | null;

/** The exit status is 128 plus this number. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
/** How long to wait for a commit, and how often to check, in ms. */
const TIMEOUT_MS = 5000;
const CHECK_EVERY_MS = 20;

/**
 * Reports the state of the work when a signal ends this process, from now on. `unknown` is reported if a commit does not
 * end in time.
 */
export function reportInterrupts(outcome: WorkState, unknown = ''): void {
  const receive = async (signal: keyof typeof SIGNALS) => {
    const end = Date.now() + TIMEOUT_MS;
    while (outcome() === null && Date.now() < end) await sleep(CHECK_EVERY_MS);
    writeSync(2, `\nInterrupted. ${outcome() ?? unknown}\n`);
    process.exit(128 + SIGNALS[signal]);
  };
  let isInterrupted = false;
  for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]) {
    process.on(signal, () => {
      // One Ctrl+C may come as two signals, from the terminal and by npm.
      if (!isInterrupted) void receive(signal);
      isInterrupted = true;
    });
  }
}
