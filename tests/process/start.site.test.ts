import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { openEmbedded } from '../../db/embedded/database.ts';
import { readHtml } from '../support/html.ts';
import { siteEnvironment } from '../support/program.ts';
import { copyEmbedded } from '../support/setup-databases.ts';
import { startSite } from '../support/site.ts';

/** Less than the time limit of a test, so that the failed wait is reported. */
const WAIT = { timeout: 50_000, interval: 50 };

let dataDir: string;
const cleanUp: (() => unknown)[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'club-directory-main-'));
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }));
  copyEmbedded(inject('embeddedTemplate'), dataDir);
});
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

/** Starts a command in a separate process group, as a service manager or a terminal does. */
function startCommand(command: string, args: string[], cwd?: string) {
  const env = siteEnvironment({ DATA_DIR: dataDir });
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} cannot be started.`);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // Includes the processes that it has started and that share its output.
  const closed = once(child, 'close') as Promise<[number | null]>;
  const signalAll = (signal: NodeJS.Signals) => process.kill(-pid, signal);
  cleanUp.push(async () => {
    try {
      signalAll('SIGKILL');
    } catch {
      // The whole group has ended.
    }
    await closed;
  });
  return {
    child,
    closed,
    output: () => output,
    /** Signals its whole group, as a terminal does. */
    signalAll,
    /** The port of the site. */
    async port(): Promise<number> {
      await vi.waitUntil(() => output.includes('Press Ctrl+C to stop'), WAIT);
      return Number(/http:\/\/\S+?:(\d+)/.exec(output)?.[1]);
    },
  };
}

/** Connects and sends a text. */
async function open(port: number, text: string): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, '127.0.0.1');
  cleanUp.push(() => socket.destroy());
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString())).on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return { socket, received: () => received };
}

/** Whether the port accepts connections. */
const listens = (port: number): Promise<boolean> =>
  open(port, '').then(
    () => true,
    () => false,
  );

/** Fails while another process has the database. */
async function openDatabaseAlone(): Promise<void> {
  const database = await openEmbedded(dataDir);
  expect(database).not.toBeNull();
  await database?.close();
}

test('npm start stops when npm receives SIGTERM, without a process, a listener or a lock left', async () => {
  const npm = startCommand('npm', ['start']);
  const port = await npm.port();
  // Browsers open connections in advance.
  await open(port, '');
  await (await fetch(`http://127.0.0.1:${port}/`)).text();
  npm.child.kill('SIGTERM');
  await npm.closed;
  expect(npm.output()).toMatch(/ info Stopped on SIGTERM\.\n$/);
  expect(await listens(port)).toBe(false);
  await openDatabaseAlone();
});

test('npm start answers active requests and is not ready after a terminal sends SIGINT to all processes', async () => {
  const npm = startCommand('npm', ['start']);
  const port = await npm.port();
  // Sent together: after the first response the second request has begun.
  const begin = async (path: string) => {
    const client = await open(port, `GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\nGET ${path} HTTP/1.1\r\nHost: x\r\n`);
    await vi.waitUntil(() => client.received().includes('\r\n\r\n'), WAIT);
    return client;
  };
  const [list, readiness] = [await begin('/club/'), await begin('/readyz')];
  npm.signalAll('SIGINT');
  await vi.waitUntil(async () => !(await listens(port)), WAIT);
  for (const { socket } of [list, readiness]) socket.write('\r\n');
  await npm.closed;
  expect(list.received()).toMatch(/\nHTTP\/1\.1 200 [^]*<\/html>/);
  expect(readiness.received()).toMatch(/\nHTTP\/1\.1 503 [^]*\r\n\r\nThe site is shutting down\.\n$/);
  expect(npm.output()).toContain('Stopped on SIGINT.');
  await openDatabaseAlone();
});

test('npm start continues when the shell that started it in the background ends', async () => {
  const shell = startCommand('sh', ['-c', 'npm start 2>&1 &']);
  await once(shell.child, 'exit');
  expect((await fetch(`http://127.0.0.1:${await shell.port()}/healthz`)).status).toBe(200);
});

test('A site serves the build of another address without building again', async () => {
  const SITE_URL = 'https://other.example.org';
  const site = await startSite({ DATA_DIR: dataDir, SITE_URL });
  cleanUp.push(() => site.stop());
  expect(site.output()).not.toContain('Building');
  for (const path of ['/', '/page/ae/', '/club/']) {
    const html = await (await fetch(site.url + path)).text();
    expect(readHtml(html).one('link[rel=canonical]').attributes.href).toBe(SITE_URL + path);
    expect(html).not.toContain('.invalid');
  }
});

test('A site stops building on SIGTERM', async () => {
  // The same sources in another folder need another build.
  const checkout = await mkdtemp(join(tmpdir(), 'club-directory-checkout-'));
  cleanUp.push(() => rm(checkout, { recursive: true, force: true }));
  const names = ['astro.config.mjs', 'db', 'node_modules', 'package-lock.json', 'package.json', 'public', 'src'];
  for (const name of [...names, 'tsconfig.json']) await symlink(resolve(name), join(checkout, name));
  const site = startCommand(process.execPath, ['src/run.mjs', 'src/process/start.ts'], checkout);
  await vi.waitUntil(() => site.output().includes('Building'), WAIT);
  site.child.kill('SIGTERM');
  expect(await site.closed).toEqual([0, null]);
  // A stop that takes a second prints another line.
  expect(site.output()).toMatch(/ info Building the site …\n(?:.* Shutting down .*\n)?.* info Stopped on SIGTERM\.\n$/);
});
