import { loadSampleClubs } from '../../db/import/samples.ts';
import { openDatabase, type OpenDatabase } from '../../db/open.ts';
import { shareDatabase } from '../db.ts';
import { settings } from '../env.ts';

/** Opens the database that the site needs for itself, with the sample clubs where they belong, and shares it with the pages. */
export async function openSiteDatabase(report: (line: string) => void): Promise<OpenDatabase> {
  const { databaseUrl, sampleData } = settings();
  const opened = await openDatabase(settings(), { share: false, report });
  if (!databaseUrl) await loadSampleClubs(opened.sql, { enabled: sampleData });
  shareDatabase(opened.sql);
  return {
    ...opened,
    close: async () => {
      shareDatabase(null);
      await opened.close();
    },
  };
}
