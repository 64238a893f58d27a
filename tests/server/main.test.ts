import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { removeOldBuilds } from '../../src/server/build.ts';
import { END_TIMEOUT } from '../../src/server/stop.ts';
import { connectToOwner, openEmbedded } from '../../db/embedded.ts';
import { connect } from '../support/client.ts';
import { copyProject } from '../support/marked-project.ts';
import { readHtml } from '../support/html.ts';
import { runProgram, SITE_URL, siteEnvironment } from '../support/program.ts';
import { copyEmbedded } from '../support/setup-databases.ts';
import { startSite } from '../support/site.ts';

const MAIN = 'src/server/main.ts';
/** Less than a test has, so that it is told which wait was in vain. */
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

/** A command line in a process group of its own, as a service manager or a terminal starts one. */
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
  // Listened for from the start: it may end while something else is waited for.
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // Not before all have ended that it has started, and that write to the same place.
  const close = new Promise<number | null>((resolve) => child.once('close', resolve));
  void close.then(() => (isOver = true));
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  cleanUp.push(() => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // All of the group have ended.
    }
  });
  return {
    child,
    /** Its exit code, once it has ended. */
    exit,
    /** The same, once all that it has started have ended too. */
    close,
    output: () => output,
    /** To everyone of its group, as a terminal does. */
    signalAll: (signal: NodeJS.Signals) => process.kill(-pid, signal),
    /** The port, once the site says where it is. */
    async port(): Promise<number> {
      await vi.waitUntil(() => output.includes('Ctrl+C stops it') || isOver, PATIENCE);
      const port = /http:\/\/\S+?:(\d+)/.exec(output)?.[1];
      if (!port) throw new Error(`The site does not start.\n${output}`);
      return Number(port);
    },
  };
}

/** Whether somebody listens there. */
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

/** Holds the embedded database of a site, so that requests wait, until the function it answers is called. */
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
  const signals: NodeJS.Signals[] = process.platform === 'linux' ? ['SIGKILL', 'SIGHUP', 'SIGQUIT'] : [];
  test.each<NodeJS.Signals>(['SIGTERM', ...signals])(
    'stops with npm: %s to npm alone leaves no process, no listener and no lock behind',
    async (signal) => {
      const npm = startCommand('npm', ['start']);
      const port = await npm.port();
      npm.child.kill(signal);
      await vi.waitUntil(() => npm.output().includes('Stopped on SIGTERM.'), PATIENCE);
      await vi.waitUntil(async () => !(await answers(port)), PATIENCE);
      await npm.close;
      await openDatabaseAlone();
    },
  );

  test('waits with npm for the site that SIGINT stops, when all hear it as in a terminal', async () => {
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

  test('goes on when the shell that put it into the background has ended', async () => {
    const shell = startCommand('sh', ['-c', 'npm start 2>&1 &']);
    await shell.exit;
    const port = await shell.port();
    for (let look = 0; look < 10; look += 1) {
      await new Promise((done) => setTimeout(done, 50));
      expect(await answers(port)).toBe(true);
    }
    expect(shell.output()).not.toContain('Stopped');
  });
});

