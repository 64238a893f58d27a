import type { Database, Sql, Transaction } from './client.ts';
import { takeTurn } from './migrate.ts';

/** A collation whose version changed after its indexes were built. */
interface ChangedCollation {
  name: string;
  /** Versions of its library. */
  before: string;
  now: string;
  indexes: string[];
  /** Whether this user may rebuild the indexes and record the version. */
  isOurs: boolean;
}

interface RefreshOptions {
  report: (line: string) => void;
  /** Further work in the transaction that changes the order. */
  settle: (tx: Transaction) => Promise<void>;
}

/**
 * Rebuilds indexes after an update of the embedded PostgreSQL, or of the system of a server, changed the rules of their
 * order: otherwise names would not be found. Reports the statements that only an administrator may run. Several processes
 * may call this at once.
 */
export async function refreshCollations(sql: Database, { report, settle }: RefreshOptions): Promise<void> {
  const changed = await findChanged(sql);
  for (const one of changed) if (!one.isOurs) report(describeForeign(one));
  if (!changed.some(({ isOurs }) => isOurs)) return;
  const refreshed = await sql.begin(async (tx) => {
    await takeTurn(tx);
    // Another process may have done it meanwhile.
    const ours = (await findChanged(tx)).filter(({ isOurs }) => isOurs);
    for (const one of ours) for (const statement of statementsFor(one)) await tx.unsafe(statement);
    if (ours.length > 0) await settle(tx);
    return ours;
  });
  for (const one of refreshed) report(`${describeChange(one)}. Rebuilt ${one.indexes.join(', ')}.`);
}

const findChanged = (sql: Sql) => sql<ChangedCollation[]>`
  select format('%I.%I', space.nspname, kind.collname) as name, kind.collversion as before,
    pg_collation_actual_version(kind.oid) as now, kept.indexes,
    pg_has_role(kind.collowner, 'usage') and kept.are_ours as is_ours
  from pg_collation kind join pg_namespace space on space.oid = kind.collnamespace
  join lateral (
    select json_agg(format('%I.%I', around.nspname, file.relname) order by file.relname) as indexes,
      bool_and(pg_has_role(file.relowner, 'usage')) as are_ours
    from pg_index one join pg_class file on file.oid = one.indexrelid and file.relkind = 'i' and file.relpersistence <> 't'
    join pg_namespace around on around.oid = file.relnamespace
    where kind.oid = any(one.indcollation)
  ) kept on kept.indexes is not null
  where kind.collversion <> pg_collation_actual_version(kind.oid)
  order by kind.collname`;

const statementsFor = ({ name, indexes }: ChangedCollation): string[] => [
  ...indexes.map((index) => `reindex index ${index}`),
  `alter collation ${name} refresh version`,
];

const describeChange = ({ name, before, now }: ChangedCollation): string =>
  `The version of collation ${name} changed from ${before} to ${now}`;

const describeForeign = (one: ChangedCollation): string =>
  `${describeChange(one)}. Until its indexes are rebuilt, names may be out of order or not found. Ask an administrator of the server to run\n${statementsFor(
    one,
  )
    .map((statement) => `  ${statement};`)
    .join('\n')}`;
