import type { Sql, Transaction } from '../../../../db/client.ts';
import { renderClubTexts } from '../../../markdown.ts';
import { INTEGER_ARRAY, list, type Fragment } from '../../../sql-fragments.ts';

/*
 * The texts that clubs get by an undo, in HTML.
 */

/** HTML with the digest of the texts that it was made of. */
interface RenderedTexts {
  digest: string;
  shortDescriptionHtml: string;
  descriptionHtml: string;
}

/** What a transaction is given, in pieces as large as it writes at once. */
export type RenderedBatch = RenderedTexts[];

/** So many clubs are rendered at a time; others get in between. */
const BATCH = 200;

/** As many characters of HTML wait in memory: clubs whose texts are beyond that are rendered once they are there. */
const CHARACTERS_KEPT = 32_000_000;

/**
 * Renders what clubs are to be again, before the transaction that others wait for: pages have it at once, and no club is
 * written twice. What turns out to be something else is rendered later.
 */
export async function renderUndone(
  sql: Sql,
  stepId: number,
  isWanted: (clubId: number) => boolean,
): Promise<RenderedBatch[]> {
  const ids = (await findClubsWithTexts(sql, stepId)).filter(isWanted);
  const batches: RenderedBatch[] = [];
  const seen = new Set<string>();
  let characters = 0;
  for (let at = 0; at < ids.length && characters < CHARACTERS_KEPT; at += BATCH) {
    const texts = await sql<{ digest: string; shortDescription: string; description: string }[]>`
      select distinct on (digest) digest, texts.short_description, texts.description
      from unnest(${sql.array(ids.slice(at, at + BATCH), INTEGER_ARRAY)}::integer[]) wanted (id)
      cross join lateral (
        select club_fields_merged(before order by id desc) as fields from club_change
        where club_id = wanted.id and step_id + 0 = ${stepId}::float8::bigint
      ) step
      left join lateral (
        select jsonb_build_object('short_description', short_description, 'description', description) as now, html_digest
        from club where id = wanted.id offset 0
      ) present on true
      cross join lateral (values (${textsAfter(sql)})) texts (short_description, description)
      cross join lateral (select club_text_digest(texts.short_description, texts.description) as digest) digested
      where html_digest is distinct from digest`;
    const missing = texts.filter(({ digest }) => !seen.has(digest));
    if (missing.length === 0) continue;
    const rendered = await Promise.all(
      missing.map(async (one) => ({ digest: one.digest, ...(await renderClubTexts(one)) })),
    );
    for (const { digest, shortDescriptionHtml, descriptionHtml } of rendered) {
      seen.add(digest);
      characters += shortDescriptionHtml.length + descriptionHtml.length;
    }
    batches.push(rendered);
  }
  return batches;
}

/** The clubs of a step that had other texts before it, or were there. */
async function findClubsWithTexts(sql: Sql, stepId: number): Promise<number[]> {
  const [{ ids }] = await sql<[{ ids: number[] }]>`
    select to_json(array(
      select distinct club_id from club_change
      where step_id = ${stepId}::float8::bigint and before ?| array['short_description', 'description'] order by club_id
    )) as ids`;
  return ids;
}

/** Gives a transaction the HTML, in the table `club_undo_html`. */
export async function keepRendered(tx: Transaction, batches: readonly RenderedBatch[]): Promise<void> {
  await tx`
    create temporary table club_undo_html (
      digest text primary key, short_description_html text not null, description_html text not null
    ) on commit drop`;
  for (const batch of batches) {
    await tx`
      insert into club_undo_html
      select * from jsonb_to_recordset(${tx.json(batch.map((one) => ({ ...one })))}) as
        rendered (digest text, "shortDescriptionHtml" text, "descriptionHtml" text)`;
  }
}

const TEXT_COLUMNS = ['short_description', 'description'] as const;

/** The texts of a club as they would be, of the `fields` that it gets and what it is `now`. */
export const textsAfter = (sql: Sql): Fragment =>
  list(
    sql,
    TEXT_COLUMNS.map((column) => sql`coalesce(fields ->> ${column}::text, now ->> ${column}::text, '')`),
  );
