import postgres from 'postgres';
import type { Transaction } from '../client.ts';
import { Failure } from '../../src/failure.ts';
import { MARKDOWN_RULES } from '../../src/markdown.ts';
import { quoteCell } from './club-row.ts';
import type { PlannedClub, PlanOptions } from './plan.ts';

/** A club with everything that is written: all that takes time was done before. */
export interface RenderedClub extends PlannedClub {
  shortDescriptionHtml: string;
  descriptionHtml: string;
}

export interface WriteOptions extends PlanOptions {
  /** The file says nothing of descriptions: those of clubs that exist stay. */
  keepDescriptions: boolean;
}

/**
 * Writes clubs in a transaction, and answers how many sample clubs it removed. Throws when the database is no longer
 * as it was when the file was checked. Every statement reads the temporary table, which goes with the transaction: a
 * driver that lost the connection, and took another one, cannot go on half-way outside of any transaction.
 */
export async function writeClubs(
  tx: Transaction,
  clubs: readonly RenderedClub[],
  { replaceSamples, asSamples, keepDescriptions }: WriteOptions,
): Promise<number> {
  await tx`
    create temporary table imported_club on commit drop as
    select * from jsonb_to_recordset(${tx.json(clubs.map(toRecord))}) as imported_club (
      line int, name text, short_description text, description text, is_active boolean, parent_name text, logo text,
      foreign_logo_url text, website text, category text, short_description_html text, description_html text)`;
  // Readers go on; other writers wait, so that nothing changes between these statements.
  await tx`lock table club in share row exclusive mode`;

  let removed = 0;
  if (replaceSamples) {
    const { count } = await tx`delete from club where is_sample and (select count(*) from imported_club) >= 0`;
    removed = count;
  }
  await tx`
    insert into club (name, short_description, description, is_active, logo, foreign_logo_url, website, category,
      is_sample, short_description_html, description_html, html_digest, html_rules)
    select name, short_description, description, is_active, logo, foreign_logo_url, nullif(website, ''), category,
      ${asSamples}, short_description_html, description_html, club_text_digest(short_description, description),
      ${MARKDOWN_RULES}
    from imported_club order by line
    on conflict (name) do update set
      short_description = excluded.short_description,
      description = ${keepDescriptions ? tx`club.description` : tx`excluded.description`},
      is_active = excluded.is_active, logo = excluded.logo, foreign_logo_url = excluded.foreign_logo_url,
      website = excluded.website, category = excluded.category, is_sample = excluded.is_sample,
      short_description_html = excluded.short_description_html, description_html = excluded.description_html,
      html_digest = excluded.html_digest, html_rules = excluded.html_rules`;
  await tx`
    update club set parent_id = parent.id
    from imported_club left join club parent on parent.name = imported_club.parent_name
    where club.name = imported_club.name and club.parent_id is distinct from parent.id`;

  const [missing] = await tx<{ parentName: string }[]>`
    select parent_name from imported_club
    where parent_name <> '' and not exists (select from club where club.name = imported_club.parent_name) limit 1`;
  if (missing) {
    throw new Failure(
      `${quoteCell(missing.parentName)} went away while the file was checked. Nothing was changed: try again.`,
    );
  }
  return removed;
}

const toRecord = (club: RenderedClub) =>
  Object.fromEntries(Object.entries(club).map(([key, value]) => [postgres.fromCamel(key), value as string]));
