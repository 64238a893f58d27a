import { MARKDOWN_RULES, renderClubTexts } from '../src/markdown.ts';
import type { Database } from './client.ts';

const BATCH = 200;

/**
 * Renders the Markdown of every club whose stored HTML is missing or made by other rules than today's, and answers
 * how many. A text that changes meanwhile is not harmed: the table drops HTML that is not of its text.
 */
export async function renderStaleClubs(sql: Database): Promise<number> {
  let rendered = 0;
  let after = 0;
  for (;;) {
    const clubs = await sql<{ id: number; shortDescription: string; description: string; digest: string }[]>`
      select id, short_description, description, club_text_digest(short_description, description) as digest
      from club where id > ${after} and html_rules is distinct from ${MARKDOWN_RULES}
      order by id limit ${BATCH}`;
    const last = clubs.at(-1);
    if (!last) return rendered;
    const html = await Promise.all(
      clubs.map(async (club) => ({ id: club.id, digest: club.digest, ...(await renderClubTexts(club)) })),
    );
    await sql.begin(
      (tx) => tx`
      update club set short_description_html = new."shortDescriptionHtml", description_html = new."descriptionHtml",
        html_digest = new.digest, html_rules = ${MARKDOWN_RULES}
      from jsonb_to_recordset(${tx.json(html)})
        as new(id int, digest text, "shortDescriptionHtml" text, "descriptionHtml" text)
      where club.id = new.id`,
    );
    after = last.id;
    rendered += clubs.length;
  }
}
