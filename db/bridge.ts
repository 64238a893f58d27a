import type { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import { BatchReader, type Batch } from './bridge-batch.ts';
import { BridgeConnection } from './bridge-connection.ts';
import { Executor } from './bridge-execution.ts';
import { Handover } from './bridge-handover.ts';
import { SharedSession, type Session, type Turn } from './bridge-session.ts';
import { Channels } from './channels.ts';
import { CLIENT, encodeError, letterOf } from './protocol.ts';
import type { Room } from './room.ts';

/*
 * One PGlite is one session of PostgreSQL, and drivers want several. The bridge gives the session to one connection
 * at a time, from its first message until the server is ready for the next query outside of a transaction: its turn.
 * What belongs to a session and outlives a transaction is the connection's own (prepared statements, settings, LISTEN)
 * or ends with the turn (temporary tables, cursors WITH HOLD, locks of the session, statements prepared by SQL).
 *
 * Here are the turns. bridge-handover.ts makes the session the connection's whose turn it is, bridge-batch.ts takes the
 * connection's messages, bridge-execution.ts runs them, and bridge-session.ts is what all of them know of the session.
 */

const NOTHING = Buffer.alloc(0);

/** PostgreSQL's own code for a transaction that does nothing. */
const STALLED = '25P03';

export interface BridgeLimits {
  /** The longest answer to one message: PGlite cannot wait while it is being read, so it is all in memory. */
  longestAnswer: number;
  /** How long others wait, in milliseconds, for one that has a transaction open and neither asks nor reads its answers. */
  stalledFor: number;
}

/** Told once, when the session is broken: nothing can be run in it any more. */
export type OnBroken = (cause: unknown) => void;

export const LIMITS: BridgeLimits = { longestAnswer: 256 * 2 ** 20, stalledFor: 15_000 };

/** Lets many connections use one PGlite, one transaction at a time. */
export class Bridge {
  readonly #limits: BridgeLimits;
  readonly #connections = new Set<BridgeConnection>();
  readonly #shared = new SharedSession();
  readonly #executor: Executor;
  readonly #handover: Handover;
  readonly #batches: BatchReader;
  #turn: Promise<void> = Promise.resolve();
  #isClosed = false;
  #lastId = 0;

  constructor(
    pglite: PGlite,
    limits: Partial<BridgeLimits> = {},
    onBroken: OnBroken = () => {},
    room: Room | null = null,
  ) {
    this.#limits = { ...LIMITS, ...limits };
    this.#executor = new Executor(pglite, this.#shared, this.#limits.longestAnswer, room, (cause) => {
      this.#endBroken();
      onBroken(cause);
    });
    this.#handover = new Handover(this.#shared, this.#executor, room);
    this.#batches = new BatchReader(this.#shared, this.#executor);
  }

  /** The session cannot be used any more, not even to end it in order. */
  get isBroken(): boolean {
    return this.#executor.isBroken;
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
    this.#shared.sessions.add(session);
    this.#connections.add(connection);
    stream.once('close', () => this.#connections.delete(connection));
  }

  /** Ends every connection; a transaction that is not over is undone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const connection of this.#connections) connection.end();
    while (this.#shared.sessions.size > 0) await this.#takeTurn(async () => {});
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
      if (connection.isEnded) await this.#takeTurn(() => this.#handover.forget(session));
    } catch (error) {
      connection.end(encodeError('FATAL', 'XX000', error instanceof Error ? error.message : String(error)));
      this.#shared.sessions.delete(session);
    } finally {
      session.isServed = false;
    }
  }

  /** Tells every connection that the session is broken, and takes no other. */
  #endBroken(): void {
    this.#isClosed = true;
    const last = encodeError('FATAL', '57P02', 'the embedded database crashed and must be restarted');
    for (const connection of this.#connections) connection.end(last);
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
    if (!(await this.#handover.enter(session))) return;
    let status = '';
    while (status !== 'I') {
      const batch = await this.#inTime(connection, this.#batches.next(turn));
      if (!batch) {
        await this.#handover.abandon();
        break;
      }
      status = await this.#run(turn, batch);
      if (connection.isBehind && status !== 'I') await this.#inTime(connection, this.#waitForReader(connection));
    }
    await this.#handover.leave(turn);
  }

  async #run(turn: Turn, batch: Batch): Promise<string> {
    const { status, error } = await this.#executor.execute(Buffer.concat(batch.parts), {
      connection: turn.session.connection,
      turn,
      done: batch.done,
      isWhole: batch.isWhole,
    });
    turn.skips = status === '' && error !== null;
    return status;
  }

  /** Waits for a client that has a transaction open and answers to read. */
  async #waitForReader(connection: BridgeConnection): Promise<void> {
    while (connection.isBehind) await connection.change();
  }

  /** Waits for what a client does in the middle of its transaction; one that takes too long loses it, and is told so. */
  async #inTime<T>(connection: BridgeConnection, done: Promise<T>): Promise<T> {
    const timer = setTimeout(() => connection.end(this.#stalled()), this.#limits.stalledFor);
    try {
      return await done;
    } finally {
      clearTimeout(timer);
    }
  }

  #stalled(): Buffer {
    const seconds = this.#limits.stalledFor / 1000;
    return encodeError(
      'FATAL',
      STALLED,
      `nothing was heard for ${seconds} s in the middle of a transaction: it was undone`,
    );
  }
}
