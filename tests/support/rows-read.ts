import type { Transaction } from '../../db/client.ts';

/** Returns the result of `work` and the number of rows of a table that it reads. */
export async function countRead<T>(
  tx: Transaction,
  table: string,
  work: () => Promise<T>,
): Promise<{ result: T; read: number }> {
  // The statistics of a transaction may include earlier reads of the session, so the difference counts.
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
