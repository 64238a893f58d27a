import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Database } from '../../db/client.ts';
import { today } from './day.ts';
import { prepareImport, type PreparedImport } from './csv/import.ts';
import { formatIssue } from './csv/issues.ts';
import type { Note } from '../messages/notes.ts';

const FILE = new URL('../../db/samples/clubs.csv', import.meta.url);

/** The row of the table `once` that says that a database has had its chance of sample clubs. */
const DEED = 'sample clubs' satisfies Note;

/**
 * Gives a database the sample clubs, once in its life and only while it has no others; answers whether it did. A
 * database that was opened without them (not `enabled`) stays without.
 */
export async function loadSampleClubs(sql: Database, { enabled }: { enabled: boolean }): Promise<boolean> {
  const [before] = await sql<[{ isDone: boolean; hasClubs: boolean }]>`
    select exists (select from once where what = ${DEED}) as is_done, exists (select from club) as has_clubs`;
  if (before.isDone) return false;

  const samples = enabled && !before.hasClubs ? await prepareSamples(sql) : null;
  try {
    return await sql.begin(async (tx) => {
      const [isFirst] = await tx`insert into once (what) values (${DEED}) on conflict do nothing returning what`;
      if (!isFirst || !samples) return false;
      await tx`lock table club in share row exclusive mode`;
      const [club] = await tx`select id from club limit 1`;
      if (club) return false;
      await samples.write(tx);
      return true;
    });
  } finally {
    // A later import sweeps what cannot be taken away now.
    await samples?.close().catch(() => {});
  }
}

/** Replaces `{3 days ago}` by a date. */
const datedBefore = (text: string, now: Date): string =>
  text.replace(/\{(\d+) days ago\}/g, (_, days: string) =>
    today(new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(days), 12)),
  );

async function prepareSamples(sql: Database): Promise<PreparedImport> {
  const source = Readable.from([Buffer.from(datedBefore(await readFile(FILE, 'utf8'), new Date()))]);
  const samples = await prepareImport(sql, source, { asSamples: true, note: DEED });
  if (!samples.problem) return samples;
  await samples.close();
  throw new Error(`db/samples/clubs.csv:\n${samples.problem.issues.map(formatIssue).join('\n')}`);
}
