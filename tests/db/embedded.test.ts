import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { connectToOwner, openEmbedded } from '../../db/embedded.ts';
import { DatabaseInUseError, openDatabase } from '../../db/open.ts';
import { connect } from '../support/client.ts';
import { socketFiles, type SocketNames } from '../../db/socket-address.ts';
import { readSettings } from '../../src/settings.ts';
import { runProgram, siteEnvironment, startProgram } from '../support/program.ts';
import { copyEmbedded } from '../support/setup-databases.ts';

const PROGRAM = 'tests/support/programs/open-embedded.ts';
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A folder with a migrated database, removed after the test. */
async function makeDataDir(...below: string[]): Promise<string> {
  const top = await mkdtemp(join(tmpdir(), 'club-directory-data-'));
  onTestFinished(() => rm(top, { recursive: true }));
  const dataDir = join(top, ...below);
  copyEmbedded(inject('embeddedTemplate'), dataDir);
  return dataDir;
}

/** Opens a database until the test is over. */
async function open(dataDir: string) {
  const embedded = await openEmbedded(dataDir);
  if (!embedded) throw new Error(`Another process uses the database in ${dataDir}.`);
  onTestFinished(() => embedded.close());
  return embedded;
}

/** Starts a process that opens the database, and waits until it has. */
async function startOpener(dataDir: string) {
  const { child, output, ended } = startProgram(PROGRAM, [dataDir], siteEnvironment());
  const said = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (output().endsWith('\n')) resolve(output().trim());
    });
    void ended.then(() => reject(new Error(output())));
  });
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return await ended;
  };
  onTestFinished(async () => {
    await stop('SIGKILL');
  });
  return { said: await said, stop };
}

const openSharing = async (dataDir: string) => {
  const settings = readSettings({ DATA_DIR: dataDir }).value;
  if (!settings) throw new Error('These settings are right.');
  return await openDatabase(settings, { share: true });
};

test('A process that loses the race for the database disconnects clients that took it for the owner', async () => {
  const dataDir = await makeDataDir();
  const folder = join(dataDir, 'database');
  const files = socketFiles(folder);
  const owner = createServer();
  onTestFinished(() => void owner.close());
  const mistaken: Socket[] = [];
  const names: SocketNames = {
    ...files,
    async list() {
      const listed = await files.list();
      if (listed.length === 0 || owner.listening) return listed;
      // A client connects while it still listens, and then the owner starts.
      const socket = createConnection(join(folder, listed[0] ?? ''));
      mistaken.push(socket);
      await Promise.all([once(socket, 'connect'), once(owner.listen(join(folder, 'socket.99')), 'listening')]);
      return await files.list();
    },
  };
  expect(await openEmbedded(dataDir, { names })).toBeNull();
  expect(mistaken).toHaveLength(1);
  await expect.poll(() => mistaken.every(({ closed }) => closed)).toBe(true);
});

describe('The embedded database', () => {
  test('keeps what was written when it is opened again', async () => {
    const dataDir = await makeDataDir();
    for (const expected of [0, 1]) {
      const embedded = await openEmbedded(dataDir);
      if (!embedded) throw new Error('It was closed.');
      const sql = connect(embedded);
      expect(await sql`select count(*)::int as total from club`).toEqual([{ total: expected }]);
      await sql`insert into club (name) values (${`Club ${expected}`})`;
      await sql.end();
      await embedded.close();
    }
  });

  test('is created where there is none, readable only by its owner', async () => {
    const top = await mkdtemp(join(tmpdir(), 'club-directory-data-'));
    onTestFinished(() => rm(top, { recursive: true }));
    const dataDir = join(top, 'not', 'there', 'yet');
    const embedded = await open(dataDir);
    const sql = connect(embedded);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await sql.end();
    if (process.platform !== 'win32') expect((await stat(join(dataDir, 'database'))).mode & 0o777).toBe(0o700);
  });

  test('has one owner at a time and leaves no socket behind', async () => {
    const dataDir = await makeDataDir();
    const first = await openEmbedded(dataDir);
    expect(await openEmbedded(dataDir)).toBeNull();
    await first?.close();
    expect(await readdir(join(dataDir, 'database'))).toEqual(['files']);
    expect(await connectToOwner(dataDir)).toBeNull();
    await open(dataDir);
  });

  test('serves clients that connect while it opens', async () => {
    const dataDir = await makeDataDir();
    const opening = open(dataDir);
    let socket = await connectToOwner(dataDir);
    while (!socket) socket = await connectToOwner(dataDir);
    const connected = socket;
    const sql = connect({ openStream: () => connected });
    expect(await sql`select count(*)::int as total from club`).toEqual([{ total: 0 }]);
    await opening;
    await sql.end();
  });
});

