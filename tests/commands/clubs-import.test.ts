import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { describeFolder, openEmbedded } from '../../db/embedded.ts';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { findLogo, saveLogo } from '../../src/images/queries.ts';
import { readLogo } from '../../src/images/read-logo.ts';
import { paths } from '../../src/paths.ts';
import { clubsCsv, csvFile, ODD_CLUBS } from '../support/clubs-csv.ts';
import { describeServer, useSharedEmbedded, withEmbeddedIn } from '../support/database.ts';
import { startOtherSite } from '../support/other-site.ts';
import { plain } from '../support/pictures.ts';
import { runProgram, siteEnvironment, startProgram } from '../support/program.ts';
import { copyEmbedded } from '../support/setup-databases.ts';

const PATIENCE = { timeout: 50_000, interval: 5 };

type Command = 'clubs-import' | 'clubs-export' | 'db-migrate';

const start = (command: Command, args: string[], settings: Record<string, string>) =>
  startProgram(`src/commands/${command}.ts`, args, siteEnvironment(settings));

const run = (command: Command, args: string[], settings: Record<string, string>) =>
  runProgram(`src/commands/${command}.ts`, args, siteEnvironment(settings));

let folder: string;
let settings: { DATA_DIR: string };
let file: string;

/** The commands come to the database of this process, unless a test says otherwise. */
const shared = useSharedEmbedded();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-commands-'));
  settings = { DATA_DIR: (await shared()).dataDir };
  file = join(folder, 'clubs.csv');
});
afterEach(() => rm(folder, { recursive: true }));

/** Another database, which no process has open. */
const closedSettings = () => {
  const DATA_DIR = join(folder, 'data');
  copyEmbedded(inject('embeddedTemplate'), DATA_DIR);
  return { DATA_DIR };
};

const withEmbedded = async <T>(work: (sql: postgres.Sql) => Promise<T>) => await work((await shared()).sql);

