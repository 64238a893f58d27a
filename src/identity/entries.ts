import type { Sql } from '../../db/client.ts';

/** `setting`: a key of site.json with its JSON. `page`: the source of a page such as `imprint.en`. `mark`: an SVG. */
export type EntryKind = 'word' | 'setting' | 'page' | 'mark';

/** What the board changed in the browser besides clubs. `word`: the meaning of a search term. */
export interface SiteEntry {
  kind: EntryKind;
  name: string;
  value: string;
}

/** The entries that are content of the site. */
export const findContentEntries = async (sql: Sql) =>
  await sql<SiteEntry[]>`select kind, name, value from site_entry where kind <> 'word' order by kind, name`;

/** Changes whenever the content in the database may have changed. */
export async function findContentVersion(sql: Sql): Promise<string> {
  const [{ version }] = await sql<[{ version: string }]>`
    select directory_epoch() || ' ' || coalesce((select max(step_id) from site_entry_change where kind <> 'word'), 0)
      as version`;
  return version;
}
