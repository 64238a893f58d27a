import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { importClubs } from '../../../src/clubs/csv/import.ts';
import { clubsCsv, ODD_CLUBS } from '../../support/clubs-csv.ts';
import { copyDatabase, useCommandDatabase, type CommandDatabase } from '../../support/command-database.ts';
import { runCommand } from '../../support/command.ts';
import { describeServer, withEmbeddedIn } from '../../support/database.ts';
import { siteEnvironment, startProgram } from '../../support/program.ts';
import { callOf, runShell } from '../../support/shell.ts';

const PROGRAM = 'src/commands/clubs-export.ts';

let { folder, file, settings, sql } = {} as CommandDatabase;
useCommandDatabase('clubs.csv', (opened) => ({ folder, file, settings, sql } = opened));

const run = (args: string[], given: Record<string, string> = settings) => runCommand('clubs-export', args, given);
const start = (args: string[], given: Record<string, string> = settings) => {
  const program = startProgram(PROGRAM, args, siteEnvironment(given));
  onTestFinished(() => void program.child.kill('SIGKILL'));
  return program;
};
const insertClubs = (count: number) =>
  sql.begin((tx) => tx`insert into club (name) select 'Club ' || n from generate_series(1, ${count}::integer) n`);

describe('clubs:export', () => {
  test('writes the same to a file and to the standard output', async () => {
    await importClubs(sql, clubsCsv(...ODD_CLUBS));
    const written = await run([file]);
    expect(written).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Exported ${ODD_CLUBS.length} `) as string,
    });
    const text = await readFile(file, 'utf8');
    expect(text).toContain('Œnologie');
    expect(await run(['-'])).toMatchObject({ code: 0, stdout: text });
  });

  test('creates no database and keeps the file of an earlier export', async () => {
    await writeFile(file, 'an earlier export');
    const given = { DATA_DIR: join(folder, 'data') };
    for (const target of [file, '-']) {
      const { code, output, stdout } = await run([target], given);
      expect([code, output]).toEqual([1, expect.stringContaining('No database found in ')]);
      if (target === '-') expect(stdout).toBe('');
    }
    expect(await readdir(folder)).toEqual(['clubs.csv']);
    expect(await readFile(file, 'utf8')).toBe('an earlier export');
  });

  test('replaces a file by an empty one only with --allow-empty', async () => {
    await writeFile(file, 'an earlier export');
    expect(await run([file])).toMatchObject({ code: 1, output: expect.stringContaining('--allow-empty') as string });
    expect(await readFile(file, 'utf8')).toBe('an earlier export');
    expect(await run([file, '--allow-empty'])).toMatchObject({ code: 0 });
    // An export of no clubs may be replaced.
    expect(await run([file])).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toMatch(/^name,.*\r\n$/);
  });

  test('keeps the owner and the mode of a file that it replaces', async () => {
    await insertClubs(1);
    await writeFile(file, 'an earlier export');
    const owner = process.getuid?.() === 0 ? { uid: 4321, gid: 8765 } : await stat(file);
    await chown(file, owner.uid, owner.gid);
    await chmod(file, 0o640);
    expect(await run([file])).toMatchObject({ code: 0 });
    const { mode, uid, gid } = await stat(file);
    expect([(mode & 0o7777).toString(8), uid, gid]).toEqual(['640', owner.uid, owner.gid]);
    expect(await readFile(file, 'utf8')).toContain('Club 1');
  });

  test('does not migrate an older database', async () => {
    const given = copyDatabase(folder);
    await withEmbeddedIn(given.DATA_DIR, (other) => other`delete from migration where name like '0005%'`);
    expect(await run([file], given)).toMatchObject({ code: 1, output: expect.stringContaining('0005_') as string });
    expect(existsSync(file)).toBe(false);
    const applied = withEmbeddedIn(given.DATA_DIR, (other) => other`select from migration where name like '0005%'`);
    expect(await applied).toHaveLength(0);
  });

  test.each([
    ['a file', 'SIGINT', 130],
    ['-', 'SIGTERM', 143],
  ] as const)('leaves nothing behind when writing to %s is interrupted by %s', async (target, signal, status) => {
    const given = { ...settings, TMPDIR: join(folder, 'tmp') };
    await mkdir(given.TMPDIR);
    await writeFile(file, 'an earlier export');
    await sql.begin(async (tx) => {
      const program = start([target === '-' ? '-' : file], given);
      // The command waits for this transaction, which may not be idle.
      await expect.poll(() => tx`select 1`.then(program.output)).toContain('Using');
      program.child.kill(signal);
      expect(await program.ended).toBe(status);
      expect(program.output()).toContain('\nInterrupted. ');
    });
    expect([(await readdir(folder)).sort(), await readdir(given.TMPDIR)]).toEqual([['clubs.csv', 'tmp'], []]);
    expect(await readFile(file, 'utf8')).toBe('an earlier export');
  });

  test('exits with 0 when the reader of its output has read enough', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => ({ name: `Club ${index}`, category: 'x'.repeat(1000) }));
    await importClubs(sql, clubsCsv(...rows));
    const program = start(['-']);
    program.child.stdout?.once('data', () => program.child.stdout?.destroy());
    expect(await program.ended).toBe(0);
    expect(program.output()).not.toContain('EPIPE');
  });

  test('fails when the standard output is on a full disk', async () => {
    await insertClubs(1);
    const line = `${callOf(PROGRAM)} - > /dev/full`;
    const { code, stderr } = await runShell(line, siteEnvironment(settings));
    expect([code, stderr]).toEqual([1, expect.stringContaining('the disk is full')]);
    expect(stderr).not.toContain('Exported');
  });
});

describeServer('clubs:export from a server', (database) => {
  test('exports clubs, and changes nothing in a database without a club directory', async () => {
    const given = { DATABASE_URL: database.url ?? '' };
    await importClubs(database.sql, clubsCsv(...ODD_CLUBS));
    expect(await run([file], given)).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toContain('Œnologie');
    await database.sql.unsafe('drop schema public cascade; create schema public').simple();
    const { code, output } = await run([file], given);
    expect([code, output]).toEqual([1, expect.stringContaining('No club directory found in ')]);
    expect(await database.sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0);
    const migrated = await runCommand('db-migrate', [], given);
    expect([migrated.code, migrated.output]).toEqual([0, expect.stringContaining('Created a new club directory')]);
  });
});
