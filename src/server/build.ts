import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { settings } from '../env.ts';

/** Everything that a build is made of; a folder counts with all that is in it. */
const INPUTS = ['astro.config.mjs', 'package-lock.json', 'public', 'src', 'tsconfig.json'];
const OUTPUT = 'dist';
const FINGERPRINT = join(OUTPUT, 'fingerprint');

/** Builds the site if its sources, the lock or a setting that is fixed at build time changed since the last build. */
export async function buildIfNeeded(report: (line: string) => void): Promise<void> {
  const fingerprint = await takeFingerprint();
  if ((await readFile(FINGERPRINT, 'utf8').catch(() => null)) === fingerprint) return;
  report('Building the site …');
  await build(fingerprint);
}

/** Builds the site. Throws when the build fails, with what it said. */
export async function build(fingerprint?: string): Promise<void> {
  const known = fingerprint ?? (await takeFingerprint());
  await runAstroBuild();
  // Last: a build that was interrupted counts as none.
  await writeFile(FINGERPRINT, known);
}

async function takeFingerprint(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ siteUrl: settings().siteUrl }));
  for (const input of INPUTS) {
    for (const file of await listFiles(input)) hash.update(`\0${file}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
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
async function runAstroBuild(): Promise<void> {
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');
  const child = spawn(process.execPath, [astro, 'build', '--silent'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The build failed.\n${Buffer.concat(output).toString()}`);
}