describe('The program of the site', () => {
  test('goes on without the process that started it, when that was not npm', async () => {
    const args = `"${process.execPath}" src/run.mjs ${MAIN}`;
    const shell = startCommand('sh', ['-c', `${args} 2>&1 &`]);
    await shell.exit;
    const port = await shell.port();
    for (let look = 0; look < 10; look += 1) {
      await new Promise((done) => setTimeout(done, 50));
      expect(await answers(port)).toBe(true);
    }
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('says that it stopped on %s, and ends with 0', async (signal) => {
    const site = startCommand(process.execPath, ['src/run.mjs', MAIN]);
    const port = await site.port();
    // As a browser that thinks ahead: a connection without a request keeps nobody waiting.
    const idle = connectSocket(port, '127.0.0.1');
    await once(idle, 'connect');
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    site.child.kill(signal);
    const code = await site.exit;
    expect([code, site.output().split('\n').slice(-2)]).toEqual([
      0,
      [expect.stringMatching(` info Stopped on ${signal}\\.$`), ''],
    ]);
    idle.destroy();
    await openDatabaseAlone();
  });

  test('takes a signal that comes twice for one, and ends at once on a later one', async () => {
    const site = startCommand(process.execPath, ['src/run.mjs', MAIN], { env: { PAGE_CACHE: 'off' } });
    const port = await site.port();
    const release = await holdDatabase();
    const client = connectSocket(port, '127.0.0.1');
    // Sent as one: who has the first answer knows that the second request has come.
    client.write('GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\nGET /club/ HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(client, 'data');
    site.child.kill('SIGINT');
    site.child.kill('SIGINT');
    await vi.waitUntil(() => site.output().includes('Another signal stops at once.'), PATIENCE);
    expect([site.child.exitCode, await answers(port)]).toEqual([null, false]);
    site.child.kill('SIGINT');
    const code = await site.exit;
    expect(code).toBe(1);
    expect(site.output()).toContain('Stopped at once on a second signal, SIGINT: what was under way is cut off.\n');
    client.destroy();
    await release();
  });

  test('is not ready any more on a connection that is open when SIGTERM comes', async () => {
    const site = startCommand(process.execPath, ['src/run.mjs', MAIN]);
    const port = await site.port();
    const client = connectSocket(port, '127.0.0.1');
    client.on('error', () => {});
    let received = '';
    client.on('data', (chunk: Buffer) => (received += chunk.toString()));
    // Sent as one: who has the first answer knows that the second request has begun.
    client.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\nGET /readyz HTTP/1.1\r\nHost: x\r\n');
    await vi.waitUntil(() => received.includes('\r\n\r\nok\n'), PATIENCE);
    site.child.kill('SIGTERM');
    await vi.waitUntil(async () => !(await answers(port)), PATIENCE);
    client.write('\r\n');
    await vi.waitUntil(() => received.includes('The site is stopping.\n'), PATIENCE);
    expect(received).toMatch(/\nHTTP\/1\.1 503 [^]*\r\n\r\nThe site is stopping\.\n$/);
    client.destroy();
    const code = await site.exit;
    expect(code).toBe(0);
  });

  test('ends at once on a second SIGTERM, however soon that comes', async () => {
    const site = startCommand(process.execPath, ['src/run.mjs', MAIN], { env: { PAGE_CACHE: 'off' } });
    const port = await site.port();
    const release = await holdDatabase();
    const client = connectSocket(port, '127.0.0.1');
    client.on('error', () => {});
    client.write('GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\nGET /club/ HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(client, 'data');
    site.child.kill('SIGTERM');
    await vi.waitUntil(async () => !(await answers(port)), { ...PATIENCE, interval: 1 });
    site.child.kill('SIGTERM');
    const code = await site.exit;
    expect([code, site.output()]).toEqual([
      1,
      expect.stringMatching(/ info Stopped at once on a second signal, SIGTERM: what was under way is cut off\.\n$/),
    ]);
    expect(site.output()).not.toContain('Another signal');
    client.destroy();
    await release();
  });

  test('ends within ten seconds what is not over, and leaves the database whole', async () => {
    const site = startCommand(process.execPath, ['src/run.mjs', MAIN], { env: { PAGE_CACHE: 'off' } });
    const port = await site.port();
    const release = await holdDatabase();
    const client = connectSocket(port, '127.0.0.1');
    client.on('error', () => {});
    // What is sent: what is read is told after two seconds to come again.
    const form = 'email=a@example.org&password=none';
    client.write(
      'GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n' +
        `POST /login/ HTTP/1.1\r\nHost: x\r\nOrigin: ${SITE_URL}\r\nContent-Length: ${form.length}\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\n\r\n${form}`,
    );
    await once(client, 'data');
    site.child.kill('SIGTERM');
    const told = performance.now();
    const code = await site.exit;
    expect(performance.now() - told).toBeLessThan(END_TIMEOUT + 1000);
    expect([code, site.output()]).toEqual([
      0,
      expect.stringMatching(/ warn Cut off after 8 seconds: 1 connection\.\n(?:.*\n)*.* info Stopped on SIGTERM\.\n$/),
    ]);
    client.destroy();
    await release();
    await openDatabaseAlone();
  });

  test.each([
    ['nowhere.invalid', 'HOST nowhere.invalid is no name of an address of this machine: set HOST to one'],
    ['192.0.2.1', 'HOST 192.0.2.1 is no address of this machine: set HOST to one'],
  ])('says that HOST %s is none of this machine, and leaves the database', async (HOST, message) => {
    const { code, output } = await runProgram(MAIN, [], siteEnvironment({ DATA_DIR: dataDir, HOST }));
    expect([code, output]).toEqual([1, expect.stringContaining(message)]);
    expect(output).not.toContain(' at ');
    await openDatabaseAlone();
  });

  test('serves one build under any address, without building again', async () => {
    const addresses = ['https://clubs.example.org', 'https://other.example.org'];
    const tags = new Set<string | null>();
    for (const SITE_URL of addresses) {
      const site = await startSite({ DATA_DIR: dataDir, SITE_URL });
      expect(site.output()).not.toContain('Building');
      // A site with an address of its own is for visitors.
      await expect
        .poll(() => site.output())
        .toMatch(/places that are to be filled in.* pages\/imprint\.en\.md, .* \(SITE_DIR\)\.\n/);
      for (const path of ['/', '/page/ae/', '/club/']) {
        const response = await fetch(site.url + path);
        tags.add(response.headers.get('etag'));
        const html = await response.text();
        expect(readHtml(html).one('link[rel=canonical]').attributes.href).toBe(SITE_URL + path);
        expect(html).not.toContain('.invalid');
      }
      await site.stop();
    }
    expect(tags.size).toBe(6);
  });
});

describe('A checkout without a build', () => {
  /** Another root of the same sources: a build belongs to its root. */
  async function makeCheckout(): Promise<string> {
    const checkout = await mkdtemp(join(tmpdir(), 'club-directory-checkout-'));
    cleanUp.push(() => rm(checkout, { recursive: true, force: true }));
    const names = ['astro.config.mjs', 'db', 'node_modules', 'package-lock.json', 'package.json', 'public', 'src'];
    for (const name of [...names, 'tsconfig.json']) await symlink(resolve(name), join(checkout, name));
    return checkout;
  }

  test('that cannot be written to is told in a sentence', async () => {
    const checkout = await makeCheckout();
    // Nobody makes folders here, not even root.
    await symlink('/sys/kernel', join(checkout, 'dist'));
    const site = startCommand(process.execPath, ['src/run.mjs', MAIN], { cwd: checkout });
    const code = await site.close;
    expect([code, site.output()]).toEqual([
      1,
      expect.stringMatching(
        / info Building the site …\n\S+ error The site has to be built and cannot write .*\/dist\/.*\n$/,
      ),
    ]);
  });

  test('stops building when it is told to stop', async () => {
    const checkout = await makeCheckout();
    const site = startCommand(process.execPath, ['src/run.mjs', MAIN], { cwd: checkout });
    await vi.waitUntil(() => site.output().includes('Building'), PATIENCE);
    site.child.kill('SIGTERM');
    const code = await site.close;
    expect(code).toBe(0);
    // The line between is that of a stop that takes a second or more.
    expect(site.output()).toMatch(
      / info Building the site …\n(?:.* Answering what is under way\..*\n)?.* info Stopped on SIGTERM\.\n$/,
    );
  });
});

describe('The service for systemd', () => {
  const readUnit = async () => {
    const unit = await readFile('docs/deploy/clubs.service', 'utf8');
    return new Map(
      unit.split('\n').flatMap((line) => {
        const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
        return key === undefined || value === undefined ? [] : [[key, value] as const];
      }),
    );
  };

  test('starts what npm start starts, without npm', async () => {
    const unit = await readUnit();
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } };
    expect(unit.get('ExecStart')).toBe(`${unit.get('WorkingDirectory') ?? ''}/node_modules/.bin/${scripts.start}`);
    expect([...unit.keys()]).toEqual(expect.arrayContaining(['After', 'User', 'Restart', 'RestartSec', 'WantedBy']));
  });

  test('ends whole when its process is told to', async () => {
    const unit = await readUnit();
    const folder = unit.get('WorkingDirectory') ?? '';
    const [command = '', ...args] = (unit.get('ExecStart') ?? '').replaceAll(folder, resolve('.')).split(' ');
    const service = startCommand(command, args);
    const port = await service.port();
    service.child.kill('SIGTERM');
    const code = await service.exit;
    expect([code, await answers(port)]).toEqual([0, false]);
    await openDatabaseAlone();
  });
});

test('A site starts when its disk is full, says so, and shows its clubs', async () => {
  const first = await startSite({ DATA_DIR: dataDir });
  const client = await connectToSite();
  await client.unsafe(`
    create function have_no_room() returns trigger language plpgsql as
      $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger have_no_room before update on club_import execute function have_no_room()`);
  await client.end({ timeout: 1 });
  await first.stop();

  const site = await startSite({ DATA_DIR: dataDir });
  cleanUp.push(() => site.stop().then(() => undefined));
  expect(site.output()).toMatch(/Nothing can be written to .*: .*the disk is full/);
  expect((await fetch(`${site.url}/club/`)).status).toBe(200);
});

test('A site notes what was searched for in vain, and has it also after it was stopped', async () => {
  const first = await startSite({ DATA_DIR: dataDir });
  const paths = [
    '/club/?name=Quidditch&club_status=true',
    // Those that somebody types, the second while it may go on.
    ...['cur', 'curl', 'curling'].map((name) => `/club/?name=${name}`),
    // Found in another state, asked of a category alone, invalid, or of a machine.
    '/club/?name=a&club_status=true',
    '/club/?name=xylophones&category=music',
    `/club/?name=${'x'.repeat(300)}`,
    '/api/club/search?search=robots',
  ];
  for (const path of paths) {
    const isTyped = path.includes('?name=cur');
    await (await fetch(first.url + path, { headers: isTyped ? { 'HX-Request': 'true' } : {} })).arrayBuffer();
  }
  await first.stop();

  const second = await startSite({ DATA_DIR: dataDir });
  cleanUp.push(() => second.stop().then(() => undefined));
  const client = await connectToSite();
  cleanUp.push(() => client.end({ timeout: 1 }));
  const found = await client<{ term: string; count: number }[]>`select term, count from missed_search order by term`;
  expect(found.map(({ term, count }) => [term, count])).toEqual([
    ['curling', 1],
    ['quidditch', 1],
  ]);
});

test('A site keeps its own build when later ones are made, and serves the hashed files of the one before', async () => {
  const folder = await copyProject();
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  const builds = join(folder, 'dist');
  await mkdir(join(builds, 'a/client/_astro'), { recursive: true });
  for (const file of ['a/complete', 'a/client/_astro/a.css']) await writeFile(join(builds, file), '');
  const site = await startSite({ DATA_DIR: dataDir }, folder);
  const [own = ''] = (await readdir(builds)).filter((name) => name !== 'a');
  for (const later of ['b', 'c', 'd', 'e']) {
    await mkdir(join(builds, later));
    await writeFile(join(builds, later, 'complete'), '');
  }
  await removeOldBuilds(builds);
  expect(await readdir(builds)).toContain(own);
  const html = await (await fetch(`${site.url}/`)).text();
  const island = /\/_server-islands\/ActiveClubCount\?[^"']+/.exec(html)?.[0].replaceAll('&amp;', '&') ?? '';
  for (const path of [island, '/_astro/a.css', '/club/', '/fr/club/?page_size=24', '/page/ae/', '/api/club/search']) {
    expect((await fetch(site.url + path)).status, path).toBe(200);
  }
  await site.stop();
  await removeOldBuilds(builds);
  expect(await readdir(builds)).not.toContain(own);
});
