import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pino, type DestinationStream, type Logger } from 'pino';
import { shortenAddress } from '../ip-address.ts';
import { toLogged } from './error-log.ts';

/** Of which requests there is a line: of those that have to be made, or of all. */
export type LoggedRequests = 'made' | 'all';

/** What is known of a request beside what it says. */
export interface RequestFacts {
  /** The answer has it too, and so has the line of an error. */
  id: string;
  clientAddress: string;
  /** The pattern of the route that answered; empty where there is none. */
  route: string;
  /** Whether the route itself says when to come again: it refuses, and has not failed. */
  saysWhen?: boolean;
}

/** One line of JSON for each request, once it is answered or nobody waits for it any more. */
export class RequestLog {
  readonly #logger: Logger;
  readonly #hasAll: boolean;
  /** Those that have a line already, or will have one. */
  readonly #followed = new WeakSet<IncomingMessage>();

  /** Lines that are written when the process ends are there: the standard output is written to at once. */
  constructor(requests: LoggedRequests, destination: DestinationStream = pino.destination({ dest: 1, sync: true })) {
    this.#hasAll = requests === 'all';
    const options = {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
    };
    this.#logger = pino(options, destination);
  }

  /** Logs a request that has to be made. `facts` are read when it is over. */
  follow(request: IncomingMessage, response: ServerResponse, facts: RequestFacts): void {
    this.#followed.add(request);
    const start = performance.now();
    response.once('close', () => {
      const { id, clientAddress, route, saysWhen } = facts;
      const told = { id, client: shortenAddress(clientAddress), route };
      this.#log(request, response, start, told, saysWhen);
    });
  }

  /** Logs what else comes to a listener, if that is to be logged. */
  around(listener: RequestListener): RequestListener {
    if (!this.#hasAll) return listener;
    return (request, response) => {
      const start = performance.now();
      response.once('close', () => {
        if (!this.#followed.has(request)) this.#log(request, response, start, {});
      });
      listener(request, response);
    };
  }

  #log(request: IncomingMessage, response: ServerResponse, start: number, facts: object, saysWhen = false): void {
    const { method = '', url = '' } = request;
    const { statusCode: status } = response;
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const line = { ...facts, method, url: toLogged(url) };
    // Who went away was not answered, whatever would have been said.
    if (!response.writableFinished) this.#logger.warn({ ...line, ms, isGone: true });
    else if (status === 503 && saysWhen) this.#logger.warn({ ...line, status, ms });
    else if (status >= 500) this.#logger.error({ ...line, status, ms });
    else this.#logger.info({ ...line, status, ms });
  }
}
