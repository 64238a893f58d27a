import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { describeFolder, openEmbedded } from '../../../db/embedded.ts';
import { importClubs } from '../../../db/import/import-clubs.ts';
import { connect } from '../../support/client.ts';
import { clubsCsv, csvFile, ODD_CLUBS } from '../../support/clubs-csv.ts';
import { describeEachServer } from '../../support/database.ts';
import { runProgram, siteEnvironment, startProgram } from '../../support/program.ts';
import { copyEmbedded } from '../../support/setup-databases.ts';

type Command = 'clubs-import' | 'clubs-export' | 'db-migrate';

const start = (command: Command, args: string[], settings: Record<string, string>) =>
  startProgram(`db/commands/${command}.ts`, args, siteEnvironment(settings));

const run = (command: Command, args: string[], settings: Record<string, string>) =>
  runProgram(`db/commands/${command}.ts`, args, siteEnvironment(settings));

let folder: string;
let settings: { DATA_DIR: string };
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-commands-'));
  settings = { DATA_DIR: join(folder, 'data') };
  file = join(folder, 'clubs.csv');
  copyEmbedded(inject('embeddedTemplate'), settings.DATA_DIR);
});
afterEach(() => rm(folder, { recursive: true }));

/** The embedded database in this process, for as long as the work takes. */
async function withEmbedded<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const embedded = await openEmbedded(settings.DATA_DIR);
  if (!embedded) throw new Error('The database is in use.');
  const sql = connect(embedded);
  try {
    return await work(sql);
  } finally {
    await sql.end();
    await embedded.close();
  }
}

describe('clubs:import', () => {
  test('tells what it did, without control characters where nobody watches', async () => {
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
    const lines = output.trimEnd().split('\n').slice(3);
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

  test('writes its report as the file was written', async () => {
    const reportFile = join(folder, 'report.csv');
    await writeFile(
      file,
      `\ufeffname;short_description;is_active;parent_name;logo_url;website;category\r\nÉchecs;;peut-être;;;;\r\n`,
    );
    expect(await run('clubs-import', [file, '--report', reportFile], settings)).toMatchObject({ code: 1 });
    expect(await readFile(reportFile, 'utf8')).toMatch(
      /^\ufeffline;column;.*\r\n2;is_active;peut-être;.*;Échecs;mistake\r\n$/s,
    );
  });

  test('tells what it understood of a spreadsheet, and what it ignored', async () => {
    await writeFile(
      file,
      `\ufeffName;short_description;is_active;parent_name;logo_url;website;category;\r\nÉchecs;;VRAI;;; https://example.org/;;\r\n;;;;;;;\r\n`,
    );
    const { code, output } = await run('clubs-import', [file], settings);
    expect(output).toContain(
      [
        'Clubs: 1 created, 0 updated, 0 unchanged.',
        'Understood: UTF-8 with a byte order mark, semicolons as separators, 1 column name in other letters or with spaces, 1 status other than "true" and "false".',
        'Ignored: 1 empty column, 1 empty row.',
        'Normalised names: 0 trimmed, 0 to NFC.',
        'Normalised parent names: 0 trimmed, 0 to NFC.',
        'Took the spaces around 1 address away.',
        '',
      ].join('\n'),
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
        'Renamed:',
        '  "Chess" to "Échecs"',
        'Deleted:',
        '  "Go"',
      ].join('\n'),
    );
    expect(asked.output).toContain('--yes');
    expect(asked.output).toContain('Nothing was changed.');
    expect(asked.code).toBe(1);
    expect(await names()).toEqual([{ name: 'Chess' }, { name: 'Go' }]);

    const done = await run('clubs-import', [file, '--delete-missing', '--yes'], settings);
    expect(done.output).toContain('Clubs: 0 created, 1 updated (1 renamed), 0 unchanged, 1 deleted.');
    expect(done.code).toBe(0);
    expect(await names()).toEqual([{ name: 'Échecs' }]);
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

  test.each<[string, string[], RegExp]>([
    [
      'no file',
      [],
      /^Usage: npm run clubs:import -- FILE\.csv \[--replace-samples\] \[--delete-missing\] \[--yes\] \[--report FILE\]\n$/,
    ],
    ['a switch that it does not have', ['a.csv', '--force'], /^Usage: /],
    ['a file that is not there', ['no-such.csv'], /^Cannot read no-such\.csv: there is no such file or folder\.\n$/],
  ])('refuses %s in one line', async (_, args, expected) => {
    const { code, output } = await run('clubs-import', args, settings);
    expect(output).toMatch(expected);
    expect(code).toBe(1);
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

describeEachServer('A command with a server', (database) => {
  test('imports and exports', async () => {
    const server = { DATABASE_URL: database.url ?? '' };
    await writeFile(file, clubsCsv(...ODD_CLUBS));
    expect(await run('clubs-import', [file], server)).toMatchObject({ code: 0 });
    expect(await run('clubs-export', [file], server)).toMatchObject({ code: 0 });
    expect((await readFile(file, 'utf8')).split('\r\n').length).toBeGreaterThan(ODD_CLUBS.length);
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
