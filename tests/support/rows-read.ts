import type postgres from 'postgres';

/** What some work within a transaction comes to, and how many rows of a table it reads. */
export async function countRead<T>(
  tx: postgres.TransactionSql,
  table: string,
  work: () => Promise<T>,
): Promise<{ result: T; read: number }> {
  // PostgreSQL tells it together with what the session has read before, until that is added up with what others have.
  const readSoFar = async () => {
    const [{ read }] = await tx<[{ read: number }]>`
      select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::integer as read
      from pg_stat_xact_user_tables where relname = ${table}`;
    return read;
  };
  const before = await readSoFar();
  const result = await work();
  return { result, read: (await readSoFar()) - before };
}
