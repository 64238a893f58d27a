import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { access, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { settings } from '../env.ts';
import { Failure } from '../failure.ts';

/** Everything that a build is made of; a folder counts with all that is in it. */
const INPUTS = ['astro.config.mjs', 'package-lock.json', 'public', 'src', 'tsconfig.json'];
const BUILDS = 'dist';
/** Written last: a build that was interrupted counts as none. */
const MARK = 'complete';
const KEPT = 3;

/**
 * The folder of a build of today's sources, lock and build-time settings, made when there is none. Every build has a
 * folder of its own, so that a site that runs keeps its files when another is built.
 */
export async function ensureBuild(report: (line: string) => void): Promise<string> {
  const fingerprint = await takeFingerprint();
  const [ready] = await listBuilds((name) => name.startsWith(fingerprint));
  if (ready) return ready;
  report('Building the site …');
  return await build(fingerprint);
}

/** Builds the site, whatever is there already, and answers the folder. Fails with what the build said. */
export async function build(fingerprint?: string): Promise<string> {
  const name = `${fingerprint ?? (await takeFingerprint())}-${randomBytes(4).toString('hex')}`;
  const folder = resolve(BUILDS, name);
  await runAstroBuild(folder);
  await writeFile(join(folder, MARK), '');
  const old = (await listBuilds(() => true)).slice(KEPT);
  await Promise.all(old.map((build) => rm(build, { recursive: true, force: true })));
  return folder;
}

/** Complete builds, the newest first. */
async function listBuilds(isWanted: (name: string) => boolean): Promise<string[]> {
  const names = (await readdir(BUILDS).catch(() => [])).filter(isWanted);
  const builds = await Promise.all(
    names.map(async (name) => {
      const folder = resolve(BUILDS, name);
      const isComplete = await access(join(folder, MARK)).then(
        () => true,
        () => false,
      );
      return isComplete ? [{ folder, madeAt: (await stat(join(folder, MARK))).mtimeMs }] : [];
    }),
  );
  return builds
    .flat()
    .sort((a, b) => b.madeAt - a.madeAt)
    .map(({ folder }) => folder);
}

async function takeFingerprint(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ siteUrl: settings().siteUrl, root: resolve('.') }));
  for (const input of INPUTS) {
    for (const file of await listFiles(input)) hash.update(`\0${file}\0`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** In a process of its own: what a build needs of memory goes with it. */
async function runAstroBuild(folder: string): Promise<void> {
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');
  const child = spawn(process.execPath, [astro, 'build', '--silent', '--outDir', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code !== 0) throw new Failure(`The build failed.\n${Buffer.concat(output).toString()}`);
}
