/*
 * Messages of PostgreSQL's protocol: a letter (which the first one of a client lacks), the length, the body.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */

export const PROTOCOL_MAJOR = 3;
export const CANCEL_REQUEST = 80_877_102;
export const SSL_REQUEST = 80_877_103;
export const GSS_REQUEST = 80_877_104;

/** What a client sends, by the letter of the message. */
export const CLIENT = {
  bind: 'B',
  close: 'C',
  copyData: 'd',
  copyDone: 'c',
  copyFail: 'f',
  describe: 'D',
  execute: 'E',
  flush: 'H',
  functionCall: 'F',
  parse: 'P',
  query: 'Q',
  sync: 'S',
  terminate: 'X',
} as const;

/** What a server sends, as far as somebody here looks at it. */
export const SERVER = {
  closeComplete: '3',
  commandComplete: 'C',
  copyInResponse: 'G',
  dataRow: 'D',
  error: 'E',
  notification: 'A',
  parameterStatus: 'S',
  parseComplete: '1',
  ready: 'Z',
} as const;

const LETTERS = new Set<string>(Object.values(CLIENT));
/** Those that may be long; a real server takes at most 10,000 bytes of any other, and of the first one. */
const LONG = new Set<string>([CLIENT.parse, CLIENT.bind, CLIENT.query, CLIENT.functionCall, CLIENT.copyData]);
const LONGEST_SHORT_MESSAGE = 10_000;
export const LONGEST_MESSAGE = 256 * 2 ** 20;

export const letterOf = (message: Buffer): string => String.fromCharCode(message[0] ?? 0);

/** A text of a message that ends in a zero byte, and where what follows it begins; null when it does not end. */
export function readText(message: Buffer, start: number): { text: string; end: number } | null {
  const zero = message.indexOf(0, start);
  return zero < 0 ? null : { text: message.toString('utf8', start, zero), end: zero + 1 };
}

/** A message of its letter and body; texts get their zero byte. */
export function encode(letter: string, ...parts: (string | Buffer)[]): Buffer {
  const body = parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part));
  const head = Buffer.alloc(5);
  head.write(letter, 0, 'latin1');
  head.writeInt32BE(
    body.reduce((length, part) => length + part.length, 4),
    1,
  );
  return Buffer.concat([head, ...body]);
}

/** The server's message that something failed; after a fatal one it ends the connection. */
export function encodeError(severity: 'ERROR' | 'FATAL', code: string, text: string): Buffer {
  return encode(SERVER.error, `S${severity}`, `V${severity}`, `C${code}`, `M${text}`, Buffer.from([0]));
}

/** The fields of a server's error by their letter: `M` is what it says. */
export function readError(message: Buffer): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 5; at < message.length && message[at] !== 0;) {
    const field = readText(message, at + 1);
    if (!field) break;
    fields.set(String.fromCharCode(message[at] ?? 0), field.text);
    at = field.end;
  }
  return fields;
}

/** The pairs of texts in a client's first message; null when it is not made as it should be. */
export function readStart(message: Buffer): [name: string, value: string][] | null {
  const pairs: [string, string][] = [];
  for (let at = 8; ;) {
    const name = readText(message, at);
    if (!name) return null;
    if (name.text === '') return name.end === message.length ? pairs : null;
    const value = readText(message, name.end);
    if (!value) return null;
    pairs.push([name.text, value.text]);
    at = value.end;
  }
}

/**
 * A client's first message with no more in it than decides how the protocol goes on: over anything else the server may
 * end, and the embedded one is one for all.
 */
export function neutralizeStart(message: Buffer): Buffer {
  const pairs = (readStart(message) ?? []).filter(([name]) => name.startsWith('_pq_.'));
  const texts = [['user', 'postgres'], ...pairs].flat().map((text) => `${text}\0`);
  const start = Buffer.concat([message.subarray(0, 8), Buffer.from(`${texts.join('')}\0`)]);
  start.writeInt32BE(start.length);
  return start;
}

/**
 * How long the client's message is that begins at `start`, as far as can be told: null while its head is not there, and
 * an error for the client when no server would go on with it.
 */
export function measureMessage(bytes: Buffer, start: number, isFirst: boolean): number | null | Buffer {
  const header = isFirst ? 0 : 1;
  const letter = bytes.length > start ? String.fromCharCode(bytes[start] ?? 0) : '';
  if (!isFirst && letter && !LETTERS.has(letter))
    return encodeError('FATAL', '08P01', `invalid frontend message type ${bytes[start] ?? 0}`);
  if (bytes.length - start < header + 4) return null;
  const length = bytes.readInt32BE(start + header);
  const least = isFirst ? 8 : 4;
  const most = LONG.has(letter) && !isFirst ? LONGEST_MESSAGE : LONGEST_SHORT_MESSAGE;
  return length < least || length > most ? encodeError('FATAL', '08P01', 'invalid message length') : length + header;
}

/** Bytes that arrive in pieces, put together no sooner than they are needed: once for each message, however long. */
export class Pieces {
  #pieces: Buffer[] = [];
  #size = 0;
  #wanted = 0;

  /** Everything that has not been used yet, or null while that is less than what is wanted. */
  push(piece: Buffer): Buffer | null {
    this.#pieces.push(piece);
    this.#size += piece.length;
    if (this.#size < this.#wanted) return null;
    const bytes = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces);
    this.clear();
    return bytes;
  }

  /** What has not been used of the bytes last answered; nothing is answered before there are `wanted` of them. */
  keep(rest: Buffer, wanted: number): void {
    if (rest.length === 0) return;
    this.#pieces = [rest];
    this.#size = rest.length;
    this.#wanted = wanted;
  }

  clear(): void {
    this.#pieces = [];
    this.#size = 0;
    this.#wanted = 0;
  }
}
