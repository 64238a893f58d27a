import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { formatCategories } from '../../../src/clubs/record/category.ts';
import { exportClubs, formatClubWorkbook } from '../../../src/clubs/csv/export.ts';
import { importClubs } from '../../../src/clubs/csv/import.ts';
import { siteFields } from '../../../src/clubs/record/fields.ts';
import { LOCALES } from '../../../src/messages/locales.ts';
import { messages } from '../../../src/messages/messages.ts';
import { anyCharacter } from '../../support/characters.ts';
import { failAt } from '../../support/client.ts';
import { describeDatabase } from '../../support/database.ts';
import { inFull } from '../../support/scope.ts';
import { clubsCsv, ODD_CLUBS, type CsvRow } from '../../support/clubs-csv.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubs-export-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function exportBytes(sql: Database): Promise<Buffer> {
  const file = join(folder, 'clubs.csv');
  await exportClubs(sql, file, { allowEmpty: true });
  return await readFile(file);
}

async function importFile(sql: Database, file: Uint8Array) {
  const result = await importClubs(sql, file);
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result));
  return result.plan.counts;
}

/** The rows of an export, read without the importer. */
const readRows = (bytes: Buffer) => parse<CsvRow>(bytes, { columns: true, record_delimiter: '\r\n' });

const HEADER = siteFields().join(',');

