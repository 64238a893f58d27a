import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openClient } from '../../db/client.ts';
import { connectToOwner, openEmbedded } from '../../db/embedded.ts';
import { DatabaseInUseError, openDatabase } from '../../db/open.ts';
import { connect } from '../support/client.ts';
import { fixedName, socketFiles, type SocketNames } from '../../db/socket-address.ts';
import { readSettings } from '../../src/settings.ts';
import { runProgram, siteEnvironment, startProgram } from '../support/program.ts';
import { copyEmbedded } from '../support/setup-databases.ts';

const PROGRAM = 'tests/support/programs/open-embedded.ts';
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A folder with a migrated database, below one for temporary files; gone with the test. */
async function makeDataDir(...below: string[]): Promise<string> {
  const top = await mkdtemp(join(tmpdir(), 'club-directory-data-'));
  onTestFinished(() => rm(top, { recursive: true }));
  const dataDir = join(top, ...below);
  copyEmbedded(inject('embeddedTemplate'), dataDir);
  return dataDir;
}

/** Opens a database that nobody else has, until the test is over. */
async function open(dataDir: string) {
  const embedded = await openEmbedded(dataDir);
  if (!embedded) throw new Error(`Another process uses the database in ${dataDir}.`);
  onTestFinished(() => embedded.close());
  return embedded;
}

/** Starts a process that opens the database; waits until it has. */
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

