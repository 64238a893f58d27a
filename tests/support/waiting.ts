import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';

/** Resolves once one transaction waits for a lock of another one. */
export async function expectOneWaiting({ sql }: TestDatabase): Promise<void> {
  const findWaiting = () => sql`
    select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  await expect.poll(findWaiting, { interval: 20 }).toHaveLength(1);
}
