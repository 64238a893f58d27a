import type postgres from 'postgres';
import type { Transaction } from '../../../db/client.ts';
import { MARKDOWN_RULES, renderClubTexts } from '../markdown.ts';
import { list } from '../../lib/sql.ts';
import type { ClubState } from '../history/club-state.ts';
import { toColumn } from '../record.ts';

/* Writes a club with the HTML of its texts. */

export type ClubRecord = Partial<ClubState> & { id?: number };

interface RenderedTexts {
  shortDescription: string;
  description: string;
  shortDescriptionHtml: string;
  descriptionHtml: string;
}

type Texts = Partial<Pick<RenderedTexts, 'shortDescription' | 'description'>>;

export async function renderTexts({ shortDescription = '', description = '' }: Texts): Promise<RenderedTexts> {
  const texts = { shortDescription, description };
  return { ...texts, ...(await renderClubTexts(texts)) };
}

/** Renders the texts again if another transaction has changed them since. */
const renderAgain = async (html: RenderedTexts, { shortDescription = '', description = '' }: Texts) =>
  html.shortDescription === shortDescription && html.description === description
    ? html
    : await renderTexts({ shortDescription, description });

/** The columns and values of a record and its HTML. An edited club is no longer a sample. */
function columnsOf(tx: Transaction, record: ClubRecord, { shortDescription, description, ...html }: RenderedTexts) {
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

/** Updates columns of a club; `texts` are its texts after the update. */
export async function updateClub(
  tx: Transaction,
  clubId: number,
  record: ClubRecord,
  texts: Texts,
  html: RenderedTexts,
): Promise<void> {
  const columns = columnsOf(tx, record, await renderAgain(html, texts));
  const values = columns.map(({ name, value }) => tx`${name} = ${value}`);
  await tx`update club set ${list(tx, values)} from ${given(tx, record)} where club.id = ${clubId}`;
}

export async function insertClub(tx: Transaction, record: ClubRecord, html: RenderedTexts): Promise<number> {
  const columns = columnsOf(tx, record, await renderAgain(html, record));
  const names = columns.map(({ name }) => name);
  const values = columns.map(({ value }) => value);
  const [club] = await tx<[{ id: number }]>`
    insert into club (${list(tx, names)}) select ${list(tx, values)} from ${given(tx, record)} returning id`;
  return club.id;
}
