import type { Database } from '../../db/client.ts';
import { createSetupToken, hasManagers, SETUP_AGE } from '../accounts/queries.ts';
import { absolute, mainPaths } from '../paths.ts';
import { settings } from '../settings.ts';

/** Prints a link for the first account while no administrator exists. */
export async function offerSetup(database: Database, report: (line: string) => void): Promise<void> {
  if (await hasManagers(database)) return;
  const link = absolute(settings().siteUrl, mainPaths().setup(await createSetupToken(database)));
  report(`No administrator account exists yet. Create one within ${SETUP_AGE / 3600} hours at: ${link}`);
}
