import type postgres from 'postgres';

type Rows = postgres.RowList<postgres.Row[]>;

/** Executes statements, or reads their rows in batches. */
export interface Executor {
  ask(statement: Statement): Promise<Rows>;
  iterate(statement: Statement, rows: number): AsyncIterable<postgres.Row[]>;
}

/** A tagged template that runs when it is awaited, or is part of another. Unlike the driver's own, it can be repeated on another connection. */
export class Statement implements PromiseLike<Rows> {
  readonly strings: TemplateStringsArray;
  readonly parameters: readonly unknown[];
  readonly #executor: Executor;
  #answer: Promise<Rows> | null = null;

  constructor(strings: TemplateStringsArray, parameters: readonly unknown[], executor: Executor) {
    this.strings = strings;
    this.parameters = parameters;
    this.#executor = executor;
  }

  then<A = Rows, B = never>(
    onRows?: ((rows: Rows) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#answer ??= this.#executor.ask(this);
    return this.#answer.then(onRows, onError);
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Rows | B> {
    return this.then(null, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Rows> {
    return this.then().finally(onEnd);
  }

  /** The rows of one statement in batches. Fails when the connection is lost after the first batch. */
  cursor(rows: number): AsyncIterable<postgres.Row[]> {
    return this.#executor.iterate(this, rows);
  }

  /** Whether it begins like a statement that only reads. */
  get isReading(): boolean {
    const [text = ''] = this.strings;
    const [first] = this.parameters;
    if (text.trim() === '' && first instanceof Statement) return first.isReading;
    return /^\s*(select|with|values|table|show|explain)\b/i.test(text);
  }
}

/** The statement for the driver of a connection. */
export function toDriver(sql: postgres.Sql, { strings, parameters }: Statement): postgres.PendingQuery<postgres.Row[]> {
  const convert = (value: unknown): unknown => {
    if (value instanceof Statement) return toDriver(sql, value);
    return Array.isArray(value) && value[0] instanceof Statement ? value.map(convert) : value;
  };
  return sql(strings, ...(parameters.map(convert) as never[]));
}
