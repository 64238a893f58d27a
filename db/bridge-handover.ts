import type { Executor } from './bridge-execution.ts';
import type { Session, SharedSession, Turn } from './bridge-session.ts';
import { CLIENT, encode, encodeError } from './protocol.ts';
import { NEEDED, type Room } from './room.ts';
import {
  keepReadOnly,
  ONLY_READ,
  quoteIdentifier,
  READ_NAMES,
  READ_SHARED,
  readSettings,
  readShared,
  readStartSettings,
  RESET,
  writeSettings,
  type Shared,
} from './session-state.ts';
import { ownName } from './statement-names.ts';

/** PostgreSQL alone keeps its log whole until it ends: after so many segments it is told to give back what it can. */
const LONG_LOG = 4;

const SYNC = encode(CLIENT.sync);

/** Hands the session from connection to connection: each finds in it what is its own, and nothing of another's. */
export class Handover {
  readonly #shared: SharedSession;
  readonly #executor: Executor;
  readonly #room: Room | null;

  constructor(shared: SharedSession, executor: Executor, room: Room | null) {
    this.#shared = shared;
    this.#executor = executor;
    this.#room = room;
  }

  /**
   * Makes the session the connection's: nothing of the last one, and its own settings. False when it cannot be, and the
   * connection has been ended.
   */
  async enter(session: Session): Promise<boolean> {
    if (!this.#shared.hasNames) {
      this.#shared.learnNames(new Set((await this.#executor.execute(encode(CLIENT.query, READ_NAMES))).rows));
    }
    const isReadOnly = !(await this.#hasRoom());
    if (this.#shared.owner === session && this.#executor.isReadOnly === isReadOnly) return true;
    this.#executor.isReadOnly = isReadOnly;
    const first = session.connection.peek();
    if (first?.[0] === 0) session.settings = readStartSettings(first);
    const settings = session.settings + (isReadOnly ? ONLY_READ : '');
    if (!this.#shared.isClean || settings) {
      const error = await this.#reset(settings);
      if (error !== null) {
        await this.#clear();
        session.connection.end(encodeError('FATAL', '22023', error));
        return false;
      }
    }
    this.#shared.owner = session;
    this.#shared.isClean = !settings;
    await this.#prepareAgain(session);
    return true;
  }

  /** Takes note of what a turn has changed, and ends what cannot be its connection's on the next one. */
  async leave({ session, settings, leaves }: Turn): Promise<void> {
    if (settings && !session.connection.isEnded) session.settings = await this.#readSettings(session.settings);
    if (settings || leaves) await this.#clear();
  }

  /** Undoes whatever transaction or half-sent query a connection left behind. */
  async abandon(): Promise<void> {
    // The first within what may be an implicit transaction, which the Sync would commit; the last after an error.
    const rollback = encode(CLIENT.query, 'rollback');
    await this.#executor.execute(Buffer.concat([rollback, SYNC, rollback]));
  }

  /** Takes what an ended connection had for itself out of the session, where it would pile up. */
  async forget(session: Session): Promise<void> {
    const closes = [...session.statements]
      .filter(([name, { isThere }]) => name && isThere)
      .map(([name]) => encode(CLIENT.close, `S${ownName(session, name)}`));
    if (closes.length > 0) await this.#executor.execute(Buffer.concat([...closes, SYNC]));
    const others = [...this.#shared.sessions].filter((other) => other !== session);
    const unheard = [...session.channels.heard].filter(
      (name) => !others.some(({ channels }) => channels.heard.has(name)),
    );
    const unlisten = unheard.map((name) => `unlisten ${quoteIdentifier(name)};`).join('');
    if (unlisten) await this.#executor.execute(encode(CLIENT.query, unlisten));
    // Last: the database is closed when there is no connection left.
    this.#shared.sessions.delete(session);
  }

  /** Whether there is room to write, after the log has given back what it needs no more. */
  async #hasRoom(): Promise<boolean> {
    const room = this.#room;
    if (!room) return true;
    const hasRoom = room.has(NEEDED.writing);
    // Reading writes to the log, too.
    if (room.segments < (hasRoom ? LONG_LOG : 1)) return hasRoom;
    await this.#clear();
    await this.#executor.execute(encode(CLIENT.query, 'checkpoint'));
    room.forgetSegments();
    return room.has(NEEDED.writing);
  }

  async #clear(): Promise<void> {
    const error = await this.#reset();
    if (error !== null) throw new Error(`The session of the embedded database cannot be reset: ${error}`);
    this.#shared.owner = null;
    this.#shared.isClean = true;
  }

  /** Takes out of the session what is the last owner's, and sets what is the next one's; answers what is wrong with that. */
  async #reset(settings = ''): Promise<string | null> {
    const { rows, error } = await this.#executor.execute(encode(CLIENT.query, `${RESET}; ${READ_SHARED}; ${settings}`));
    // The first row is of the locks.
    if (error === null) await this.#restore(readShared(rows[1]));
    return error;
  }

  /** Puts right what a function or SQL has done to what all connections have in the session. */
  async #restore({ statements, bySql, channels }: Shared): Promise<void> {
    const there = new Set(statements);
    for (const session of this.#shared.sessions) {
      for (const [name, statement] of session.statements) {
        if (!name || !statement.isThere || there.has(ownName(session, name))) continue;
        // Only its owner can have meant this.
        if (session === this.#shared.owner) session.statements.delete(name);
        else statement.isThere = false;
      }
    }
    const heard = new Set([...this.#shared.sessions].flatMap((session) => [...session.channels.heard]));
    const commands = [
      ...bySql.map((name) => `deallocate ${quoteIdentifier(name)};`),
      ...[...heard].filter((channel) => !channels.includes(channel)).map((name) => `listen ${quoteIdentifier(name)};`),
    ];
    if (commands.length > 0) await this.#executor.execute(encode(CLIENT.query, commands.join('')));
  }

  /** Gives a connection its statements back that another has taken away; one that fails does so again when it is used. */
  async #prepareAgain({ statements }: Session): Promise<void> {
    for (const [name, statement] of statements) {
      if (!name || statement.isThere) continue;
      const done = [() => this.#shared.keepStatement(statement, true)];
      await this.#executor.execute(Buffer.concat([statement.parse, SYNC]), { done });
    }
  }

  async #readSettings(before: string): Promise<string> {
    const { rows, error } = await this.#executor.execute(
      encode(CLIENT.query, readSettings({ isReadOnly: this.#executor.isReadOnly })),
    );
    if (error !== null) throw new Error(`The settings of a connection cannot be read: ${error}`);
    // What the connection itself had set there is not to be told from what was added.
    return writeSettings(rows) + (this.#executor.isReadOnly ? keepReadOnly(before) : '');
  }
}
