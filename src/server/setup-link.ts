import type { Sql } from '../../db/client.ts';
import { hasUsers } from '../accounts/queries.ts';
import { createSetupToken } from '../accounts/setup.ts';
import { absolute, mainPaths } from '../paths.ts';
import { settings } from '../settings.ts';

/** While nobody can sign in, tells who started the site where to make the first account. */
export async function offerSetup(sql: Sql, report: (line: string) => void): Promise<void> {
  if (await hasUsers(sql)) return;
  const link = absolute(settings().siteUrl, mainPaths().setup(createSetupToken()));
  report(`There are no accounts yet. The first one is made here, until the next start: ${link}`);
}
