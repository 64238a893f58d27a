import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { exportClubs } from '../../../src/clubs/csv/export.ts';
import { importClubs, type ImportOptions } from '../../../src/clubs/csv/import.ts';
import { formatIssue } from '../../../src/clubs/csv/issues.ts';
import { writeLogoFiles } from '../../../src/images/logo-folder.ts';
import { deleteUnusedImages, findLogo, saveLogo } from '../../../src/images/queries.ts';
import { readLogo } from '../../../src/images/read-logo.ts';
import type { Logo } from '../../../src/images/rendition.ts';
import { paths } from '../../../src/paths.ts';
import { failAt } from '../../support/client.ts';
import { clubsCsv, type CsvRow } from '../../support/clubs-csv.ts';
import {
  describeDatabase,
  openEmbeddedDatabase,
  type OpenTestDatabase,
  type TestDatabase,
} from '../../support/database.ts';
import { plain } from '../../support/pictures.ts';

async function makeLogo(colour: string): Promise<Logo> {
  const { logo } = await readLogo(await plain(30, 20, colour).png().toBuffer());
  if (!logo) throw new Error('That was no logo.');
  return logo;
}

const addressOf = ({ hash }: Logo, size: 200 | 400 = 400) => paths.image({ hash, size });

let folder: string;
let file: string;
let logos: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-logos-'));
  file = join(folder, 'clubs.csv');
  logos = join(folder, 'logos');
});
afterEach(() => rm(folder, { recursive: true }));

async function importFile({ client }: TestDatabase, bytes: Buffer, options: ImportOptions = {}) {
  const result = await importClubs(client, bytes, { confirm: () => Promise.resolve(true), ...options });
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result));
  const { counts, warnings, reading } = result.plan;
  return { ...counts, warnings: warnings.length, logosFromFolder: reading.counts.logosFromFolder ?? 0 };
}

const importRow = async ({ client }: TestDatabase, row: CsvRow, options: ImportOptions = {}) => {
  const result = await importClubs(client, clubsCsv(row), { confirm: () => Promise.resolve(true), ...options });
  return result.outcome === 'done' ? result.plan.warnings.map((issue) => formatIssue(issue, 'en')) : result;
};

describeDatabase('An export with logos', (database) => {
  let other: OpenTestDatabase;
  beforeAll(async () => {
    other = await openEmbeddedDatabase();
  });
  beforeEach(() => other.clear());
  afterAll(() => other.close());

  const save = async (logo: Logo) => database.client.begin((tx) => saveLogo(tx, logo));

  test('transfers them to another site and back, byte for byte', async () => {
    const [red, blue] = [await makeLogo('red'), await makeLogo('blue')];
    for (const logo of [red, blue, await makeLogo('green')]) await save(logo);
    await database.insertClub({ name: 'A', logo: addressOf(red) });
    await database.insertClub({ name: 'B', logo: addressOf(blue, 200) });
    await database.insertClub({ name: 'C', logo: addressOf(red) });
    await database.insertClub({ name: 'D', logo: '/logos/chess.svg' });
    await database.insertClub({ name: 'E', foreignLogoUrl: 'https://example.org/e.png' });
    const summary = await exportClubs(database.client, file, { logoFolder: logos });
    expect(summary).toEqual({ clubs: 5, logos: 2, missingLogos: 0 });
    expect(await readdir(logos)).toHaveLength(4);
    expect(await readdir(folder)).toHaveLength(2);

    const imported = await importFile(other, await readFile(file), { logoFolder: logos });
    expect(imported).toMatchObject({ created: 5, warnings: 0, logosFromFolder: 2 });
    expect(await findLogo(other.client, red.hash)).toEqual(red);
    expect(await findLogo(other.client, blue.hash)).toEqual(blue);

    const [backFile, backLogos] = [join(folder, 'back.csv'), join(folder, 'back')];
    await exportClubs(other.client, backFile, { logoFolder: backLogos });
    expect(await readFile(backFile)).toEqual(await readFile(file));
    expect((await readdir(backLogos)).sort()).toEqual((await readdir(logos)).sort());
    for (const name of await readdir(logos)) {
      expect(await readFile(join(backLogos, name))).toEqual(await readFile(join(logos, name)));
    }
    // Logos of this site need no folder and cause no warning.
    expect(await importFile(database, await readFile(backFile))).toMatchObject({
      unchanged: 5,
      warnings: 0,
      logosFromFolder: 0,
    });
  });

  test('counts missing logos', async () => {
    await database.insertClub({ name: 'A', logo: paths.image({ hash: 'a'.repeat(64), size: 400 }) });
    expect(await exportClubs(database.client, file, { logoFolder: logos })).toEqual({
      clubs: 1,
      logos: 0,
      missingLogos: 1,
    });
    expect(await readdir(logos)).toEqual([]);
  });

  test('needs an empty folder, and else changes nothing', async () => {
    await database.insertClub({ name: 'A' });
    await mkdir(logos);
    await exportClubs(database.client, file, { logoFolder: logos });
    await writeFile(file, 'old');
    await writeFile(join(logos, 'mine.txt'), 'mine');
    await expect(exportClubs(database.client, file, { logoFolder: logos })).rejects.toThrow('not empty');
    await expect(exportClubs(database.client, file, { logoFolder: join(logos, 'mine.txt') })).rejects.toThrow(
      'not a folder',
    );
    expect([await readFile(file, 'utf8'), await readdir(logos), await readdir(folder)]).toEqual([
      'old',
      ['mine.txt'],
      ['clubs.csv', 'logos'],
    ]);
  });

  test('that fails leaves no files behind', async () => {
    const red = await makeLogo('red');
    await save(red);
    await database.insertClub({ name: 'A', logo: addressOf(red) });
    const failing = failAt(database.client, 'from image');
    await expect(exportClubs(failing, file, { logoFolder: logos })).rejects.toThrow('failed');
    expect(await readdir(folder)).toEqual([]);
    await expect(exportClubs(database.client, file, { logoFolder: join(folder, 'none/logos') })).rejects.toThrow(
      'ENOENT',
    );
    expect(await readdir(folder)).toEqual([]);
  });
});

