import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ASSOCIATION, makeAssociation } from '../support/association.ts';
import { openClient } from '../../db/client.ts';
import { connectToOwner, openEmbedded } from '../../db/embedded/database.ts';
import { saveLogo } from '../../src/images/queries.ts';
import { readLogo } from '../../src/images/read-logo.ts';
import { paths } from '../../src/paths.ts';
import { connect } from '../support/client.ts';
import { readHtml } from '../support/html.ts';
import { plain } from '../support/pictures.ts';
import { siteEnvironment } from '../support/program.ts';

/** In ms; long, because the machine may be busy. */
const TIMEOUT = 100_000;

/** Runs `npm run dev` in a separate process group, like a terminal. */
function startDevelopment(settings: Record<string, string>) {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { dev: string } };
  const env = siteEnvironment(settings);
  env.PATH = [resolve('node_modules/.bin'), env.PATH].join(delimiter);
  const child = spawn('sh', ['-c', scripts.dev], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid === undefined) throw new Error('There is no shell.');
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let isOver = false;
  const ended = new Promise<void>((done) => {
    child.once('close', () => {
      isOver = true;
      done();
    });
  });
  const send = (signal: NodeJS.Signals) => isOver || process.kill(-pid, signal);
  return { output: () => output, send, ended };
}

/** Starts the development server and waits until it responds. It is stopped after the test. */
async function develop(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-dev-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const development = startDevelopment({ DATA_DIR: dataDir, SAMPLE_DATA: 'on', SITE_URL: '', ...settings });
  onTestFinished(async () => {
    development.send('SIGKILL');
    await development.ended;
  });
  // A restarted server may get another port.
  const portOf = () => [...development.output().matchAll(/http:\/\/127\.0\.0\.1:(\d+)/g)].at(-1)?.[1];
  await expect.poll(portOf, { timeout: TIMEOUT }).toBeDefined();
  // It restarts if a watched file was just written, and refuses connections meanwhile.
  const answers = () =>
    fetch(`http://127.0.0.1:${portOf() ?? ''}/`).then(
      async (answer) => (await answer.text()) !== '',
      () => false,
    );
  await expect.poll(answers, { timeout: TIMEOUT }).toBe(true);
  return { ...development, dataDir, port: portOf() ?? '' };
}

test('npm run dev serves the list and the API on the printed port, and stops without losing data', async () => {
  const { port, dataDir, ...development } = await develop();
  const list = await fetch(`http://127.0.0.1:${port}/club/`);
  const html = readHtml(await list.text());
  expect([list.status, html.all('#paginated h4').length]).toEqual([200, 1]);
  expect(html.one('link[rel=canonical]').attributes.href).toBe(`http://localhost:${port}/club/`);
  const { count } = (await (await fetch(`http://127.0.0.1:${port}/api/club/search`)).json()) as { count: number };
  expect(count).toBeGreaterThan(50);
  expect((await fetch(`http://127.0.0.1:${port}/image/x`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/styleguide/`)).status).toBe(200);
  const { logo } = await readLogo(await plain(30, 20, '#d22').png().toBuffer());
  const toOwner = await connectToOwner(dataDir);
  if (!logo || !toOwner) throw new Error('There is no logo, or no way to the database.');
  const client = openClient({ openStream: () => toOwner });
  await client.begin((tx) => saveLogo(tx, logo));
  await client.close();
  const image = `http://127.0.0.1:${port}${paths.image({ hash: logo.hash, size: 400 })}`;
  const { status, headers } = await fetch(image);
  expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
    200,
    'image/webp',
    'nosniff',
  ]);
  expect(development.output()).not.toMatch(/error/i);

  development.send('SIGINT');
  await development.ended;
  const database = await openEmbedded(dataDir);
  if (!database) throw new Error('Another process still has the database.');
  const sql = connect(database);
  const [found] = await sql<[{ count: number }]>`select count(*)::int from club`;
  expect(found.count).toBe(count);
  await sql.end();
  await database.close();
}, 300_000);

/** Saves a file atomically, as editors do. */
async function save(file: string, text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-saved-'));
  await writeFile(join(folder, 'file'), text);
  await rename(join(folder, 'file'), file);
  await rm(folder, { recursive: true });
}

test('Changes of site.json and of pages are shown in development', async () => {
  const folder = await makeAssociation({ 'files/en/statutes.pdf': '%PDF-1.4' });
  const { port } = await develop({ SITE_DIR: folder });
  const read = async () => readHtml(await (await fetch(`http://127.0.0.1:${port}/`)).text());
  const site = JSON.parse(ASSOCIATION['site.json'] ?? '') as object;
  const kinds = {
    name: {
      save: (name: string) => save(join(folder, 'site.json'), JSON.stringify({ ...site, name })),
      read: async () => (await read()).one('header .site-name').text,
    },
    title: {
      save: (title: string) => save(join(folder, 'pages/home.en.md'), `---\ntitle: ${title}\n---\n\n${title}\n`),
      read: async () => (await read()).one('h1').text,
    },
  };
  const file = await fetch(`http://127.0.0.1:${port}/files/en/statutes.pdf?v=1`);
  expect([await file.text(), file.headers.get('content-type')]).toEqual(['%PDF-1.4', 'application/pdf']);
  expect(file.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await fetch(`http://127.0.0.1:${port}/files/other.pdf`)).status).toBe(404);
  // Retries, because changes before the files are watched are missed.
  for (const { save, read } of Object.values(kinds)) {
    let count = 0;
    const again = async () => {
      count += 1;
      await save(`Saved ${count}`);
      return await read();
    };
    await expect.poll(again, { timeout: TIMEOUT, interval: 1000 }).toMatch(/^Saved/);
  }
}, 300_000);

test('An error in SITE_DIR is shown in development until it is fixed', async () => {
  const folder = await makeAssociation();
  const { port, output } = await develop({ SITE_DIR: folder });
  const status = async () => (await fetch(`http://127.0.0.1:${port}/`)).status;
  const file = join(folder, 'site.json');
  // Vite may not watch the file yet, and its watcher drops a change within 50 ms of another.
  const saveUntil = async (text: string, expected: number) => {
    const afterSaving = () => save(file, text).then(status);
    await expect.poll(afterSaving, { timeout: TIMEOUT, interval: 1000 }).toBe(expected);
  };
  await saveUntil('{ "name": "Clubs" }', 500);
  await expect.poll(output).toContain('site.json: association: ');
  await saveUntil(ASSOCIATION['site.json'] ?? '', 200);
}, 300_000);
