import type { BetterAuthOptions } from 'better-auth';
import type { CleanedWhere, createAdapterFactory, CustomAdapter } from 'better-auth/adapters';
import type { Database, Sql } from '../../db/client.ts';
import { list, type Fragment } from '../lib/sql.ts';
import { hashToken } from './tokens.ts';

type Row = Record<string, unknown>;
type Adapter = ReturnType<ReturnType<typeof createAdapterFactory>>;

type Search = Parameters<CustomAdapter['findMany']>[0];

interface Selection {
  model: string;
  where: CleanedWhere[];
}

/**
 * The library's access to the database. Each write is one transaction. Session tokens are stored hashed, without the
 * library knowing. `create` is the factory of the library, which is loaded late.
 */
export const createAuthAdapter =
  (create: typeof createAdapterFactory, database: Database) =>
  (options: BetterAuthOptions): Adapter =>
    create({
      config: { adapterId: 'club-directory', supportsNumericIds: true, supportsJSON: true },
      adapter: () => statements(database),
    })(options);

function statements(database: Database): CustomAdapter {
  const find = async <T>({ model, where, limit, offset = 0, sortBy }: Search): Promise<T[]> => {
    const direction = sortBy?.direction === 'desc' ? database`desc` : database`asc`;
    const rows = await database<Row[]>`
      select * from ${database(model)} where ${matching(database, model, where)}
      ${sortBy ? database`order by ${database(sortBy.field)} ${direction}` : database``}
      limit ${limit} offset ${offset}`;
    return rows.map((row) => withToken(model, row, tokenOf(where)) as T);
  };
  const update = ({ model, where }: Selection, values: object) =>
    database.begin((tx) => {
      const changes = Object.entries(values).map(
        ([column, value]) => tx`${tx(column)} = ${parameter(tx, model, column, value)}`,
      );
      return tx<Row[]>`update ${tx(model)} set ${list(tx, changes)} where ${matching(tx, model, where)} returning *`;
    });
  const remove = ({ model, where }: Selection) =>
    database.begin((tx) => tx`delete from ${tx(model)} where ${matching(tx, model, where)} returning id`);
  return {
    create: async ({ model, data }) => {
      const [row = {}] = await database.begin((tx) => {
        const columns = Object.keys(data).map((column) => tx`${tx(column)}`);
        const values = Object.entries(data).map(([column, value]) => parameter(tx, model, column, value));
        return tx<Row[]>`insert into ${tx(model)} (${list(tx, columns)}) values (${list(tx, values)}) returning *`;
      });
      return withToken(model, row, data.token) as typeof data;
    },
    findOne: async <T>(selection: Selection) => (await find<T>({ ...selection, limit: 1 }))[0] ?? null,
    findMany: find,
    update: async <T>({ update: values, ...selection }: Selection & { update: T }) => {
      const [row] = await update(selection, values as object);
      return row ? (withToken(selection.model, row, tokenOf(selection.where)) as T) : null;
    },
    updateMany: async ({ update: values, ...selection }) => (await update(selection, values)).length,
    delete: async (selection) => void (await remove(selection)),
    deleteMany: async (selection) => (await remove(selection)).length,
    count: () => Promise.reject(new Error('This site uses nothing of the library that counts.')),
  };
}

/** Conditions apply from left to right. */
const matching = (sql: Sql, model: string, where: readonly CleanedWhere[] = []): Fragment =>
  where.reduce(
    (conjunction, { connector, field, operator, value }, index) => {
      const column = sql(field);
      const conditions = {
        eq: () => (value === null ? sql`${column} is null` : sql`${column} = ${parameter(sql, model, field, value)}`),
        lt: () => sql`${column} < ${parameter(sql, model, field, value)}`,
        gt: () => sql`${column} > ${parameter(sql, model, field, value)}`,
        in: () => {
          const values = [value].flat().map((item) => parameter(sql, model, field, item));
          return values.length === 0 ? sql`false` : sql`${column} in (${list(sql, values)})`;
        },
      };
      if (!(operator in conditions)) throw new Error(`Unsupported condition: ${field} ${operator}.`);
      const condition = conditions[operator as keyof typeof conditions]();
      if (index === 0) return condition;
      return connector === 'OR' ? sql`(${conjunction} or ${condition})` : sql`(${conjunction} and ${condition})`;
    },
    sql`true`,
  );

const isToken = (model: string, column: string) => model === 'user_session' && column === 'token';

const parameter = (sql: Sql, model: string, column: string, value: unknown): Fragment =>
  sql`${(isToken(model, column) && typeof value === 'string' ? hashToken(value) : value) as never}`;

const tokenOf = (where: readonly CleanedWhere[] = []): unknown =>
  where.find(({ field, operator }) => field === 'token' && operator === 'eq')?.value;

/** A row as the library expects it: a session with its token if the caller knew it. */
const withToken = (model: string, row: Row, token: unknown): Row =>
  model === 'user_session' ? { ...row, token: token ?? '' } : row;
