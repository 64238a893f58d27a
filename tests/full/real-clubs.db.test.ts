import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../db/client.ts';
import { exportClubs } from '../../src/clubs/csv/export.ts';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { describeDatabase } from '../support/database.ts';
import { listRealClubFiles, REAL_CLUBS_FOLDER, type RealClub } from '../support/real-clubs.ts';

const normalise = (name: string) => name.trim().normalize('NFC');

async function importFile(sql: Database, bytes: Buffer) {
  const result = await importClubs(sql, bytes, { confirm: () => Promise.resolve(true) });
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result));
  return result.plan.counts;
}

describe.skipIf(!REAL_CLUBS_FOLDER)('Real clubs', () => {
  let place: string;
  let files: { name: string; bytes: Buffer; rows: RealClub[] }[];

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'clubs-export-test-'));
    files = await Promise.all(
      listRealClubFiles().map(async (name) => {
        const bytes = await readFile(name);
        return { name, bytes, rows: parse<RealClub>(bytes, { columns: true }) };
      }),
    );
  });
  afterAll(() => rm(place, { recursive: true }));

  describeDatabase('are imported and exported', (database) => {
    test('without changes but to spaces between categories, one file after another', { timeout: 300_000 }, async () => {
      const expected = new Map<string, RealClub & { description: string }>();
      for (const { name, bytes, rows } of files) {
        const summary = await importFile(database.client, bytes);
        const isNew = rows.filter((row) => !expected.has(normalise(row.name)));
        expect(summary.updated + summary.unchanged, name).toBe(rows.length - isNew.length);
        expect(summary.created, name).toBe(isNew.length);
        for (const row of rows) {
          expected.set(normalise(row.name), {
            ...row,
            name: normalise(row.name),
            parent_name: normalise(row.parent_name),
            category: row.category.trim().split(/ *; */).join('; '),
            description: '',
          });
        }
      }
      expect(expected.size).toBeGreaterThan(0);

      const first = join(place, 'first.csv');
      const second = join(place, 'second.csv');
      expect(await exportClubs(database.client, first)).toMatchObject({ clubs: expected.size });
      const exported = await readFile(first);
      const rows = parse<RealClub & { id: string }>(exported, { columns: true, record_delimiter: '\r\n' });
      expect(rows).toHaveLength(expected.size);
      for (const row of rows) expect(row).toMatchObject(expected.get(row.name) ?? {});
      expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(expected.keys()));

      expect(await importFile(database.client, exported)).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: expected.size,
      });
      await exportClubs(database.client, second);
      expect((await readFile(second)).equals(exported)).toBe(true);

      await database.sql`delete from club`;
      expect(await importFile(database.client, exported)).toMatchObject({ created: expected.size });
      await exportClubs(database.client, second);
      expect((await readFile(second)).equals(exported)).toBe(true);
    });
  });
});
