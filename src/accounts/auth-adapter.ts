import type { BetterAuthOptions } from 'better-auth';
import type { CleanedWhere, createAdapterFactory, CustomAdapter } from 'better-auth/adapters';
import type { Database, Sql } from '../../db/client.ts';
import { list, type Fragment } from '../sql-fragments.ts';
import { toColumn } from '../clubs/record.ts';
import { digestOf } from './queries.ts';

type Row = Record<string, unknown>;

/** Where the library's statements go: what only reads, and what writes, in a transaction of its own or in a running one. */
interface Place {
  read: Sql;
  write: <T>(work: (tx: Sql) => Promise<T>) => Promise<T>;
}

/**
 * What the library for signing in asks of the database, through the client of this project: reads may be asked twice,
 * and everything that writes is a transaction. Tokens of sessions are kept hashed, which the library never notices.
 * `create` is the library's own, which is loaded when somebody signs in.
 */
export function createAuthAdapter(create: typeof createAdapterFactory, database: Database): AuthAdapter {
  return (options) => {
    const inTransaction = <R>(work: (adapter: Parameters<TransactionWork>[0]) => Promise<R>): Promise<R> =>
      database.begin((tx) => {
        const place: Place = { read: tx, write: (step) => step(tx) };
        return work(create({ config: CONFIG, adapter: () => statements(place) })(options));
      });
    const place: Place = { read: database, write: (work) => database.begin(work) };
    const config = { ...CONFIG, transaction: inTransaction };
    return create({ config, adapter: () => statements(place) })(options);
  };
}

type AuthAdapter = (options: BetterAuthOptions) => ReturnType<ReturnType<typeof createAdapterFactory>>;
type TransactionWork = Parameters<ReturnType<AuthAdapter>['transaction']>[0];

const CONFIG = { adapterId: 'club-directory', supportsNumericIds: true, supportsJSON: true };

/** The table whose tokens are secrets of the browsers that hold them. */
const SESSION_TABLE = 'user_session';

function statements({ read, write }: Place): CustomAdapter {
  return {
    create: async ({ model, data }) => {
      const columns = Object.entries(data);
      const row = await write(async (sql) => {
        const names = list(
          sql,
          columns.map(([column]) => sql`${sql(column)}`),
        );
        const values = list(
          sql,
          columns.map(([column, value]) => parameter(sql, toStored(model, column, value))),
        );
        const [created] = await sql<Row[]>`insert into ${sql(model)} (${names}) values (${values}) returning *`;
        return created ?? {};
      });
      return withToken(model, fromRow(row), data.token) as typeof data;
    },
    findOne: async <T>({ model, where }: { model: string; where: CleanedWhere[] }) => {
      const [row] = await read<Row[]>`select * from ${read(model)} where ${matching(read, model, where)} limit 1`;
      return row ? (withToken(model, fromRow(row), tokenOf(where)) as T) : null;
    },
    findMany: async <T>({ model, where, limit, offset = 0, sortBy }: Parameters<CustomAdapter['findMany']>[0]) => {
      const order = sortBy
        ? read`order by ${read(sortBy.field)} ${sortBy.direction === 'desc' ? read`desc` : read`asc`}`
        : read``;
      const rows = await read<Row[]>`
        select * from ${read(model)} where ${matching(read, model, where)} ${order} limit ${limit} offset ${offset}`;
      return rows.map((row) => withToken(model, fromRow(row), tokenOf(where ?? [])) as T);
    },
    count: async ({ model, where }) => {
      const [{ total }] = await read<[{ total: number }]>`
        select count(*)::integer as total from ${read(model)} where ${matching(read, model, where)}`;
      return total;
    },
    update: async <T>({ model, where, update }: { model: string; where: CleanedWhere[]; update: T }) => {
      const [row] = await write((sql) => change(sql, model, where, update as Row));
      return row ? (withToken(model, fromRow(row), tokenOf(where)) as T) : null;
    },
    updateMany: async ({ model, where, update }) =>
      (await write((sql) => change(sql, model, where, update as Row))).length,
    delete: async ({ model, where }) => {
      await write((sql) => remove(sql, model, where));
    },
    deleteMany: async ({ model, where }) => (await write((sql) => remove(sql, model, where))).length,
    consumeOne: async <T>({ model, where }: { model: string; where: CleanedWhere[] }) =>
      await write(async (sql) => {
        const [row] = await sql<Row[]>`
          delete from ${sql(model)} where id = (
            select id from ${sql(model)} where ${matching(sql, model, where)} limit 1 for update skip locked
          ) returning *`;
        return row ? (fromRow(row) as T) : null;
      }),
  };
}

const change = async (sql: Sql, model: string, where: CleanedWhere[], update: Row): Promise<Row[]> => {
  const changes = Object.entries(update).map(
    ([column, value]) => sql`${sql(column)} = ${parameter(sql, toStored(model, column, value))}`,
  );
  return await sql<Row[]>`
    update ${sql(model)} set ${list(sql, changes)} where ${matching(sql, model, where)} returning *`;
};

const remove = async (sql: Sql, model: string, where: CleanedWhere[]): Promise<Row[]> =>
  await sql<Row[]>`delete from ${sql(model)} where ${matching(sql, model, where)} returning id`;

/** Conditions are joined from left to right, as the library means them. */
const matching = (sql: Sql, model: string, where: readonly CleanedWhere[] = []): Fragment =>
  where.reduce(
    (all, one, index) => {
      const condition = compare(sql, model, one);
      if (index === 0) return condition;
      return one.connector === 'OR' ? sql`(${all} or ${condition})` : sql`(${all} and ${condition})`;
    },
    sql`true`,
  );

function compare(sql: Sql, model: string, { field, operator, value }: CleanedWhere): Fragment {
  const column = sql(field);
  const given = parameter(sql, toStored(model, field, value));
  switch (operator) {
    case 'eq':
      return value === null ? sql`${column} is null` : sql`${column} = ${given}`;
    case 'ne':
      return sql`${column} is distinct from ${given}`;
    case 'lt':
      return sql`${column} < ${given}`;
    case 'lte':
      return sql`${column} <= ${given}`;
    case 'gt':
      return sql`${column} > ${given}`;
    case 'gte':
      return sql`${column} >= ${given}`;
    case 'in':
    case 'not_in': {
      const values = [value].flat().map((one) => parameter(sql, toStored(model, field, one)));
      if (values.length === 0) return operator === 'in' ? sql`false` : sql`true`;
      return operator === 'in'
        ? sql`${column} in (${list(sql, values)})`
        : sql`${column} not in (${list(sql, values)})`;
    }
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      // Nobody here looks for parts: what is not asked is not answered wrongly either.
      throw new Error(`Unsupported condition: ${field} ${operator}.`);
  }
}

const parameter = (sql: Sql, value: unknown): Fragment => sql`${value as never}`;

const toStored = (model: string, column: string, value: unknown): unknown =>
  model === SESSION_TABLE && column === 'token' && typeof value === 'string' ? digestOf(value) : value;

/** The token that a session was looked up by. */
const tokenOf = (where: readonly CleanedWhere[]): unknown =>
  where.find(({ field, operator }) => field === 'token' && operator === 'eq')?.value;

/** A row of a session with the token that its holder has; without it where nobody said it. */
const withToken = (model: string, row: Row, token: unknown): Row =>
  model === SESSION_TABLE ? { ...row, token: token ?? '' } : row;

/** Under the names of the columns, which is how the library knows them. */
const fromRow = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [toColumn(name), value]));
