import type { BetterAuthOptions } from 'better-auth';
import type { CleanedWhere, createAdapterFactory, CustomAdapter } from 'better-auth/adapters';
import type { Database, Sql } from '../../db/client.ts';
import { list, type Fragment } from '../sql-fragments.ts';
import { digestOf } from './tokens.ts';

type Row = Record<string, unknown>;
type Adapter = ReturnType<ReturnType<typeof createAdapterFactory>>;

/** Where statements run. Each write has its own transaction, unless one is open. */
interface Connection {
  read: Sql;
  write: <T>(work: (tx: Sql) => Promise<T>) => Promise<T>;
}

const CONFIG = { adapterId: 'club-directory', supportsNumericIds: true, supportsJSON: true };

/**
 * The library's access to the database, by the client of this project. Session tokens are stored hashed, without the
 * library knowing. `create` comes from the library, which is loaded late.
 */
export const createAuthAdapter =
  (create: typeof createAdapterFactory, database: Database) =>
  (options: BetterAuthOptions): Adapter =>
    create({
      config: {
        ...CONFIG,
        transaction: (work) =>
          database.begin((tx) => {
            const adapter = () => statements({ read: tx, write: (step) => step(tx) });
            return work(create({ config: CONFIG, adapter })(options));
          }),
      },
      adapter: () => statements({ read: database, write: (work) => database.begin(work) }),
    })(options);

function statements({ read, write }: Connection): CustomAdapter {
  const update = ({ model, where, update: values }: { model: string; where: CleanedWhere[]; update: unknown }) =>
    write((sql) => {
      const changes = Object.entries(values as Row).map(
        ([column, value]) => sql`${sql(column)} = ${parameter(sql, model, column, value)}`,
      );
      return sql<Row[]>`
        update ${sql(model)} set ${list(sql, changes)} where ${matching(sql, model, where)} returning *`;
    });
  const remove = ({ model, where }: { model: string; where: CleanedWhere[] }) =>
    write((sql) => sql`delete from ${sql(model)} where ${matching(sql, model, where)} returning id`);
  return {
    create: async ({ model, data }) => {
      const [row = {}] = await write((sql) => {
        const columns = Object.keys(data).map((column) => sql`${sql(column)}`);
        const values = Object.entries(data).map(([column, value]) => parameter(sql, model, column, value));
        return sql<Row[]>`
          insert into ${sql(model)} (${list(sql, columns)}) values (${list(sql, values)}) returning *`;
      });
      return withToken(model, row, data.token) as typeof data;
    },
    findOne: async <T>({ model, where }: { model: string; where: CleanedWhere[] }) => {
      const [row] = await read<Row[]>`select * from ${read(model)} where ${matching(read, model, where)} limit 1`;
      return row ? (withToken(model, row, tokenOf(where)) as T) : null;
    },
    findMany: async <T>({ model, where, limit, offset = 0, sortBy }: Parameters<CustomAdapter['findMany']>[0]) => {
      const direction = sortBy?.direction === 'desc' ? read`desc` : read`asc`;
      const rows = await read<Row[]>`
        select * from ${read(model)} where ${matching(read, model, where)}
        ${sortBy ? read`order by ${read(sortBy.field)} ${direction}` : read``} limit ${limit} offset ${offset}`;
      return rows.map((row) => withToken(model, row, tokenOf(where)) as T);
    },
    count: () => Promise.reject(new Error('This site uses nothing of the library that counts.')),
    update: async <T>(change: { model: string; where: CleanedWhere[]; update: T }) => {
      const [row] = await update(change);
      return row ? (withToken(change.model, row, tokenOf(change.where)) as T) : null;
    },
    updateMany: async (change) => (await update(change)).length,
    delete: async (selection) => {
      await remove(selection);
    },
    deleteMany: async (selection) => (await remove(selection)).length,
  };
}

/** Conditions apply from left to right. */
const matching = (sql: Sql, model: string, where: readonly CleanedWhere[] = []): Fragment =>
  where.reduce(
    (all, { connector, field, operator, value }, index) => {
      const column = sql(field);
      const conditions = {
        eq: () => (value === null ? sql`${column} is null` : sql`${column} = ${parameter(sql, model, field, value)}`),
        lt: () => sql`${column} < ${parameter(sql, model, field, value)}`,
        gt: () => sql`${column} > ${parameter(sql, model, field, value)}`,
        in: () => {
          const values = [value].flat().map((one) => parameter(sql, model, field, one));
          return values.length === 0 ? sql`false` : sql`${column} in (${list(sql, values)})`;
        },
      };
      if (!(operator in conditions)) throw new Error(`Unsupported condition: ${field} ${operator}.`);
      const condition = conditions[operator as keyof typeof conditions]();
      if (index === 0) return condition;
      return connector === 'OR' ? sql`(${all} or ${condition})` : sql`(${all} and ${condition})`;
    },
    sql`true`,
  );

const isToken = (model: string, column: string) => model === 'user_session' && column === 'token';

const parameter = (sql: Sql, model: string, column: string, value: unknown): Fragment =>
  sql`${(isToken(model, column) && typeof value === 'string' ? digestOf(value) : value) as never}`;

/** The session token of a condition. */
const tokenOf = (where: readonly CleanedWhere[] = []): unknown =>
  where.find(({ field, operator }) => field === 'token' && operator === 'eq')?.value;

/** A row as the library expects it: a session with its token if the caller knew it. */
const withToken = (model: string, row: Row, token: unknown): Row =>
  model === 'user_session' ? { ...row, token: token ?? '' } : row;
