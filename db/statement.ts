import postgres from 'postgres';

export type Rows = postgres.RowList<postgres.Row[]>;

/** Tagged templates. Rows come in camelCase, `undefined` is sent as null. */
export interface Sql {
  /** A statement that runs when it is awaited, or a part of one. */
  <Rows extends readonly (object | undefined)[] = postgres.Row[]>(
    template: TemplateStringsArray,
    ...parameters: readonly postgres.ParameterOrFragment<never>[]
  ): postgres.PendingQuery<Rows>;
  /** The name of a table or column, or several. */
  (identifiers: string | readonly string[]): postgres.Helper<string | readonly string[]>;
  json: postgres.ISql['json'];
}

/** Executes statements, or reads their rows in batches. */
export interface Executor {
  ask(statement: Statement): Promise<Rows>;
  iterate(statement: Statement, rows: number): AsyncIterable<postgres.Row[]>;
}

/** A tagged template that runs once when awaited, or is part of another. It can be repeated on another connection. */
export class Statement implements PromiseLike<Rows> {
  readonly #strings: TemplateStringsArray;
  readonly #parameters: readonly unknown[];
  readonly #executor: Executor;
  #answer: Promise<Rows> | null = null;

  constructor(strings: TemplateStringsArray, parameters: readonly unknown[], executor: Executor) {
    this.#strings = strings;
    this.#parameters = parameters;
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

  /** The rows in batches. Fails when the connection is lost after the first batch. */
  cursor(rows: number): AsyncIterable<postgres.Row[]> {
    return this.#executor.iterate(this, rows);
  }

  toQuery(sql: postgres.Sql): postgres.PendingQuery<postgres.Row[]> {
    const convert = (value: unknown): unknown => {
      if (value instanceof Statement) return value.toQuery(sql);
      return Array.isArray(value) && value[0] instanceof Statement ? value.map(convert) : value;
    };
    return sql(this.#strings, ...(this.#parameters.map(convert) as never[]));
  }
}

/** Tagged templates that are executed by the executor. */
export function templates(executor: Executor): Sql {
  const ask = (first: TemplateStringsArray | string | readonly string[], ...rest: unknown[]) =>
    typeof first === 'object' && 'raw' in first ? new Statement(first, rest, executor) : helpers(first as string);
  return Object.assign(ask, { json: helpers.json.bind(helpers) }) as unknown as Sql;
}

/** PostgreSQL's numbers of the types of arrays that statements may get. */
const INTEGER_ARRAY = 1007;
const TEXT_ARRAY = 1009;

/** Options of the driver for all connections. */
export const DRIVER = {
  transform: { ...postgres.camel, undefined: null },
  types: {
    integers: {
      to: INTEGER_ARRAY,
      from: [INTEGER_ARRAY],
      serialize: (numbers: readonly number[]) => `{${numbers.join(',')}}`,
      parse: (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
    },
    texts: {
      to: TEXT_ARRAY,
      from: [],
      serialize: (texts: readonly string[]) =>
        `{${texts.map((text) => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`,
      parse: (text: string) => text,
    },
  },
};

/** Makes identifiers and JSON; never connects. */
const helpers = postgres({ ...DRIVER, host: 'none', max: 1 });
