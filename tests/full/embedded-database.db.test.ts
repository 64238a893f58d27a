import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { connectToOwner, openEmbedded } from '../../db/embedded/database.ts';
import { openDatabase } from '../../db/open.ts';
import { readSettings } from '../../src/settings.ts';
import { connect } from '../support/client.ts';
import { listSockets, makeDataDir, openCommand, openIn, startOn } from '../support/embedded.ts';
import { copyEmbedded } from '../support/setup-databases.ts';

const openAs = async (dataDir: string, share: boolean) => {
  const settings = readSettings({ DATA_DIR: dataDir }).value;
  if (!settings) throw new Error('The settings are invalid.');
  return await openDatabase(settings, { share });
};

describe('The embedded database', () => {
  test('is created if it is missing, is readable only by its owner, and keeps its data', async () => {
    const dataDir = join(await makeDataDir(), 'new');
    const first = await openIn(dataDir);
    if (process.platform !== 'win32') expect((await stat(join(dataDir, 'database'))).mode & 0o777).toBe(0o700);
    await first.client.begin((tx) => tx`create table entry as select 7 as id`);
    await first.close();
    expect(await readdir(join(dataDir, 'database'))).toEqual(['files']);
    const again = await openIn(dataDir);
    expect([...(await again.client`select id from entry`)]).toEqual([{ id: 7 }]);
  });

  test('is not overwritten when PG_VERSION is missing', async () => {
    const dataDir = await makeDataDir();
    const files = join(dataDir, 'database', 'files');
    await rm(join(files, 'PG_VERSION'));
    const before = (await readdir(files)).sort();
    await expect(openEmbedded(dataDir)).rejects.toThrow('its files are damaged');
    expect((await readdir(files)).sort()).toEqual(before);
  });

  test('is created again after a creation that was interrupted', async () => {
    const dataDir = await makeDataDir();
    const database = join(dataDir, 'database');
    await rm(join(database, 'files', 'PG_VERSION'));
    await writeFile(join(database, 'unfinished'), '');
    const { sql } = await openIn(dataDir);
    expect([...(await sql`select to_regclass('club') as club`)]).toEqual([{ club: null }]);
    expect(await readdir(database)).not.toContain('unfinished');
  });

  test('serves clients that connect while it opens', async () => {
    const dataDir = await makeDataDir();
    const opening = openIn(dataDir);
    let socket = await connectToOwner(dataDir);
    while (!socket) socket = await connectToOwner(dataDir);
    const connected = socket;
    const sql = connect({ openStream: () => connected });
    expect([...(await sql`select count(*)::int as total from club`)]).toEqual([{ total: 0 }]);
    await opening;
    await sql.end();
  });

  test('may be below a relative path, and below one with spaces, quotes and other letters', async () => {
    const folder = join('node_modules/.cache', `data ${process.pid}`);
    await mkdir('node_modules/.cache', { recursive: true });
    copyEmbedded(inject('embeddedTemplate'), folder);
    onTestFinished(() => rm(folder, { recursive: true }));
    await openIn(folder);
    expect(await openEmbedded(join(process.cwd(), folder))).toBeNull();
    const named = await makeDataDir(`d’été 棋 "1%" $H;`);
    await openIn(named);
    expect([...(await openCommand(named)`select 1 as one`)]).toEqual([{ one: 1 }]);
  });

  test.skipIf(process.platform === 'win32')('refuses a path that is too long for a socket', async () => {
    const dataDir = await makeDataDir(...Array.from({ length: 8 }, () => 'a-folder-with-a-long-name'));
    await expect(openEmbedded(dataDir)).rejects.toThrow('too long for a socket');
  });

  test.skipIf(process.getuid?.() !== 0)('does not let other users connect', async () => {
    const dataDir = await makeDataDir();
    await chmod(join(dataDir, '..'), 0o755);
    await chmod(dataDir, 0o755);
    await openIn(dataDir);
    const [socket = ''] = await listSockets(dataDir);
    // It changes its user after the start: another user may not be able to read the program.
    const script = `
      process.setgroups([]); process.setgid(65534); process.setuid(65534);
      require('net').connect(process.argv[1]).on('error', (error) => console.log(error.code));`;
    const args = ['-e', script, join(dataDir, 'database', socket)];
    expect((await promisify(execFile)(process.execPath, args)).stdout).toBe('EACCES\n');
  });
});

describe('A second process', () => {
  test('is refused when it needs the database alone', async () => {
    const dataDir = await makeDataDir();
    await openIn(dataDir);
    await expect(openAs(dataDir, false)).rejects.toThrow('Another process uses');
  });

  test('works through the first, and opens the database when that has stopped', async () => {
    const dataDir = await makeDataDir();
    const owner = await startOn(dataDir, 'open-embedded');
    expect(owner.line).toBe('owner');
    expect((await startOn(dataDir, 'open-embedded')).line).toBe('other');
    const shared = await openAs(dataDir, true);
    expect(shared.isShared).toBe(true);
    await shared.sql.begin((tx) => tx`insert into club (name) values ('Ski')`);
    await shared.close();
    expect(await owner.stop('SIGTERM')).toBe(0);
    const { sql } = await openIn(dataDir);
    expect([...(await sql`select name from club`)]).toEqual([{ name: 'Ski' }]);
  });

  test('finds everything that was acknowledged by one that was killed', async () => {
    const dataDir = await makeDataDir();
    let written = 0;
    for (let round = 1; round <= 3; round += 1) {
      const owner = await startOn(dataDir, 'open-embedded');
      const client = openCommand(dataDir);
      const writing = (async () => {
        for (;;) {
          await client.begin((tx) => tx`insert into club (name) values (${`Club ${written + 1}`})`);
          written += 1;
        }
      })();
      const target = written + 20;
      await expect.poll(() => written, { interval: 5 }).toBeGreaterThanOrEqual(target);
      await Promise.all([owner.stop('SIGKILL'), expect(writing).rejects.toThrow()]);
      const { sql, close } = await openIn(dataDir);
      const [{ total } = { total: 0 }] = await sql<{ total: number }[]>`select count(*)::int as total from club`;
      expect(total).toBeGreaterThanOrEqual(written);
      written = total;
      await close();
    }
  });

  test('is opened by only one of five processes that start at once', async () => {
    const dataDir = await makeDataDir();
    // A killed process leaves its socket to the second round.
    for (const left of [0, 1]) {
      expect(await listSockets(dataDir)).toHaveLength(left);
      const processes = await Promise.all(Array.from({ length: 5 }, () => startOn(dataDir, 'open-embedded')));
      expect(processes.filter(({ line }) => line === 'owner')).toHaveLength(1);
      await Promise.all(processes.map(({ stop }) => stop('SIGKILL')));
    }
  });
});
