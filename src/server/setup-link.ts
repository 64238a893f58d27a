import type { Sql } from '../../db/client.ts';
import { hasManagers } from '../accounts/queries.ts';
import { createSetupToken } from '../accounts/setup.ts';
import { absolute, mainPaths } from '../paths.ts';
import { settings } from '../settings.ts';

/** While nobody may look after accounts, tells who started the site where to make the first account that may. */
export async function offerSetup(sql: Sql, report: (line: string) => void): Promise<void> {
  if (await hasManagers(sql)) return;
  const link = absolute(settings().siteUrl, mainPaths().setup(createSetupToken()));
  report(`There is no account yet that may look after accounts. It is made here, until the next start: ${link}`);
}
