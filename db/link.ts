import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { ConnectionLostError } from '../src/lib/error-codes.ts';

const TERMINATE = Buffer.from('X\0\0\0\x04', 'latin1');

/**
 * The driver's socket. The driver renews a socket that closes and continues there in the state of the old one; it also
 * writes to a closed socket, which ends the process. So it never hears that a link closed: all that it writes to a lost
 * link fails with the same error.
 */
export class Link extends EventEmitter {
  readonly readyState = 'open';
  readonly #stream: Duplex;
  readonly #timeout: number;
  readonly #onLost: (loss: Error) => void;
  #loss: Error | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** `timeout` is the longest wait for an answer, in ms. `onLost` is called once. */
  constructor(stream: Duplex, timeout: number, onLost: (loss: Error) => void) {
    super();
    this.#stream = stream;
    this.#timeout = timeout;
    this.#onLost = onLost;
    stream.on('data', (chunk: Buffer) => {
      this.#stopTimer();
      this.emit('data', chunk);
    });
    stream.on('drain', () => this.emit('drain'));
    stream.on('error', (error) => this.lose(error));
    stream.on('end', () => this.lose());
    stream.on('close', () => this.lose());
    // A stream that has ended before emits nothing.
    if (stream.destroyed || stream.readableEnded) this.lose();
  }

  lose(cause?: Error): void {
    const reason = cause ? `: ${cause.message}` : '';
    const loss = new ConnectionLostError(`The connection to the database was lost${reason}.`, cause && { cause });
    this.#end(loss, () => this.#stream.destroy());
  }

  close(): void {
    this.#end(new ConnectionLostError('The connection to the database was closed.'), () => this.#stream.end(TERMINATE));
  }

  write(data: Uint8Array, done?: (error?: Error | null) => void): boolean {
    if (this.#loss) {
      // Later: the driver does not expect an error within its call.
      setImmediate(() => {
        this.#fail();
        done?.(this.#loss);
      });
      return true;
    }
    if (this.#timeout !== Infinity) this.#startTimer();
    return this.#stream.write(data, done);
  }

  /** The driver calls this when it gives up. */
  end(): void {
    this.lose();
  }

  destroy(): void {
    this.lose();
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  #startTimer(): void {
    this.#stopTimer();
    const timer = setTimeout(() => {
      // After a pause of this process, the answer may be there already.
      setImmediate(() => this.#timer === timer && this.lose(new Error('the server does not answer')));
    }, this.#timeout);
    this.#timer = timer;
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #end(loss: Error, endStream: () => void): void {
    if (this.#loss) return;
    this.#loss = loss;
    this.#stopTimer();
    endStream();
    this.#fail();
    this.#onLost(loss);
  }

  #fail(): void {
    if (this.listenerCount('error') > 0) this.emit('error', this.#loss);
  }
}
