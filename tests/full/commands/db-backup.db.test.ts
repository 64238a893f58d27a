import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { KEPT_BACKUPS } from '../../../db/backup.ts';
import { MARKDOWN_RULES } from '../../../src/clubs/record/markdown.ts';
import { readEverything } from '../../support/backup.ts';
import { copyDatabase, useCommandDatabase, type CommandDatabase } from '../../support/command-database.ts';
import { runCommand } from '../../support/command.ts';
import { describeServer, withEmbeddedIn } from '../../support/database.ts';
import { runProgram, siteEnvironment, startProgram } from '../../support/program.ts';
import { callOf, quote, runShell } from '../../support/shell.ts';

let { folder, file, settings, sql } = {} as CommandDatabase;
useCommandDatabase('a.backup', (opened) => ({ folder, file, settings, sql } = opened));

const backUp = (...args: string[]) => runCommand('db-backup', args, settings);
const restore = (args: string[], given: Record<string, string> = settings) => runCommand('db-restore', args, given);

/** Inserts clubs with their HTML, which no command has to render then. */
const insertClubs = (count: number, target = sql) => target`
  insert into club (name, short_description_html, description_html, html_digest, html_rules)
  select 'Club ' || n, '', '', club_text_digest('', ''), ${MARKDOWN_RULES} from generate_series(1, ${count}::int) n`;
const countClubs = async () => (await sql`select from club`).length;

describe('db:backup', () => {
  test('replaces a file only with --replace and creates no database', async () => {
    await writeFile(file, 'mine');
    expect(await backUp(file)).toMatchObject({ code: 1, output: expect.stringContaining('--replace') as string });
    expect(await readFile(file, 'utf8')).toBe('mine');
    await insertClubs(3);
    const replaced = await backUp(file, '--replace');
    expect([replaced.code, replaced.output]).toEqual([0, expect.stringContaining('3 clubs, 0 accounts')]);
    for (const place of ['-', join(folder, 'none', 'a.backup')]) expect(await backUp(place)).toMatchObject({ code: 1 });
    settings = { DATA_DIR: join(folder, 'none') };
    expect(await backUp(join(folder, 'b.backup'))).toMatchObject({ code: 1 });
    expect(await readdir(folder)).toEqual(['a.backup']);
  });

  test('backs up a database that is older than the site without migrating it', async () => {
    settings = copyDatabase(folder);
    await withEmbeddedIn(settings.DATA_DIR, (other) => other`delete from migration where name like '0006%'`);
    expect(await backUp(file)).toMatchObject({ code: 0 });
    const applied = withEmbeddedIn(settings.DATA_DIR, (other) => other`select from migration where name like '0006%'`);
    expect(await applied).toHaveLength(0);
  });
});

describe('db:restore', () => {
  test('restores everything after --yes', async () => {
    await insertClubs(3);
    await backUp(file);
    const before = await readEverything(sql);
    await sql`delete from club where name <> 'Club 1'`;
    const asked = await restore([file]);
    expect([asked.code, asked.output]).toEqual([1, expect.stringContaining('(3 clubs and 0 accounts). Continue?\n')]);
    expect(await countClubs()).toBe(1);
    expect(await restore([file, '--yes'])).toMatchObject({ code: 0 });
    const restored = await readEverything(sql);
    // Later ids are not given again.
    const { numberings = [] } = restored;
    expect(restored).toEqual({ ...before, numberings });
  });

  test('creates a database without a question', async () => {
    await insertClubs(3);
    await backUp(file);
    const before = await readEverything(sql);
    const given = { DATA_DIR: join(folder, 'another') };
    expect(await restore([file], given)).toMatchObject({ code: 0 });
    expect(await withEmbeddedIn(given.DATA_DIR, readEverything)).toEqual(before);
    expect(await readdir(given.DATA_DIR)).toEqual(['database']);
  });

  test('refuses what is not a backup', async () => {
    await insertClubs(1);
    await writeFile(file, 'name\nChess\n');
    for (const name of [file, join(folder, 'none'), folder]) {
      const { code, output } = await runProgram(
        'src/commands/db-restore.ts',
        [name, '--yes'],
        siteEnvironment(settings),
      );
      expect([code, output]).toEqual([1, expect.stringContaining(name)]);
    }
    expect(await countClubs()).toBe(1);
  });

  test.each([['SIGINT', 130]] as const)('changes nothing when %s ends it', async (signal, status) => {
    await insertClubs(2000);
    await backUp(file);
    await sql`delete from club where name <> 'Club 1'`;
    const before = await readEverything(sql);
    const program = startProgram('src/commands/db-restore.ts', [file, '--yes'], siteEnvironment(settings));
    onTestFinished(() => void program.child.kill('SIGKILL'));
    await expect.poll(program.output, { interval: 1 }).toContain('sharing its connection');
    program.child.kill(signal);
    expect(await program.ended).toBe(status);
    expect(await readEverything(sql)).toEqual(before);
  });
});

describe('A migration of an embedded database', () => {
  const PENDING = '0004_create_images.sql';
  const migrate = (more = {}) => runCommand('db-migrate', [], { ...settings, ...more });
  const isApplied = async () =>
    (await withEmbeddedIn(settings.DATA_DIR, (other) => other`select from migration where name = ${PENDING}`))
      .length === 1;

  beforeEach(async () => {
    settings = copyDatabase(folder);
    await withEmbeddedIn(settings.DATA_DIR, async (other) => {
      await insertClubs(3, other);
      await other`drop table logo_source, image`;
      await other`delete from migration where name = ${PENDING}`;
    });
  });

  test('writes a backup first and keeps the last three', async () => {
    const backups = join(settings.DATA_DIR, 'backups');
    await mkdir(backups);
    for (const name of ['2020-01-01T000000Z-0001', '2020-01-02T000000Z-0002', '2020-01-03T000000Z-0003', 'mine'])
      await writeFile(join(backups, `${name}.backup`), '');
    expect(await migrate()).toMatchObject({ code: 0 });
    const left = (await readdir(backups)).sort();
    expect(left).toEqual([
      '2020-01-02T000000Z-0002.backup',
      '2020-01-03T000000Z-0003.backup',
      expect.stringMatching(/^20\d\d-.*Z\.backup$/),
      'mine.backup',
    ]);
    expect(KEPT_BACKUPS).toBe(3);
    expect(await isApplied()).toBe(true);
    const refused = await restore([join(backups, left[2] ?? ''), '--yes']);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('is from another version of the site')]);
  });

  test('changes nothing when the backup cannot be written', async () => {
    await writeFile(join(settings.DATA_DIR, 'backups'), '');
    const refused = await migrate();
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('Cannot write a backup')]);
    expect(await isApplied()).toBe(false);
  });
});

describeServer('With a server', (database) => {
  test('db:backup leaves no file when the disk is full', async () => {
    await database.sql`insert into club (name, description) select 'Club ' || n, md5(n::text) from generate_series(1, 500) n`;
    const line = `ulimit -f 8 && ${callOf('src/commands/db-backup.ts')} ${quote(file)}`;
    const env = { ...siteEnvironment({ DATABASE_URL: database.url ?? '' }), NODE_COMPILE_CACHE: '' };
    const { code, stderr } = await runShell(line, env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Cannot write .*a\.backup: .*\n$/)]);
    expect(await readdir(folder)).toEqual([]);
  });
});
