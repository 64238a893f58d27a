import { connect, type Socket } from 'node:net';

/**
 * One connection to a PostgreSQL server without a password, with the simple query protocol. It does not reconnect: when the
 * connection is lost, the query fails, and its outcome is unknown.
 */
export class PlainClient {
  readonly #socket: Socket;
  #pending = Buffer.alloc(0);
  #rows: (string | null)[][] = [];
  #error: Error | null = null;
  #waiting: PromiseWithResolvers<(string | null)[][]> | null = null;
  #isLost = false;
  readonly #timeout: number;

  private constructor(socket: Socket, timeout: number) {
    this.#socket = socket;
    this.#timeout = timeout;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#isLost = true;
      this.#waiting?.reject(new Error('The connection was lost.', { cause: this.#error }));
    });
  }

  /** `timeout`: the connection counts as lost if the server does not respond within this time, in ms. */
  static async connect(url: string, timeout = Infinity): Promise<PlainClient> {
    const { hostname, port, username, pathname } = new URL(url);
    const client = new PlainClient(connect(Number(port), hostname), timeout);
    const parameters = ['user', username, 'database', pathname.slice(1), 'application_name', 'plain client'];
    const body = Buffer.from(`\0\x03\0\0${parameters.join('\0')}\0\0`, 'latin1');
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    await client.#send(Buffer.concat([length, body]));
    return client;
  }

  /** Runs one or more SQL statements. Returns all rows with their values as text. */
  async query(text: string): Promise<(string | null)[][]> {
    const body = Buffer.from(`${text}\0`);
    const head = Buffer.from('Q\0\0\0\0', 'latin1');
    head.writeInt32BE(body.length + 4, 1);
    return await this.#send(Buffer.concat([head, body]));
  }

  close(): void {
    this.#socket.destroy();
  }

  async #send(message: Buffer): Promise<(string | null)[][]> {
    if (this.#isLost) throw new Error('The connection was lost.', { cause: this.#error });
    if (this.#waiting) throw new Error('A query is under way on this connection.');
    this.#rows = [];
    this.#error = null;
    const waiting = (this.#waiting = Promise.withResolvers());
    this.#socket.write(message);
    const timer = this.#timeout === Infinity ? undefined : setTimeout(() => this.#socket.destroy(), this.#timeout);
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
      this.#waiting = null;
    }
  }

  #read(chunk: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    while (this.#pending.length >= 5) {
      const end = this.#pending.readInt32BE(1) + 1;
      if (this.#pending.length < end) return;
      this.#take(String.fromCharCode(this.#pending[0] ?? 0), this.#pending.subarray(5, end));
      this.#pending = this.#pending.subarray(end);
    }
  }

  #take(type: string, body: Buffer): void {
    if (type === 'D') this.#rows.push(readRow(body));
    else if (type === 'E') this.#error = new Error(readMessage(body));
    else if (type === 'Z') {
      if (this.#error) this.#waiting?.reject(this.#error);
      else this.#waiting?.resolve(this.#rows);
    }
  }
}

function readRow(body: Buffer): (string | null)[] {
  const row: (string | null)[] = [];
  let at = 2;
  for (let count = body.readInt16BE(0); count > 0; count -= 1) {
    const length = body.readInt32BE(at);
    at += 4;
    row.push(length === -1 ? null : body.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return row;
}

/** The field `M` of an error: its message. */
const readMessage = (body: Buffer) => /(?:^|\0)M([^\0]*)/.exec(body.toString())?.[1] ?? 'unknown error';
