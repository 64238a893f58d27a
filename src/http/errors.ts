import { isDiskFull, isLostConnection, isReadOnlyDatabase, UnknownOutcomeError } from '../lib/database-errors.ts';
import type { BufferedResponse } from './buffered-response.ts';

export type ErrorName =
  | 'forbidden'
  | 'notFound'
  | 'methodNotAllowed'
  | 'contentTooLarge'
  | 'uriTooLong'
  | 'tooManyRequests'
  | 'serverError'
  | 'unavailable'
  | 'overloaded'
  | 'outcomeUnknown'
  | 'diskFull';

/** The response for an error at a target, in its language or for the API. The target may be invalid. */
export type ErrorResponses = (name: ErrorName, target: string) => BufferedResponse;

export function errorNameOf(error: unknown): ErrorName {
  if (error instanceof UnknownOutcomeError) return 'outcomeUnknown';
  if (isDiskFull(error)) return 'diskFull';
  return isLostConnection(error) || isReadOnlyDatabase(error) ? 'unavailable' : 'serverError';
}
