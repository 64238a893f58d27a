import { debuglog, inspect } from 'node:util';
import { findSecrets, SettingsError } from './settings.ts';

/** Something that a person outside of the code can mend; its message is all that needs to be said. */
export class Failure extends Error {
  override name = 'Failure';
}

/** One that may be over in a moment by itself: what is missing may come, and nothing needs to be started again for it. */
export class UnavailableError extends Failure {
  override name = 'UnavailableError';
}

/** What a person needs to know of an error that is no defect of the program; null when it may be one. */
export function describeFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof Failure || error instanceof SettingsError) return error.message;
  const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE' && syscall === 'listen') {
    return `Port ${port} is in use: stop what listens there, or set PORT to another one.`;
  }
  if (code === 'EACCES' && syscall === 'listen') return `Port ${port} may not be used: set PORT to another one.`;
  return null;
}

/** A text without the passwords of the settings: the last net, for what the driver or Node.js may put into an error. */
export const scrub = (text: string): string =>
  findSecrets().reduce((scrubbed, secret) => scrubbed.replaceAll(secret.text, () => secret.instead), text);

/** `NODE_DEBUG=club-directory` prints the stack and the causes of every error. */
const debug = debuglog('club-directory');

/** A failure as its message, a defect with its stack. */
const tell = (error: unknown) => scrub((debug.enabled ? null : describeFailure(error)) ?? inspect(error));

/** Tells an error and ends the process with 1. */
function exitWith(error: unknown): never {
  console.error(tell(error));
  process.exit(1);
}

/**
 * Runs a program; a failure is told in its own words, a defect with its stack, and both end the process with 1. So does
 * what is thrown where nobody awaits it.
 */
export async function exitOnFailure(program: () => Promise<void>): Promise<void> {
  process.once('uncaughtException', exitWith);
  try {
    await program();
  } catch (error) {
    exitWith(error);
  }
}
