import { randomBytes, timingSafeEqual } from 'node:crypto';
import { digestOf } from './queries.ts';

const key = Symbol.for('club-directory.setup-token');
const shared = globalThis as typeof globalThis & { [key]?: string };

/**
 * Makes the token of the link by which the first account is made. It is good until the next start, or until
 * somebody may look after accounts. Outside of modules, because the server and the bundle of pages each have this one.
 */
export function createSetupToken(): string {
  const token = randomBytes(24).toString('base64url');
  shared[key] = digestOf(token);
  return token;
}

/** Whether it is that token. */
export function isSetupToken(token: string): boolean {
  const expected = shared[key];
  return expected !== undefined && timingSafeEqual(Buffer.from(expected), Buffer.from(digestOf(token)));
}
