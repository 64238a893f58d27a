import { readFile } from 'node:fs/promises';
import type { Database, Sql } from '../../../db/client.ts';
import { countRows } from '../../lib/sql.ts';
import { beginStep, readStepId, type Actor } from '../history/step.ts';
import { withWriteLock } from '../history/write-lock.ts';
import { addDays, today } from '../record/day.ts';
import { toSiteField, type FieldName } from '../record/fields.ts';
import { importSamples } from './import.ts';
import { SAMPLES_NOTE } from '../../messages/notes.ts';

const FILE = new URL('../../../db/samples/clubs.csv', import.meta.url);

/** Loads the sample clubs if `enabled`, at the first start only and without other clubs. Returns whether it did. */
export async function loadSampleClubs(sql: Database, { enabled }: { enabled: boolean }): Promise<boolean> {
  const [done] = await sql`select from once where what = ${SAMPLES_NOTE}`;
  if (done) return false;
  return await sql.begin(async (tx) => {
    const [isFirst] = await tx`insert into once (what) values (${SAMPLES_NOTE}) on conflict do nothing returning what`;
    if (!enabled || !isFirst) return false;
    await tx`lock table club in share row exclusive mode`;
    const [club] = await tx`select from club limit 1`;
    if (club) return false;
    const text = await readFile(FILE, 'utf8');
    const [header = ''] = text.split(/\r?\n/, 1);
    // The columns of texts name their language.
    const targets = header.split(',').map((name) => toSiteField(name as FieldName));
    await importSamples(tx, Buffer.from(withDates(text)), targets, SAMPLES_NOTE);
    return true;
  });
}

export const countSamples = (sql: Sql): Promise<number> => countRows(sql, sql`club where is_sample`);

/** Deletes the sample clubs that are left. Returns the step of the history; null if there are none. */
export const deleteSamples = (database: Database, actor: Actor): Promise<number | null> =>
  withWriteLock(database, 'delete', actor, async (tx) => {
    // An undo knows by the note that the clubs were samples.
    await beginStep(tx, { kind: 'delete', actor, note: SAMPLES_NOTE });
    await tx`delete from club where is_sample`;
    return await readStepId(tx);
  });

/** Replaces `{3 days ago}` and `{3 days ahead}` by dates. */
const withDates = (text: string): string =>
  text.replace(/\{(\d+) days (ago|ahead)\}/g, (_, days: string, when: string) =>
    addDays(today(), when === 'ago' ? -Number(days) : Number(days)),
  );
