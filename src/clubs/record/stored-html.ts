import type { Database } from '../../../db/client.ts';
import { formatCount } from '../../lib/format.ts';
import { MARKDOWN_RULES, renderClubTexts, type MarkdownTexts } from './markdown.ts';

const BATCH = 200;

interface StaleClub extends MarkdownTexts {
  id: number;
  digest: string;
}

/** Renders the Markdown of clubs without current HTML. Returns their number. A trigger discards HTML of older texts. */
export async function renderStaleClubs(sql: Database): Promise<number> {
  let rendered = 0;
  // Three index ranges: `is distinct from` would scan the whole table.
  for (const range of [sql`< ${MARKDOWN_RULES}`, sql`> ${MARKDOWN_RULES}`, sql`is null`]) {
    for (;;) {
      const clubs = await sql<StaleClub[]>`
        select id, short_description, description, how_to_join,
          club_text_digest(short_description, description, how_to_join) as digest
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
    clubs.map(async (club) => ({ id: club.id, digest: club.digest, ...(await renderClubTexts(club)) })),
  );
  await sql.begin(
    (tx) => tx`
      update club set short_description_html = new."shortDescriptionHtml", description_html = new."descriptionHtml",
        how_to_join_html = new."howToJoinHtml", html_digest = new.digest, html_rules = ${MARKDOWN_RULES}
      from jsonb_to_recordset(${tx.json(html)})
        as new(id int, digest text, "shortDescriptionHtml" text, "descriptionHtml" text, "howToJoinHtml" text)
      where club.id = new.id`,
  );
}
