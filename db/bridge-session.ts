import { LRUCache } from 'lru-cache';
import type { BridgeConnection } from './bridge-connection.ts';
import type { Channels } from './channels.ts';
import { readEffects, readNamed, type Effects, type Step } from './session-state.ts';

/*
 * What the bridge knows of the one session that all connections share, and of the part that each has in it.
 */

/** Longer texts are read each time. */
const LONGEST_REMEMBERED = 10_000;

/** A prepared statement of a connection, which can be prepared again when the session has lost it. */
export interface Statement {
  parse: Buffer;
  text: string;
  /** The session has it, unless something was done that nobody saw. */
  isThere: boolean;
}

/** What a connection has of the session. */
export interface Session {
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
export interface Turn {
  session: Session;
  settings: boolean;
  leaves: boolean;
  /** After an error in the middle of a query of many messages the server heeds nothing before the next Sync. */
  skips: boolean;
  /** Nothing but what takes tables and rows away has been asked. */
  givesBack: boolean;
}

/** The session as it is known to be: from what is about to run in it, and from what it answers. */
export class SharedSession {
  /** Of all connections, until what they had for themselves has been taken out of it. */
  readonly sessions = new Set<Session>();
  /** Who had the last turn; null when all has been cleared away after it. */
  owner: Session | null = null;
  /** Nothing in the session is anybody's own. */
  isClean = true;
  /** The statement that is the session's unnamed one; null when it may be any or none. */
  unnamed: Statement | null = null;
  /** By text: few texts come again and again. */
  readonly #effects = new LRUCache<string, Effects>({ max: 1000 });
  /** Which functions do nothing but compute; null when that may have changed. */
  #names: ReadonlySet<string> | null = null;

  /** False when `learnNames` is to be called before the next turn. */
  get hasNames(): boolean {
    return this.#names !== null;
  }

  /** The rows of `READ_NAMES`. */
  learnNames(names: ReadonlySet<string>): void {
    this.#names = names;
    this.#effects.clear();
  }

  /** The session has a statement from now on. */
  keepStatement(statement: Statement, isNamed: boolean): void {
    statement.isThere = true;
    if (!isNamed) this.unnamed = statement;
  }

  /** Takes note of what a statement may do that is about to run; answers what it may do to channels. */
  expect(turn: Turn, text: string): Step[] {
    const { isPlain, settings, leaves, steps } = this.#readEffects(text);
    if (!isPlain) this.isClean = false;
    turn.settings ||= settings;
    turn.leaves ||= leaves;
    const named = isPlain ? null : readNamed(text);
    const run = named?.isRun && turn.session.statements.get(named.name);
    // One that runs another is refused when it is run.
    if (run && !readNamed(run.text)?.isRun) return this.expect(turn, run.text);
    turn.givesBack &&= GIVES_BACK.test(text);
    return steps;
  }

  /** Takes note of what the answer to a command says that it did, whatever its text was. */
  observe(turn: Turn, tag: string): void {
    if (!/^(SELECT|INSERT|UPDATE|DELETE|MERGE|COPY|BEGIN|COMMIT|ROLLBACK|SET|LISTEN)\b/.test(tag)) {
      this.#names = null;
    }
    turn.session.channels.observe(tag);
    if (SETS.has(tag)) turn.settings = true;
    if (LEAVES.has(tag)) turn.leaves = true;
  }

  #readEffects(text: string): Effects {
    const known = this.#effects.get(text);
    if (known) return known;
    const effects = readEffects(text, this.#names);
    if (this.#names && text.length <= LONGEST_REMEMBERED) this.#effects.set(text, effects);
    return effects;
  }
}

/** A statement that makes room, or what a transaction of such needs besides. */
const GIVES_BACK =
  /^\s*(?:begin|commit|set (?:local|transaction) [^;]*|select (?:[^;(]|\bnow\(\))* for update(?: skip locked)?|(?:drop (?:table|view)|delete from) [^;]*);?\s*$/i;

/** Commands, by the tag of the answer, after which settings may be others; a block or procedure may have done anything. */
const SETS = new Set(['SET', 'RESET', 'DISCARD ALL', 'DO', 'CALL']);
/** Those that change what the session has of all connections, or leave something in it. */
const LEAVES = new Set(['PREPARE', 'DEALLOCATE', 'DEALLOCATE ALL', 'DISCARD ALL', 'DO', 'CALL', 'UNLISTEN']);
