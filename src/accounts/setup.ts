import { randomBytes, timingSafeEqual } from 'node:crypto';
import { processWide } from '../process-wide.ts';
import { digestOf } from './queries.ts';

const digest = processWide<string>('setup-token');

/**
 * Makes the token of the link by which the first account is made. It is good until the next start, or until
 * somebody may look after accounts.
 */
export function createSetupToken(): string {
  const token = randomBytes(24).toString('base64url');
  digest.set(digestOf(token));
  return token;
}

/** Whether it is that token. */
export function isSetupToken(token: string): boolean {
  const expected = digest.get();
  return expected !== null && timingSafeEqual(Buffer.from(expected), Buffer.from(digestOf(token)));
}
