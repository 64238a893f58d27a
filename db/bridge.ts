import type { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/*
 * One PGlite is one session of PostgreSQL, and drivers want several. The bridge gives the session to one connection
 * at a time, from its first message until the server is ready for the next query outside of a transaction.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */

const STARTUP = 196_608;
const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;

/** Every type of message that a client may send once it has begun. Any other one ends a real server's process. */
const CLIENT_TYPES = 'BCDEFHPQSXcdfp';
/** A real server takes no longer ones. */
const LONGEST_MESSAGE = 2 ** 30;

const TYPE = { close: 'C', parse: 'P', query: 'Q', sync: 'S', terminate: 'X', notification: 'A', ready: 'Z' } as const;

interface Session {
  stream: Duplex;
  started: boolean;
  unread: Buffer;
  /** Whole messages that wait for the database. */
  messages: Buffer[];
  /** Called when a message arrives or the connection ends. */
  wake: (() => void) | null;
  busy: boolean;
  ended: boolean;
  statements: Set<string>;
  channels: Set<string>;
}

/** Lets many connections use one PGlite, one transaction at a time. */
export class Bridge {
  readonly #pglite: PGlite;
  readonly #sessions = new Set<Session>();
  #turn: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** Serves a connection: the driver's stream of this process, or a socket of another. */
  connect(stream: Duplex): void {
    if (this.#isClosed) {
      stream.destroy();
      return;
    }
    const session: Session = {
      stream,
      started: false,
      unread: Buffer.alloc(0),
      messages: [],
      wake: null,
      busy: false,
      ended: false,
      statements: new Set(),
      channels: new Set(),
    };
    this.#sessions.add(session);
    stream.on('data', (chunk: Buffer) => this.#receive(session, chunk));
    stream.on('error', () => this.#end(session));
    stream.on('end', () => this.#end(session));
    stream.on('close', () => this.#end(session));
  }

  /** Ends every connection; a transaction that is not over is undone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const sessions = [...this.#sessions];
    for (const session of sessions) {
      session.stream.end();
      this.#end(session);
    }
    while (this.#sessions.size > 0) await this.#takeTurn(async () => {});
    for (const session of sessions) session.stream.destroy();
  }

  #receive(session: Session, chunk: Buffer): void {
    session.unread = session.unread.length === 0 ? chunk : Buffer.concat([session.unread, chunk]);
    for (;;) {
      const header = session.started ? 1 : 0;
      if (session.unread.length < header + 4) break;
      const length = header + session.unread.readInt32BE(header);
      const isKnown = !session.started || CLIENT_TYPES.includes(String.fromCharCode(session.unread[0] ?? 0));
      if (!isKnown || length < header + 4 || length > LONGEST_MESSAGE) {
        session.unread = Buffer.alloc(0);
        session.stream.destroy();
        this.#end(session);
        return;
      }
      if (session.unread.length < length) break;
      const message = session.unread.subarray(0, length);
      session.unread = session.unread.subarray(length);
      if (session.started) session.messages.push(message);
      else this.#start(session, message);
    }
    session.wake?.();
    if (!session.busy && session.messages.length > 0) void this.#serve(session);
  }

  #start(session: Session, message: Buffer): void {
    const code = message.readInt32BE(4);
    if (code === STARTUP) {
      session.started = true;
      session.messages.push(message);
    } else if (code === SSL_REQUEST || code === GSS_REQUEST) {
      session.stream.write('N');
    } else {
      // A request to cancel: nothing here can be interrupted.
      session.stream.end();
    }
  }

  #end(session: Session): void {
    if (session.ended) return;
    session.ended = true;
    session.messages.length = 0;
    session.wake?.();
    if (!session.busy) void this.#serve(session);
  }

  async #serve(session: Session): Promise<void> {
    session.busy = true;
    try {
      while (session.messages.length > 0) await this.#takeTurn(() => this.#serveTransaction(session));
      if (session.ended) await this.#takeTurn(() => this.#forget(session));
    } catch (error) {
      session.stream.destroy(error instanceof Error ? error : new Error(String(error)));
      this.#sessions.delete(session);
    } finally {
      session.busy = false;
    }
  }

  #takeTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  async #serveTransaction(session: Session): Promise<void> {
    let status = '';
    while (status !== 'I') {
      const message = session.messages.shift();
      if (!message) {
        if (session.ended) {
          await this.#abandon();
          return;
        }
        await new Promise<void>((resolve) => (session.wake = resolve));
        session.wake = null;
        continue;
      }
      if (String.fromCharCode(message[0] ?? 0) === TYPE.terminate) {
        session.stream.end();
        session.ended = true;
        session.messages.length = 0;
        await this.#abandon();
        return;
      }
      status = await this.#execute(session, this.#observe(session, message));
    }
  }

  /** Runs a message; the answer is the status of the last ReadyForQuery, or empty. */
  async #execute(session: Session | null, message: Buffer): Promise<string> {
    let status = '';
    let unread = Buffer.alloc(0);
    await this.#pglite.runExclusive(() =>
      this.#pglite.execProtocolRawStream(message, {
        onRawData: (data) => {
          unread = Buffer.concat([unread, data]);
          let at = 0;
          let sent = 0;
          const send = (end: number) => {
            if (end > sent && session && !session.stream.writableEnded)
              session.stream.write(unread.subarray(sent, end));
          };
          while (unread.length - at >= 5) {
            const end = at + 1 + unread.readInt32BE(at + 1);
            if (end > unread.length) break;
            const type = String.fromCharCode(unread[at] ?? 0);
            if (type === TYPE.ready) status = String.fromCharCode(unread[at + 5] ?? 0);
            if (type === TYPE.notification) {
              send(at);
              sent = end;
              this.#notify(unread.subarray(at, end));
            }
            at = end;
          }
          send(at);
          unread = Buffer.from(unread.subarray(at));
        },
      }),
    );
    return status;
  }

  /** Leaves whatever transaction or half-sent query a connection left behind. */
  async #abandon(): Promise<void> {
    await this.#execute(null, encode(TYPE.sync));
    await this.#execute(null, encode(TYPE.query, 'ROLLBACK'));
  }

  /** Takes the prepared statements of an ended connection out of the session, where they would pile up. */
  async #forget(session: Session): Promise<void> {
    session.channels.clear();
    for (const name of session.statements) await this.#execute(null, encode(TYPE.close, `S${name}`));
    if (session.statements.size > 0) await this.#execute(null, encode(TYPE.sync));
    // Last: the database is closed when there is no connection left.
    this.#sessions.delete(session);
  }

  /** Takes note of prepared statements and of LISTEN, which belong to a connection and not to the session. */
  #observe(session: Session, message: Buffer): Buffer {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type !== TYPE.parse && type !== TYPE.query) return message;
    const nameEnd = type === TYPE.parse ? message.indexOf(0, 5) : 4;
    const name = type === TYPE.parse ? message.toString('utf8', 5, nameEnd) : '';
    if (name) session.statements.add(name);

    const textStart = nameEnd + 1;
    const head = message.toString('utf8', textStart, Math.min(message.length, textStart + 200));
    const found = /^\s*(un)?listen\s+("(?:[^"]|"")+"|[\w$]+|\*)/i.exec(head);
    if (!found?.[2]) return message;
    const channel = found[2].startsWith('"') ? found[2].slice(1, -1).replaceAll('""', '"') : found[2].toLowerCase();
    if (!found[1]) {
      session.channels.add(channel);
      return message;
    }
    if (channel === '*') session.channels.clear();
    else session.channels.delete(channel);
    const others = [...this.#sessions].some((other) => other.channels.has(channel) || channel === '*');
    if (!others) return message;
    // Somebody else still listens: to leave the word out keeps the session's LISTEN and answers all the same.
    const text = message.toString('utf8', textStart, message.indexOf(0, textStart));
    const kept = channel === '*' ? '' : text.replace(/^\s*un/i, '');
    return type === TYPE.query
      ? encode(TYPE.query, kept)
      : encode(TYPE.parse, `${name}\0${kept}`, message.subarray(message.indexOf(0, textStart) + 1));
  }

  #notify(message: Buffer): void {
    const channel = message.toString('utf8', 9, message.indexOf(0, 9));
    for (const session of this.#sessions) {
      if (session.channels.has(channel) && !session.stream.writableEnded) session.stream.write(message);
    }
  }
}

/** A message of the frontend: its type, a text that ends in a zero byte, more bytes. */
function encode(type: string, text?: string, rest: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(text === undefined ? '' : `${text}\0`), rest]);
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
