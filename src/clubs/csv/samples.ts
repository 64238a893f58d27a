import { readFile } from 'node:fs/promises';
import type { Database } from '../../../db/client.ts';
import { addDays, today } from '../record/day.ts';
import { mainLocale } from '../../site-settings.ts';
import { FIELD_NAMES } from '../record/fields.ts';
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
    await importSamples(tx, Buffer.from(withDates(inDefaultLanguage(await readFile(FILE, 'utf8')))), SAMPLES_NOTE);
    return true;
  });
}

/**
 * The file has English texts in the plain columns: `fee` is `fee_en` and `fee_fr` is `fee` for a French site. A language
 * without texts in the file has the English ones.
 */
function inDefaultLanguage(text: string): string {
  const [header = ''] = text.split('\r', 1);
  const own = mainLocale();
  const names = header.split(',');
  if (!names.some((name) => name.endsWith(`_${own}`))) return text;
  const columns = names.map((column) => {
    if (column.endsWith(`_${own}`)) return column.slice(0, -own.length - 1);
    return FIELD_NAMES.find((name) => name === `${column}_en`) ?? column;
  });
  return columns.join() + text.slice(header.length);
}

/** Replaces `{3 days ago}` and `{3 days ahead}` by dates. */
const withDates = (text: string): string =>
  text.replace(/\{(\d+) days (ago|ahead)\}/g, (_, days: string, when: string) =>
    addDays(today(), when === 'ago' ? -Number(days) : Number(days)),
  );
