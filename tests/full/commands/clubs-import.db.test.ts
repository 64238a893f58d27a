import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from '../../../db/embedded/database.ts';
import { importClubs } from '../../../src/clubs/csv/import.ts';
import { findLogo, saveLogo } from '../../../src/images/queries.ts';
import { readLogo } from '../../../src/images/read-logo.ts';
import { paths } from '../../../src/paths.ts';
import { HEADER } from '../../support/club-file.ts';
import { clubsCsv } from '../../support/clubs-csv.ts';
import { copyDatabase, useCommandDatabase, type CommandDatabase } from '../../support/command-database.ts';
import { runCommand } from '../../support/command.ts';
import { describeServer, withEmbeddedIn } from '../../support/database.ts';
import { startOtherSite } from '../../support/other-site.ts';
import { plain } from '../../support/pictures.ts';
import { runProgram, siteEnvironment, startProgram } from '../../support/program.ts';
import { makeWorkbook } from '../../support/workbook.ts';

let { folder, file, settings, sql } = {} as CommandDatabase;
useCommandDatabase('clubs.csv', (opened) => ({ folder, file, settings, sql } = opened));

/** Imports the file in this process. */
const run = (...options: string[]) => runCommand('clubs-import', [file, ...options], settings);

const start = (command: string, args: string[], given: Record<string, string> = settings) => {
  const program = startProgram(`src/commands/${command}.ts`, args, siteEnvironment(given));
  onTestFinished(() => void program.child.kill('SIGKILL'));
  return program;
};