test('A process that is not the owner after all lets go of those who took it for that', async () => {
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
      // It listens already when somebody connects to it, and the owner comes.
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
  test('takes less than 250 MiB at its peak, at work too', async () => {
    const program = 'tests/support/programs/measure-embedded.ts';
    const { code, output } = await runProgram(program, [await makeDataDir()], siteEnvironment());
    expect([code, output]).toEqual([0, expect.stringMatching(/^\d+\n$/)]);
    expect(Number(output)).toBeLessThan(250);
  });

  test('keeps what was written when it is opened again', async () => {
    const dataDir = await makeDataDir();
    for (const expected of [0, 1, 2]) {
      const embedded = await openEmbedded(dataDir);
      if (!embedded) throw new Error('It was closed.');
      const sql = connect(embedded);
      expect(await sql`select count(*)::int as total from club`).toEqual([{ total: expected }]);
      await sql`insert into club (name) values (${`Club ${expected}`})`;
      await sql.end();
      await embedded.close();
    }
  });

  test('is made where there is none, for its owner alone', async () => {
    const top = await mkdtemp(join(tmpdir(), 'club-directory-data-'));
    onTestFinished(() => rm(top, { recursive: true }));
    const dataDir = join(top, 'not', 'there', 'yet');
    const embedded = await open(dataDir);
    const sql = connect(embedded);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await sql.end();
    if (process.platform !== 'win32') expect((await stat(join(dataDir, 'database'))).mode & 0o777).toBe(0o700);
  });

  test('belongs to one opener at a time, and to the next after it', async () => {
    const dataDir = await makeDataDir();
    const first = await openEmbedded(dataDir);
    expect(await openEmbedded(dataDir)).toBeNull();
    await first?.close();
    expect(await connectToOwner(dataDir)).toBeNull();
    await open(dataDir);
  });

  test('leaves no socket behind when it is closed', async () => {
    const dataDir = await makeDataDir();
    const embedded = await openEmbedded(dataDir);
    expect(await readdir(join(dataDir, 'database'))).toHaveLength(2);
    await embedded?.close();
    expect(await readdir(join(dataDir, 'database'))).toEqual(['files']);
  });

  test('is closed while somebody is connected who says nothing', async () => {
    const dataDir = await makeDataDir();
    const embedded = await openEmbedded(dataDir);
    const socket = await connectToOwner(dataDir);
    const closed = new Promise((resolve) => socket?.once('close', resolve));
    socket?.resume();
    await embedded?.close();
    await closed;
  });

  test('is waited for by who connects while somebody has a transaction open, for however long', async () => {
    // What the driver reads for itself; its own default is half a minute.
    vi.stubEnv('PGCONNECT_TIMEOUT', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const embedded = await open(await makeDataDir());
    const holder = connect(embedded);
    const client = openClient(embedded);
    const release = Promise.withResolvers<undefined>();
    const holding = holder.begin(async (tx) => {
      await tx`select 1`;
      await release.promise;
    });
    const waiting = client`select 1 as one`;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    release.resolve(undefined);
    expect(await waiting).toEqual([{ one: 1 }]);
    await holding;
    await client.close(0);
    await holder.end();
  });

  test('serves who connects while it is being opened', async () => {
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

/** A name that ends with its process and leaves nothing behind, as the pipes of Windows have: only Linux has such others. */
describe.runIf(process.platform === 'linux')('An embedded database whose socket has one name for ever', () => {
  const namesOf = (dataDir: string) => fixedName(() => Promise.resolve(`\0club-directory-test-${dataDir}`));

  test('opens, keeps others out, lets them in by its socket, and is the next one’s when it is closed', async () => {
    const dataDir = await makeDataDir();
    const names = namesOf(dataDir);
    for (const expected of [0, 1]) {
      const embedded = await openEmbedded(dataDir, { names });
      if (!embedded) throw new Error('Nobody else has it.');
      expect(await openEmbedded(dataDir, { names })).toBeNull();
      const sql = connect({ openStream: () => connectToOwnerOrFail(dataDir, names) });
      expect(await sql`select count(*)::int as total from club`).toEqual([{ total: expected }]);
      await sql`insert into club (name) values (${`Club ${expected}`})`;
      await sql.end();
      await embedded.close();
      expect(await connectToOwner(dataDir, names)).toBeNull();
    }
  });

  test('has one owner when ten open it at the same time', async () => {
    const dataDir = await makeDataDir();
    const names = namesOf(dataDir);
    const opened = await Promise.all(times(10, () => openEmbedded(dataDir, { names })));
    expect(opened.filter((embedded) => embedded !== null)).toHaveLength(1);
    for (const embedded of opened) await embedded?.close();
  });
});

async function connectToOwnerOrFail(...where: Parameters<typeof connectToOwner>) {
  const socket = await connectToOwner(...where);
  if (!socket) throw new Error('Nobody listens on the socket.');
  return socket;
}

describe('The files of an embedded database', () => {
  test('are never taken for an empty folder because their sign is gone', async () => {
    const dataDir = await makeDataDir();
    const files = join(dataDir, 'database', 'files');
    await rm(join(files, 'PG_VERSION'));
    const before = (await readdir(files)).sort();
    await expect(openEmbedded(dataDir)).rejects.toThrow('PG_VERSION is missing');
    expect((await readdir(files)).sort()).toEqual(before);
  });

  test('are made again when the process that made them was ended on the way', async () => {
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

describe('Another process', () => {
  test('cannot open the database, but works through the one that has it', async () => {
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

  test('that has the database keeps this one out, which works through it', async () => {
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

  test('that needs the database for itself is told where it is', async () => {
    const dataDir = await makeDataDir();
    await open(dataDir);
    const settings = readSettings({ DATA_DIR: dataDir }).value;
    if (!settings) throw new Error('These settings are right.');
    const refused = openDatabase(settings, { share: false });
    await expect(refused).rejects.toThrow(DatabaseInUseError);
    await expect(refused).rejects.toThrow('database: stop it first, or set DATA_DIR to another folder.');
  });

  test('that was killed leaves the database to the next, with all that it had acknowledged', async () => {
    const dataDir = await makeDataDir();
    for (const round of [1, 2]) {
      const owner = await startOpener(dataDir);
      expect(owner.said).toBe('owner');
      const { sql } = await openSharing(dataDir);
      let written = 0;
      const writing = (async () => {
        for (;;) {
          await sql.begin((tx) => tx`insert into club (name) values (${`Club ${round} ${written}`})`);
          written += 1;
        }
      })();
      while (written < 20) await new Promise((resolve) => setTimeout(resolve, 5));
      await Promise.all([owner.stop('SIGKILL'), expect(writing).rejects.toThrow()]);
      await sql.close(0);

      const mine = await openEmbedded(dataDir);
      if (!mine) throw new Error('Nobody else can have it.');
      const reader = connect(mine);
      const [club] = await reader<
        [{ total: number }]
      >`select count(*)::int as total from club where name like ${`Club ${round} %`}`;
      expect(club.total).toBeGreaterThanOrEqual(written);
      await reader.end();
      await mine.close();
    }
  });

  test('gets what one that died in the middle of a transaction had not finished', async () => {
    const dataDir = await makeDataDir();
    const sql = connect(await open(dataDir));
    const dying = await startDyingWriter(dataDir);
    await dying();
    // Neither waits for it nor sees it.
    expect(await sql`select name from club`).toEqual([]);
    await sql`insert into club (name) values ('Ski')`;
    await sql.end();
  });

  test('is the only owner of ten that start at the same time, every time', async () => {
    const dataDir = await makeDataDir();
    for (const { left } of [{ left: 'nothing' }, { left: 'a socket' }, { left: 'a socket' }]) {
      const sockets = (await readdir(join(dataDir, 'database'))).filter((name) => name.startsWith('socket.'));
      expect(sockets).toHaveLength(left === 'nothing' ? 0 : 1);

      const openers = await Promise.all(times(10, () => startOpener(dataDir)));
      expect(openers.map(({ said }) => said).sort()).toEqual([...times(9, () => 'other'), 'owner']);
      const { sql, close } = await openSharing(dataDir);
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
      await close();
      // What is killed leaves its socket to the next round.
      await Promise.all(openers.map(({ stop }) => stop('SIGKILL')));
    }
  });
});

/** Starts a process that begins a transaction through the owner; what is answered kills it. */
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
  test.skipIf(process.getuid?.() !== 0)('keeps other users from the socket', async () => {
    const dataDir = await makeDataDir();
    await chmod(join(dataDir, '..'), 0o755);
    await chmod(dataDir, 0o755);
    await open(dataDir);
    const [socket] = (await readdir(join(dataDir, 'database'))).filter((name) => name.startsWith('socket.'));
    // It becomes another user by itself: that user may not reach the program.
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
    ['has spaces, quotes and letters of other scripts', `Clubs d’été 棋: it's "100%" $HOME; \\n`],
    ['is deeper than the address of a socket may be long', join(...times(12, (n) => `a-folder-with-a-long-name-${n}`))],
  ])('may be anywhere, even where its name %s', async (_, name) => {
    const dataDir = await makeDataDir(name);
    const owner = await startOpener(dataDir);
    expect(owner.said).toBe('owner');
    expect(await openEmbedded(dataDir)).toBeNull();
    const { sql, close } = await openSharing(dataDir);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await close();
    await owner.stop('SIGKILL');

    const mine = connect(await open(dataDir));
    expect(await mine`select 1 as one`).toEqual([{ one: 1 }]);
    await mine.end();
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
