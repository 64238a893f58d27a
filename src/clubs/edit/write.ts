import type postgres from 'postgres';
import type { Transaction } from '../../../db/client.ts';
import { MARKDOWN_RULES, renderClubTexts } from '../markdown.ts';
import { list } from '../../lib/sql.ts';
import type { ClubState, CurrentClub } from '../history/club-state.ts';
import { toColumn } from '../record.ts';

/* Writes a club with the HTML of its texts. */

export type ClubRecord = Partial<ClubState> & { id?: number };

/** The columns and values of a record with the HTML of its texts. An edited club is no longer a sample. */
async function columnsOf(
  tx: Transaction,
  record: ClubRecord,
  { shortDescription = '', description = '' }: Partial<ClubState>,
) {
  const html = await renderClubTexts({ shortDescription, description });
  return [
    ...Object.keys(record).map((name) => ({ name: tx`${tx(toColumn(name))}`, value: tx`given.${tx(toColumn(name))}` })),
    ...Object.entries(html).map(([name, value]) => ({ name: tx`${tx(toColumn(name))}`, value: tx`${value}` })),
    { name: tx`html_digest`, value: tx`club_text_digest(${shortDescription}, ${description})` },
    { name: tx`html_rules`, value: tx`${MARKDOWN_RULES}` },
    { name: tx`is_sample`, value: tx`false` },
  ];
}

const given = (tx: Transaction, record: ClubRecord) => {
  const columns = Object.fromEntries(Object.entries(record).map(([name, value]) => [toColumn(name), value]));
  return tx`jsonb_populate_record(null::club, ${tx.json(columns as postgres.JSONValue)}) given`;
};

/** Updates columns of a club that has the state `before`. */
export async function updateClub(
  tx: Transaction,
  { id, state: before }: Pick<CurrentClub, 'id' | 'state'>,
  record: ClubRecord,
): Promise<void> {
  const columns = await columnsOf(tx, record, { ...before, ...record });
  const values = columns.map(({ name, value }) => tx`${name} = ${value}`);
  await tx`update club set ${list(tx, values)} from ${given(tx, record)} where club.id = ${id}`;
}

export async function insertClub(tx: Transaction, record: ClubRecord): Promise<number> {
  const columns = await columnsOf(tx, record, record);
  const names = columns.map(({ name }) => name);
  const values = columns.map(({ value }) => value);
  const [club] = await tx<[{ id: number }]>`
    insert into club (${list(tx, names)}) select ${list(tx, values)} from ${given(tx, record)} returning id`;
  return club.id;
}
