import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { describeFolder } from '../../db/embedded.ts';
import { KEPT_BACKUPS } from '../../db/migration-backup.ts';
import { MARKDOWN_RULES } from '../../src/markdown.ts';
import { readEverything } from '../support/backup.ts';
import { describeServer, withEmbeddedIn } from '../support/database.ts';
import { runProgram, siteEnvironment, startProgram, type RunningProgram } from '../support/program.ts';
import { copyEmbedded } from '../support/setup-databases.ts';
import { callOf, quote, runShell } from '../support/shell.ts';

let folder: string;
let settings: { DATA_DIR: string };
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'db-backup-command-'));
  settings = { DATA_DIR: join(folder, 'data') };
  file = join(folder, 'a.backup');
});
afterEach(() => rm(folder, { recursive: true }));

const BACKUP = 'src/commands/db-backup.ts';
const RESTORE = 'src/commands/db-restore.ts';
const MIGRATE = 'src/commands/db-migrate.ts';

const run = (program: string, args: string[] = [], given: Record<string, string> = settings) =>
  runProgram(program, args, siteEnvironment(given));

const withEmbedded = async <T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
  if (!existsSync(settings.DATA_DIR)) copyEmbedded(inject('embeddedTemplate'), settings.DATA_DIR);
  return await withEmbeddedIn(settings.DATA_DIR, work);
};

/** Clubs with their HTML, which no command has to make. */
const insertClubs = (count: number) =>
  withEmbedded(
    (sql) => sql`
      insert into club (name, short_description_html, description_html, html_digest, html_rules)
      select 'Club ' || n, '', '', club_text_digest('', ''), ${MARKDOWN_RULES} from generate_series(1, ${count}::int) n`,
  );
const countClubs = () =>
  withEmbedded(async (sql) => (await sql<[{ count: number }]>`select count(*)::int as count from club`)[0].count);

/** Until a program has said something. */
const said = (program: RunningProgram, words: string) =>
  new Promise<void>((resolve, reject) => {
    const look = () => {
      if (program.output().includes(words)) resolve();
    };
    program.child.stdout?.on('data', look);
    void program.ended.then(() => {
      reject(new Error(program.output()));
    });
  });

describe('db:backup', () => {
  test('says which database it uses and what is in the file, which nobody else may read', async () => {
    await insertClubs(3);
    const place = describeFolder(settings.DATA_DIR);
    const { code, output } = await run(BACKUP, [file]);
    expect(output.split('\n')).toEqual([
      `Using the embedded database in ${place}.`,
      `Writing ${file} …`,
      expect.stringMatching(/^Backed up the .*a\.backup: 3 clubs, 0 accounts and everything else \(\d[\d.]* kB\)\./),
      '',
    ]);
    expect(code).toBe(0);
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
    expect((await readdir(folder)).sort()).toEqual(['a.backup', 'data']);
  });

  test('leaves a file that is there, unless it is told to replace it, and makes no database', async () => {
    const none = await run(BACKUP, [file]);
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining('There is no database in') as string });
    expect(await readdir(folder)).toEqual([]);
    await insertClubs(1);
    await writeFile(file, 'mine');
    const refused = await run(BACKUP, [file]);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Add --replace') as string });
    expect(await readFile(file, 'utf8')).toBe('mine');
    expect(await run(BACKUP, [file, '--replace'])).toMatchObject({ code: 0 });
    const printed = await run(BACKUP, ['-']);
    expect(printed).toMatchObject({ code: 1, output: expect.stringContaining('"-" is none') as string });
    const nowhere = await run(BACKUP, [join(folder, 'none', 'a.backup')]);
    expect(nowhere.output).toMatch(/Cannot write .*: there is no such file or folder\.\n$/);
  });

  test('takes a database as it is that is older than the site', async () => {
    await withEmbedded((sql) => sql`delete from migration where name like '0027%'`);
    expect(await run(BACKUP, [file])).toMatchObject({ code: 0 });
    expect(await withEmbedded((sql) => sql`select from migration where name like '0027%'`)).toHaveLength(0);
  });

  test('works through the process that has the embedded database', async () => {
    await withEmbedded(async (sql) => {
      await sql`insert into club (name) values ('Chess')`;
      const { code, output } = await run(BACKUP, [file]);
      expect(output.split('\n')[1]).toBe('Another process has it open: this one works through that.');
      expect(code).toBe(0);
    });
  });
});

