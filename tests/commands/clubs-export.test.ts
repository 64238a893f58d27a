import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { describeFolder, openEmbedded } from '../../db/embedded.ts';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { connect } from '../support/client.ts';
import { csvFile, ODD_CLUBS } from '../support/clubs-csv.ts';
import { describeServer, withEmbeddedIn } from '../support/database.ts';
import { runProgram, siteEnvironment, startProgram } from '../support/program.ts';
import { copyEmbedded } from '../support/setup-databases.ts';
import { callOf, quote, runShell } from '../support/shell.ts';

const PROGRAM = 'src/commands/clubs-export.ts';

let folder: string;
let settings: { DATA_DIR: string };
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubs-export-command-'));
  settings = { DATA_DIR: join(folder, 'data') };
  file = join(folder, 'clubs.csv');
});
afterEach(() => rm(folder, { recursive: true }));

const run = (args: string[], given: Record<string, string> = settings) =>
  runProgram(PROGRAM, args, siteEnvironment(given));

const withEmbedded = async <T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
  if (!existsSync(settings.DATA_DIR)) copyEmbedded(inject('embeddedTemplate'), settings.DATA_DIR);
  return await withEmbeddedIn(settings.DATA_DIR, work);
};

describe('clubs:export', () => {
  test('says first which database it uses, and writes to a file and to the standard output alike', async () => {
    await withEmbedded((sql) => importClubs(sql, csvFile(...ODD_CLUBS)));
    const place = describeFolder(settings.DATA_DIR);
    expect(await run([file])).toEqual({
      code: 0,
      output: [
        `Using the embedded database in ${place}.`,
        'Exporting …',
        `Exported ${ODD_CLUBS.length} clubs from the embedded database in ${place} to ${file}.`,
        '',
      ].join('\n'),
    });
    const text = await readFile(file, 'utf8');
    expect(text).toContain('Œnologie');

    const printed = await runShell(`${callOf(PROGRAM)} -`, siteEnvironment(settings));
    expect(printed.code).toBe(0);
    expect(printed.stdout).toBe(text);
    expect(printed.stderr.split('\n')).toEqual([
      `Using the embedded database in ${place}.`,
      'Exporting …',
      `Exported ${ODD_CLUBS.length} clubs from the embedded database in ${place} to the standard output.`,
      '',
    ]);
  });

  test('says where it cannot keep what it is to print', async () => {
    const missing = join(folder, 'no-such-folder');
    const { code, output } = await run(['-'], { ...settings, TMPDIR: missing });
    expect(code).toBe(1);
    expect(output).toBe(
      `Cannot write a file in ${missing}, where clubs stand before they are printed (TMPDIR names the folder): there is no such file or folder.\n`,
    );
  });

  test('makes no database where there is none, and keeps the file of an earlier export', async () => {
    await writeFile(file, 'an earlier export');
    const { code, output } = await run([file]);
    expect(output).toContain(`There is no database in ${describeFolder(settings.DATA_DIR)}.`);
    expect(output).toMatch(/DATA_DIR says .* DATABASE_URL names/);
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual(['clubs.csv']);
    expect(await readFile(file, 'utf8')).toBe('an earlier export');

    const printed = await runShell(`${callOf(PROGRAM)} -`, siteEnvironment(settings));
    expect(printed).toMatchObject({ code: 1, stdout: '' });
    expect(await readdir(folder)).toEqual(['clubs.csv']);
  });

  test('says of damaged files what the site says of them', async () => {
    copyEmbedded(inject('embeddedTemplate'), settings.DATA_DIR);
    await rm(join(settings.DATA_DIR, 'database/files/PG_VERSION'));
    const site = await runProgram('src/server/main.ts', [], siteEnvironment(settings));
    const { code, output } = await run([file]);
    expect(output).toMatch(
      /\nThe embedded database in .* \(the file PG_VERSION is missing\): its files are damaged .*\n$/,
    );
    expect(site.output).toContain(output.split('\n')[1]);
    expect(code).toBe(1);
  });

  test('replaces a file by an empty one only when it is told to', async () => {
    await withEmbedded(async () => {});
    await writeFile(file, 'an earlier export');
    const refused = await run([file]);
    expect(refused.output).toMatch(/There is no club to export, and .*clubs\.csv holds something: .*--allow-empty/);
    expect(refused.output).not.toContain('Exported');
    expect(refused.code).toBe(1);
    expect(await readFile(file, 'utf8')).toBe('an earlier export');

    expect(await run([file, '--allow-empty'])).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toMatch(/^name,.*\r\n$/);
  });

  test('leaves a file that it replaces to those who may read it, and gives a new one the usual rights', async () => {
    await withEmbedded((sql) => importClubs(sql, csvFile({ name: 'Chess' })));
    await writeFile(file, 'an earlier export');
    const owner = process.getuid?.() === 0 ? { uid: 4321, gid: 8765 } : await stat(file);
    await chown(file, owner.uid, owner.gid);
    await chmod(file, 0o640);
    expect(await run([file])).toMatchObject({ code: 0 });
    const { mode, uid, gid } = await stat(file);
    expect([(mode & 0o7777).toString(8), uid, gid]).toEqual(['640', owner.uid, owner.gid]);
    expect(await readFile(file, 'utf8')).toContain('Chess');

    const another = join(folder, 'another.csv');
    const line = `umask 027 && ${callOf(PROGRAM)} ${quote(another)}`;
    expect(await runShell(line, siteEnvironment(settings))).toMatchObject({ code: 0 });
    expect(((await stat(another)).mode & 0o7777).toString(8)).toBe('640');
  });

  test('changes nothing of a database that is older than the site', async () => {
    await withEmbedded(async (sql) => {
      await sql.begin((tx) => tx`delete from migration where name like '0005%'`);
    });
    const { code, output } = await run([file]);
    expect(output).toMatch(/is older than this version of the site .*0005_.*: run npm run db:migrate first\.\n$/);
    expect(code).toBe(1);
    expect(existsSync(file)).toBe(false);
    expect(await withEmbedded((sql) => sql`select from migration where name like '0005%'`)).toHaveLength(0);
  });

  test('works through the process that has the embedded database, and says so', async () => {
    await withEmbedded(async (sql) => {
      await importClubs(sql, csvFile({ name: 'Chess' }));
      const { code, output } = await run([file]);
      expect(output.split('\n')[1]).toBe('Another process has it open: this one works through that.');
      expect(code).toBe(0);
    });
  });

  test('goes on by itself when the process ends that has the embedded database', async () => {
    await withEmbedded((sql) =>
      sql.begin((tx) => tx`insert into club (name) select 'Club ' || n from generate_series(1, 2000) n`),
    );
    const owner = await openEmbedded(settings.DATA_DIR);
    const program = startProgram(PROGRAM, [file], siteEnvironment(settings));
    await new Promise<void>((resolve) => {
      program.child.stdout?.on('data', () => {
        if (program.output().includes('Another process has it open')) resolve();
      });
      void program.ended.then(() => resolve());
    });
    await owner?.close();
    const code = await program.ended;
    expect(program.output()).toContain('Exported 2,000 clubs');
    expect(code).toBe(0);
    expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(2002);
  });

  test('that is stopped while it reads keeps others waiting until the limit, and does it once more when it goes on', async () => {
    await withEmbedded((sql) =>
      sql.begin(
        (tx) =>
          tx`insert into club (name, description) select 'Club ' || n, repeat('x', 2000) from generate_series(1, 15000) n`,
      ),
    );
    const owner = await openEmbedded(settings.DATA_DIR, { limits: { stalledFor: 1500 } });
    if (!owner) throw new Error('Another process has the database.');
    onTestFinished(() => owner.close());
    const other = connect(owner);
    onTestFinished(() => other.end({ timeout: 1 }));
    const program = startProgram(PROGRAM, [file], siteEnvironment(settings));
    onTestFinished(() => void program.child.kill('SIGKILL'));
    await expect.poll(program.output, { interval: 1 }).toContain('Exporting');
    // Somewhere in its transaction: where nobody else gets an answer.
    let answer = other`select 1`;
    for (;;) {
      expect(program.child.exitCode, program.output()).toBeNull();
      program.child.kill('SIGSTOP');
      if (await Promise.race([answer.then(() => false), sleep(300, true)])) break;
      program.child.kill('SIGCONT');
      await sleep(2);
      answer = other`select 1`;
    }
    const begun = performance.now();
    expect(await answer).toHaveLength(1);
    // It had to wait for the limit: somebody had a transaction.
    expect(performance.now() - begun).toBeGreaterThan(500);
    program.child.kill('SIGCONT');
    expect(await program.ended).toBe(0);
    expect(program.output()).toMatch(
      /\nThat process has ended, or has let this one go \(TRANSACTION_LIMIT\): once more\.\n/,
    );
    expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(15_002);
  });

  test('says when it is interrupted what became of the file, and leaves nothing else behind', async () => {
    await writeFile(file, 'an earlier export');
    await withEmbedded(async (sql) => {
      await sql.begin((tx) => tx`insert into club (name) select 'Club ' || n from generate_series(1, 2000) n`);
      await sql.begin(async (tx) => {
        await tx`select 1`;
        const program = startProgram(PROGRAM, [file], siteEnvironment(settings));
        await expect.poll(program.output).toContain('Using');
        program.child.kill('SIGINT');
        expect(await program.ended).toBe(130);
        expect(program.output()).toContain(`\nInterrupted. ${file} is as it was or holds all clubs.\n`);
      });
    });
    expect((await readdir(folder)).sort()).toEqual(['clubs.csv', 'data']);
    expect(await readFile(file, 'utf8')).toBe('an earlier export');
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('says on %s that nothing was printed, and leaves nothing behind', async (signal, status) => {
    const given = { ...settings, TMPDIR: join(folder, 'tmp') };
    await mkdir(given.TMPDIR);
    await withEmbedded(async (sql) => {
      await sql.begin(async (tx) => {
        // It has to wait for this one, whatever it has come to.
        await tx`select 1`;
        const program = startProgram(PROGRAM, ['-'], siteEnvironment(given));
        await expect.poll(program.output, { timeout: 20_000 }).toContain('Using');
        expect(await readdir(given.TMPDIR)).toEqual([expect.stringMatching(/^clubs-export-/)]);
        program.child.kill(signal);
        expect(await program.ended).toBe(status);
        expect(program.output()).toMatch(/\nInterrupted\. Nothing was printed\.\n$/);
      });
    });
    expect(await readdir(given.TMPDIR)).toEqual([]);
  });

  test('ends well when nobody reads its output to the end', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => ({ name: `Club ${index}`, category: 'x'.repeat(1000) }));
    await withEmbedded((sql) => importClubs(sql, csvFile(...rows)));
    const program = startProgram(PROGRAM, ['-'], siteEnvironment(settings));
    program.child.stdout?.once('data', () => program.child.stdout?.destroy());
    expect(await program.ended).toBe(0);
    expect(program.output()).not.toContain('EPIPE');
  });

  test.each(['-', 'a file'])('never says that it has exported what a full disk did not take (%s)', async (target) => {
    await withEmbedded((sql) => importClubs(sql, csvFile({ name: 'Chess' })));
    const line = `${callOf(PROGRAM)} ${quote(target === '-' ? target : file)} > /dev/full`;
    const { code, stderr } = await runShell(line, siteEnvironment(settings));
    expect(stderr).toMatch(/(^|\n)Cannot write the standard output: the disk is full\.\n$/);
    expect(stderr).not.toContain('Exported');
    expect(code).toBe(1);
  });

  test('refuses a place that is no file, or is not there, in one line', async () => {
    await withEmbedded(async () => {});
    expect((await run(['tests'])).output.split('\n').slice(1)).toEqual(['Cannot write tests: it is not a file.', '']);
    expect((await run([join(folder, 'none', 'clubs.csv')])).output).toMatch(/: there is no such file or folder\.\n$/);
  });

  test('says that npm printed before the clubs, unless npm was told not to or a person reads', async () => {
    await withEmbedded((sql) => importClubs(sql, csvFile({ name: 'Chess' })));
    const [loud, silent] = await Promise.all(
      ['npm run', 'npm run -s'].map((npm) => runShell(`${npm} clubs:export -- -`, siteEnvironment(settings))),
    );
    expect(loud?.stdout).toMatch(/^\n> /);
    expect(loud?.stderr).toContain('"npm run -s clubs:export -- -"');
    expect(loud?.code).toBe(0);
    expect(silent?.stdout).toMatch(/^name,/);
    expect(silent?.stderr).not.toContain('npm');
  });
});

describeServer('clubs:export from a server', (database) => {
  test('says which, and changes nothing where there is no club directory', async () => {
    await database.sql.unsafe('drop schema public cascade; create schema public').simple();
    const { code, output } = await run([file], { DATABASE_URL: database.url ?? '' });
    const place = `PostgreSQL at ${new URL(database.url ?? '').host}${new URL(database.url ?? '').pathname}`;
    expect(output.split('\n')).toEqual([
      `Using ${place}.`,
      `There is no club directory in ${place}: does DATABASE_URL say where the site has its own?`,
      '',
    ]);
    expect(code).toBe(1);
    expect(await database.sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0);

    const migrated = await runProgram(
      'src/commands/db-migrate.ts',
      [],
      siteEnvironment({ DATABASE_URL: database.url ?? '' }),
    );
    expect(migrated.output.split('\n')).toEqual([
      `Using ${place}.`,
      `There was no club directory in ${place}: a new one was made.`,
      `Up to date: ${place}.`,
      '',
    ]);
  });
});
