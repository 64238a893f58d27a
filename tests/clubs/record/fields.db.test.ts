import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import * as v from 'valibot';
import { expect, onTestFinished, test } from 'vitest';
import { exportClubs } from '../../../src/clubs/csv/export.ts';
import { importClubs } from '../../../src/clubs/csv/import.ts';
import { siteFields, FIELDS, type FieldName } from '../../../src/clubs/record/fields.ts';
import { describeDatabase } from '../../support/database.ts';

/** What a field may be given: the first that it takes, and that leaves nothing of the field empty. */
const SAMPLES = [
  'Échecs, "Go" & Cie',
  'false',
  '/logos/echecs.svg',
  'Discord https://discord.gg/go\nForum d’échecs https://example.org/?a=1&b',
  'https://example.org/?a=1',
  '77',
  '1994',
  '2024-05-17',
  'tue; sun',
  'form',
];
const PARENT = 'Bureau des Jeux';

function sampleOf(name: FieldName): string {
  if (name === 'parent_name') return PARENT;
  const found = SAMPLES.find((text) => {
    const { success, output } = v.safeParse(FIELDS[name].value, text);
    return success && Object.values(output).some((value) => value !== null && value !== '');
  });
  if (found === undefined) throw new Error(`No sample is a ${name}: add one.`);
  return found;
}

const toFile = (rows: Record<string, string>[]) =>
  Buffer.from(stringify(rows, { header: true, columns: siteFields() }));

describeDatabase('Every declared field', (database) => {
  test('is imported, stored in its columns, exported and imported again, also without translations', async () => {
    const club = Object.fromEntries(siteFields().map((name) => [name, sampleOf(name)]));
    const parent = { name: PARENT, is_active: 'true', id: '5' };
    const imported = await importClubs(database.client, toFile([club, parent]));
    expect(imported).toMatchObject({ outcome: 'done', plan: { counts: { created: 2 } } });

    const [{ row }] = await database.sql<[{ row: Record<string, unknown> }]>`
      select to_jsonb(club) || jsonb_build_object('parent_name', parent.name) as row
      from club join club parent on parent.id = club.parent_id`;
    for (const name of siteFields()) {
      const { value, stored } = FIELDS[name];
      const expected = Object.entries(v.parse(value, sampleOf(name)));
      expect(expected.map(([key]) => key).sort(), name).toEqual([...stored].sort());
      for (const [key, one] of expected) expect(row[key], key).toEqual(one);
    }

    const folder = await mkdtemp(join(tmpdir(), 'clubs-fields-test-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'clubs.csv');
    await exportClubs(database.client, file);
    const exported = await readFile(file);
    const rows = parse<Record<string, string>>(exported, { columns: true, record_delimiter: '\r\n' });
    expect(rows.find(({ name }) => name === club.name)).toEqual(club);

    const columns = siteFields().filter((name) => !/_(en|fr)$/.test(name));
    const plain = Buffer.from(stringify(rows, { header: true, columns }));
    expect(await importClubs(database.client, plain)).toMatchObject({ plan: { counts: { unchanged: 2 } } });
    await exportClubs(database.client, file);
    expect(await readFile(file, 'utf8')).toBe(exported.toString());

    await database.sql`delete from club`;
    expect(await importClubs(database.client, exported)).toMatchObject({ plan: { counts: { created: 2 } } });
    await exportClubs(database.client, file);
    expect(await readFile(file, 'utf8')).toBe(exported.toString());
  });
});
