/*
 * Messages of PostgreSQL's protocol: a letter (missing in the first message of a client), the length, the body.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */

/** The letters of the client's messages that are handled here. */
export const CLIENT = { execute: 'E', parse: 'P', query: 'Q', sync: 'S', terminate: 'X' } as const;

/** The maximum length of a message of a client, in bytes. */
const MAX_MESSAGE = 256 * 2 ** 20;

const VERSION_3 = 3 << 16;

export const letterOf = (message: Buffer): string => String.fromCharCode(message[0] ?? 0);

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** A message; strings get their zero byte. */
export function encode(letter: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)));
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body]);
}

/** An error of the server; the client expects the connection to end after a fatal one. */
export const encodeError = (severity: 'ERROR' | 'FATAL', code: string, text: string): Buffer =>
  encode('E', `S${severity}`, `V${severity}`, `C${code}`, `M${text}`, Buffer.from([0]));

/** A field of the server's error by its letter: S is the severity, C the code, M the message. */
export const readErrorField = (message: Buffer, field: string): string =>
  message
    .toString('utf8', 5)
    .split('\0')
    .find((text) => text.startsWith(field))
    ?.slice(1) ?? '';

/** The first message of a client that connects. */
export const STARTUP = encode('', int32(VERSION_3), 'user', 'postgres', '');

/** Splits the bytes of a client into messages. */
export class MessageReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = 0;
  /** Whether the next message is the first, which lacks a letter. */
  isStarting = true;

  /** Adds a chunk, and yields the complete messages. */
  *push(chunk: Buffer): Generator<Buffer> {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // The chunks of a long message are joined once.
    if (this.#size < this.#needed) return;
    let rest = Buffer.concat(this.#chunks.splice(0));
    let length = this.#measure(rest);
    while (rest.length >= length) {
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
      length = this.#measure(rest);
    }
    this.#chunks = [rest];
    this.#size = rest.length;
    this.#needed = length;
  }

  /** The length of the first message, or of its header while that is incomplete. */
  #measure(bytes: Buffer): number {
    const start = this.isStarting ? 0 : 1;
    if (bytes.length < start + 4) return start + 4;
    const length = bytes.readInt32BE(start);
    if (length < 4 || length > MAX_MESSAGE) throw new Error(`Invalid message length: ${length}.`);
    return start + length;
  }
}

/** The messages of the server in an answer. */
export function* splitAnswer(answer: Buffer): Generator<Buffer> {
  for (let start = 0; start < answer.length;) {
    const end = start + 1 + answer.readInt32BE(start + 1);
    yield answer.subarray(start, end);
    start = end;
  }
}
