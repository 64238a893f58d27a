import type { Duplex } from 'node:stream';
import {
  CANCEL_REQUEST,
  CLIENT,
  GSS_REQUEST,
  letterOf,
  measureMessage,
  Pieces,
  PROTOCOL_MAJOR,
  readStart,
  SSL_REQUEST,
  encodeError,
} from './protocol.ts';

/** How much of what a client asks may wait for its turn before no more is read from it. */
export const MOST_WAITING = 2 ** 20;
/** What a message costs beside its bytes. */
const MESSAGE_OVERHEAD = 256;
/** How much of its answers a client may leave unread before it is asked nothing more. */
export const MOST_UNREAD = 2 ** 20;

/** Meant for COPY, which nobody is in when these arrive. A real server ignores them then, too. */
const IGNORED = new Set<string>([CLIENT.copyData, CLIENT.copyDone, CLIENT.copyFail]);

/** One client of the bridge: its messages, whole and in order, and its answers. Both are bounded. */
export class BridgeConnection {
  readonly #stream: Duplex;
  readonly #onChange: () => void;
  readonly #pieces = new Pieces();
  #messages: Buffer[] = [];
  #waiting = 0;
  #isStarted = false;
  #isEnded = false;
  /** What the client is told when its messages up to here are answered, because no more can be read. */
  #fault: Buffer | null = null;
  #wake: (() => void) | null = null;

  /** `onChange` is called when there is something to do: a message, a fault, the end. */
  constructor(stream: Duplex, onChange: () => void) {
    this.#stream = stream;
    this.#onChange = onChange;
    stream.on('data', (chunk: Buffer) => this.#receive(chunk));
    stream.on('drain', () => this.#wake?.());
    stream.on('error', () => this.end());
    stream.on('end', () => this.end());
    stream.on('close', () => this.end());
  }

  /** It has gone or was sent away; nothing is read from it or sent to it any more. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  get hasWork(): boolean {
    return !this.#isEnded && (this.#messages.length > 0 || this.#fault !== null);
  }

  /** A message may still come. */
  get isOpen(): boolean {
    return !this.#isEnded && this.#fault === null;
  }

  /** So much of its answers is unread that it gets no more of them. */
  get isBehind(): boolean {
    return !this.#isEnded && this.#stream.writableLength > MOST_UNREAD;
  }

  get unreadBytes(): number {
    return this.#stream.writableLength;
  }

  get fault(): Buffer | null {
    return this.#fault;
  }

  /** The next message, which stays where it is. */
  peek(): Buffer | undefined {
    return this.#messages[0];
  }

  shift(): void {
    const message = this.#messages.shift();
    if (!message) return;
    this.#waiting -= message.length + MESSAGE_OVERHEAD;
    if (this.#stream.isPaused() && this.#waiting < MOST_WAITING / 2) this.#stream.resume();
  }

  send(bytes: Buffer): void {
    if (!this.#isEnded) this.#stream.write(bytes);
  }

  /** Ends it, after `last` when that can still be sent. */
  end(last?: Buffer): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#messages = [];
    this.#pieces.clear();
    if (!this.#stream.writable) this.#stream.destroy();
    else this.#stream.end(last, () => this.#stream.destroy());
    // What still comes is thrown away: unread, it would hold the end back.
    this.#stream.resume();
    this.#change();
  }

  destroy(): void {
    this.end();
    this.#stream.destroy();
  }

  /** Resolves when a message has come, answers have been read, or it has ended. */
  async change(): Promise<void> {
    await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wake = null;
  }

  #change(): void {
    this.#wake?.();
    this.#onChange();
  }

  #receive(chunk: Buffer): void {
    if (this.#isEnded || this.#fault) return;
    const bytes = this.#pieces.push(chunk);
    if (!bytes) return;
    let start = 0;
    while (start < bytes.length) {
      const length = measureMessage(bytes, start, !this.#isStarted);
      if (Buffer.isBuffer(length)) {
        this.#fault = length;
        break;
      }
      if (length === null || bytes.length - start < length) {
        this.#pieces.keep(bytes.subarray(start), length ?? bytes.length - start + 1);
        break;
      }
      if (!this.#take(bytes.subarray(start, start + length))) break;
      start += length;
    }
    if (this.hasWork) this.#change();
  }

  /** Whether it goes on after this one. */
  #take(message: Buffer): boolean {
    if (!this.#isStarted && !this.#isStart(message)) return !this.#isEnded;
    if (this.#isStarted && IGNORED.has(letterOf(message))) return true;
    this.#isStarted = true;
    this.#messages.push(message);
    this.#waiting += message.length + MESSAGE_OVERHEAD;
    if (this.#waiting > MOST_WAITING) this.#stream.pause();
    return true;
  }

  /** Answers what a client may ask before it begins. */
  #isStart(message: Buffer): boolean {
    const code = message.readInt32BE(4);
    if (code >> 16 === PROTOCOL_MAJOR) {
      if (readStart(message)) return true;
      this.end(encodeError('FATAL', '08P01', 'invalid startup packet layout'));
    } else if (code === SSL_REQUEST || code === GSS_REQUEST) this.#stream.write('N');
    // A request to cancel: nothing here can be interrupted, and it is never answered.
    else if (code === CANCEL_REQUEST) this.end();
    else this.end(encodeError('FATAL', '0A000', 'unsupported frontend protocol: this server speaks version 3'));
    return false;
  }
}
