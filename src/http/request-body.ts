import type { IncomingMessage } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import { MAX_FORM_BYTES } from '../lib/form-data.ts';

/** All request bodies in memory together, in bytes. The beginning of each is free, so that users can always sign in. */
export const MAX_BODIES_BYTES = 96 * 1024 * 1024;
const FREE_BYTES = 32 * 1024;

let bytesInMemory = 0;

/** The body of a request, read on demand and up to a limit. */
export class RequestBody {
  /** In bytes. */
  limit = MAX_FORM_BYTES;
  refusal: 'contentTooLarge' | 'overloaded' | null = null;
  readonly stream: ReadableStream<Uint8Array>;
  readonly #request: IncomingMessage;
  #counted = 0;

  constructor(request: IncomingMessage) {
    this.#request = request;
    this.stream = ReadableStream.from<Uint8Array>(this.#read());
  }

  /** Ends the use of the body and discards the rest, so that the connection can be used for the next request. */
  release(): void {
    bytesInMemory -= this.#counted;
    this.#counted = 0;
    this.#request.resume();
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    let length = 0;
    // The connection is still needed for the response.
    for await (const chunk of this.#request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      const counted = Math.max(0, length - FREE_BYTES);
      bytesInMemory += counted - this.#counted;
      this.#counted = counted;
      if (length > this.limit) this.refusal = 'contentTooLarge';
      else if (bytesInMemory > MAX_BODIES_BYTES) this.refusal = 'overloaded';
      if (this.refusal) throw new Error(`The request body was refused: ${this.refusal}.`);
      yield chunk;
    }
  }
}