describe('clubs:import', () => {
  test('shows what it would do with --dry-run, and does nothing', async () => {
    await withEmbedded(async (sql) => {
      await sql`
        insert into club (name, short_description, description, category)
        values ('Ski', 'Old', ${'We meet every Sunday at the station. '.repeat(20)}, 'Sport'), ('Gone', '', '', '')`;
    });
    const description = `${'We meet every Sunday at the station. '.repeat(10)}We meet every Monday at the station. ${'We meet every Sunday at the station. '.repeat(9)}`;
    await writeFile(
      file,
      clubsCsv(
        { name: 'Ski', short_description: 'New', category: 'Sport', description },
        { name: 'Go\u0007', description: '' },
      ),
    );
    const wrong = await run('clubs-import', [file, '--dry-run'], settings);
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('line 3: name must not contain')]);
    await writeFile(
      file,
      clubsCsv(
        { name: 'Ski', short_description: 'New', category: 'Sport', description },
        { name: 'Go', description: '' },
      ),
    );
    const { code, output } = await run('clubs-import', [file, '--dry-run', '--delete-missing'], settings);
    expect(code, output).toBe(0);
    const lines = output.split('\n').map((line) => line.trimEnd());
    expect(lines).toEqual(
      expect.arrayContaining([
        'line 2: club 1 "Ski"',
        '  short_description: "Old" → "New"',
        expect.stringMatching(/^ {2}description: .*\[…\].*We meet every \[-Sunday-\]\{\+Monday\+\} at the station\./),
        'line 3: new club "Go"',
        'no line: club 2 "Gone" is deleted',
        expect.stringMatching(/^Importing .*clubs\.csv into .* would do this\. Nothing was changed\.$/),
        'Clubs: 1 created, 1 updated, 0 unchanged, 1 deleted.',
      ]),
    );
    await withEmbedded(async (sql) => {
      expect(await sql`select name, short_description from club order by name`).toEqual([
        { name: 'Gone', shortDescription: '' },
        { name: 'Ski', shortDescription: 'Old' },
      ]);
      expect(await sql`select from club_import`).toHaveLength(0);
    });
  });

  test('tells what it did, without control characters where nobody watches', async () => {
    const settings = closedSettings();
    await writeFile(file, clubsCsv(...ODD_CLUBS));
    const { code, output } = await run('clubs-import', [file], settings);
    expect(output).toBe(
      [
        `Using the embedded database in ${describeFolder(settings.DATA_DIR)}.`,
        `Reading ${file} …`,
        `Comparing ${ODD_CLUBS.length} clubs …`,
        `Writing ${ODD_CLUBS.length} clubs …`,
        `Imported ${file} into the embedded database in ${describeFolder(settings.DATA_DIR)}.`,
        `Clubs: ${ODD_CLUBS.length} created, 0 updated, 0 unchanged.`,
        'Normalised names: 1 trimmed, 1 to NFC.',
        'Normalised parent names: 1 trimmed, 1 to NFC.',
        'Logos on other sites: 1; they are kept, and the site shows a placeholder instead.',
        '1 warning:',
        'line 20033: logo_url is an address on this site where there is no file: the club will have no picture: "/logos/a b.png" (club "A mark\\u{feff}inside")',
        '',
      ].join('\n'),
    );
    expect(code).toBe(0);
  });

  test('never writes its report over the file that it reads', async () => {
    await writeFile(file, clubsCsv({ name: 'Chess' }));
    const before = await readFile(file);
    const { code, output } = await run('clubs-import', [file, '--report', file], settings);
    expect(output).toBe(`The report would replace ${file} itself: give --report the name of another file.\n`);
    expect(code).toBe(1);
    expect(await readFile(file)).toEqual(before);
  });

  test('names the first bad rows, that nothing was changed, and all of them in a report', async () => {
    await withEmbedded((sql) => importClubs(sql, csvFile({ name: 'Sample' }), { asSamples: true }));
    const rows = Array.from({ length: 23 }, (_, index) => ({ name: `New ${index}`, is_active: 'x' }));
    await writeFile(file, clubsCsv({ name: 'n'.repeat(256) }, ...rows, { name: 'Logo', logo_url: '/none.svg' }));
    const { code, output } = await run('clubs-import', ['--', file, '--replace-samples'], settings);
    const lines = output.trimEnd().split('\n').slice(4);
    const problem = 'must be true or false (or yes or no, oui or non, vrai or faux, 1 or 0)';
    expect(lines[0]).toBe(`${file} has 24 mistakes.`);
    expect(lines[2]).toBe(`line 3: is_active ${problem}: "x" (club "New 0")`);
    expect(lines.slice(20)).toEqual([
      `line 21: is_active ${problem}: "x" (club "New 18")`,
      'and 4 more',
      'Add --report FILE for the whole list, as a spreadsheet.',
      'Nothing was changed.',
    ]);
    expect(code).toBe(1);
    expect(await withEmbedded((sql) => sql`select name from club`)).toEqual([{ name: 'Sample' }]);

    const reportFile = join(folder, 'report.csv');
    const again = await run('clubs-import', [file, '--report', reportFile], settings);
    expect(again).toMatchObject({
      code: 1,
      output: expect.stringContaining(`The whole list is in ${reportFile}.`) as string,
    });
    const table = parse(await readFile(reportFile, 'utf8'));
    expect(table).toHaveLength(26);
    expect(table.slice(0, 3)).toEqual([
      ['line', 'column', 'value', 'what is wrong', 'limit', 'length', 'club', 'kind'],
      ['2', 'name', 'n'.repeat(256), 'must have at most 255 characters', '255', '256', '', 'mistake'],
      ['3', 'is_active', 'x', problem, '', '', 'New 0', 'mistake'],
    ]);
    expect(table.at(-1)).toMatchObject(['26', 'logo_url', '/none.svg', expect.any(String), '', '', 'Logo', 'warning']);
  });

  test('says that nothing was changed when its report cannot be written', async () => {
    await writeFile(file, clubsCsv({ name: 'Chess' }));
    const { code, output } = await run('clubs-import', [file, '--report', join(folder, 'none/report.csv')], settings);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/Cannot write .*report\.csv: .*\. Nothing was changed\.\n$/),
    ]);
    expect(await withEmbedded((sql) => sql`select name from club`)).toEqual([]);
  });

  test('opens a database by itself that no process has open, and closes it again', async () => {
    const settings = closedSettings();
    await writeFile(file, clubsCsv({ name: 'Chess' }));
    expect(await run('clubs-import', [file], settings)).toMatchObject({ code: 0 });
    expect(await withEmbeddedIn(settings.DATA_DIR, (sql) => sql`select name from club`)).toEqual([{ name: 'Chess' }]);
  });

  test('writes its report as the file was written', async () => {
    const reportFile = join(folder, 'report.csv');
    await writeFile(
      file,
      `\ufeffname;short_description;is_active;parent_name;logo_url;website;category\r\nÉchecs;;peut-être;;;;\r\n`,
    );
    expect(await run('clubs-import', [file, '--report', reportFile], settings)).toMatchObject({ code: 1 });
    expect(await readFile(reportFile, 'utf8')).toMatch(
      /^\ufeff"line";"column";.*\r\n"2";"is_active";"peut-être";.*;"Échecs";"mistake"\r\n$/s,
    );
  });

  test('tells what it understood of a spreadsheet, and what it ignored', async () => {
    await writeFile(
      file,
      `\ufeffName;short_description;is_active;parent_name;logo_url;website;category;\r\nÉchecs;;VRAI;;; https://example.org/;;\r\nGo;;"FAUX ";;; https://example.org/;;\r\n;;;;;;;\r\n`,
    );
    const { code, output } = await run('clubs-import', [file], settings);
    expect(output).toContain(
      [
        'Clubs: 2 created, 0 updated, 0 unchanged.',
        'Understood: UTF-8 with a byte order mark, semicolons as separators, 1 column name in other letters or with spaces, 2 statuses other than "true" and "false".',
        'Ignored: 1 empty column, 1 empty row.',
        'Normalised names: 0 trimmed, 0 to NFC.',
        'Normalised parent names: 0 trimmed, 0 to NFC.',
        'Took the spaces around 2 addresses away.',
        '',
      ].join('\n'),
    );
    expect(code).toBe(0);
  });

  test('tells how many sample clubs it removed, also when there are none', async () => {
    await withEmbedded((sql) => importClubs(sql, csvFile({ name: 'Sample' }), { asSamples: true }));
    await writeFile(file, clubsCsv({ name: 'Chess' }));
    const removed = await run('clubs-import', [file, '--replace-samples'], settings);
    expect(removed.output).toContain('\nRemoved 1 sample club.\nClubs: 1 created, ');
    const none = await run('clubs-import', [file, '--replace-samples'], settings);
    expect(none.output).toContain('\nRemoved 0 sample clubs: none were left.\nClubs: 0 created, ');
    expect((await run('clubs-import', [file], settings)).output).not.toContain('sample');
  });

  test('tells of a line that names the separator, and of ids that were written otherwise', async () => {
    await writeFile(file, `sep=;\r\n${clubsCsv({ name: 'Go', id: '7.0' }).toString().replaceAll(',', ';')}`);
    const { code, output } = await run('clubs-import', [file], settings);
    expect(output).toContain(
      '\nUnderstood: semicolons as separators, a line that names the separator, 1 id with spaces or decimals.\n',
    );
    expect(code).toBe(0);
  });

  test('renames and deletes only when it is told to', async () => {
    await withEmbedded((sql) => importClubs(sql, csvFile({ name: 'Chess', id: '3' }, { name: 'Go' })));
    await writeFile(file, clubsCsv({ name: 'Échecs', id: '3' }));
    const names = () => withEmbedded((sql) => sql`select name from club order by id`);
    const asked = await run('clubs-import', [file, '--delete-missing'], settings);
    expect(asked.output).toContain(
      [
        'This import creates 0 clubs, updates 1, renames 1 of them, and deletes 1.',
        'To be renamed (1):',
        '  "Chess" to "Échecs"',
        'To be deleted (1):',
        '  "Go"',
        '',
      ].join('\n'),
    );
    expect(asked.output).not.toContain('--report');
    expect(asked.output).toContain('--yes');
    expect(asked.output).toContain('Nothing was changed.');
    expect(asked.code).toBe(1);
    expect(await names()).toEqual([{ name: 'Chess' }, { name: 'Go' }]);

    const done = await run('clubs-import', [file, '--delete-missing', '--yes'], settings);
    expect(done.output).toContain('Clubs: 0 created, 1 updated (1 renamed), 0 unchanged, 1 deleted.');
    expect(done.code).toBe(0);
    expect(await names()).toEqual([{ name: 'Échecs' }]);
  });

  test('clears fields and reads Windows-1252 only after a confirmation', async () => {
    await withEmbedded((sql) =>
      importClubs(sql, csvFile({ name: 'Été', short_description: 'A text.', website: 'https://example.org' })),
    );
    await writeFile(file, Buffer.from(clubsCsv({ name: 'Été', category: 'Café' }).toString(), 'latin1'));
    const texts = () => withEmbedded((sql) => sql`select name, short_description, website, category from club`);
    const [before] = await texts();
    const warning = 'Read as Windows-1252; check accented letters.';
    const cleared = 'Cleared by empty cells: short_description of 1 club, website of 1 club.';
    const asked = await run('clubs-import', [file], settings);
    expect(asked.output).toContain(warning);
    expect(asked.output).toContain(cleared);
    expect(asked.output).toContain('Add --yes to go ahead. Nothing was changed.');
    expect([asked.code, await texts()]).toEqual([1, [before]]);

    const done = await run('clubs-import', [file, '--yes'], settings);
    expect(done.output).toContain(`\nClubs: 0 created, 1 updated, 0 unchanged.\n${cleared}\n${warning}\n`);
    expect(done.code).toBe(0);
    expect(await texts()).toEqual([{ name: 'Été', shortDescription: '', website: null, category: 'Café' }]);
  });

  test('names the first of many clubs that it would rename or delete, and all of them in a report', async () => {
    const stored = Array.from({ length: 25 }, (_, index) => ({ name: `Club ${index + 10}`, id: `${index + 1}` }));
    await withEmbedded((sql) => importClubs(sql, csvFile(...stored, { name: 'Go', id: '90' }, { name: '=Old' })));
    await writeFile(file, clubsCsv(...stored.map(({ name, id }) => ({ name: `New ${name}`, id }))));
    const asked = await run('clubs-import', [file, '--delete-missing'], settings);
    const lines = asked.output.split('\n');
    const from = lines.indexOf('To be renamed (25):');
    expect(lines.slice(from + 19, from + 26)).toEqual([
      '  "Club 28" to "New Club 28"',
      '  "Club 29" to "New Club 29"',
      '  and 5 more',
      expect.stringMatching(/^The ids of 25 of them /),
      'To be deleted (2):',
      '  "=Old"',
      '  "Go"',
    ]);
    expect(lines.slice(from - 1, from)).toEqual([
      'This import creates 0 clubs, updates 25, renames 25 of them, and deletes 2.',
    ]);
    expect(asked.output).toContain(
      '\nThe ids of 25 of them repeat or count up from row to row: if they were filled down in the spreadsheet, do not go ahead: take them from a new export, or delete the column id, and clubs are matched by name.\n',
    );
    expect(lines[from + 26]).toBe('Add --report FILE for all of them, as a spreadsheet.');

    const reportFile = join(folder, 'report.csv');
    const again = await run('clubs-import', [file, '--delete-missing', '--report', reportFile], settings);
    expect(again.output).toContain(`\nAll of them are in ${reportFile}.\n`);
    expect(again.code).toBe(1);
    const table = parse(await readFile(reportFile, 'utf8'));
    expect(table).toHaveLength(28);
    expect(table[1]).toEqual([
      '2',
      'name',
      'New Club 10',
      'is the new name of a club',
      '',
      '',
      'Club 10',
      'to be renamed',
    ]);
    expect(table.slice(25)).toEqual([
      ['26', 'name', 'New Club 34', 'is the new name of a club', '', '', 'Club 34', 'to be renamed'],
      ['', 'id', '91', 'has no row in the file', '', '', "'=Old", 'to be deleted'],
      ['', 'id', '90', 'has no row in the file', '', '', 'Go', 'to be deleted'],
    ]);
  });

  test('deletes all clubs by a file without any only when it is told so in so many words', async () => {
    await withEmbedded((sql) => importClubs(sql, csvFile({ name: 'Chess' }, { name: 'Go' })));
    await writeFile(file, clubsCsv());
    const names = () => withEmbedded((sql) => sql`select name from club order by id`);
    const refused = await run('clubs-import', [file, '--delete-missing', '--yes'], settings);
    expect(refused.output.split('\n').slice(-2)).toEqual([
      'The file has no club in it, and --delete-missing would delete all 2 clubs of the directory: nothing was changed. --allow-empty does it all the same.',
      '',
    ]);
    expect(refused.code).toBe(1);
    expect(await names()).toEqual([{ name: 'Chess' }, { name: 'Go' }]);

    const asked = await run('clubs-import', [file, '--delete-missing', '--allow-empty'], settings);
    expect(asked.output).toContain('To be deleted (2):\n');
    expect(asked.output).toContain('That is more than half of all clubs.\n');
    expect(asked.code).toBe(1);
    expect(await names()).toHaveLength(2);

    const done = await run('clubs-import', [file, '--delete-missing', '--allow-empty', '--yes'], settings);
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('2 deleted') as string });
    expect(await names()).toEqual([]);
  });

  test('fetches nothing from this machine, tells which logos it has not got, and says so with its exit code', async () => {
    const site = await startOtherSite((_, response) => response.end('secret'));
    const clubs = Array.from({ length: 25 }, (_, index) => ({
      name: `Club ${index + 10}`,
      logo_url: `${site.url}/${index}.png`,
    }));
    await writeFile(file, clubsCsv(...clubs, { name: '=Shared', logo_url: `${site.url}/0.png` }));
    const reportFile = join(folder, 'report.csv');
    const { code, output } = await run('clubs-import', [file, '--fetch-logos', '--report', reportFile], settings);
    const lines = output.split('\n');
    const at = lines.indexOf('Fetching 25 logos …');
    expect(lines.slice(at, at + 5)).toEqual([
      'Fetching 25 logos …',
      'Fetched 0 logos from other sites, for 0 clubs.',
      '25 logos could not be had:',
      `club "=Shared" and 1 more: "${site.url}/0.png" leads to this machine or into a private network, where nothing is fetched`,
      `club "Club 11": "${site.url}/1.png" leads to this machine or into a private network, where nothing is fetched`,
    ]);
    expect(lines[at + 23]).toBe('and 5 more');
    expect(lines[at + 24]).toBe('');
    expect(code).toBe(2);
    expect(site.asked).toEqual([]);
    const table = parse(await readFile(reportFile, 'utf8'));
    expect(table).toHaveLength(27);
    expect(table[1]).toEqual([
      '',
      'logo_url',
      `${site.url}/0.png`,
      'leads to this machine or into a private network, where nothing is fetched',
      '',
      '',
      "'=Shared",
      'warning',
    ]);
    expect(await withEmbedded((sql) => sql`select from club where foreign_logo_url is not null`)).toHaveLength(26);

    const again = await run('clubs-import', [file, '--fetch-logos'], settings);
    expect(again.output).toContain('\nand 5 more\nAdd --report FILE for all of them, as a spreadsheet.\n');
    expect(again).toMatchObject({
      code: 2,
      output: expect.stringContaining('Clubs: 0 created, 0 updated, 26 unch') as string,
    });
  });

  test('asks once for the Internet when no name of any site could be looked up', async () => {
    const clubs = ['a', 'b'].map((name) => ({ name, logo_url: `https://${name}.invalid/logo.png` }));
    await writeFile(file, clubsCsv(...clubs));
    const { code, output } = await run('clubs-import', [file, '--fetch-logos'], settings);
    expect(output).toMatch(/\n2 logos could not be had:\n(.*\n){2}No name .*: is this machine on the Internet\?\n$/);
    expect(code).toBe(2);
    const site = { name: 'c', logo_url: 'http://127.0.0.1:9/logo.png' };
    await writeFile(file, clubsCsv(...clubs, site));
    expect((await run('clubs-import', [file, '--fetch-logos'], settings)).output).not.toContain('Internet');
  });

  test('is complete when there is no logo to fetch', async () => {
    await writeFile(file, clubsCsv({ name: 'Chess', logo_url: 'https://clubs.example.org/favicon.svg' }));
    const { code, output } = await run('clubs-import', [file, '--fetch-logos'], settings);
    expect(output).toContain('\nTook the address of this site off 1 logo: they are its own.\n');
    expect(output).toMatch(/\nFetched 0 logos from other sites, for 0 clubs\.\n$/);
    expect(code).toBe(0);
  });

  test('takes logos from the folder of an export, which has to be one', async () => {
    const { logo } = await readLogo(await plain(20, 10, 'red').png().toBuffer());
    if (!logo) throw new Error('That was no logo.');
    const address = paths.image({ hash: logo.hash, size: 400 });
    await withEmbedded(async (sql) => {
      await sql.begin((tx) => saveLogo(tx, logo));
      await sql`insert into club (name, logo) values ('Chess', ${address})`;
    });
    const logos = join(folder, 'logos');
    const exported = await run('clubs-export', [file, '--with-logos', logos], settings);
    expect(exported.output).toContain(`\nWriting logos …\nExported 1 club, and 1 logo to ${logos}, from `);
    expect(exported.code).toBe(0);
    expect(await run('clubs-export', [file, '--with-logos', logos], settings)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`Cannot write logos to ${logos}: there is something in it.`) as string,
    });
    expect(await run('clubs-export', [file, '--with-logos', join(folder, 'none/logos')], settings)).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /\nCannot write logos to .*none\/logos: there is no such file or folder\.\n$/,
      ) as string,
    });
    expect(await run('clubs-import', [file, '--with-logos', file], settings)).toEqual({
      code: 1,
      output: `Cannot read logos from ${file}: it is not a folder.\n`,
    });

    const other = closedSettings();
    const { code, output } = await run('clubs-import', [file, '--with-logos', logos], other);
    expect(output).toContain('\nLogos from the folder: 1.\n');
    expect(output).not.toContain('warning');
    expect(code).toBe(0);
    const found = await withEmbeddedIn(other.DATA_DIR, (sql) => findLogo(sql, logo.hash));
    expect(found).toEqual(logo);
    const again = await run('clubs-import', [file, '--with-logos', logos], other);
    expect(again.output).toContain('\nLogos from the folder: 0.\n');
  });

  test('works through the process that has the embedded database', async () => {
    await writeFile(file, clubsCsv({ name: 'Chess' }));
    await withEmbedded(async (sql) => {
      const { code, output } = await run('clubs-import', [file], settings);
      expect(output).toContain('1 created');
      expect(code).toBe(0);
      expect(await sql`select name from club`).toEqual([{ name: 'Chess' }]);
    });
  });

  test('is done again by itself when the process ends that had the embedded database', async () => {
    await writeFile(file, clubsCsv(...Array.from({ length: 3000 }, (_, index) => ({ name: `Club ${index}` }))));
    const settings = closedSettings();
    const owner = await openEmbedded(settings.DATA_DIR);
    const program = start('clubs-import', [file], settings);
    await vi.waitUntil(() => program.output().includes('Reading') || program.child.exitCode !== null, PATIENCE);
    await owner?.close();
    const code = await program.ended;
    expect(program.output()).toContain(
      'That process has ended, or has let this one go (TRANSACTION_LIMIT): once more.',
    );
    expect(program.output()).toContain('Clubs: 3,000 created, 0 updated, 0 unchanged.');
    expect(code).toBe(0);
  });

  test('is done again from the beginning of a file of which it has read a part', async () => {
    const rows = Array.from({ length: 6000 }, (_, index) => ({ name: `Club ${index}`, description: 'x'.repeat(500) }));
    await writeFile(file, clubsCsv(...rows));
    const settings = closedSettings();
    const owner = await openEmbedded(settings.DATA_DIR);
    const program = start('clubs-import', [file], settings);
    await vi.waitUntil(() => program.output().includes('Reading') || program.child.exitCode !== null, PATIENCE);
    await owner?.close();
    const code = await program.ended;
    expect(program.output()).toMatch(/Reading .*\nThat process has ended, .*: once more\.\n(.*\n)*Reading /);
    expect(program.output()).toContain('Clubs: 6,000 created, 0 updated, 0 unchanged.');
    expect(code).toBe(0);
  });

  test('of which two begin at once, without a site, does both', async () => {
    const settings = closedSettings();
    const files = ['one', 'two'].map((name) => join(folder, `${name}.csv`));
    for (const name of files) {
      const rows = Array.from({ length: 2000 }, (_, index) => ({ name: `${name} ${index}` }));
      await writeFile(name, clubsCsv(...rows));
    }
    const results = await Promise.all(files.map((name) => run('clubs-import', [name], settings)));
    for (const { code, output } of results) {
      expect(output).toContain('Clubs: 2,000 created');
      expect(output).not.toContain('ECONNRESET');
      expect(code).toBe(0);
    }
    const count = await withEmbeddedIn(settings.DATA_DIR, (sql) => sql`select count(*)::int as clubs from club`);
    expect(count).toEqual([{ clubs: 4000 }]);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('says on %s that nothing was changed', async (signal, status) => {
    await writeFile(file, clubsCsv(...Array.from({ length: 3000 }, (_, index) => ({ name: `Club ${index}` }))));
    await withEmbedded(async (sql) => {
      await sql.begin(async (tx) => {
        // It has to wait for this one, whatever it has come to.
        await tx`select 1`;
        const program = start('clubs-import', [file], settings);
        await vi.waitUntil(() => program.output().includes('Using') || program.child.exitCode !== null, PATIENCE);
        program.child.kill(signal);
        expect(await program.ended).toBe(status);
        expect(program.output()).toMatch(/\nInterrupted\. Nothing was changed\.\n$/);
      });
      expect(await sql`select from club`).toHaveLength(0);
    });
  });

  test.each<[string, string[], RegExp]>([
    ['a file that is not there', ['no-such.csv'], /^Cannot read no-such\.csv: there is no such file or folder\.\n$/],
    ['a folder', ['tests'], /^Cannot read tests: it is a folder\.\n$/],
  ])('refuses %s in one line, before it makes a database', async (_, args, expected) => {
    const empty = join(folder, 'empty');
    const { code, output } = await run('clubs-import', args, { DATA_DIR: empty });
    expect(output).toMatch(expected);
    expect(code).toBe(1);
    expect(existsSync(empty)).toBe(false);
  });

  test('says in one line that the database cannot be reached, without the password', async () => {
    await writeFile(file, clubsCsv({ name: 'Chess' }));
    const { code, output } = await run('clubs-import', [file], {
      DATABASE_URL: 'postgres://somebody:Secret-1@127.0.0.1:1/clubs',
    });
    expect(output).toMatch(/\nCannot use PostgreSQL at 127\.0\.0\.1:1\/clubs: nothing listens there\.\n$/);
    expect(output).not.toContain('Secret-1');
    expect(code).toBe(1);
  });

  test('names a setting that does not fit', async () => {
    await writeFile(file, clubsCsv({ name: 'Chess' }));
    const { code, output } = await run('clubs-import', [file], { PORT: 'x' });
    expect(output).toMatch(/^PORT must be .*\n$/);
    expect(code).toBe(1);
  });
});

