import { isDiskFull, isLostConnection, isReadOnlyDatabase, UnknownOutcomeError } from '../lib/errors.ts';
import type { BufferedResponse } from './buffered-response.ts';
import { RATE_LIMIT_RETRY_AFTER } from './rate-limit.ts';

/** While the database is unavailable or the site is overloaded. */
export const RETRY_SOON = { 'Retry-After': '2' };

const DEFINITIONS = {
  forbidden: { status: 403 },
  notFound: { status: 404 },
  methodNotAllowed: { status: 405, headers: { Allow: 'GET, HEAD' } },
  contentTooLarge: { status: 413 },
  uriTooLong: { status: 414 },
  tooManyRequests: { status: 429, headers: { 'Retry-After': String(RATE_LIMIT_RETRY_AFTER) } },
  serverError: { status: 500 },
  unavailable: { status: 503, headers: RETRY_SOON },
  overloaded: { status: 503, headers: RETRY_SOON },
  /** A write that may or may not have been saved. Without Retry-After, because it must not be repeated blindly. */
  outcomeUnknown: { status: 504 },
  diskFull: { status: 507 },
};

export type ErrorName = keyof typeof DEFINITIONS;

export const ERRORS: Readonly<Record<ErrorName, { status: number; headers?: Record<string, string> }>> = DEFINITIONS;

/** The response for an error at a target, in its language or for the API. The target may be invalid. */
export type ErrorResponses = (name: ErrorName, target: string) => BufferedResponse;

export function errorNameOf(error: unknown): ErrorName {
  if (error instanceof UnknownOutcomeError) return 'outcomeUnknown';
  if (isDiskFull(error)) return 'diskFull';
  return isLostConnection(error) || isReadOnlyDatabase(error) ? 'unavailable' : 'serverError';
}
