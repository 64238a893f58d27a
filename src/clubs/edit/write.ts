import type postgres from 'postgres';
import type { Transaction } from '../../../db/client.ts';
import { MARKDOWN_RULES, markdownTexts, renderClubTexts } from '../record/markdown.ts';
import { list } from '../../lib/sql.ts';
import { MAX_CLUB_ID } from '../record/field-rules.ts';
import type { ClubState } from '../record/state.ts';
import { MARKDOWN, toColumn } from '../record/fields.ts';

/* Writes clubs with the HTML of their texts. Forms and imports use it. */

export type ClubRecord = Partial<ClubState> & { id?: number | null };

/** `names`: the values of the records to write. */
interface WriteOptions {
  names: readonly string[];
  isSample: boolean;
}

const HTML = MARKDOWN.map(({ html }) => html);

async function toRows(records: readonly ClubRecord[]): Promise<postgres.JSONValue> {
  const rows = records.map(async (record) => {
    const row = { ...record, ...markdownTexts(record), ...(await renderClubTexts(record)) };
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [toColumn(name), value]));
  });
  return (await Promise.all(rows)) as postgres.JSONValue;
}

/** Updates clubs. The records have all texts with Markdown, also if only one of them is written. */
export async function updateClubs(
  tx: Transaction,
  records: readonly ClubRecord[],
  { names, isSample }: WriteOptions,
): Promise<void> {
  const values = [...names, ...HTML].map(toColumn).map((column) => tx`${tx(column)} = new_club.${tx(column)}`);
  await tx`
    update club set ${list(tx, values)}, is_sample = ${isSample}, html_rules = ${MARKDOWN_RULES},
      html_digest = club_text_digest(new_club)
    from jsonb_populate_recordset(null::club, ${tx.json(await toRows(records))}) new_club
    where club.id = new_club.id`;
}

/** Inserts clubs. Returns their ids. */
export async function insertClubs(
  tx: Transaction,
  records: readonly ClubRecord[],
  { names, isSample }: WriteOptions,
): Promise<number[]> {
  const columns = tx([...names, ...HTML].map(toColumn));
  const inserted = await tx<{ id: number }[]>`
    insert into club (${columns}, is_sample, html_rules, html_digest)
    select ${columns}, ${isSample}::boolean, ${MARKDOWN_RULES}::integer,
      club_text_digest(new_club)
    from jsonb_populate_recordset(null::club, ${tx.json(await toRows(records))}) new_club
    returning id`;
  return inserted.map(({ id }) => id);
}

/**
 * Moves the sequence of ids past all current and deleted clubs, so that none of the next `count` clubs gets the address
 * and history of a deleted one; reuses ids if too few are left. Returns whether there are enough.
 */
export async function reserveClubIds(tx: Transaction, count: number): Promise<boolean> {
  const [{ current, ever, last }] = await tx<[{ current: number; ever: number; last: number }]>`
    select current, greatest(current, (select max(club_id) from club_change)) as ever,
      coalesce(pg_sequence_last_value(pg_get_serial_sequence('club', 'id')::regclass), 0)::integer as last
    from (select greatest(max(id), 0) as current from club) club`;
  const largest = ever + count > MAX_CLUB_ID ? current : ever;
  const areEnough = largest + count <= MAX_CLUB_ID;
  if (areEnough && (largest > last || last + count > MAX_CLUB_ID)) {
    await tx`select setval(pg_get_serial_sequence('club', 'id'), ${Math.max(largest, 1)}, ${largest > 0})`;
  }
  return areEnough;
}