describe('The files of an embedded database', () => {
  test('are not overwritten when PG_VERSION is missing', async () => {
    const dataDir = await makeDataDir();
    const files = join(dataDir, 'database', 'files');
    await rm(join(files, 'PG_VERSION'));
    const before = (await readdir(files)).sort();
    await expect(openEmbedded(dataDir)).rejects.toThrow('PG_VERSION is missing');
    expect((await readdir(files)).sort()).toEqual(before);
  });

  test('are created again after a creation that was interrupted', async () => {
    const dataDir = await makeDataDir();
    const database = join(dataDir, 'database');
    await rm(join(database, 'files', 'PG_VERSION'));
    await writeFile(join(database, 'unfinished'), '');
    const sql = connect(await open(dataDir));
    expect(await sql`select to_regclass('club') as club`).toEqual([{ club: null }]);
    await sql.end();
    expect(await readdir(database)).not.toContain('unfinished');
  });
});

describe('A second process', () => {
  test('works through the process that has the database', async () => {
    const dataDir = await makeDataDir();
    const embedded = await open(dataDir);
    const { code, output } = await runProgram(PROGRAM, [dataDir], siteEnvironment());
    expect({ code, output }).toEqual({ code: 0, output: 'other\n' });

    const sql = connect(embedded);
    const other = await openSharing(dataDir);
    expect(other.isShared).toBe(true);
    await other.sql.begin((tx) => tx`insert into club (name) values ('Ski')`);
    expect(await sql`select name from club`).toEqual([{ name: 'Ski' }]);
    await other.close();
    await sql.end();
  });

  test('can be the owner that this process works through', async () => {
    const dataDir = await makeDataDir();
    const owner = await startOpener(dataDir);
    expect(owner.said).toBe('owner');
    expect(await openEmbedded(dataDir)).toBeNull();
    const { sql, close } = await openSharing(dataDir);
    await sql.begin((tx) => tx`insert into club (name) values ('Ski')`);
    await close();
    expect(await owner.stop('SIGTERM')).toBe(0);
    const mine = connect(await open(dataDir));
    expect(await mine`select name from club`).toEqual([{ name: 'Ski' }]);
    await mine.end();
  });

  test('fails when it must have the database alone', async () => {
    const dataDir = await makeDataDir();
    await open(dataDir);
    const settings = readSettings({ DATA_DIR: dataDir }).value;
    if (!settings) throw new Error('These settings are right.');
    const refused = openDatabase(settings, { share: false });
    await expect(refused).rejects.toThrow(DatabaseInUseError);
  });

  test('gets all committed changes of an owner that was killed', async () => {
    const dataDir = await makeDataDir();
    const owner = await startOpener(dataDir);
    expect(owner.said).toBe('owner');
    const { sql, close } = await openSharing(dataDir);
    let written = 0;
    const writing = (async () => {
      for (;;) {
        await sql.begin((tx) => tx`insert into club (name) values (${`Club ${written}`})`);
        written += 1;
      }
    })();
    await expect.poll(() => written, { interval: 5 }).toBeGreaterThanOrEqual(20);
    await Promise.all([owner.stop('SIGKILL'), expect(writing).rejects.toThrow()]);
    await close(0);
    const reader = connect(await open(dataDir));
    const [club] = await reader<[{ total: number }]>`select count(*)::int as total from club`;
    expect(club.total).toBeGreaterThanOrEqual(written);
    await reader.end();
  });

  test('does not wait for the transaction of a client that was killed, and does not see it', async () => {
    const dataDir = await makeDataDir();
    const sql = connect(await open(dataDir));
    const dying = await startDyingWriter(dataDir);
    await dying();
    expect(await sql`select name from club`).toEqual([]);
    await sql`insert into club (name) values ('Ski')`;
    await sql.end();
  });

  test('is one of five that start at once, and only one becomes the owner', async () => {
    const dataDir = await makeDataDir();
    // An owner that is killed leaves its socket to the second round.
    for (const left of [0, 1]) {
      const sockets = (await readdir(join(dataDir, 'database'))).filter((name) => name.startsWith('socket.'));
      expect(sockets).toHaveLength(left);
      const openers = await Promise.all(times(5, () => startOpener(dataDir)));
      expect(openers.map(({ said }) => said).sort()).toEqual([...times(4, () => 'other'), 'owner']);
      await Promise.all(openers.map(({ stop }) => stop('SIGKILL')));
    }
  });
});