describe('db:migrate', () => {
  test('begins a new epoch when it is told to, and says so', async () => {
    const epochs = () => withEmbedded(async (sql) => [...(await sql`select epoch from directory_version`)]);
    const before = await epochs();
    expect(await run('db-migrate', [], settings)).toMatchObject({ code: 0 });
    expect(await epochs()).toEqual(before);
    const { code, output } = await run('db-migrate', ['--new-epoch'], settings);
    expect(output).toContain('A new epoch has begun');
    expect(code).toBe(0);
    expect(await epochs()).not.toEqual(before);
  });

  test('says that the database is up to date', async () => {
    expect(await run('db-migrate', [], settings)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\nUp to date: the embedded database in .*\/database\.\n$/) as string,
    });
  });
});

describe('db:migrate that is interrupted', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('says on %s what is so', async (signal, status) => {
    await withEmbedded(async (sql) => {
      await sql.begin(async (tx) => {
        // It has to wait for this one, whatever it has come to.
        await tx`select 1`;
        const program = start('db-migrate', [], settings);
        await vi.waitUntil(() => program.output().includes('Using') || program.child.exitCode !== null, PATIENCE);
        program.child.kill(signal);
        expect(await program.ended).toBe(status);
        expect(program.output()).toMatch(
          /\nInterrupted\. What was done already stays, and nothing is half done: .*\n$/,
        );
      });
    });
  });
});