describeDatabase('A row with an uploaded logo', (database) => {
  test('is a warning when the logo is missing or damaged', async () => {
    const red = await makeLogo('red');
    const row = { name: 'Chess', logo_url: addressOf(red) };
    const warning = [expect.stringMatching(/^line 2, logo_url, .*, club "Chess": .*not on this site/)];
    expect(await importRow(database, row)).toEqual(warning);
    await exportOf(red);
    await truncate(join(logos, `${red.hash}-200.webp`), 20);
    expect(await importRow(database, row, { logoFolder: logos })).toEqual(warning);
    expect(await findLogo(database.client, red.hash)).toBeNull();
    await rm(logos, { recursive: true });
    await exportOf(red);
    // The row is as it was: what changes is that its picture is there.
    expect(await importRow(database, row, { logoFolder: logos })).toEqual([]);
    expect(await findLogo(database.client, red.hash)).toEqual(red);
    expect(await importRow(database, row)).toEqual([]);
  });

  test('protects the logo from the clean-up until the import is confirmed', async () => {
    const red = await makeLogo('red');
    await exportOf(red);
    await database.insertClub({ id: 7, name: 'Old' });
    const row = { id: '7', name: 'New', logo_url: addressOf(red) };
    /** Agrees some time after the question. */
    const wait = (age: string): ImportOptions => ({
      logoFolder: logos,
      async confirm() {
        await database.sql`update image set uploaded_at = now() - ${age}::interval`;
        await deleteUnusedImages(database.client);
        return true;
      },
    });
    // Without the logo the plan is outdated.
    await expect(importRow(database, row, wait('2 hours'))).rejects.toThrow('Run the import again');
    expect(await database.sql`select name from club`).toEqual([{ name: 'Old' }]);
    expect(await importRow(database, row, wait('50 minutes'))).toEqual([]);
    expect(await database.sql`select name, logo from club`).toEqual([{ name: 'New', logo: addressOf(red) }]);
    expect(await database.sql`select from image where uploaded_at < now() - interval '1 minute'`).toHaveLength(0);
  });

  /** Writes a logo to the folder as an export does. */
  async function exportOf(logo: Logo) {
    await mkdir(logos);
    await writeLogoFiles(logos, logo);
  }
});
