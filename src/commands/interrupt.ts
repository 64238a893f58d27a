import { writeSync } from 'node:fs';

/** What is so of the work of a command when it ends at this moment, for a person; null while that is being decided. */
export type Outcome = () => string | null;

/** With a number each, for the exit status. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
/** How long a decision is waited for, in ms, and how often it is looked for. */
const PATIENCE = 5000;
const LOOK_EVERY = 20;

/**
 * Tells what is so when this process is told to end while it works, and ends it with 128 and the number of the signal.
 * What it answers ends that. `unknown` is told when it is not decided in time.
 */
export function tellInterrupts(outcome: Outcome, unknown = ''): () => void {
  let isTold = false;
  const tell = () => {
    if (!isTold) writeSync(2, `\nInterrupted. ${outcome() ?? unknown}\n`);
    isTold = true;
  };
  let isWaiting = false;
  const receive = (signal: keyof typeof SIGNALS) => {
    // One Ctrl+C may come as two signals, from the terminal and by npm.
    if (isWaiting) return;
    isWaiting = true;
    const end = Date.now() + PATIENCE;
    const look = () => {
      if (outcome() === null && Date.now() < end) return setTimeout(look, LOOK_EVERY);
      tell();
      return process.exit(128 + SIGNALS[signal]);
    };
    look();
  };
  // A progress bar takes Ctrl+C from the terminal to itself, and ends the process as if all were well.
  const onExit = (code: number) => {
    if (code !== 0) return;
    tell();
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

/** All is done and told, and only its end is not there yet: by the signal itself a script would take that for a failure of another kind. */
const endAfterWork = (signal: NodeJS.Signals): void => {
  process.exit(128 + SIGNALS[signal as keyof typeof SIGNALS]);
};
