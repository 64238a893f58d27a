/** A server ends a connection so: an administrator, its crash, or a limit on idling. */
const ENDED = ['57P01', '57P02', '57P05', '25P03'];
/** It takes none now, or the database is gone. */
const REFUSED = ['57P03', '57P04'];

/** The code of an error, by which the system, the driver and the server tell them apart; empty without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** The way to a server, also when it ended in the middle of a transaction. */
const LOST = /^(CONNECT|ECONN|EPIPE|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|OUTCOME_UNKNOWN)/;

/** Whether a server says that it ends the connection. */
export const isEndedByServer = (error: unknown): error is Error => ENDED.includes(codeOf(error));

/** Whether a connection is gone or cannot be had, by the codes of the system, of the driver and of the server. */
export const isLostConnection = (error: unknown): error is Error & { code: unknown } =>
  LOST.test(codeOf(error)) || [...ENDED, ...REFUSED].includes(codeOf(error));
