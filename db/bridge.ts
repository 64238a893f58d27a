import type { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { BridgeConnection } from './bridge-connection.ts';
import { Channels } from './channels.ts';
import { guard } from './guard.ts';
import {
  CLIENT,
  encode,
  encodeError,
  letterOf,
  neutralizeStart,
  Pieces,
  readError,
  readText,
  SERVER,
} from './protocol.ts';
import { CommitGate, NEEDED, type Room } from './room.ts';
import {
  quoteIdentifier,
  keepReadOnly,
  ONLY_READ,
  READ_NAMES,
  READ_SHARED,
  readEffects,
  readNamed,
  readSettings,
  readShared,
  readStartSettings,
  RESET,
  writeSettings,
  type Effects,
  type Shared,
  type Step,
} from './session-state.ts';
import { nameAsClient, ownName, readStatementName, rename } from './statement-names.ts';

/*
 * One PGlite is one session of PostgreSQL, and drivers want several. The bridge gives the session to one connection
 * at a time, from its first message until the server is ready for the next query outside of a transaction: its turn.
 * What belongs to a session and outlives a transaction is the connection's own (prepared statements, settings, LISTEN)
 * or ends with the turn (temporary tables, cursors WITH HOLD, locks of the session, statements prepared by SQL).
 */

const BATCH_SIZE = 2 ** 20;
const LONGEST_REMEMBERED = 10_000;
/** PostgreSQL alone keeps its log whole until it ends: after so many segments it is told to give back what it can. */
const LONG_LOG = 4;

const NOTHING = Buffer.alloc(0);
const SYNC = encode(CLIENT.sync);
/**
 * Follows every statement: PGlite cannot wait for the data of a COPY FROM STDIN, and this is the answer that it finds
 * instead. Where nothing is being copied, the protocol lets a server ignore it.
 */
const NO_COPY = encode(
  CLIENT.copyFail,
  'the embedded database takes no data by COPY: insert the rows, or use a PostgreSQL server',
);

/** The flags by which a PostgreSQL is asked, while it runs a statement, to give it up. */
const InterruptsSchema = v.object({
  HEAPU8: v.instance(Uint8Array),
  _InterruptPending: v.number(),
  _QueryCancelPending: v.number(),
});

export interface BridgeLimits {
  /** The longest answer to one message: PGlite cannot wait while it is being read, so it is all in memory. */
  longestAnswer: number;
  /** How long others wait, in milliseconds, for one that has a transaction open and does not read its answers. */
  unreadFor: number;
}

/** Told once, when the session is broken: nothing can be run in it any more. */
export type OnBroken = (cause: unknown) => void;

export const LIMITS: BridgeLimits = { longestAnswer: 256 * 2 ** 20, unreadFor: 60_000 };

/** A prepared statement of a connection, which can be prepared again when the session has lost it. */
interface Statement {
  parse: Buffer;
  text: string;
  /** The session has it, unless something was done that nobody saw. */
  isThere: boolean;
}

interface Session {
  readonly id: number;
  readonly connection: BridgeConnection;
  /** By the names that the connection gave them; the empty name is one like any other. */
  readonly statements: Map<string, Statement>;
  readonly channels: Channels;
  /** Its own settings, as SQL that sets them again. */
  settings: string;
  isServed: boolean;
}

/** What a turn has done to the session, beyond its transaction. */
interface Turn {
  session: Session;
  settings: boolean;
  leaves: boolean;
  /** After an error in the middle of a query of many messages the server heeds nothing before the next Sync. */
  skips: boolean;
  /** Nothing but what takes tables and rows away has been asked. */
  givesBack: boolean;
}

/** Messages that are run in one go. */
interface Batch {
  parts: Buffer[];
  size: number;
  /** The server says after it that it is ready. */
  isWhole: boolean;
  /** What each Parse and Close means once it has been done, in order: each has one entry, be it an empty one. */
  done: (() => void)[];
  parsed: Map<string, Statement>;
}

interface Run {
  connection?: BridgeConnection;
  turn?: Turn;
  /** Called in turn for each ParseComplete and CloseComplete. */
  done?: (() => void)[];
  /** The letter of what the connection has not asked for. */
  hidden?: string;
  /** The server says afterwards that it is ready; else it waits for more. */
  isWhole?: boolean;
}

interface Answer {
  /** Of the last ReadyForQuery: `I` outside of a transaction. Empty when there was none. */
  status: string;
  error: string | null;
  /** The first column, when nobody else gets the rows. */
  rows: string[];
  isTooLong: boolean;
  /** It was stopped, because the log of changes grew into the room that is kept free for it. */
  isStopped: boolean;
}

/** Lets many connections use one PGlite, one transaction at a time. */
export class Bridge {
  readonly #pglite: PGlite;
  readonly #limits: BridgeLimits;
  readonly #sessions = new Set<Session>();
  readonly #connections = new Set<BridgeConnection>();
  /** By text: few texts come again and again. */
  readonly #effects = new LRUCache<string, Effects>({ max: 1000 });
  #turn: Promise<void> = Promise.resolve();
  #isClosed = false;
  #isBroken = false;
  #lastId = 0;
  /** Who had the last turn; null when all has been cleared away after it. */
  #owner: Session | null = null;
  /** Nothing in the session is anybody's own. */
  #isClean = true;
  /** Which functions do nothing but compute; null when that may have changed. */
  #names: ReadonlySet<string> | null = null;
  /** The statement that is the session's unnamed one; null when it may be any or none. */
  #unnamed: Statement | null = null;

  /** Only reading is allowed: there is no room to write. */
  #isReadOnly = false;
  readonly #onBroken: OnBroken;
  readonly #room: Room | null;
  readonly #gate: CommitGate | null;

  constructor(
    pglite: PGlite,
    limits: Partial<BridgeLimits> = {},
    onBroken: OnBroken = () => {},
    room: Room | null = null,
  ) {
    this.#pglite = pglite;
    this.#room = room;
    this.#limits = { ...LIMITS, ...limits };
    this.#onBroken = onBroken;
    this.#gate = room && new CommitGate(pglite.Module);
    guard(pglite, (cause) => this.#break(cause));
  }

  /** The session cannot be used any more, not even to end it in order. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Serves a connection: the driver's stream of this process, or a socket of another. */
  connect(stream: Duplex): void {
    if (this.#isClosed) {
      stream.destroy();
      return;
    }
    const connection = new BridgeConnection(stream, () => {
      if (!session.isServed) void this.#serve(session);
    });
    const session: Session = {
      id: (this.#lastId += 1),
      connection,
      statements: new Map(),
      channels: new Channels(),
      settings: '',
      isServed: false,
    };
    this.#sessions.add(session);
    this.#connections.add(connection);
    stream.once('close', () => this.#connections.delete(connection));
  }

  /** Ends every connection; a transaction that is not over is undone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const connection of this.#connections) connection.end();
    while (this.#sessions.size > 0) await this.#takeTurn(async () => {});
    for (const connection of this.#connections) connection.destroy();
  }

  async #serve(session: Session): Promise<void> {
    const { connection } = session;
    session.isServed = true;
    try {
      while (connection.hasWork) {
        // Nobody waits for a client that reads slowly between its turns.
        if (connection.isBehind) await connection.change();
        else await this.#takeTurn(() => this.#serveTurn(session));
      }
      if (connection.isEnded) await this.#takeTurn(() => this.#forget(session));
    } catch (error) {
      connection.end(encodeError('FATAL', 'XX000', error instanceof Error ? error.message : String(error)));
      this.#sessions.delete(session);
    } finally {
      session.isServed = false;
    }
  }

  #break(cause: unknown): void {
    if (this.#isBroken) return;
    this.#isBroken = this.#isClosed = true;
    const last = encodeError('FATAL', '57P02', 'the embedded database broke while it worked, and has to start again');
    for (const connection of this.#connections) connection.end(last);
    this.#onBroken(cause);
  }

  #takeTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  async #serveTurn(session: Session): Promise<void> {
    const { connection } = session;
    // A Flush that belongs to nothing would begin a turn that nothing ends.
    while (letterOf(connection.peek() ?? NOTHING) === CLIENT.flush) connection.shift();
    if (!connection.hasWork) return;

    const turn: Turn = { session, settings: false, leaves: false, skips: false, givesBack: true };
    if (!(await this.#enter(session))) return;
    let status = '';
    while (status !== 'I') {
      const batch = await this.#nextBatch(turn);
      if (!batch) {
        await this.#abandon();
        break;
      }
      status = await this.#run(turn, batch);
      if (connection.isBehind && status !== 'I') await this.#waitForReader(connection);
    }
    await this.#leave(turn);
  }

  /** Makes the session the connection's: nothing of the last one, and its own settings. */
  async #enter(session: Session): Promise<boolean> {
    if (!this.#names) {
      this.#names = new Set((await this.#execute(encode(CLIENT.query, READ_NAMES))).rows);
      this.#effects.clear();
    }
    const isReadOnly = !(await this.#hasRoom());
    if (this.#owner === session && this.#isReadOnly === isReadOnly) return true;
    this.#isReadOnly = isReadOnly;
    if (this.#gate) this.#gate.isShut = isReadOnly;
    const first = session.connection.peek();
    if (first?.[0] === 0) session.settings = readStartSettings(first);
    const settings = session.settings + (isReadOnly ? ONLY_READ : '');
    if (!this.#isClean || settings) {
      const error = await this.#reset(settings);
      if (error !== null) {
        await this.#clear();
        session.connection.end(encodeError('FATAL', '22023', error));
        return false;
      }
    }
    this.#owner = session;
    this.#isClean = !settings;
    await this.#prepareAgain(session);
    return true;
  }

  /** Whether there is room to write, after the log has given back what it needs no more. */
  async #hasRoom(): Promise<boolean> {
    const room = this.#room;
    if (!room) return true;
    const hasRoom = room.has(NEEDED.writing);
    // Reading writes to the log, too.
    if (room.segments < (hasRoom ? LONG_LOG : 1)) return hasRoom;
    await this.#clear();
    await this.#execute(encode(CLIENT.query, 'checkpoint'));
    room.forgetSegments();
    return room.has(NEEDED.writing);
  }

  /** Takes note of what a turn has changed, and ends what cannot be its connection's on the next one. */
  async #leave({ session, settings, leaves }: Turn): Promise<void> {
    if (settings && !session.connection.isEnded) session.settings = await this.#readSettings(session.settings);
    if (settings || leaves) await this.#clear();
  }

  async #clear(): Promise<void> {
    const error = await this.#reset();
    if (error !== null) throw new Error(`The session of the embedded database cannot be reset: ${error}`);
    this.#owner = null;
    this.#isClean = true;
  }

  /** Takes out of the session what is the last owner's, and sets what is the next one's; answers what is wrong with that. */
  async #reset(settings = ''): Promise<string | null> {
    const { rows, error } = await this.#execute(encode(CLIENT.query, `${RESET}; ${READ_SHARED}; ${settings}`));
    // The first row is of the locks.
    if (error === null) await this.#restore(readShared(rows[1]));
    return error;
  }

  /** Puts right what a function or SQL has done to what all connections have in the session. */
  async #restore({ statements, bySql, channels }: Shared): Promise<void> {
    const there = new Set(statements);
    for (const session of this.#sessions) {
      for (const [name, statement] of session.statements) {
        if (!name || !statement.isThere || there.has(ownName(session, name))) continue;
        // Only its owner can have meant this.
        if (session === this.#owner) session.statements.delete(name);
        else statement.isThere = false;
      }
    }
    const heard = new Set([...this.#sessions].flatMap((session) => [...session.channels.heard]));
    const commands = [
      ...bySql.map((name) => `deallocate ${quoteIdentifier(name)};`),
      ...[...heard].filter((channel) => !channels.includes(channel)).map((name) => `listen ${quoteIdentifier(name)};`),
    ];
    if (commands.length > 0) await this.#execute(encode(CLIENT.query, commands.join('')));
  }

  /** Gives a connection its statements back that another has taken away; one that fails does so again when it is used. */
  async #prepareAgain({ statements }: Session): Promise<void> {
    for (const [name, statement] of statements) {
      if (!name || statement.isThere) continue;
      const done = [() => this.#keepStatement(statement, true)];
      await this.#execute(Buffer.concat([statement.parse, SYNC]), { done });
    }
  }

  async #readSettings(before: string): Promise<string> {
    const { rows, error } = await this.#execute(encode(CLIENT.query, readSettings({ isReadOnly: this.#isReadOnly })));
    if (error !== null) throw new Error(`The settings of a connection cannot be read: ${error}`);
    // What the connection itself had set there is not to be told from what was added.
    return writeSettings(rows) + (this.#isReadOnly ? keepReadOnly(before) : '');
  }

  /** The next messages that can be run in one go; null when the connection has none any more. */
  async #nextBatch(turn: Turn): Promise<Batch | null> {
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
        if (turn.skips) return await this.#nextBatch(turn);
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
      this.#unnamed = null;
      return () =>
        this.#execute(encode(CLIENT.close, 'S'), { connection, turn, hidden: SERVER.closeComplete, isWhole: false });
    }
    if (isNamed ? statement.isThere : statement === this.#unnamed) return null;
    const done = [() => this.#keepStatement(statement, isNamed)];
    return () =>
      this.#execute(statement.parse, { connection, turn, hidden: SERVER.parseComplete, done, isWhole: false });
  }

  #keepStatement(statement: Statement, isNamed: boolean): void {
    statement.isThere = true;
    if (!isNamed) this.#unnamed = statement;
  }

  /** The message as the session is to get it: with a name of the statement that no other connection has. */
  #translate(turn: Turn, letter: string, message: Buffer, batch: Batch): Buffer[] {
    const { session } = turn;
    if (letter === CLIENT.execute) {
      session.channels.execute(readText(message, 5)?.text ?? '');
      return [message, NO_COPY];
    }
    if (letter === CLIENT.functionCall) this.#isClean = turn.givesBack = false;
    if (letter === CLIENT.query) {
      const text = readText(message, 5)?.text ?? '';
      session.channels.expect(this.#expect(turn, text));
      // As in any session, the unnamed statement ends with the next simple query.
      session.statements.delete('');
      this.#unnamed = null;
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
      if (!name.text) this.#unnamed = null;
      const statement = { parse, text: text.text, isThere: false };
      batch.parsed.set(name.text, statement);
      batch.done.push(() => {
        session.statements.set(name.text, statement);
        this.#keepStatement(statement, name.text !== '');
      });
      return [parse];
    }
    if (letter === CLIENT.bind) {
      const statement = batch.parsed.get(name.text) ?? session.statements.get(name.text);
      session.channels.bind(readText(message, 5)?.text ?? '', this.#expect(turn, statement?.text ?? ''));
    }
    return rename(message, name, own);
  }

  /** A text that runs a prepared statement of the connection or takes it away, with the name that the session has for it. */
  #renameNamed(session: Session, text: string, { parsed }: Batch): string | null {
    const named = readNamed(text);
    const isOwn = named !== null && (session.statements.has(named.name) || parsed.has(named.name));
    return isOwn ? named.rename(ownName(session, named.name)) : null;
  }

  /** Takes note of what a statement may do that is about to run; answers what it may do to channels. */
  #expect(turn: Turn, text: string): Step[] {
    const { isPlain, settings, leaves, steps } = this.#readEffects(text);
    if (!isPlain) this.#isClean = false;
    turn.settings ||= settings;
    turn.leaves ||= leaves;
    const named = isPlain ? null : readNamed(text);
    const run = named?.isRun && turn.session.statements.get(named.name);
    // One that runs another is refused when it is run.
    if (run && !readNamed(run.text)?.isRun) return this.#expect(turn, run.text);
    turn.givesBack &&= GIVES_BACK.test(text);
    return steps;
  }

  #readEffects(text: string): Effects {
    const known = this.#effects.get(text);
    if (known) return known;
    const effects = readEffects(text, this.#names);
    if (this.#names && text.length <= LONGEST_REMEMBERED) this.#effects.set(text, effects);
    return effects;
  }

  /** What the answer to a command says that it did, whatever its text was. */
  #observe(turn: Turn, tag: string): void {
    if (!/^(SELECT|INSERT|UPDATE|DELETE|MERGE|COPY|BEGIN|COMMIT|ROLLBACK|SET|LISTEN)\b/.test(tag)) {
      this.#names = null;
    }
    turn.session.channels.observe(tag);
    if (SETS.has(tag)) turn.settings = true;
    if (LEAVES.has(tag)) turn.leaves = true;
  }

  async #run(turn: Turn, batch: Batch): Promise<string> {
    const { status, error } = await this.#execute(Buffer.concat(batch.parts), {
      connection: turn.session.connection,
      turn,
      done: batch.done,
      isWhole: batch.isWhole,
    });
    turn.skips = status === '' && error !== null;
    return status;
  }

  /** Runs messages. Without a connection nobody gets the answer but the caller. */
  async #execute(messages: Buffer, { connection, turn, done = [], hidden, isWhole = true }: Run = {}): Promise<Answer> {
    if (this.#isBroken) throw new Error('The embedded database is broken.');
    const answer: Answer = { status: '', error: null, rows: [], isTooLong: false, isStopped: false };
    const isStart = messages[0] === 0;
    // A simple query takes it away.
    if (!connection) this.#unnamed = null;

    /** Looks at one message; the answer is what the client gets in its place, if not itself. */
    const look = (letter: string, message: Buffer): Buffer | null => {
      switch (letter) {
        case SERVER.dataRow:
          if (!connection) answer.rows.push(readFirstColumn(message));
          break;
        case SERVER.ready:
          answer.status = String.fromCharCode(message[5] ?? 0);
          turn?.session.channels.end(answer.status === 'I');
          break;
        case SERVER.commandComplete:
          if (turn) this.#observe(turn, readText(message, 5)?.text ?? '');
          break;
        case SERVER.parameterStatus:
          if (turn && !isStart) turn.settings = true;
          break;
        case SERVER.parseComplete:
        case SERVER.closeComplete:
          done.shift()?.();
          break;
        case SERVER.error:
          answer.error = readError(message).get('M') ?? '';
          turn?.session.channels.fail();
          if (answer.isTooLong) return this.#tooLong();
          return (
            this.#explainShortage(readError(message).get('C') ?? '', answer) ??
            (turn ? nameAsClient(turn.session, message) : null)
          );
        case SERVER.notification:
          turn?.session.channels.notify();
          this.#notify(message);
          return NOTHING;
        case SERVER.copyInResponse:
          // What follows is the error that NO_COPY makes: to the client, the one answer to its statement.
          return NOTHING;
      }
      return letter === hidden ? NOTHING : null;
    };

    const pieces = new Pieces();
    let size = 0;
    const read = (data: Uint8Array) => {
      if (this.#isBroken) return;
      size += data.length;
      if (connection && !answer.isTooLong && size > this.#limits.longestAnswer) {
        answer.isTooLong = true;
        this.#interrupt(true);
      }
      // A copy: what is handed over is memory of the database.
      const bytes = pieces.push(Buffer.from(data));
      if (!bytes) return;
      let at = 0;
      let sent = 0;
      while (bytes.length - at >= 5) {
        const end = at + 1 + bytes.readInt32BE(at + 1);
        if (end > bytes.length) break;
        const instead = look(String.fromCharCode(bytes[at] ?? 0), bytes.subarray(at, end));
        if (instead) {
          if (at > sent) connection?.send(bytes.subarray(sent, at));
          if (instead.length > 0) connection?.send(instead);
          sent = end;
        }
        at = end;
      }
      if (at > sent) connection?.send(bytes.subarray(sent, at));
      const rest = bytes.subarray(at);
      pieces.keep(rest, rest.length < 5 ? 5 : 1 + rest.readInt32BE(1));
    };

    if (this.#gate && connection && !turn?.givesBack) {
      this.#gate.onRefused = () => {
        answer.isStopped = true;
        this.#interrupt(true);
      };
    }
    if (this.#room && connection) {
      this.#room.onShortage = (isLast) => {
        if (this.#isReadOnly && !isLast) return;
        answer.isStopped = true;
        this.#interrupt(true);
      };
    }
    try {
      await this.#pglite.runExclusive(() => this.#pglite.execProtocolRawStream(messages, { onRawData: read }));
    } catch (error) {
      this.#break(error);
      throw error;
    } finally {
      // It may have come too late for the statement that it was meant for.
      if (answer.isTooLong || answer.isStopped) this.#interrupt(false);
      if (this.#room) this.#room.onShortage = () => {};
      if (this.#gate) this.#gate.onRefused = null;
    }
    if (isWhole && answer.status === '') {
      const error = new Error('The embedded database did not say that it is ready.');
      this.#break(error);
      throw error;
    }
    return answer;
  }

  /** Asks the statement that runs now to give up, as soon as it can. */
  #interrupt(isWanted: boolean): void {
    const { HEAPU8, _InterruptPending, _QueryCancelPending } = v.parse(InterruptsSchema, this.#pglite.Module);
    HEAPU8[_QueryCancelPending] = HEAPU8[_InterruptPending] = Number(isWanted);
  }

  #tooLong(): Buffer {
    const size = `${Math.floor(this.#limits.longestAnswer / 2 ** 20)} MiB`;
    return encodeError('ERROR', '54000', `the answer is longer than ${size}: ask for it in parts, with a cursor`);
  }

  /** The error that a client gets in place of PostgreSQL's own, when that comes of a lack of room. */
  #explainShortage(code: string, { isStopped }: Answer): Buffer | null {
    const isShort = code === '53100' || (code === '25006' && this.#isReadOnly) || (code === '57014' && isStopped);
    if (!this.#room || !isShort) return null;
    return encodeError('ERROR', '53100', `the disk is full: ${this.#room.describe(NEEDED.writing)}`);
  }

  /** Waits for a client that has a transaction open and answers to read; it does not take as long as it likes. */
  async #waitForReader(connection: BridgeConnection): Promise<void> {
    const timer = setTimeout(() => connection.destroy(), this.#limits.unreadFor);
    while (connection.isBehind) await connection.change();
    clearTimeout(timer);
  }

  /** Undoes whatever transaction or half-sent query a connection left behind. */
  async #abandon(): Promise<void> {
    // The first within what may be an implicit transaction, which the Sync would commit; the last after an error.
    const rollback = encode(CLIENT.query, 'rollback');
    await this.#execute(Buffer.concat([rollback, SYNC, rollback]));
  }

  /** Takes what an ended connection had for itself out of the session, where it would pile up. */
  async #forget(session: Session): Promise<void> {
    const closes = [...session.statements]
      .filter(([name, { isThere }]) => name && isThere)
      .map(([name]) => encode(CLIENT.close, `S${ownName(session, name)}`));
    if (closes.length > 0) await this.#execute(Buffer.concat([...closes, SYNC]));
    const others = [...this.#sessions].filter((other) => other !== session);
    const unheard = [...session.channels.heard].filter(
      (name) => !others.some(({ channels }) => channels.heard.has(name)),
    );
    const unlisten = unheard.map((name) => `unlisten ${quoteIdentifier(name)};`).join('');
    if (unlisten) await this.#execute(encode(CLIENT.query, unlisten));
    // Last: the database is closed when there is no connection left.
    this.#sessions.delete(session);
  }

  #notify(message: Buffer): void {
    const channel = readText(message, 9)?.text ?? '';
    for (const { channels, connection } of this.#sessions) {
      if (!channels.heard.has(channel)) continue;
      if (connection.unreadBytes > this.#limits.longestAnswer) connection.destroy();
      else connection.send(message);
    }
  }
}

/** A statement that makes room, or what a transaction of such needs besides. */
const GIVES_BACK =
  /^\s*(?:begin|commit|set (?:local|transaction) [^;]*|select (?:[^;(]|\bnow\(\))* for update(?: skip locked)?|(?:drop table|delete from) [^;]*);?\s*$/i;

/** After these the server has answered everything. */
const ENDS = new Set<string>([CLIENT.query, CLIENT.sync, CLIENT.functionCall]);
const ENDS_SKIPPING = new Set<string>([CLIENT.sync, CLIENT.terminate]);

/** Commands, by the tag of the answer, after which settings may be others; a block or procedure may have done anything. */
const SETS = new Set(['SET', 'RESET', 'DISCARD ALL', 'DO', 'CALL']);
/** Those that change what the session has of all connections, or leave something in it. */
const LEAVES = new Set(['PREPARE', 'DEALLOCATE', 'DEALLOCATE ALL', 'DISCARD ALL', 'DO', 'CALL', 'UNLISTEN']);

/** Null is an empty text here. */
function readFirstColumn(row: Buffer): string {
  const length = row.readInt32BE(7);
  return length < 0 ? '' : row.toString('utf8', 11, 11 + length);
}
