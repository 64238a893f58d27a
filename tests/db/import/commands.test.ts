import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { describeFolder, openEmbedded } from '../../../db/embedded.ts';
import { importClubs } from '../../../db/import/import-clubs.ts';
import { connect } from '../../support/client.ts';
import { clubsCsv, ODD_CLUBS } from '../../support/clubs-csv.ts';
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
        `Rendering the texts of ${ODD_CLUBS.length} clubs …`,
        `Writing ${ODD_CLUBS.length} clubs …`,
        `Imported ${file} into the embedded database in ${describeFolder(settings.DATA_DIR)}.`,
        `Clubs: ${ODD_CLUBS.length} created, 0 updated, 0 unchanged.`,
        'Normalised names: 1 trimmed, 1 to NFC.',
        'Normalised parent names: 1 trimmed, 1 to NFC.',
        '',
      ].join('\n'),
    );
    expect(code).toBe(0);
  });

  test('names every bad row, and that nothing was changed', async () => {
    await withEmbedded((sql) => importClubs(sql, clubsCsv({ name: 'Sample' }), { asSamples: true }));
    const rows = Array.from({ length: 23 }, (_, index) => ({ name: `New ${index}`, is_active: 'x' }));
    await writeFile(file, clubsCsv({ name: 'Fine' }, ...rows));
    const { code, output } = await run('clubs-import', ['--', file, '--replace-samples'], settings);
    const lines = output.trimEnd().split('\n').slice(1);
    expect(lines[0]).toBe(`${file} has 23 mistakes.`);
    expect(lines[1]).toBe('line 3: is_active must be true or false ("New 0")');
    expect(lines.slice(20)).toEqual([
      'line 22: is_active must be true or false ("New 19")',
      'and 3 more',
      'Nothing was changed.',
    ]);
    expect(code).toBe(1);
    expect(await withEmbedded((sql) => sql`select name from club`)).toEqual([{ name: 'Sample' }]);
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
    ['no file', [], /^Usage: npm run clubs:import -- FILE\.csv \[--replace-samples\]\n$/],
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
    expect(stopped.output().split('\n').slice(3)).toEqual([
      expect.stringMatching(/^The connection to PostgreSQL at .* was lost \(.*\)\. Run the command again\.$/),
      '',
    ]);
    expect(await database.sql`select name from club`).toEqual([]);
  });
});
