import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The state of the work if the command ended now; null during a commit. */
export type WorkState = () => string | null;

/** The exit status is 128 plus this number. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
/** For a commit. */
const TIMEOUT_MS = 5000;
const CHECK_EVERY_MS = 20;

/** From now on, reports the state of the work when a signal ends the process; `unknown` if a commit takes too long. */
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
      // One Ctrl+C may arrive as two signals, from the terminal and from npm.
      if (!isInterrupted) void receive(signal);
      isInterrupted = true;
    });
  }
}
