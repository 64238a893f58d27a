import type { Database } from '../../../db/client.ts';
import { formatCount } from '../../lib/format.ts';
import { list } from '../../lib/sql.ts';
import { MARKDOWN, toColumn } from './fields.ts';
import { MARKDOWN_RULES, renderClubTexts } from './markdown.ts';

const BATCH = 200;

type StaleClub = Record<string, unknown> & { id: number; digest: string };

const TEXT_COLUMNS = MARKDOWN.map(({ name }) => toColumn(name));
const HTML_COLUMNS = MARKDOWN.map(({ html }) => toColumn(html));

/** Renders the Markdown of clubs without current HTML. Returns their number. A trigger discards HTML of older texts. */
export async function renderStaleClubs(sql: Database): Promise<number> {
  let rendered = 0;
  // Three index ranges: `is distinct from` would scan the whole table.
  for (const range of [sql`< ${MARKDOWN_RULES}`, sql`> ${MARKDOWN_RULES}`, sql`is null`]) {
    for (;;) {
      const clubs = await sql<StaleClub[]>`
        select id, ${sql(TEXT_COLUMNS)}, club_text_digest(club) as digest
        from club where html_rules ${range} order by html_rules, id limit ${BATCH}`;
      if (clubs.length === 0) break;
      await renderClubs(sql, clubs);
      rendered += clubs.length;
    }
  }
  return rendered;
}

/** Updates the stored HTML to this version of the site, and reports how many clubs changed. */
export async function prepareClubs(sql: Database, report: (line: string) => void): Promise<void> {
  const rendered = await renderStaleClubs(sql);
  if (rendered > 0) report(`Rendered the Markdown of ${formatCount(rendered, 'club')}.`);
}

async function renderClubs(sql: Database, clubs: StaleClub[]): Promise<void> {
  const html = await Promise.all(
    clubs.map(async ({ id, digest, ...texts }) => {
      const html = Object.entries(await renderClubTexts(texts)).map(([name, text]) => [toColumn(name), text]);
      return { id, html_digest: digest, ...Object.fromEntries(html) } as Record<string, string | number>;
    }),
  );
  const values = HTML_COLUMNS.map((column) => sql`${sql(column)} = new_club.${sql(column)}`);
  await sql.begin(
    (tx) => tx`
      update club set ${list(sql, values)}, html_digest = new_club.html_digest, html_rules = ${MARKDOWN_RULES}
      from jsonb_populate_recordset(null::club, ${tx.json(html)}) new_club
      where club.id = new_club.id`,
  );
}
