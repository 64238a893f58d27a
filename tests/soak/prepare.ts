import postgres from 'postgres';
import { migrate } from '../../db/migrate.ts';
import { seedClubs } from '../bench/seed.ts';
import { startSoakedSite, type SoakedSite } from './sites.ts';

/** Makes so many clubs on a server that is empty. */
export async function prepareClubs(url: string, clubs: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await migrate(sql);
  if (clubs > 0) await seedClubs(sql, clubs);
  await sql.end();
}

/** Two sites with their page caches on a server that is empty, with so many clubs. */
export async function prepareSoak(url: string, dataDir: string, clubs: number): Promise<SoakedSite[]> {
  await prepareClubs(url, clubs);
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir };
  return [await startSoakedSite('site 1', settings), await startSoakedSite('site 2', settings)];
}
