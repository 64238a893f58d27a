import { writeSync } from 'node:fs';

/** The state of the work if the command ended now; null while a transaction is being committed. */
export type Outcome = () => string | null;

/** The exit status is 128 plus this number. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
/** How long to wait for a commit, and how often to check, in ms. */
const TIMEOUT = 5000;
const CHECK_EVERY = 20;

/**
 * Reports the state of the work when a signal ends this process; the returned function stops that. `unknown` is reported
 * if a commit does not end in time.
 */
export function reportInterrupts(outcome: Outcome, unknown = ''): () => void {
  let isReported = false;
  const report = () => {
    if (!isReported) writeSync(2, `\nInterrupted. ${outcome() ?? unknown}\n`);
    isReported = true;
  };
  let isWaiting = false;
  const receive = (signal: keyof typeof SIGNALS) => {
    // One Ctrl+C may come as two signals, from the terminal and by npm.
    if (isWaiting) return;
    isWaiting = true;
    const end = Date.now() + TIMEOUT;
    const check = () => {
      if (outcome() === null && Date.now() < end) return setTimeout(check, CHECK_EVERY);
      report();
      return process.exit(128 + SIGNALS[signal]);
    };
    check();
  };
  // A progress bar handles Ctrl+C itself, and exits with 0.
  const onExit = (code: number) => {
    if (code !== 0) return;
    report();
    process.exitCode = 128 + SIGNALS.SIGINT;
  };
  const signals = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
  for (const signal of signals) process.on(signal, receive).off(signal, endAfterWork);
  process.once('exit', onExit);
  return () => {
    for (const signal of signals) process.off(signal, receive).on(signal, endAfterWork);
    process.off('exit', onExit);
  };
}

/** The work is done; exits with the status that scripts expect of an interrupted command. */
const endAfterWork = (signal: NodeJS.Signals): void => {
  process.exit(128 + SIGNALS[signal as keyof typeof SIGNALS]);
};
