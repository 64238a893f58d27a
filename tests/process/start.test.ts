import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { connectToOwner, openEmbedded } from '../../db/embedded/database.ts';
import { connect } from '../support/client.ts';
import { withEmbeddedIn } from '../support/database.ts';
import { readHtml } from '../support/html.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { copyEmbedded } from '../support/setup-databases.ts';
import { startSite } from '../support/site.ts';

const MAIN = 'src/process/start.ts';
/** Less than the time limit of a test, so that the failed wait is reported. */
const PATIENCE = { timeout: 50_000, interval: 50 };

let dataDir: string;
const cleanUp: (() => Promise<void> | void)[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'club-directory-main-'));
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }));
  copyEmbedded(inject('embeddedTemplate'), dataDir);
});
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

/** Starts a command in a process group of its own, as a service manager or a terminal does. */
function startCommand(command: string, args: string[], options: { cwd?: string; env?: Record<string, string> } = {}) {
  const env = siteEnvironment({ DATA_DIR: dataDir, ...options.env });
  const child = spawn(command, args, {
    cwd: options.cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} cannot be started.`);
  let output = '';
  let isOver = false;
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // Includes the processes that it has started and that share its output.
  const close = new Promise<number | null>((resolve) => child.once('close', resolve));
  void close.then(() => (isOver = true));
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  cleanUp.push(() => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The whole group has ended.
    }
  });
  return {
    child,
    /** Its exit code. */
    exit,
    /** The same, when the processes that it has started have ended too. */
    close,
    output: () => output,
    /** Signals its whole group, as a terminal does. */
    signalAll: (signal: NodeJS.Signals) => process.kill(-pid, signal),
    /** The port, once the site says where it is. */
    async port(): Promise<number> {
      await vi.waitUntil(() => output.includes('Press Ctrl+C to stop') || isOver, PATIENCE);
      const port = /http:\/\/\S+?:(\d+)/.exec(output)?.[1];
      if (!port) throw new Error(`The site does not start.\n${output}`);
      return Number(port);
    },
  };
}

/** Whether the port accepts connections. */
async function answers(port: number): Promise<boolean> {
  const socket = connectSocket(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Fails while another process has the database. */
async function openDatabaseAlone(): Promise<void> {
  const database = await openEmbedded(dataDir);
  expect(database).not.toBeNull();
  await database?.close();
}

/** A connection to the embedded database of the site that runs. */
async function connectToSite(): Promise<ReturnType<typeof connect>> {
  const socket = await connectToOwner(dataDir);
  if (!socket) throw new Error('The site does not listen on its socket.');
  return connect({ openStream: () => socket });
}

/** Holds a transaction in the embedded database of a site, so that requests wait; returns how to end it. */
async function holdDatabase(): Promise<() => Promise<void>> {
  const client = await connectToSite();
  const isHeld = Promise.withResolvers<undefined>();
  const release = Promise.withResolvers<undefined>();
  const held = client.begin(async (tx) => {
    await tx`select 1`;
    isHeld.resolve(undefined);
    await release.promise;
  });
  held.catch(() => {});
  await isHeld.promise;
  return async () => {
    release.resolve(undefined);
    await held.catch(() => {});
    await client.end({ timeout: 1 });
  };
}

describe('npm start', () => {
  test('stops when npm receives SIGTERM, without a process, a listener or a lock left', async () => {
    const npm = startCommand('npm', ['start']);
    const port = await npm.port();
    npm.child.kill('SIGTERM');
    await npm.close;
    expect(npm.output()).toContain('Stopped on SIGTERM.');
    expect(await answers(port)).toBe(false);
    await openDatabaseAlone();
  });

  test('waits for the requests under way when a terminal sends SIGINT to all processes', async () => {
    const npm = startCommand('npm', ['start'], { env: { PAGE_CACHE: 'off' } });
    const port = await npm.port();
    const release = await holdDatabase();
    const client = connectSocket(port, '127.0.0.1');
    client.on('error', () => {});
    client.write('GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\nGET /club/ HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(client, 'data');
    npm.signalAll('SIGINT');
    await vi.waitUntil(async () => !(await answers(port)), PATIENCE);
    expect(npm.child.exitCode ?? npm.child.signalCode).toBeNull();
    await release();
    await npm.exit;
    client.destroy();
    await openDatabaseAlone();
    expect(npm.output()).toContain('Stopped on SIGINT.');
  });

  test('continues when the shell that started it in the background ends', async () => {
    const shell = startCommand('sh', ['-c', 'npm start 2>&1 &']);
    await shell.exit;
    const port = await shell.port();
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect(shell.output()).not.toContain('Stopped');
  });
});

describe('The program of the site', () => {
  test('stops on SIGTERM with 0 although a connection is idle', async () => {
    const site = startCommand(process.execPath, ['src/run.mjs', MAIN]);
    const port = await site.port();
    // Browsers open connections in advance.
    const idle = connectSocket(port, '127.0.0.1');
    await once(idle, 'connect');
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    site.child.kill('SIGTERM');
    const code = await site.exit;
    expect([code, site.output().split('\n').slice(-2)]).toEqual([
      0,
      [expect.stringMatching(/ info Stopped on SIGTERM\.$/), ''],
    ]);
    idle.destroy();
    await openDatabaseAlone();
  });

  test('is no longer ready on an open connection after SIGTERM', async () => {
    const site = startCommand(process.execPath, ['src/run.mjs', MAIN]);
    const port = await site.port();
    const client = connectSocket(port, '127.0.0.1');
    client.on('error', () => {});
    let received = '';
    client.on('data', (chunk: Buffer) => (received += chunk.toString()));
    // Sent together: after the first answer the second request has begun.
    client.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\nGET /readyz HTTP/1.1\r\nHost: x\r\n');
    await vi.waitUntil(() => received.includes('\r\n\r\nok\n'), PATIENCE);
    site.child.kill('SIGTERM');
    await vi.waitUntil(async () => !(await answers(port)), PATIENCE);
    client.write('\r\n');
    await vi.waitUntil(() => received.includes('The site is shutting down.\n'), PATIENCE);
    expect(received).toMatch(/\nHTTP\/1\.1 503 [^]*\r\n\r\nThe site is shutting down\.\n$/);
    client.destroy();
    const code = await site.exit;
    expect(code).toBe(0);
  });

  test('stops at once on a second SIGTERM', async () => {
    const site = startCommand(process.execPath, ['src/run.mjs', MAIN], { env: { PAGE_CACHE: 'off' } });
    const port = await site.port();
    const release = await holdDatabase();
    const client = connectSocket(port, '127.0.0.1');
    client.on('error', () => {});
    client.write('GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\nGET /club/ HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(client, 'data');
    site.child.kill('SIGTERM');
    await vi.waitUntil(() => site.output().includes('Shutting down'), PATIENCE);
    site.child.kill('SIGTERM');
    const code = await site.exit;
    expect([code, site.output()]).toEqual([
      1,
      expect.stringMatching(/ info Stopped immediately on a second signal, SIGTERM\..*\n$/),
    ]);
    client.destroy();
    await release();
  });

  test('does not start with a HOST that is not of this machine', async () => {
    const settings = { DATA_DIR: dataDir, HOST: 'nowhere.invalid' };
    const { code, output } = await runProgram(MAIN, [], siteEnvironment(settings));
    expect([code, output]).toEqual([1, expect.stringContaining('HOST nowhere.invalid')]);
    await openDatabaseAlone();
  });

  test('serves the build of another address without building again', async () => {
    const SITE_URL = 'https://other.example.org';
    const site = await startSite({ DATA_DIR: dataDir, SITE_URL });
    cleanUp.push(() => site.stop().then(() => undefined));
    expect(site.output()).not.toContain('Building');
    await expect.poll(() => site.output()).toMatch(/unfilled placeholders.* pages\/imprint\.en\.md/);
    for (const path of ['/', '/page/ae/', '/club/']) {
      const html = await (await fetch(site.url + path)).text();
      expect(readHtml(html).one('link[rel=canonical]').attributes.href).toBe(SITE_URL + path);
      expect(html).not.toContain('.invalid');
    }
  });
});

describe('A checkout without a build', () => {
  /** The same sources in another folder, which needs a build of its own. */
  async function makeCheckout(): Promise<string> {
    const checkout = await mkdtemp(join(tmpdir(), 'club-directory-checkout-'));
    cleanUp.push(() => rm(checkout, { recursive: true, force: true }));
    const names = ['astro.config.mjs', 'db', 'node_modules', 'package-lock.json', 'package.json', 'public', 'src'];
    for (const name of [...names, 'tsconfig.json']) await symlink(resolve(name), join(checkout, name));
    return checkout;
  }

  test('that cannot be written to is reported', async () => {
    const checkout = await makeCheckout();
    // Not even root can create folders here.
    await symlink('/sys/kernel', join(checkout, 'dist'));
    const site = startCommand(process.execPath, ['src/run.mjs', MAIN], { cwd: checkout });
    const code = await site.close;
    expect([code, site.output()]).toEqual([
      1,
      expect.stringMatching(/ info Building the site …\n\S+ error The build failed\.\n\S+ error E\w+: .*\/dist\//),
    ]);
  });

  test('stops building on SIGTERM', async () => {
    const checkout = await makeCheckout();
    const site = startCommand(process.execPath, ['src/run.mjs', MAIN], { cwd: checkout });
    await vi.waitUntil(() => site.output().includes('Building'), PATIENCE);
    site.child.kill('SIGTERM');
    const code = await site.close;
    expect(code).toBe(0);
    // A stop that takes a second prints another line.
    expect(site.output()).toMatch(
      / info Building the site …\n(?:.* Shutting down .*\n)?.* info Stopped on SIGTERM\.\n$/,
    );
  });
});

test('The service for systemd starts the same program as npm start', async () => {
  const unit = await readFile('docs/deploy/clubs.service', 'utf8');
  const [, folder = ''] = /^WorkingDirectory=(.*)$/m.exec(unit) ?? [];
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } };
  expect(unit).toContain(`\nExecStart=${folder}/node_modules/.bin/${scripts.start}\n`);
});

test('A site stores searches without results when it stops', async () => {
  const site = await startSite({ DATA_DIR: dataDir });
  const paths = [
    '/club/?name=Quidditch&club_status=true',
    // These do not count: a typed search, a category, an invalid name and a program.
    '/club/?name=curling',
    '/club/?name=xylophones&category=music',
    `/club/?name=${'x'.repeat(300)}`,
    '/api/club/search?search=robots',
  ];
  for (const path of paths) {
    const headers: Record<string, string> = path.includes('?name=cur') ? { 'HX-Request': 'true' } : {};
    await (await fetch(site.url + path, { headers })).arrayBuffer();
  }
  await site.stop();
  const found = await withEmbeddedIn(dataDir, (sql) => sql`select term, count from zero_result_search`);
  expect(found).toEqual([{ term: 'quidditch', count: 1 }]);
});
