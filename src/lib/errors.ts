import { TimeoutError } from './timeout.ts';

/** An error that a user or an operator can fix. It is printed without a stack. */
export class ExpectedError extends Error {
  override name = 'ExpectedError';
}

/** A temporary error: a retry is worthwhile. */
export class UnavailableError extends ExpectedError {
  override name = 'UnavailableError';
}

/** The code of an error of the system, the driver or the server; empty without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Texts for common errors of the system. */
export const SYSTEM_REASONS: Partial<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of its path is not a folder',
  EEXIST: 'part of its path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EADDRNOTAVAIL: 'not an address of this machine',
};

/** The text for an error, or its code. */
export const reasonOf = (error: unknown): string => SYSTEM_REASONS[codeOf(error)] ?? codeOf(error);

/** The connection to the database was lost before a commit: nothing was changed. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError';
  readonly code = 'CONNECTION_LOST';
}

/** The connection was lost during a commit: the transaction may be committed or not. */
export class UnknownOutcomeError extends Error {
  override name = 'UnknownOutcomeError';
  readonly code = 'OUTCOME_UNKNOWN';

  constructor(cause: unknown) {
    super('The connection to the database was lost during a commit. The changes may or may not be saved.', {
      cause,
    });
  }
}

/** Whether the database rejected a write because its disk is full. Nothing was changed. */
export const isDiskFull = (error: unknown): error is Error => codeOf(error) === '53100';

/** Whether the database refused a write because it is read-only, such as a standby. */
export const isReadOnlyDatabase = (error: unknown): boolean => codeOf(error) === '25006';

/**
 * The server closed a connection (administrator, crash, idle transaction), accepts none now, or has none free. PgBouncer
 * uses the code of a protocol error when it has none.
 */
const ENDED = ['25P03', '57P01', '57P02', '57P03', '57P04', '53300', '08P01'];

/** Codes of the system and of this client. */
const LOST = /^(CONNECT|ECONN|EPIPE|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|OUTCOME_UNKNOWN)/;

/** Whether a connection was lost, also during a commit, or refused. */
export const isLostConnection = (error: unknown): error is Error & { code: unknown } =>
  LOST.test(codeOf(error)) || ENDED.includes(codeOf(error));

/** Classes of server errors: login, missing tables, conflicts, no disk space, shutdown, damage. */
const FAILING = /^(?:08|25006|28|3D|3F|40|42|53|55|57|58|XX)/;

/** Whether the database fails, rather than the request. */
export const isDatabaseFailing = (error: unknown): boolean =>
  isLostConnection(error) || error instanceof TimeoutError || FAILING.test(codeOf(error));
