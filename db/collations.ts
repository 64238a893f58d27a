import type { Database, Sql, Transaction } from './client.ts';
import { lockMigrations } from './migrate.ts';

/** A collation whose version changed after its indexes were built. */
interface ChangedCollation {
  name: string;
  /** Versions of its library. */
  before: string;
  now: string;
  indexes: string[];
  /** Whether this user may rebuild the indexes and record the version. */
  isOwned: boolean;
}

/**
 * Rebuilds indexes whose order was changed by an update of PostgreSQL or the system: otherwise names are not found.
 * Reports the statements that only an administrator may run. Several processes may call this at once. `settle` is further
 * work in the transaction that changes the order.
 */
export async function refreshCollations(
  sql: Database,
  report: (line: string) => void,
  settle: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const changed = await findChanged(sql);
  for (const collation of changed) if (!collation.isOwned) report(describeForAdministrator(collation));
  if (!changed.some(({ isOwned }) => isOwned)) return;
  const refreshed = await sql.begin(async (tx) => {
    await lockMigrations(tx);
    // Another process may have done it meanwhile.
    const owned = (await findChanged(tx)).filter(({ isOwned }) => isOwned);
    for (const statement of owned.flatMap(statementsFor)) await tx.unsafe(statement);
    if (owned.length > 0) await settle(tx);
    return owned;
  });
  for (const collation of refreshed) report(`${describeChange(collation)}. Rebuilt ${collation.indexes.join(', ')}.`);
}

const findChanged = (sql: Sql) => sql<ChangedCollation[]>`
  select format('%I.%I', nspname, collname) as name, collversion as before,
    pg_collation_actual_version(pg_collation.oid) as now, indexes,
    pg_has_role(collowner, 'usage') and are_owned as is_owned
  from pg_collation join pg_namespace on pg_namespace.oid = collnamespace
  join lateral (
    select json_agg(format('%I.%I', nspname, relname) order by relname) as indexes,
      bool_and(pg_has_role(relowner, 'usage')) as are_owned
    from pg_index join pg_class on pg_class.oid = indexrelid and relkind = 'i' and relpersistence <> 't'
    join pg_namespace on pg_namespace.oid = relnamespace
    where pg_collation.oid = any(indcollation)
  ) used_by on indexes is not null
  where collversion <> pg_collation_actual_version(pg_collation.oid)
  order by collname`;

const statementsFor = ({ name, indexes }: ChangedCollation): string[] => [
  ...indexes.map((index) => `reindex index ${index}`),
  `alter collation ${name} refresh version`,
];

const describeChange = ({ name, before, now }: ChangedCollation): string =>
  `The version of collation ${name} changed from ${before} to ${now}`;

function describeForAdministrator(collation: ChangedCollation): string {
  const statements = statementsFor(collation).map((statement) => `\n  ${statement};`);
  return `${describeChange(collation)}. Until its indexes are rebuilt, names may be out of order or not found. Ask an administrator of the server to run${statements.join('')}`;
}
