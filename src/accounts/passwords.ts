import PQueue from 'p-queue';

/** Each takes a core for a tenth of a second: two at once, those behind an open door first. */
const queue = new PQueue({ concurrency: 2 });

/** As many passwords of strangers wait: for two or three seconds. */
export const STRANGERS_WAITING = 40;

/** Whether a password is the one of which this is kept, of somebody who is signed in. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const library = await import('better-auth/crypto');
  return await queue.add(() => library.verifyPassword({ hash, password }), FIRST);
}

/** As the library keeps passwords; it is loaded when somebody chooses one. */
export async function hashPassword(password: string): Promise<string> {
  const library = await import('better-auth/crypto');
  return await queue.add(() => library.hashPassword(password), FIRST);
}

const FIRST = { priority: 1 };

/**
 * Looks at the password of somebody who signs in, in turn; null where too many wait already. Whoever has been here before
 * (`isKnown`) neither waits for strangers nor is turned away.
 */
export async function lookInTurn<T>(look: () => Promise<T>, isKnown: boolean): Promise<T | null> {
  if (isKnown) return await queue.add(look, FIRST);
  return queue.sizeBy({ priority: 0 }) >= STRANGERS_WAITING ? null : await queue.add(look, { priority: 0 });
}
