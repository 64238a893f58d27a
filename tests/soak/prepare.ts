import postgres from 'postgres';
import { migrate } from '../../db/migrate.ts';
import { seedClubs } from '../bench/seed.ts';
import { startSoakedSite, type SoakedSite } from './sites.ts';

/** Two sites with their page caches on a server that is empty, with so many clubs. */
export async function prepareSoak(url: string, dataDir: string, clubs: number): Promise<SoakedSite[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await migrate(sql);
  await seedClubs(sql, clubs);
  await sql.end();
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir };
  return [await startSoakedSite('site 1', settings), await startSoakedSite('site 2', settings)];
}
