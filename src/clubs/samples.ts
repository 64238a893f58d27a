import { readFile } from 'node:fs/promises';
import type { Database, Transaction } from '../../db/client.ts';
import { today } from './day.ts';
import { prepareSamples } from './csv/import.ts';
import type { Note } from '../messages/notes.ts';

const FILE = new URL('../../db/samples/clubs.csv', import.meta.url);

/** The key in the table `once`, which records that sample clubs were considered. */
const DEED = 'sample clubs' satisfies Note;

/**
 * Loads the sample clubs into a new database without clubs. Returns whether it did. If the first start is not `enabled`,
 * later ones load none either.
 */
export async function loadSampleClubs(sql: Database, { enabled }: { enabled: boolean }): Promise<boolean> {
  const [before] = await sql<[{ isDone: boolean; hasClubs: boolean }]>`
    select exists (select from once where what = ${DEED}) as is_done, exists (select from club) as has_clubs`;
  if (before.isDone) return false;

  const writeSamples = enabled && !before.hasClubs ? await readSamples(sql) : null;
  return await sql.begin(async (tx) => {
    const [isFirst] = await tx`insert into once (what) values (${DEED}) on conflict do nothing returning what`;
    if (!isFirst || !writeSamples) return false;
    await tx`lock table club in share row exclusive mode`;
    const [club] = await tx`select id from club limit 1`;
    if (club) return false;
    await writeSamples(tx);
    return true;
  });
}

/** Replaces `{3 days ago}` by a date. */
const datedBefore = (text: string, now: Date): string =>
  text.replace(/\{(\d+) days ago\}/g, (_, days: string) =>
    today(new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(days), 12)),
  );

async function readSamples(sql: Database): Promise<(tx: Transaction) => Promise<void>> {
  const text = datedBefore(await readFile(FILE, 'utf8'), new Date());
  return await prepareSamples(sql, Buffer.from(text), DEED);
}
