import { loadSampleClubs } from '../clubs/samples.ts';
import type { DatabaseFigures } from '../../db/client.ts';
import { refreshCollations } from '../../db/collations.ts';
import { explainWork } from '../../db/database-failure.ts';
import { openDatabase } from '../../db/open.ts';
import { adoptIdentities } from '../accounts/identities.ts';
import { shareClubStore } from '../clubs/club-store.ts';
import { beginEpoch } from '../clubs/version.ts';
import { deleteOldMessages } from '../clubs/admin/inbox/queries.ts';
import { createZeroResultRecorder, shareZeroResultRecorder } from '../clubs/admin/zero-results/recorder.ts';
import { prepareClubs } from '../clubs/render.ts';
import { daily } from '../daily.ts';
import { sweepDaily } from '../images/sweep.ts';
import { settings } from '../settings.ts';
import { settleWithin } from '../share-calls.ts';
import { subscribeToChanges, type SyncedClubStore } from '../clubs/list/change-feed.ts';

/** How long what was begun may take at the end, in ms, and then what the database is still asked: stop.ts has the whole. */
const LAST_WORK = 1000;
const LAST_STATEMENTS = 300;

/** The directory of the site, with the database that it is in. */
export interface SiteDirectory {
  directory: SyncedClubStore;
  /** Where the database is, for a person. */
  description: string;
  /** How much of the connections to it is used. */
  figures: () => DatabaseFigures;
  close: () => Promise<void>;
}

/** Opens the database that the site needs for itself, with the sample clubs where they belong, and shares it with the pages. */
export async function openSiteDirectory(report: (line: string) => void): Promise<SiteDirectory> {
  const { databaseUrl, provider, sampleData } = settings();
  const database = await openDatabase(settings(), {
    share: false,
    prepare: async (sql) => {
      await refreshCollations(sql, { report, settle: beginEpoch });
      await prepareClubs(sql, report);
      if (provider) await adoptIdentities(sql, provider.issuer, report);
    },
    report,
  });
  try {
    if (!databaseUrl) await loadSampleClubs(database.sql, { enabled: sampleData });
    const directory = await subscribeToChanges(database.sql, report);
    shareClubStore(directory);
    const stopSweeping = sweepDaily(database.sql, report);
    const stopForgetting = daily(
      async () => {
        await deleteOldMessages(database.sql);
      },
      (error) => report(`Could not delete old visitor messages: ${String(error)}`),
    );
    const zeroResults = createZeroResultRecorder(database.sql, report);
    shareZeroResultRecorder(zeroResults);
    const close = async () => {
      shareClubStore(null);
      shareZeroResultRecorder(null);
      stopSweeping();
      stopForgetting();
      // A database that says nothing keeps nobody from the end.
      await settleWithin(LAST_WORK, Promise.all([zeroResults.close(), directory.close()]));
      await database.close(LAST_STATEMENTS);
    };
    return { directory, description: database.description, figures: () => database.sql.figures(), close };
  } catch (error) {
    const told = await explainWork(error, database.sql, database.description);
    await database.close();
    throw told;
  }
}