describeDatabase('An export', (database) => {
  test.each(LOCALES)('as a workbook is imported without changes: %s', async (locale) => {
    const codes = { name: 'Codes', short_description: '_x0041_ <&">', beginners_welcome: 'true', is_active: 'false' };
    // Blank cells of a workbook are empty.
    const clubs = ODD_CLUBS.filter(({ description = 'x' }) => description.trim() !== '');
    await importFile(database.client, clubsCsv(...clubs, codes));
    const all = { where: database.client`true`, orderBy: database.client`club.name` };
    const file = new Uint8Array(await (await formatClubWorkbook(database.client, all, locale)).arrayBuffer());
    const { plan } = await importClubs(database.client, file, { deleteMissing: true });
    expect([plan.errors, plan.clubs, plan.counts.unchanged]).toEqual([[], [], clubs.length + 1]);
    expect(plan.file.header?.names[2]).toBe(messages(locale).clubFields.is_active);
  });

  test('has every column, sorted by name, with CRLF', async () => {
    await importFile(
      database.client,
      clubsCsv(
        { name: 'chess', parent_name: 'Échecs', short_description: 'a "b", c', logo_url: '/logos/a.svg' },
        { name: 'Zazen', is_active: 'false', website: 'https://example.org/', category: 'A; B', description: 'x\ny' },
        { name: 'Échecs', logo_url: 'https://example.org/a.svg' },
      ),
    );
    const lines = (await exportBytes(database.client)).toString().split('\r\n');
    expect(lines).toEqual([
      // Columns that are added follow these.
      expect.stringMatching(
        /^name,short_description,is_active,parent_name,logo_url,website,category,description,id(,\w+)*$/,
      ),
      expect.stringMatching(/^chess,"a ""b"", c",true,Échecs,\/logos\/a\.svg,,,,1,*$/),
      expect.stringMatching(/^Échecs,,true,,https:\/\/example\.org\/a\.svg,,,,3,*$/),
      expect.stringMatching(/^Zazen,,false,,,https:\/\/example\.org\/,"A; B","x\ny",2,*$/),
      '',
    ]);
  });

  test('quotes semicolons and tabs', async () => {
    await importFile(database.client, clubsCsv({ name: 'a;b', short_description: 'c\td', category: 'Jeux; Culture' }));
    const [, row] = (await exportBytes(database.client)).toString().split('\r\n');
    expect(row).toMatch(/^"a;b","c\td",true,,,,"Jeux; Culture",,1,*$/);
  });

  test('of odd texts loses nothing and can be imported without a change', async () => {
    await importFile(database.client, clubsCsv(...ODD_CLUBS));
    const exported = await exportBytes(database.client);
    const rows = new Map(readRows(exported).map((row) => [row.name, row]));
    for (const club of ODD_CLUBS) {
      expect(rows.get(club.name.trim().normalize('NFC'))).toMatchObject({
        short_description: club.short_description ?? '',
        description: club.description ?? '',
        category: formatCategories(club.category ?? ''),
        website: club.website ?? '',
        logo_url: club.logo_url ?? '',
        parent_name: (club.parent_name ?? '').trim().normalize('NFC'),
      });
    }

    expect(await importFile(database.client, exported)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: ODD_CLUBS.length,
    });
    expect((await exportBytes(database.client)).equals(exported)).toBe(true);

    await database.sql`delete from club`;
    await importFile(database.client, exported);
    expect((await exportBytes(database.client)).equals(exported)).toBe(true);
  });

  test('of random texts is the same after an import', { timeout: 300_000 }, async () => {
    const text = (maxLength: number) =>
      fc
        .array(
          fc.oneof(
            fc.constantFrom(
              ...['"', ',', ';', '\r', '\n', '\r\n', ' ', '\t', '\ufeff', '\\', "'", '|', '=', '-', '{', 'e\u0301'],
            ),
            fc.string({ unit: 'grapheme', maxLength: 3 }),
            fc.string({ unit: anyCharacter, maxLength: 2 }).map((part) => part.toWellFormed().replaceAll('\0', '')),
          ),
          { maxLength },
        )
        .map((parts) => parts.join(''));
    const name = text(8)
      .map((one) => one.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ''))
      .filter((one) => one.trim() !== '');
    const address = fc.oneof(fc.constant(''), fc.webUrl({ withQueryParameters: true, withFragments: true }));
    const club = fc.record({
      name,
      short_description: text(12),
      is_active: fc.constantFrom('true', 'false'),
      // With a semicolon in the file, commas do not separate categories.
      category: text(8).map((category) => category.replaceAll(',', ',;')),
      description: text(12),
      website: address,
      logo_url: fc.oneof(address, fc.constantFrom('/logos/a b.svg', '/é,"x"')),
      id: fc.option(fc.integer({ min: 1, max: 2_000_000_000 }).map(String), { nil: '' }),
      /** The index of its parent, if it comes before this club. */
      parent: fc.nat(20),
    });
    const clubs = fc.uniqueArray(club, {
      selector: ({ name }) => name.trim().normalize('NFC'),
      minLength: 1,
      maxLength: 25,
    });

    await fc.assert(
      fc.asyncProperty(clubs, async (rows) => {
        await database.sql`delete from club`;
        const ids = new Set<string>();
        const named = rows.map(({ parent, id, ...row }, index) => {
          const isFree = !ids.has(id);
          ids.add(id);
          return { ...row, id: isFree ? id : '', parent_name: parent < index ? (rows[parent]?.name ?? '') : '' };
        });
        await importFile(database.client, clubsCsv(...named));
        const exported = await exportBytes(database.client);
        const normalise = (one: string) => one.trim().normalize('NFC');
        const expected = named.map(({ id, ...row }) => ({
          ...row,
          name: normalise(row.name),
          category: formatCategories(row.category),
          parent_name: normalise(row.parent_name),
          ...(id === '' ? {} : { id }),
        }));
        expect(readRows(exported)).toHaveLength(named.length);
        expect(readRows(exported)).toEqual(
          expect.arrayContaining(expected.map((row) => expect.objectContaining(row) as CsvRow)),
        );

        expect(await importFile(database.client, exported)).toMatchObject({ unchanged: named.length });
        await database.sql`delete from club`;
        await importFile(database.client, exported);
        expect((await exportBytes(database.client)).equals(exported)).toBe(true);
      }),
      { numRuns: inFull(2, 12) },
    );
  });

  test.each([500, 501])('of %i clubs has each club once', async (count) => {
    await database.sql`insert into club (name) select 'Club ' || n from generate_series(1, ${count}::int) n`;
    const rows = readRows(await exportBytes(database.client));
    expect(new Set(rows.map(({ name }) => name)).size).toBe(count);
    expect(rows).toHaveLength(count);
  });

  test('that fails leaves the previous file and nothing else', async () => {
    const place = await mkdtemp(join(folder, 'failing-'));
    const file = join(place, 'clubs.csv');
    await writeFile(file, 'old');
    await database.sql`insert into club (name) select 'Club ' || n from generate_series(1, 600) n`;
    await expect(exportClubs(failAt(database.client, 'from club'), file)).rejects.toThrow('failed');
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readdir(place)).toEqual(['clubs.csv']);
    expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test('follows symbolic links and refuses directories', async () => {
    const place = await mkdtemp(join(folder, 'link-'));
    await writeFile(join(place, 'real.csv'), 'old');
    await symlink(join(place, 'real.csv'), join(place, 'link.csv'));
    await exportClubs(database.client, join(place, 'link.csv'), { allowEmpty: true });
    expect(await readFile(join(place, 'real.csv'), 'utf8')).toBe(`${HEADER}\r\n`);

    await expect(exportClubs(database.client, place)).rejects.toThrow('not a regular file');
    expect((await stat(place)).isDirectory()).toBe(true);
  });
});