describe('db:restore', () => {
  test('asks before it replaces anything, and brings all of it back when it is told to', async () => {
    await insertClubs(3);
    await run(BACKUP, [file]);
    const before = await withEmbedded(readEverything);
    await withEmbedded((sql) => sql`delete from club where name <> 'Club 1'`);
    const asked = await run(RESTORE, [file]);
    expect(asked.output).toMatch(
      /This replaces everything in .* \(1 club and 0 accounts\) by the backup of .* \(3 clubs and 0 accounts\)\. Go ahead\?\n.*Add --yes to go ahead\. Nothing was changed\.\n$/,
    );
    expect(asked.code).toBe(1);
    expect(await countClubs()).toBe(1);
    const done = await run(RESTORE, [file, '--yes']);
    expect(done.output).toMatch(/Restored .*, with 3 clubs and 0 accounts\. Everybody has to sign in again\.\n/);
    expect(done.code).toBe(0);
    const restored = await withEmbedded(readEverything);
    // The numbers of what came later are nobody's any more.
    const { numberings = [] } = restored;
    expect(restored).toEqual({ ...before, numberings });
  });

  test('makes the database where there is none, without a question', async () => {
    await insertClubs(3);
    await run(BACKUP, [file]);
    const before = await withEmbedded(readEverything);
    settings = { DATA_DIR: join(folder, 'another') };
    expect(await run(RESTORE, [file])).toMatchObject({ code: 0 });
    expect(await withEmbedded(readEverything)).toEqual(before);
    expect(await readdir(settings.DATA_DIR)).toEqual(['database']);
  });

  test('says what is wrong with a file before it touches anything', async () => {
    await writeFile(file, 'name\nChess\n');
    for (const [name, problem] of [
      [file, 'is no backup of a club directory'],
      [join(folder, 'none'), 'there is no such file or folder'],
      [folder, 'it is a folder'],
      ['/dev/null', 'it is not a file'],
    ] as const) {
      const { code, output } = await run(RESTORE, [name, '--yes']);
      expect(output).toContain(problem);
      expect(code).toBe(1);
    }
    expect(await readdir(folder)).toEqual(['a.backup']);
  });

  test.each(['SIGKILL', 'SIGINT'] as const)('leaves what was there when %s ends it in the middle', async (signal) => {
    await insertClubs(2000);
    await run(BACKUP, [file]);
    await withEmbedded((sql) => sql`delete from club where name <> 'Club 1'`);
    const before = await withEmbedded(readEverything);
    const alone = startProgram(RESTORE, [file, '--yes'], siteEnvironment(settings));
    await said(alone, 'Restoring');
    alone.child.kill(signal);
    expect(await alone.ended).toBe(signal === 'SIGINT' ? 130 : null);
    if (signal === 'SIGINT') expect(alone.output()).toMatch(/\nInterrupted\. Nothing was changed\.\n$/);
    expect(await withEmbedded(readEverything)).toEqual(before);

    if (signal === 'SIGINT') return;
    await withEmbedded(async (sql) => {
      const through = startProgram(RESTORE, [file, '--yes'], siteEnvironment(settings));
      await said(through, 'Restoring');
      through.child.kill(signal);
      await through.ended;
      expect(await readEverything(sql)).toEqual(before);
    });
  });

  test('says how to go back to a version of the site that is older than the database', async () => {
    await insertClubs(3);
    await run(BACKUP, [file]);
    await withEmbedded((sql) => sql`insert into migration (name) values ('9999_new.sql')`);
    const { code, output } = await run(RESTORE, [file, '--yes']);
    expect(output).toMatch(
      /is newer .*9999_new\.sql\. To go back .* move the folder .*database away, .* Nothing was changed\.\n$/,
    );
    expect(code).toBe(1);
  });
});

