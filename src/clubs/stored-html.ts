import type { Database } from '../../db/client.ts';
import { formatCount } from '../lib/format.ts';
import { MARKDOWN_RULES, renderClubTexts } from './markdown.ts';

const BATCH = 200;

interface StaleClub {
  id: number;
  htmlRules: number | null;
  shortDescription: string;
  description: string;
  digest: string;
}

/**
 * Renders the Markdown of every club whose stored HTML is missing or of another version of the rules. Returns the number
 * of clubs. A trigger discards HTML whose text was changed in the meantime.
 */
export async function renderStaleClubs(sql: Database): Promise<number> {
  let rendered = 0;
  // Three index ranges: `is distinct from` would scan the whole table.
  for (const find of [findOlder, findNewer, findMissing]) {
    for (let last: StaleClub | undefined; ;) {
      const clubs = await find(sql, last);
      last = clubs.at(-1);
      if (!last) break;
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

/** Finds the batch after `last`, or the first one. */
type FindBatch = (sql: Database, last: StaleClub | undefined) => Promise<StaleClub[]>;

const findOlder: FindBatch = (sql, last) => sql<StaleClub[]>`
  ${staleClubs(sql)} where html_rules < ${MARKDOWN_RULES} ${afterRules(sql, last)} ${inOrder(sql)}`;

const findNewer: FindBatch = (sql, last) => sql<StaleClub[]>`
  ${staleClubs(sql)} where html_rules > ${MARKDOWN_RULES} ${afterRules(sql, last)} ${inOrder(sql)}`;

const findMissing: FindBatch = (sql, last) => sql<StaleClub[]>`
  ${staleClubs(sql)} where html_rules is null and id > ${last?.id ?? 0} ${inOrder(sql)}`;

const staleClubs = (sql: Database) => sql`
  select id, html_rules, short_description, description, club_text_digest(short_description, description) as digest
  from club`;
const afterRules = (sql: Database, last: StaleClub | undefined) =>
  last ? sql`and (html_rules, id) > (${last.htmlRules}, ${last.id})` : sql``;
const inOrder = (sql: Database) => sql`order by html_rules, id limit ${BATCH}`;

async function renderClubs(sql: Database, clubs: StaleClub[]): Promise<void> {
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
}