describeServer('A command with a server', (database) => {
  test('imports and exports', async () => {
    const server = { DATABASE_URL: database.url ?? '' };
    await writeFile(file, clubsCsv(...ODD_CLUBS));
    expect(await run('clubs-import', [file], server)).toMatchObject({ code: 0 });
    expect(await run('clubs-export', [file], server)).toMatchObject({ code: 0 });
    expect((await readFile(file, 'utf8')).split('\r\n').length).toBeGreaterThan(ODD_CLUBS.length);
  });

  test('says when it is interrupted in the middle of writing that nothing was changed', async () => {
    await writeFile(file, clubsCsv({ name: 'Chess' }));
    const looker = database.connect();
    await database.sql.begin(async (tx) => {
      await tx`lock table club in exclusive mode`;
      const program = start('clubs-import', [file], { DATABASE_URL: database.url ?? '' });
      await vi.waitUntil(async () => {
        const waiting = await looker`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return waiting.length > 0 || program.child.exitCode !== null;
      }, PATIENCE);
      program.child.kill('SIGINT');
      expect(await program.ended).toBe(130);
      expect(program.output()).toMatch(/Writing 1 club …\n\nInterrupted\. Nothing was changed\.\n$/);
    });
    expect(await database.sql`select name from club`).toEqual([]);
  });

  test('says in its own words that the connection was lost, and nothing has changed', async () => {
    await writeFile(file, clubsCsv({ name: 'Chess' }));
    const killer = database.connect();
    const stopped = await database.sql.begin(async (tx) => {
      await tx`lock table club in exclusive mode`;
      const program = start('clubs-import', [file], { DATABASE_URL: database.url ?? '' });
      let killed = 0;
      while (killed === 0 && program.child.exitCode === null) {
        const sessions = await killer`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        killed = sessions.count;
        await new Promise((done) => setTimeout(done, 50));
      }
      return program;
    });
    expect(await stopped.ended).toBe(1);
    expect(stopped.output().split('\n').slice(4)).toEqual([
      expect.stringMatching(
        /^The connection to the database was lost.*\. Nothing was changed: run the import again\.$/,
      ),
      '',
    ]);
    expect(await database.sql`select name from club`).toEqual([]);
  });
});
