import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { ConnectionLostError } from '../src/lib/error-codes.ts';

/**
 * What the driver holds for a socket. The driver renews a socket that closes, on the object that still knows what the
 * old one was doing, and writes to it after it is gone. So it never hears that a link closed: one that is lost answers
 * everything that is written with the same error, and is thrown away with the driver's object.
 */
export class Link extends EventEmitter {
  /** As the driver asks of a socket; it has no business with how the stream behind stands. */
  readonly readyState = 'open';
  readonly #stream: Duplex;
  #loss: Error | null = null;
  #isWaiting = false;
  #heard = 0;

  constructor(stream: Duplex) {
    super();
    this.#stream = stream;
    stream.on('data', (chunk: Buffer) => {
      this.#isWaiting = false;
      this.#heard += 1;
      this.emit('data', chunk);
    });
    stream.on('drain', () => this.emit('drain'));
    stream.on('error', (error) => this.lose(error));
    stream.on('end', () => this.lose());
    stream.on('close', () => this.lose());
    // One that has ended before says so no more.
    if (stream.destroyed || stream.readableEnded) this.lose();
  }

  /** Why it is lost; null while it is not. */
  get loss(): Error | null {
    return this.#loss;
  }

  /** How much has come so far, while something was sent that nothing came after; null while nothing is waited for. */
  get waitingSince(): number | null {
    return this.#isWaiting && !this.#loss ? this.#heard : null;
  }

  /** Ends it for good: whatever the driver waits for fails, now and later. Emits `lost` once. */
  lose(cause?: Error): void {
    if (this.#loss) return;
    this.#loss = new ConnectionLostError(
      `The connection to the database was lost${cause ? `: ${cause.message}` : ''}.`,
      cause ? { cause } : undefined,
    );
    this.#stream.destroy();
    this.#fail();
    this.emit('lost');
  }

  /** Says goodbye and leaves. */
  leave(): void {
    if (this.#loss) return;
    this.#loss = new ConnectionLostError('The connection to the database was closed.');
    this.#stream.end(TERMINATE);
    this.#fail();
    this.emit('lost');
  }

  write(data: Uint8Array, done?: (error?: Error | null) => void): boolean {
    if (this.#loss) {
      // Not at once: the driver is in the middle of what it does.
      setImmediate(() => {
        this.#fail();
        done?.(this.#loss);
      });
      return true;
    }
    this.#isWaiting = true;
    return this.#stream.write(data, done);
  }

  /** What the driver does when it will not go on, such as after waiting too long for a connection. */
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

  setKeepAlive(): void {
    // Done where the stream was opened.
  }

  #fail(): void {
    if (this.listenerCount('error') > 0) this.emit('error', this.#loss);
  }
}

/** The message of a client that leaves: X, and its length. */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);
