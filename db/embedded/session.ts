import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { NEEDED, type DiskSpace } from './disk-space.ts';
import { CLIENT, encode, encodeError, letterOf, readErrorField, splitAnswer, STARTUP } from './protocol.ts';

/** `discard all` without LISTEN and prepared statements: these have random names, and close with their connection. */
const RESET = `set session authorization postgres; reset all; close all; select pg_advisory_unlock_all(); discard temp;
  discard sequences`;

const SYNC = encode(CLIENT.sync);

/** Without a background process, PostgreSQL removes old segments of its log only on request. */
const MAX_SEGMENTS = 4;
const SEGMENT_CHECK_MS = 200;

/** After a call longer than this, in ms, the event loop gets a share of that time. */
const LONG_CALL_MS = 20;
const PAUSE = { share: 0.1, maxMs: 10 };

/** The outcomes of a statement: completed, empty, failed, or part of the rows. */
const OUTCOMES = 'CIEs';

export interface SessionOptions {
  pglite: PGlite;
  files: string;
  space: DiskSpace;
  /** Receives each notification, as a message for all clients. */
  onNotification: (message: Buffer) => void;
  /** Called once when nothing can be executed any more. */
  onCrash: (cause: Error) => void;
}

/** The one session of PGlite. Clients lease it for a transaction, first come, first served. */
export class Session {
  readonly #options: SessionOptions;
  #queue = Promise.resolve();
  #client: object | null = null;
  #isReadOnly = false;
  #isInTransaction = false;
  /** Whether a transaction has written rows before the disk was full. */
  #needsVacuum = false;
  #segmentsCheckedAt = 0;
  #crash: Error | null = null;
  /** The answer to the first message of each client. */
  greeting = Buffer.alloc(0);

  private constructor(options: SessionOptions) {
    this.#options = options;
  }

  static async start(options: SessionOptions): Promise<Session> {
    const session = new Session(options);
    session.greeting = await session.#call(STARTUP);
    return session;
  }

  get hasCrashed(): boolean {
    return this.#crash !== null;
  }

  /** Waits for the exclusive use of the session. A client other than the last one finds it reset. Returns what releases it. */
  async acquire(client: object): Promise<() => void> {
    const previous = this.#queue;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#queue = promise;
    await previous;
    try {
      this.#isInTransaction = false;
      if (this.#client !== client) await this.#reset(client);
      if (this.#needsVacuum) await this.#vacuum();
      await this.#checkSpace();
    } catch (error) {
      resolve(undefined);
      throw error;
    }
    return () => resolve(undefined);
  }

  /** Executes messages of the client that has the lease. `status` is I outside of a transaction, empty before a Sync. */
  async execute(messages: readonly Buffer[]): Promise<{ answer: Buffer; status: string }> {
    // Not between the parts of a statement, which would end it.
    if (this.#isInTransaction && messages.some((message) => letterOf(message) === CLIENT.parse))
      await this.#checkSpace();
    const isStatement = (message: Buffer) =>
      [CLIENT.execute, CLIENT.query].some((letter) => letter === letterOf(message));
    const answer: Buffer[] = [];
    let status = '';
    let hasOutcome = !messages.some(isStatement);
    for (const message of splitAnswer(await this.#call(Buffer.concat(messages)))) {
      const letter = letterOf(message);
      hasOutcome ||= OUTCOMES.includes(letter);
      if (letter === 'Z') status = String.fromCharCode(message[5] ?? 0);
      if (letter === 'A') this.#options.onNotification(message);
      else answer.push(letter === 'E' ? this.#readError(message) : message);
    }
    if (status !== '') this.#isInTransaction = status === 'T';
    const last = letterOf(messages.at(-1) ?? SYNC);
    const isReady = status !== '' || (last !== CLIENT.query && last !== CLIENT.sync);
    if (!hasOutcome || !isReady) throw this.#fail(new Error('The embedded database did not answer.'));
    return { answer: Buffer.concat(answer), status };
  }

  /** Rolls back the transaction or half-sent statement of a client that is gone. */
  async rollBack(): Promise<void> {
    // Before the Sync, because that would commit an implicit transaction; and after it, because everything before a Sync is
    // skipped after an error.
    const rollback = encode(CLIENT.query, 'rollback');
    await this.#call(Buffer.concat([rollback, SYNC, rollback]));
  }

  /** Closes prepared statements of a connection that has ended, by the client that has the lease. */
  async closeStatements(names: Iterable<string>): Promise<void> {
    const closes = Array.from(names, (name) => encode('C', `S${name}`));
    await this.#call(Buffer.concat([...closes, SYNC]));
  }

  async #reset(client: object): Promise<void> {
    await this.#query(RESET);
    this.#client = client;
    this.#isReadOnly = false;
  }

  /** Returns the space of rows that were rolled back. */
  async #vacuum(): Promise<void> {
    await this.#query('checkpoint');
    await this.#query('vacuum');
    this.#needsVacuum = this.#isReadOnly = false;
  }

  async #removeOldSegments(max: number): Promise<void> {
    this.#segmentsCheckedAt = performance.now();
    const segments = readdirSync(join(this.#options.files, 'pg_wal')).filter((name) => name.length === 24).length;
    if (segments > max) await this.#query('checkpoint');
  }

  /** While the disk is full, transactions only read, also one that has already written. */
  async #checkSpace(): Promise<void> {
    const { space } = this.#options;
    if (!space.has(NEEDED.writing)) await this.#removeOldSegments(1);
    else if (performance.now() - this.#segmentsCheckedAt >= SEGMENT_CHECK_MS)
      await this.#removeOldSegments(MAX_SEGMENTS);
    const isFull = !space.has(NEEDED.writing);
    if (isFull === this.#isReadOnly || (this.#isInTransaction && !isFull)) return;
    await this.#query(`set ${this.#isInTransaction ? '' : 'default_'}transaction_read_only = ${isFull ? 'on' : 'off'}`);
    this.#isReadOnly = isFull;
    this.#needsVacuum = this.#isInTransaction;
  }

  async #query(text: string): Promise<void> {
    for (const message of splitAnswer(await this.#call(encode(CLIENT.query, text))))
      if (letterOf(message) === 'E') throw this.#fail(new Error(`${text}: ${readErrorField(message, 'M')}`));
  }

  #readError(message: Buffer): Buffer {
    const [severity, code, text] = ['V', 'C', 'M'].map((field) => readErrorField(message, field));
    if (severity === 'FATAL' || severity === 'PANIC') throw this.#fail(new Error(text));
    if (code !== '25006' || !this.#isReadOnly) return message;
    return encodeError('ERROR', '53100', `the disk is full: ${this.#options.space.describe(NEEDED.writing)}`);
  }

  async #call(messages: Buffer): Promise<Buffer<ArrayBuffer>> {
    if (this.#crash) throw this.#crash;
    const chunks: Buffer[] = [];
    const start = performance.now();
    try {
      await this.#options.pglite.execProtocolRawStream(messages, {
        // A copy: the bytes are memory of the database.
        onRawData: (bytes) => chunks.push(Buffer.from(bytes)),
      });
    } catch (error) {
      throw this.#fail(new Error('The embedded database crashed.', { cause: error }));
    }
    const took = performance.now() - start;
    if (took > LONG_CALL_MS) await sleep(Math.min(took * PAUSE.share, PAUSE.maxMs));
    return Buffer.concat(chunks);
  }

  #fail(error: Error): Error {
    if (!this.#crash) {
      this.#crash = error;
      this.#options.onCrash(error);
    }
    return error;
  }
}
