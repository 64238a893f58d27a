import type postgres from 'postgres';

/** How statements are asked: whole, or by batches of rows. */
export interface Asker {
  ask(statement: Statement): Promise<postgres.RowList<postgres.Row[]>>;
  iterate(statement: Statement, rows: number): AsyncIterable<postgres.Row[]>;
}

/**
 * A tagged template that is asked when somebody waits for it, or is a part of another one. It stands for the driver's
 * own, which is bound to one connection and settles once, so that it can be asked again on another.
 */
export class Statement implements PromiseLike<postgres.RowList<postgres.Row[]>> {
  readonly strings: TemplateStringsArray;
  readonly parameters: readonly unknown[];
  readonly #asker: Asker;
  #answer: Promise<postgres.RowList<postgres.Row[]>> | null = null;

  constructor(strings: TemplateStringsArray, parameters: readonly unknown[], asker: Asker) {
    this.strings = strings;
    this.parameters = parameters;
    this.#asker = asker;
  }

  then<A = postgres.RowList<postgres.Row[]>, B = never>(
    onAnswer?: ((rows: postgres.RowList<postgres.Row[]>) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#asked().then(onAnswer, onError);
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null) {
    return this.#asked().catch(onError);
  }

  finally(onEnd?: (() => void) | null) {
    return this.#asked().finally(onEnd);
  }

  /** The rows by batches, in one statement. It begins when they are read, and fails when the connection is lost after the first. */
  cursor(rows: number): AsyncIterable<postgres.Row[]> {
    return this.#asker.iterate(this, rows);
  }

  /** Whether it begins as statements do that read. */
  get isReading(): boolean {
    const [text = ''] = this.strings;
    const [first] = this.parameters;
    if (text.trim() === '' && first instanceof Statement) return first.isReading;
    return /^\s*(select|with|values|table|show|explain)\b/i.test(text);
  }

  #asked(): Promise<postgres.RowList<postgres.Row[]>> {
    return (this.#answer ??= this.#asker.ask(this));
  }
}

/** The same statement as one of the driver's, on a connection. */
export function toDriver(sql: postgres.Sql, { strings, parameters }: Statement): postgres.PendingQuery<postgres.Row[]> {
  const convert = (value: unknown): unknown =>
    value instanceof Statement
      ? toDriver(sql, value)
      : Array.isArray(value) && value[0] instanceof Statement
        ? value.map(convert)
        : value;
  return sql(strings, ...(parameters.map(convert) as never[]));
}