const numberedClubs = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Club ${index + 10}` }));
const names = async () => (await sql<{ name: string }[]>`select name from club order by id`).map(({ name }) => name);
const readTable = async (report: string) => parse(await readFile(report, 'utf8'), { bom: true });

describe('clubs:import', () => {
  test('shows what the columns of another list are, asks once, and remembers it', async () => {
    await writeFile(file, 'Club,Président·e,Insta\nGo,A. Personne,https://instagram.com/go\n');
    const asked = await run();
    expect(asked).toMatchObject({ code: 1, stdout: expect.stringContaining('"Insta" → link') as string });
    expect(asked.output).toContain('--yes');
    expect(await run('--columns', 'Insta=website', '--dry-run')).toMatchObject({ code: 0 });
    expect(await sql`select from column_match`).toHaveLength(0);
    expect(await run('--columns', 'Insta=website')).toMatchObject({ code: 0 });
    expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining('1 unchanged') as string });
    expect(await sql`select name, website from club`).toMatchObject([
      { name: 'Go', website: 'https://instagram.com/go' },
    ]);
  });

  test('imports a sheet of a workbook, and lists the sheets if several have content', async () => {
    const rows = (name: string) => [HEADER.split(','), [name, '', 'yes', '', '', '', '']];
    await writeFile(
      file,
      makeWorkbook([
        { name: 'Old', rows: rows('Ski') },
        { name: 'New', rows: rows('Go') },
      ]),
    );
    const refused = await run();
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('"Old", "New"')]);
    expect((await run('--sheet', 'New')).code).toBe(0);
    expect(await names()).toEqual(['Go']);
  });

  test('shows the changes with --dry-run and makes none', async () => {
    await sql`insert into club (name, short_description) values ('Ski', 'Old'), ('Gone', '')`;
    await writeFile(file, clubsCsv({ name: 'Ski', short_description: 'New' }, { name: 'Go' }));
    const { code, output } = await run('--dry-run', '--delete-missing');
    expect(code, output).toBe(0);
    expect(output.split('\n').map((line) => line.trimEnd())).toEqual(
      expect.arrayContaining([
        'line 2: club 1 "Ski"',
        '  short_description: "Old" → "New"',
        'line 3: new club "Go"',
        'not in the file: club 2 "Gone" is deleted',
        'Clubs: 1 created, 1 changed, 0 unchanged, 1 deleted.',
      ]),
    );
    expect(await sql`select name, short_description from club order by name`).toEqual([
      { name: 'Gone', shortDescription: '' },
      { name: 'Ski', shortDescription: 'Old' },
    ]);
  });

  test('lists the first 20 errors, writes all to the report, and changes nothing', async () => {
    await importClubs(sql, clubsCsv({ name: 'Sample' }));
    await sql.begin((tx) => tx`update club set is_sample = true`);
    const rows = Array.from({ length: 23 }, (_, index) => ({ name: `New ${index}`, is_active: 'maybe' }));
    await writeFile(file, clubsCsv({ name: 'n'.repeat(256) }, ...rows, { name: 'Ref', category: '#REF!' }));
    const { code, output } = await runCommand('clubs-import', ['--', file, '--replace-samples'], settings);
    expect(code).toBe(1);
    const lines = output.trimEnd().split('\n');
    const first = lines.indexOf(`${file} has 24 errors.`);
    expect(lines.slice(first + 20)).toEqual([
      expect.stringMatching(/^line 21, is_active, "maybe", club "New 18": ./),
      'and 4 more',
      expect.stringContaining('--report FILE'),
      'Nothing was changed.',
    ]);

    const report = join(folder, 'report.csv');
    expect(await run('--report', report)).toMatchObject({ code: 1 });
    const table = await readTable(report);
    expect(table).toHaveLength(26);
    expect(table.slice(0, 2)).toEqual([
      ['line', 'column', 'value', 'problem', 'club', 'kind'],
      ['2', 'name', 'n'.repeat(256), expect.any(String), '', 'error'],
    ]);
    expect(table.at(-1)).toMatchObject(['26', 'category', '#REF!', expect.any(String), 'Ref', 'warning']);
    expect(await names()).toEqual(['Sample']);
  });

  test('changes nothing when the report cannot be written or would replace the file', async () => {
    await writeFile(file, clubsCsv({ name: 'Chess' }));
    const before = await readFile(file);
    for (const report of [join(folder, 'none/report.csv'), file]) {
      expect(await run('--report', report)).toMatchObject({ code: 1 });
    }
    expect(await readFile(file)).toEqual(before);
    expect(await names()).toEqual([]);
  });

  test('lists renamed and deleted clubs and asks for --yes', async () => {
    const stored = numberedClubs(25).map(({ name }, index) => ({ name, id: `${index + 1}` }));
    await importClubs(sql, clubsCsv(...stored, { name: 'Go', id: '90' }, { name: '=Old' }));
    await writeFile(file, clubsCsv(...stored.map(({ name, id }) => ({ name: `New ${name}`, id }))));
    const asked = await run('--delete-missing');
    expect(asked.code).toBe(1);
    const lines = asked.output.split('\n');
    const from = lines.indexOf('To be renamed (25):');
    expect(lines.slice(from + 20, from + 22)).toEqual(['"Club 29" to "New Club 29"', 'and 5 more']);
    expect(lines.slice(lines.indexOf('To be deleted (2):')).slice(1, 3)).toEqual(['"=Old"', '"Go"']);
    expect(asked.output).toContain('--yes');
    expect(await names()).toContain('Club 10');

    const done = await run('--delete-missing', '--yes');
    expect(done.output).toContain('Clubs: 0 created, 25 changed (25 renamed), 0 unchanged, 2 deleted.');
    expect(done.code).toBe(0);
    expect(await names()).toEqual(stored.map(({ name }) => `New ${name}`));

    await writeFile(file, clubsCsv({ name: 'Society of New 29' }));
    const similar = 'line 2: "Society of New 29" may be the new name of "New Club 29" (id 20)';
    expect((await run()).output).toContain(similar);
  });

  test('replaces sample clubs, clears fields, reads Windows-1252 and deletes all clubs as its options say', async () => {
    await importClubs(sql, clubsCsv({ name: 'Sample' }));
    await sql.begin((tx) => tx`update club set is_sample = true`);
    const latin1 = Buffer.from(clubsCsv({ name: 'Été', website: 'https://example.org' }).toString(), 'latin1');
    await writeFile(file, latin1);
    const asked = await run('--replace-samples');
    expect(asked).toMatchObject({ code: 1, output: expect.stringContaining('Windows-1252') as string });
    expect(await names()).toEqual(['Sample']);
    expect((await run('--replace-samples', '--yes')).output).toContain('1 sample club deleted.');

    await writeFile(file, clubsCsv({ name: 'Été' }));
    expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining('website (1 club).') as string });
    await writeFile(file, clubsCsv());
    for (const options of [['--yes'], ['--allow-empty']]) {
      expect(await run('--delete-missing', ...options)).toMatchObject({ code: 1 });
    }
    expect(await sql`select name, website from club`).toEqual([{ name: 'Été', website: 'https://example.org' }]);
    expect(await run('--delete-missing', '--allow-empty', '--yes')).toMatchObject({ code: 0 });
    expect(await names()).toEqual([]);
  });

  test('fetches no logo from a private network and exits with 2 when a logo is missing', async () => {
    const site = await startOtherSite((_, response) => response.end('secret'));
    const clubs = numberedClubs(25).map(({ name }, index) => ({ name, logo_url: `${site.url}/${index}.png` }));
    await writeFile(file, clubsCsv(...clubs, { name: '=Shared', logo_url: `${site.url}/0.png` }));
    const { code, output } = await run('--fetch-logos');
    expect(code).toBe(2);
    const lines = output.split('\n');
    const at = lines.findIndex((line) => line.startsWith('Could not download 25 logos'));
    expect(lines[at + 1]).toContain(`club "=Shared" and 1 more: "${site.url}/0.png" `);
    expect(site.asked).toEqual([]);
    expect(await sql`select from club where foreign_logo_url is not null`).toHaveLength(26);
  });

  test('reads the logos that clubs:export has written to a folder', async () => {
    const { logo } = await readLogo(await plain(20, 10, 'red').png().toBuffer());
    if (!logo) throw new Error('The picture is not a logo.');
    await sql.begin((tx) => saveLogo(tx, logo));
    await sql`insert into club (name, logo) values ('Chess', ${paths.image({ hash: logo.hash, size: 400 })})`;
    const logos = join(folder, 'logos');
    const exportTo = (target: string) => runCommand('clubs-export', [file, '--with-logos', target], settings);
    expect(await exportTo(logos)).toMatchObject({ code: 0 });
    for (const target of [logos, join(folder, 'none/logos')]) expect(await exportTo(target)).toMatchObject({ code: 1 });
    expect(await run('--with-logos', file)).toMatchObject({ code: 1 });

    await sql`delete from club`;
    await sql`delete from image`;
    const { code, output } = await run('--with-logos', logos);
    expect(output).toContain('\nLogos from the folder: 1.\n');
    expect(output).not.toContain('warning');
    expect(code).toBe(0);
    expect(await findLogo(sql, logo.hash)).toEqual(logo);
  });

  test('changes nothing when the process that has the embedded database ends', async () => {
    const rows = numberedClubs(3000).map((row) => ({ ...row, description: 'x'.repeat(500) }));
    await writeFile(file, clubsCsv(...rows));
    const given = copyDatabase(folder);
    const owner = await openEmbedded(given.DATA_DIR);
    const program = start('clubs-import', [file], given);
    await expect.poll(program.output, { interval: 5 }).toContain('Reading');
    await owner?.close();
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(/Run the command again\.\n$|Nothing was changed/);
    const count = await withEmbeddedIn(given.DATA_DIR, (other) => other`select count(*)::int as clubs from club`);
    expect(count).toEqual([{ clubs: 0 }]);
  });

  test.each(['no-such.csv', 'tests'])('does not create a database when it cannot read %s', async (name) => {
    const empty = join(folder, 'empty');
    const env = siteEnvironment({ DATA_DIR: empty });
    const { code, output } = await runProgram('src/commands/clubs-import.ts', [name], env);
    expect([code, output]).toEqual([1, expect.stringContaining(`Cannot read ${name}: `)]);
    expect(existsSync(empty)).toBe(false);
  });
});

describe('db:migrate', () => {
  test('begins a new epoch only with --new-epoch', async () => {
    const epochs = () => sql`select epoch from directory_version`;
    const before = await epochs();
    expect(await runCommand('db-migrate', [], settings)).toMatchObject({ code: 0 });
    expect(await epochs()).toEqual(before);
    expect(await runCommand('db-migrate', ['--new-epoch'], settings)).toMatchObject({ code: 0 });
    expect(await epochs()).not.toEqual(before);
  });
});

describeServer('clubs:import with a server', (database) => {
  /** Starts an import that waits for a lock in the middle of writing, and answers its session. */
  const startBlocked = async () => {
    await writeFile(file, clubsCsv({ name: 'Chess' }));
    const program = start('clubs-import', [file], { DATABASE_URL: database.url ?? '' });
    const looker = database.connect();
    const findBlocked = () => looker<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(findBlocked).toHaveLength(1);
    const [session] = await findBlocked();
    return { program, kill: () => looker`select pg_terminate_backend(${session?.pid ?? 0})` };
  };

  test('changes nothing when it is interrupted while it writes', async () => {
    await database.sql.begin(async (tx) => {
      await tx`lock table club in exclusive mode`;
      const { program } = await startBlocked();
      program.child.kill('SIGINT');
      expect(await program.ended).toBe(130);
      expect(program.output()).toMatch(/\nInterrupted\. Unless the work was complete, nothing was changed\.\n$/);
    });
    expect(await database.sql`select name from club`).toEqual([]);
  });

  test('changes nothing when its connection is lost while it writes', async () => {
    const program = await database.sql.begin(async (tx) => {
      await tx`lock table club in exclusive mode`;
      const blocked = await startBlocked();
      await blocked.kill();
      await blocked.program.ended;
      return blocked.program;
    });
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(/\nLost the connection to /);
    expect(await database.sql`select name from club`).toEqual([]);
  });
});