/** Starts a process that begins a transaction through the owner, and returns how to kill it. */
async function startDyingWriter(dataDir: string): Promise<() => Promise<void>> {
  const { child, output, ended } = startProgram(
    'tests/support/programs/begin-writing.ts',
    [dataDir],
    siteEnvironment(),
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (output().includes('written')) resolve();
    });
    void ended.then(() => reject(new Error(output())));
  });
  return async () => {
    child.kill('SIGKILL');
    await ended;
  };
}

describe('The folder of the database', () => {
  test.skipIf(process.getuid?.() !== 0)('does not let other users connect to the socket', async () => {
    const dataDir = await makeDataDir();
    await chmod(join(dataDir, '..'), 0o755);
    await chmod(dataDir, 0o755);
    await open(dataDir);
    const [socket] = (await readdir(join(dataDir, 'database'))).filter((name) => name.startsWith('socket.'));
    // It changes its user after the start: another user may not be able to read the program.
    const script = `
      process.setgroups([]); process.setgid(65534); process.setuid(65534);
      require('net').connect(process.argv[1]).on('error', (error) => console.log(error.code));`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '-e',
      script,
      join(dataDir, 'database', socket ?? ''),
    ]);
    expect(stdout).toBe('EACCES\n');
  });

  test.each([
    ['has spaces, quotes and non-Latin letters', `Clubs d’été 棋: it's "100%" $HOME; \\n`],
    ['is longer than the address of a socket may be', join(...times(12, (n) => `a-folder-with-a-long-name-${n}`))],
  ])('may have a name that %s', async (_, name) => {
    const dataDir = await makeDataDir(name);
    const owner = await startOpener(dataDir);
    expect(owner.said).toBe('owner');
    expect(await openEmbedded(dataDir)).toBeNull();
    const { sql, close } = await openSharing(dataDir);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await close();
  });

  test('may be a relative path', async () => {
    const folder = join('node_modules/.cache', `data ${process.pid}`);
    await mkdir('node_modules/.cache', { recursive: true });
    copyEmbedded(inject('embeddedTemplate'), folder);
    onTestFinished(() => rm(folder, { recursive: true }));
    await open(folder);
    expect(await openEmbedded(join(process.cwd(), folder))).toBeNull();
  });
});

test('A client of the embedded database starts no program by COPY', async () => {
  const dataDir = await makeDataDir();
  await open(dataDir);
  const { sql, close } = await openSharing(dataDir);
  onTestFinished(() => close());
  await expect(sql.begin((tx) => tx`copy (select 1) to program 'cat'`)).rejects.toThrow('could not execute command');
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});
