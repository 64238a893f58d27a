import { debuglog, inspect } from 'node:util';
import { findSecrets } from '../settings/secrets.ts';
import { environment } from '../settings.ts';
import { ExpectedError } from './errors.ts';

/** Removes the passwords of the settings from a text, such as an error of the driver or of Node.js. */
export const scrub = (text: string): string =>
  findSecrets(environment()).reduce((scrubbed, secret) => scrubbed.replaceAll(secret, '…'), text);

/** `NODE_DEBUG=club-directory` prints the stack and the causes of every error. */
const debug = debuglog('club-directory');

/** An expected error as its message, any other with its stack. */
function format(error: unknown): string {
  return scrub(error instanceof ExpectedError && !debug.enabled ? error.message : inspect(error));
}

function exitWith(error: unknown): never {
  console.error(format(error));
  process.exit(1);
}

/** Runs a program. An error, also an uncaught one, is printed and ends the process with 1. */
export async function exitOnError(program: () => Promise<void>): Promise<void> {
  process.once('uncaughtException', exitWith);
  try {
    await program();
  } catch (error) {
    exitWith(error);
  }
}
