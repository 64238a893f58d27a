import type { IncomingMessage } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import { MAX_FORM_BYTES } from '../lib/form-data.ts';

/** All request bodies in memory together, in bytes. The beginning of each is free, so that users can always sign in. */
export const MAX_BODIES_BYTES = 96 * 1024 * 1024;
const FREE_BYTES = 32 * 1024;
/** The rest is for signed-in users. */
const MAX_VISITOR_BYTES = MAX_BODIES_BYTES / 2;

const bytesInMemory = { all: 0, visitors: 0 };

/** The body of a request, read on demand and up to a limit. */
export class RequestBody {
  #limit = MAX_FORM_BYTES;
  #isFromVisitor = true;
  refusal: 'contentTooLarge' | 'overloaded' | null = null;
  readonly stream: ReadableStream<Uint8Array>;
  readonly #request: IncomingMessage;
  #counted = 0;

  constructor(request: IncomingMessage) {
    this.#request = request;
    this.stream = ReadableStream.from<Uint8Array>(this.#read());
  }

  /** Accepts the body of a signed-in user who may submit it, up to a limit in bytes. Called before it is read. */
  admit(limit: number): void {
    this.#count(0);
    this.#limit = limit;
    this.#isFromVisitor = false;
  }

  /** Ends the use of the body and discards the rest, so that the connection can be used for the next request. */
  release(): void {
    this.#count(0);
    this.#request.resume();
  }

  #count(bytes: number): void {
    bytesInMemory.all += bytes - this.#counted;
    if (this.#isFromVisitor) bytesInMemory.visitors += bytes - this.#counted;
    this.#counted = bytes;
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    let length = 0;
    // The connection is still needed for the response.
    for await (const chunk of this.#request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      this.#count(Math.max(0, length - FREE_BYTES));
      const isFull = this.#isFromVisitor && bytesInMemory.visitors > MAX_VISITOR_BYTES;
      if (length > this.#limit) this.refusal = 'contentTooLarge';
      else if (isFull || bytesInMemory.all > MAX_BODIES_BYTES) this.refusal = 'overloaded';
      if (this.refusal) throw new Error(`The request body was refused: ${this.refusal}.`);
      yield chunk;
    }
  }
}
