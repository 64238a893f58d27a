import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, inject } from 'vitest';
import { useSharedEmbedded, type SharedEmbedded } from './database.ts';
import { copyEmbedded } from './setup-databases.ts';

export interface CommandDatabase {
  /** An empty folder, and a path in it. */
  folder: string;
  file: string;
  /** For commands that use the database of this process. */
  settings: { DATA_DIR: string };
  sql: SharedEmbedded['sql'];
}

/** Gives each test a folder, and an empty database that this process owns. */
export function useCommandDatabase(fileName: string, set: (opened: CommandDatabase) => void): void {
  const shared = useSharedEmbedded();
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'club-command-'));
    const { dataDir, sql } = await shared();
    set({ folder, file: join(folder, fileName), settings: { DATA_DIR: dataDir }, sql });
    return () => rm(folder, { recursive: true });
  });
}

/** Another database, which no process has open. */
export function copyDatabase(folder: string): { DATA_DIR: string } {
  const DATA_DIR = join(folder, 'data');
  copyEmbedded(inject('embeddedTemplate'), DATA_DIR);
  return { DATA_DIR };
}
