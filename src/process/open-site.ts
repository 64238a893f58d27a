import { setTimeout as sleep } from 'node:timers/promises';
import { refreshCollations } from '../../db/collations.ts';
import { explainWork } from '../../db/explain-error.ts';
import { openDatabase } from '../../db/open.ts';
import { createSetupToken, deleteExpiredLinks } from '../accounts/one-time-links.ts';
import { hasManagers } from '../accounts/grants.ts';
import { deleteOldMessages } from '../clubs/board/inbox/queries.ts';
import { createZeroResultRecorder, shareZeroResultRecorder } from '../clubs/board/zero-results/recorder.ts';
import { shareClubStore } from '../clubs/directory/club-store.ts';
import { Directory } from '../clubs/directory/directory.ts';
import { VersionWatch } from '../clubs/directory/version-watch.ts';
import { prepareClubs } from '../clubs/record/stored-html.ts';
import { loadSampleClubs } from '../clubs/csv/samples.ts';
import { beginEpoch } from '../clubs/record/version-queries.ts';
import { sendWeeklyEmails } from '../accounts/weekly-email.ts';
import { identityIn } from '../identity/identity.ts';
import { daily } from '../lib/daily.ts';
import { isLostConnection, UnavailableError } from '../lib/errors.ts';
import { scrub } from '../lib/print-error.ts';
import { deleteUnusedImages } from '../images/queries.ts';
import { absolute, mainPaths } from '../paths.ts';
import { settings } from '../settings.ts';
import { settleWithin } from '../lib/timeout.ts';

/** Timeouts when the site closes: for background work, and then for running statements. Both are within EXIT_TIMEOUT_MS. */
const CLOSE_TIMEOUT_MS = 1000;
const STATEMENT_TIMEOUT_MS = 300;
const RETRY_INTERVAL_MS = 250;

export type OpenSite = Awaited<ReturnType<typeof openSite>>;

/** Opens and prepares the database, starts the background work, and shares both with the pages. */
export async function openSite(report: (line: string) => void) {
  const { databaseUrl, mail, sampleData, siteUrl } = settings();
  const database = await openDatabase(settings(), {
    share: false,
    prepare: async (sql) => {
      await refreshCollations(sql, (line) => console.warn(line), beginEpoch);
      await prepareClubs(sql, report);
    },
    report,
  });
  const { sql, description } = database;
  try {
    if (!databaseUrl) await loadSampleClubs(sql, { enabled: sampleData });
    // The link for the first account.
    const setupLink = (await hasManagers(sql))
      ? null
      : absolute(siteUrl, mainPaths().setup(await createSetupToken(sql)));
    const watch = await VersionWatch.open(sql);
    const directory = new Directory(sql, watch, report);
    const zeroResults = createZeroResultRecorder(sql, report);
    shareClubStore(directory);
    shareZeroResultRecorder(zeroResults);
    const stopDeleting = daily(
      () => Promise.all([deleteUnusedImages(sql), deleteOldMessages(sql), deleteExpiredLinks(sql)]),
      (error) => report(`Could not delete unused images, old visitor messages and links: ${String(error)}`),
    );
    const stopSending = daily(
      async () => mail && sendWeeklyEmails(sql, mail, (locale) => identityIn(locale).name),
      (error) => report(`Could not send weekly e-mails: ${String(error)}`),
      60 * 60 * 1000,
    );
    const close = async () => {
      shareClubStore(null);
      shareZeroResultRecorder(null);
      stopDeleting();
      stopSending();
      watch.close();
      await settleWithin(CLOSE_TIMEOUT_MS, Promise.all([zeroResults.close(), directory.close()]));
      await database.close(STATEMENT_TIMEOUT_MS);
    };
    return { sql, watch, directory, description, setupLink, close };
  } catch (error) {
    const explained = explainWork(error, description);
    await database.close();
    throw explained;
  }
}

/** Opens the site as soon as its database is available. Errors that only an operator can fix are thrown. */
export async function openWhenAvailable(
  stop: AbortSignal,
  origin: string,
  report: (line: string) => void,
): Promise<OpenSite> {
  let warned = '';
  const warn = (message: string) => {
    if (message !== warned)
      console.warn(scrub(`${message} Retrying. Until then, ${origin} serves only pages that need no database.`));
    warned = message;
  };
  for (;;) {
    try {
      return await openSite(report);
    } catch (error) {
      stop.throwIfAborted();
      if (!(error instanceof UnavailableError) && !isLostConnection(error)) throw error;
      warn(error.message);
    }
    await sleep(RETRY_INTERVAL_MS, undefined, { signal: stop });
  }
}
