import type { Database, Transaction } from '../../db/client.ts';

/**
 * Begins a new history of the directory: for data that were restored into the tables that are there, which nothing
 * else tells from what was there before. Every site that is connected drops what it has in memory.
 */
export async function startNewEpoch(database: Database): Promise<void> {
  await database.begin(beginEpoch);
}

/** The same within the transaction that restores them. */
export async function beginEpoch(tx: Transaction): Promise<void> {
  await tx`update directory_version set epoch = gen_random_uuid()`;
  await tx`select pg_notify('directory', directory_epoch() || '-' || version) from directory_version`;
}
