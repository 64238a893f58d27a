import type { Answer, Executor } from './bridge-execution.ts';
import type { Session, SharedSession, Statement, Turn } from './bridge-session.ts';
import { CLIENT, encode, letterOf, neutralizeStart, readText, SERVER } from './protocol.ts';
import { readNamed } from './session-state.ts';
import { ownName, readStatementName, rename } from './statement-names.ts';

/*
 * The messages of a connection, made such that the session which it shares with others does with them what its own would.
 */

const BATCH_SIZE = 2 ** 20;

/**
 * Follows every statement: PGlite cannot wait for the data of a COPY FROM STDIN, and this is the answer that it finds
 * instead. Where nothing is being copied, the protocol lets a server ignore it.
 */
const NO_COPY = encode(
  CLIENT.copyFail,
  'the embedded database takes no data by COPY: insert the rows, or use a PostgreSQL server',
);
/** After these the server has answered everything. */
const ENDS = new Set<string>([CLIENT.query, CLIENT.sync, CLIENT.functionCall]);
const ENDS_SKIPPING = new Set<string>([CLIENT.sync, CLIENT.terminate]);

/** Messages that are run in one go. */
export interface Batch {
  parts: Buffer[];
  size: number;
  /** The server says after it that it is ready. */
  isWhole: boolean;
  /** What each Parse and Close means once it has been done, in order: each has one entry, be it an empty one. */
  done: (() => void)[];
  parsed: Map<string, Statement>;
}

/** Takes the messages of connections for the session, as many at once as can be run in one go. */
export class BatchReader {
  readonly #shared: SharedSession;
  readonly #executor: Executor;

  constructor(shared: SharedSession, executor: Executor) {
    this.#shared = shared;
    this.#executor = executor;
  }

  /** The next messages that can be run in one go; null when the connection has none any more. */
  async next(turn: Turn): Promise<Batch | null> {
    const { session } = turn;
    const { connection } = session;
    for (;;) {
      // Here everybody waits for one client in the middle of its transaction.
      while (!connection.peek() && connection.isOpen) await connection.change();
      const message = connection.peek();
      if (!turn.skips || !message || ENDS_SKIPPING.has(letterOf(message))) break;
      connection.shift();
    }
    turn.skips = false;

    const batch: Batch = { parts: [], size: 0, isWhole: false, done: [], parsed: new Map() };
    for (let message = connection.peek(); message; message = connection.peek()) {
      if (message[0] === 0) {
        connection.shift();
        batch.parts.push(neutralizeStart(message));
        batch.size = message.length;
        batch.isWhole = true;
        // Alone: PGlite would keep what comes with it, and run it in the turn of another.
        break;
      }
      const letter = letterOf(message);
      if (letter === CLIENT.terminate) break;
      if (batch.size > 0 && batch.size + message.length > BATCH_SIZE) break;
      // Not heeded when what is before it fails.
      if (batch.size > 0 && ENDS.has(letter) && letter !== CLIENT.sync) break;
      const missing = this.#findMissing(turn, letter, message, batch);
      if (missing) {
        if (batch.size > 0) break;
        const { error } = await missing();
        turn.skips = error !== null;
        if (turn.skips) return await this.next(turn);
      }
      connection.shift();
      const parts = this.#translate(turn, letter, message, batch);
      batch.parts.push(...parts);
      for (const part of parts) batch.size += part.length;
      batch.isWhole = ENDS.has(letter);
      if (batch.isWhole) break;
    }
    if (batch.size > 0) return batch;
    connection.end(connection.fault ?? undefined);
    return null;
  }

  /** What has to be done first, when the session has not the statement that a message speaks of, or another's. */
  #findMissing(turn: Turn, letter: string, message: Buffer, batch: Batch): (() => Promise<Answer>) | null {
    const { session } = turn;
    const name = readStatementName(letter, message);
    if (!name || letter === CLIENT.parse || batch.parsed.has(name.text)) return null;
    const { connection } = session;
    const isNamed = name.text !== '';
    const statement = session.statements.get(name.text);
    if (!statement) {
      if (isNamed) return null;
      this.#shared.unnamed = null;
      return () =>
        this.#executor.execute(encode(CLIENT.close, 'S'), {
          connection,
          turn,
          hidden: SERVER.closeComplete,
          isWhole: false,
        });
    }
    if (isNamed ? statement.isThere : statement === this.#shared.unnamed) return null;
    const done = [() => this.#shared.keepStatement(statement, isNamed)];
    return () =>
      this.#executor.execute(statement.parse, { connection, turn, hidden: SERVER.parseComplete, done, isWhole: false });
  }

  /** The message as the session is to get it: with a name of the statement that no other connection has. */
  #translate(turn: Turn, letter: string, message: Buffer, batch: Batch): Buffer[] {
    const { session } = turn;
    if (letter === CLIENT.execute) {
      session.channels.execute(readText(message, 5)?.text ?? '');
      return [message, NO_COPY];
    }
    if (letter === CLIENT.functionCall) this.#shared.isClean = turn.givesBack = false;
    if (letter === CLIENT.query) {
      const text = readText(message, 5)?.text ?? '';
      session.channels.expect(this.#shared.expect(turn, text));
      // As in any session, the unnamed statement ends with the next simple query.
      session.statements.delete('');
      this.#shared.unnamed = null;
      const renamed = this.#renameNamed(session, text, batch);
      return [renamed === null ? message : encode(CLIENT.query, renamed), NO_COPY];
    }
    if (letter === CLIENT.close) {
      const closed = readStatementName(letter, message);
      batch.done.push(() => closed && session.statements.delete(closed.text));
    }
    const name = readStatementName(letter, message);
    if (!name) return [message];
    const own = ownName(session, name.text);
    if (letter === CLIENT.parse) {
      const text = readText(message, name.end);
      if (!text) return [message];
      const parts = rename(message, name, own);
      const renamed = this.#renameNamed(session, text.text, batch);
      const parse =
        renamed === null ? Buffer.concat(parts) : encode(CLIENT.parse, own, renamed, message.subarray(text.end));
      // What is wrong takes the one before away as well; what comes after a mistake does nothing.
      if (!name.text) this.#shared.unnamed = null;
      const statement = { parse, text: text.text, isThere: false };
      batch.parsed.set(name.text, statement);
      batch.done.push(() => {
        session.statements.set(name.text, statement);
        this.#shared.keepStatement(statement, name.text !== '');
      });
      return [parse];
    }
    if (letter === CLIENT.bind) {
      const statement = batch.parsed.get(name.text) ?? session.statements.get(name.text);
      session.channels.bind(readText(message, 5)?.text ?? '', this.#shared.expect(turn, statement?.text ?? ''));
    }
    return rename(message, name, own);
  }

  /** A text that runs a prepared statement of the connection or takes it away, with the name that the session has for it. */
  #renameNamed(session: Session, text: string, { parsed }: Batch): string | null {
    const named = readNamed(text);
    const isOwn = named !== null && (session.statements.has(named.name) || parsed.has(named.name));
    return isOwn ? named.rename(ownName(session, named.name)) : null;
  }
}
