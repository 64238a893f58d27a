import { debuglog, inspect } from 'node:util';
import { findSecrets } from '../settings/secrets.ts';
import { environment, SettingsError } from '../settings.ts';

/** An error that a user or an operator can fix. Its message is enough; it is printed without a stack. */
export class ExpectedError extends Error {
  override name = 'ExpectedError';
}

/** A temporary error, so that a retry is worthwhile. */
export class UnavailableError extends ExpectedError {
  override name = 'UnavailableError';
}

/** The message of an expected error; null if the error may be a bug. */
export function describeExpectedError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof ExpectedError || error instanceof SettingsError) return error.message;
  const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE' && syscall === 'listen') {
    return `Port ${port} is already in use. Stop the other process, or set PORT to another port.`;
  }
  if (code === 'EACCES' && syscall === 'listen') return `Permission denied for port ${port}. Set PORT to another port.`;
  return null;
}

/** Removes the passwords of the settings from a text, such as an error of the driver or of Node.js. */
export const scrub = (text: string): string =>
  findSecrets(environment()).reduce((scrubbed, secret) => scrubbed.replaceAll(secret, '…'), text);

/** `NODE_DEBUG=club-directory` prints the stack and the causes of every error. */
const debug = debuglog('club-directory');

/** An expected error as its message, any other with its stack. */
const format = (error: unknown) => scrub((debug.enabled ? null : describeExpectedError(error)) ?? inspect(error));

function exitWith(error: unknown): never {
  console.error(format(error));
  process.exit(1);
}

/**
 * Runs a program. An error is printed and ends the process with 1, also an uncaught one.
 */
export async function exitOnError(program: () => Promise<void>): Promise<void> {
  process.once('uncaughtException', exitWith);
  try {
    await program();
  } catch (error) {
    exitWith(error);
  }
}
