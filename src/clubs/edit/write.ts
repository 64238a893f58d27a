import type postgres from 'postgres';
import type { Transaction } from '../../../db/client.ts';
import { MARKDOWN_RULES, renderClubTexts } from '../record/markdown.ts';
import { list } from '../../lib/sql.ts';
import type { ClubState } from '../record/state.ts';
import { toColumn } from '../record/fields.ts';

/* Writes clubs with the HTML of their texts. Forms and imports use it. */

export type ClubRecord = Partial<ClubState> & { id?: number | null };

/** `names`: the values of the records to write. */
interface WriteOptions {
  names: readonly string[];
  isSample: boolean;
}

const HTML = ['shortDescriptionHtml', 'descriptionHtml', 'howToJoinHtml'];

async function toRows(records: readonly ClubRecord[]): Promise<postgres.JSONValue> {
  const rows = records.map(async ({ shortDescription = '', description = '', howToJoin = '', ...record }) => {
    const texts = { shortDescription, description, howToJoin };
    const row = { ...record, ...texts, ...(await renderClubTexts(texts)) };
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [toColumn(name), value]));
  });
  return (await Promise.all(rows)) as postgres.JSONValue;
}

/** Updates clubs. The records have all texts in Markdown, also if only one of them is written. */
export async function updateClubs(
  tx: Transaction,
  records: readonly ClubRecord[],
  { names, isSample }: WriteOptions,
): Promise<void> {
  const values = [...names, ...HTML].map(toColumn).map((column) => tx`${tx(column)} = row.${tx(column)}`);
  await tx`
    update club set ${list(tx, values)}, is_sample = ${isSample}, html_rules = ${MARKDOWN_RULES},
      html_digest = club_text_digest(row.short_description, row.description, row.how_to_join)
    from jsonb_populate_recordset(null::club, ${tx.json(await toRows(records))}) row
    where club.id = row.id`;
}

/** Inserts clubs. Returns their ids. */
export async function insertClubs(
  tx: Transaction,
  records: readonly ClubRecord[],
  { names, isSample }: WriteOptions,
): Promise<number[]> {
  const columns = list(
    tx,
    [...names, ...HTML].map((name) => tx`${tx(toColumn(name))}`),
  );
  const inserted = await tx<{ id: number }[]>`
    insert into club (${columns}, is_sample, html_rules, html_digest)
    select ${columns}, ${isSample}::boolean, ${MARKDOWN_RULES}::integer,
      club_text_digest(short_description, description, how_to_join)
    from jsonb_populate_recordset(null::club, ${tx.json(await toRows(records))})
    returning id`;
  return inserted.map(({ id }) => id);
}