describe('Before an embedded database is brought up to date', () => {
  const backups = async () => (await readdir(join(settings.DATA_DIR, 'backups'))).sort();
  /** A migration that can be applied twice. */
  const REPEATABLE = '0039_unblock_alter_club.sql';
  const makeOlder = () =>
    withEmbedded(async (sql) => {
      await sql`delete from migration where name = ${REPEATABLE}`;
    });
  const findRepeatable = () => withEmbedded((sql) => sql`select from migration where name = ${REPEATABLE}`);

  test('one that is there is backed up, and the last few backups stay', async () => {
    await insertClubs(3);
    await makeOlder();
    await mkdir(join(settings.DATA_DIR, 'backups'));
    for (const name of ['2020-01-01T000000Z-0001', '2020-01-02T000000Z-0002', '2020-01-03T000000Z-0003', 'mine']) {
      await writeFile(join(settings.DATA_DIR, 'backups', `${name}.backup`), '');
    }
    const { code, output } = await run(MIGRATE);
    expect(output).toMatch(/\nBacked up to .*backups\/\S+-\d{4}\.backup before .*\nApplied 0039_.*\.sql\.\n/);
    expect(code).toBe(0);
    expect(await backups()).toEqual([
      '2020-01-02T000000Z-0002.backup',
      '2020-01-03T000000Z-0003.backup',
      expect.stringMatching(/-\d{4}\.backup$/),
      'mine.backup',
    ]);
    expect(KEPT_BACKUPS).toBe(3);
    const made = (await backups())[2] ?? '';

    await withEmbedded((sql) => sql`delete from club`);
    expect(await run(RESTORE, [join(settings.DATA_DIR, 'backups', made), '--yes'])).toMatchObject({ code: 0 });
    expect(await countClubs()).toBe(3);
  });

  test('nothing is migrated when that backup cannot be written, unless none is wanted', async () => {
    await makeOlder();
    await writeFile(join(settings.DATA_DIR, 'backups'), '');
    const refused = await run(MIGRATE);
    expect(refused.output).toMatch(
      /to be brought up to date \(0039_.*\), and the backup before that cannot be written to .*backups: a part of its path is not a folder\. Nothing was changed\..*MIGRATION_BACKUP=off/,
    );
    expect(refused.code).toBe(1);
    expect(await findRepeatable()).toHaveLength(0);
    expect(await run(MIGRATE, [], { ...settings, MIGRATION_BACKUP: 'off' })).toMatchObject({ code: 0 });
    expect(await findRepeatable()).toHaveLength(1);
  });
});

describeServer('With a server', (database) => {
  test('a disk that takes no more ends a backup with its reason, and nothing is left of it', async () => {
    await database.sql`insert into club (name, description) select 'Club ' || n, md5(n::text) from generate_series(1, 500) n`;
    const line = `ulimit -f 8 && ${callOf(BACKUP)} ${quote(file)}`;
    const env = { ...siteEnvironment({ DATABASE_URL: database.url ?? '' }), NODE_COMPILE_CACHE: '' };
    const { code, stderr } = await runShell(line, env);
    expect(stderr).toMatch(/^Cannot write .*a\.backup: it would become larger than files may be\.\n$/);
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test('the two commands move an embedded database into it', async () => {
    await insertClubs(3);
    await run(BACKUP, [file]);
    const before = await withEmbedded(readEverything);
    const server = { DATABASE_URL: database.url ?? '' };
    expect(await run(RESTORE, [file], server)).toMatchObject({ code: 0 });
    onTestFinished(async () => {
      await database.sql`truncate club, club_step cascade`;
    });
    expect(await readEverything(database.sql)).toEqual(before);
  });
});
