import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { shortenAddress } from '../ip-address.ts';
import { withFields, type LogFields } from '../log.ts';
import { toLogged } from './error-log.ts';

/** Instead of a status, when the client did not wait for the answer. */
export const GONE = 'gone';

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

/** One line for each request, once it is answered or the client has closed the connection. */
export class RequestLog {
  readonly #console: Pick<Console, 'info' | 'warn' | 'error'>;
  readonly #hasAll: boolean;
  /** Those that have a line already, or will have one. */
  readonly #followed = new WeakSet<IncomingMessage>();

  constructor(requests: LoggedRequests, output: Pick<Console, 'info' | 'warn' | 'error'> = console) {
    this.#hasAll = requests === 'all';
    this.#console = output;
  }

  /** Logs a request that has to be made. `facts` are read when it is over. */
  follow(request: IncomingMessage, response: ServerResponse, facts: RequestFacts): void {
    this.#followed.add(request);
    const start = performance.now();
    response.once('close', () => {
      const { id, clientAddress, route, saysWhen } = facts;
      this.#log(request, response, start, { route, client: shortenAddress(clientAddress), id }, saysWhen);
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

  #log(request: IncomingMessage, response: ServerResponse, start: number, facts: LogFields, saysWhen = false): void {
    const { method = '', url = '' } = request;
    const { statusCode } = response;
    const status = response.writableFinished ? statusCode : GONE;
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const line = withFields('Request', { method, url: toLogged(url), status, ms, ...facts });
    // A 503 with Retry-After refuses, and is not a failure.
    if (status === GONE || (status === 503 && saysWhen)) this.#console.warn(line);
    else if (status >= 500) this.#console.error(line);
    else this.#console.info(line);
  }
}
