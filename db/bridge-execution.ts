import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import * as v from 'valibot';
import type { BridgeConnection } from './bridge-connection.ts';
import type { SharedSession, Turn } from './bridge-session.ts';
import { guard } from './guard.ts';
import { encodeError, Pieces, readError, readText, SERVER } from './protocol.ts';
import { CommitGate, NEEDED, type Room } from './room.ts';
import { nameAsClient } from './statement-names.ts';

/*
 * Running messages in PGlite: each answer is looked at, goes to its connection, and is stopped when it gets too long or
 * what it does finds no room.
 */

const NOTHING = Buffer.alloc(0);

/** The flags by which a PostgreSQL is asked, while it runs a statement, to give it up. */
const InterruptsSchema = v.object({
  HEAPU8: v.instance(Uint8Array),
  _InterruptPending: v.number(),
  _QueryCancelPending: v.number(),
});

/** How messages are run, and for whom. */
export interface Run {
  connection?: BridgeConnection;
  turn?: Turn;
  /** Called in turn for each ParseComplete and CloseComplete. */
  done?: (() => void)[];
  /** The letter of what the connection has not asked for. */
  hidden?: string;
  /** The server says afterwards that it is ready; else it waits for more. */
  isWhole?: boolean;
}

/** What the caller learns of an answer, whoever gets it. */
export interface Answer {
  /** Of the last ReadyForQuery: `I` outside of a transaction. Empty when there was none. */
  status: string;
  error: string | null;
  /** The first column, when nobody else gets the rows. */
  rows: string[];
  isTooLong: boolean;
  /** It was stopped, because the log of changes grew into the room that is kept free for it. */
  isStopped: boolean;
}

/** A call that took longer, in ms, has kept the rest of the process waiting. */
const LONG = 20;
/** As much time is left to others, as a part of that, and no more than so many ms. */
const SHARE = 0.1;
const MOST = 10;

/**
 * Lets the process do what has come while a call took so long, in ms. Of many long ones each would leave a single turn of
 * its loop, and one turn takes one new connection: a site would hear of the next visitor with each statement.
 */
async function letOthersIn(took: number): Promise<void> {
  if (took < LONG) return;
  const end = performance.now() + Math.min(took * SHARE, MOST);
  do await nextTurn();
  while (performance.now() < end);
}

/** Runs messages in the session, one call at a time, and hands its answers on as they come. */
export class Executor {
  readonly #pglite: PGlite;
  readonly #shared: SharedSession;
  readonly #longestAnswer: number;
  readonly #room: Room | null;
  readonly #gate: CommitGate | null;
  readonly #onBroken: (cause: unknown) => void;
  #isBroken = false;
  #isReadOnly = false;

  /**
   * An answer to one message may have `longestAnswer` bytes; `room` is null where there is always enough. `onBroken` is
   * called once, and at once: nothing is run or answered any more.
   */
  constructor(
    pglite: PGlite,
    shared: SharedSession,
    longestAnswer: number,
    room: Room | null,
    onBroken: (cause: unknown) => void,
  ) {
    this.#pglite = pglite;
    this.#shared = shared;
    this.#longestAnswer = longestAnswer;
    this.#room = room;
    this.#onBroken = onBroken;
    this.#gate = room && new CommitGate(pglite.Module);
    guard(pglite, (cause) => this.#break(cause));
  }

  /** The session cannot be used any more, not even to end it in order. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Only reading is allowed: there is no room to write. Said between transactions. */
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  set isReadOnly(isReadOnly: boolean) {
    this.#isReadOnly = isReadOnly;
    if (this.#gate) this.#gate.isShut = isReadOnly;
  }

  /** Runs messages. Without a connection nobody gets the answer but the caller. */
  async execute(messages: Buffer, { connection, turn, done = [], hidden, isWhole = true }: Run = {}): Promise<Answer> {
    if (this.#isBroken) throw new Error('The embedded database is broken.');
    const answer: Answer = { status: '', error: null, rows: [], isTooLong: false, isStopped: false };
    const isStart = messages[0] === 0;
    // A simple query takes it away.
    if (!connection) this.#shared.unnamed = null;

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
          if (turn) this.#shared.observe(turn, readText(message, 5)?.text ?? '');
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
          // What follows is the error of the CopyFail behind it: to the client, the one answer to its statement.
          return NOTHING;
      }
      return letter === hidden ? NOTHING : null;
    };

    const pieces = new Pieces();
    let size = 0;
    const read = (data: Uint8Array) => {
      if (this.#isBroken) return;
      size += data.length;
      if (connection && !answer.isTooLong && size > this.#longestAnswer) {
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
    const start = performance.now();
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
    await letOthersIn(performance.now() - start);
    if (isWhole && answer.status === '') {
      const error = new Error('The embedded database did not say that it is ready.');
      this.#break(error);
      throw error;
    }
    return answer;
  }

  #break(cause: unknown): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#onBroken(cause);
  }

  /** Asks the statement that runs now to give up, as soon as it can. */
  #interrupt(isWanted: boolean): void {
    const { HEAPU8, _InterruptPending, _QueryCancelPending } = v.parse(InterruptsSchema, this.#pglite.Module);
    HEAPU8[_QueryCancelPending] = HEAPU8[_InterruptPending] = Number(isWanted);
  }

  #tooLong(): Buffer {
    const size = `${Math.floor(this.#longestAnswer / 2 ** 20)} MiB`;
    return encodeError('ERROR', '54000', `the result is larger than ${size}: use a cursor`);
  }

  /** The error that a client gets in place of PostgreSQL's own, when that comes of a lack of room. */
  #explainShortage(code: string, { isStopped }: Answer): Buffer | null {
    const isShort = code === '53100' || (code === '25006' && this.#isReadOnly) || (code === '57014' && isStopped);
    if (!this.#room || !isShort) return null;
    return encodeError('ERROR', '53100', `the disk is full: ${this.#room.describe(NEEDED.writing)}`);
  }

  #notify(message: Buffer): void {
    const channel = readText(message, 9)?.text ?? '';
    for (const { channels, connection } of this.#shared.sessions) {
      if (!channels.heard.has(channel)) continue;
      if (connection.unreadBytes > this.#longestAnswer) connection.destroy();
      else connection.send(message);
    }
  }
}

/** Null is an empty text here. */
function readFirstColumn(row: Buffer): string {
  const length = row.readInt32BE(7);
  return length < 0 ? '' : row.toString('utf8', 11, 11 + length);
}
