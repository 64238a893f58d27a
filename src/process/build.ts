import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { FILES_FOLDER, PAGES_FOLDER } from '../identity/files.ts';
import { readSiteFolder } from '../identity/site-folder.ts';
import type { Locale } from '../messages/locales.ts';
import { environmentWith, settings } from '../settings.ts';
import { Failure } from '../failure.ts';
import { codeOf } from '../system-reasons.ts';
import { cacheFolderOf } from './build-cache.ts';

/** Everything that a build is made of, beside the folder of the association; a folder counts with all that is in it. */
const INPUTS = ['astro.config.mjs', 'package-lock.json', 'public', 'src', 'tsconfig.json'];
const BUILDS = 'dist';
/** Written last: a build that was interrupted counts as none. */
const COMPLETE = 'complete';
export const KEPT_BUILDS = 3;

/**
 * What stands for SITE_URL in a build: every site that uses the build puts its own there (static-files.ts). The name is
 * one that nothing else can have.
 */
export const ANY_SITE_URL = 'https://site-url.club-directory.invalid';

/**
 * The folder of a build of today's sources, lock and settings of a build, made when there is none. Every build has a
 * folder of its own, so that a site that runs keeps its files when another is built. A build that `stop` ends fails with
 * its reason.
 */
export async function ensureBuild(report: (line: string) => void, stop?: AbortSignal): Promise<string> {
  const fingerprint = await takeFingerprint();
  const [ready] = await listBuilds(resolve(BUILDS), (name) => name.startsWith(fingerprint));
  if (ready) return ready;
  report('Building the site …');
  return await build(stop);
}

/**
 * Builds the site, whatever is there already, and answers the folder. Fails with what is wrong in the folder of the site,
 * or with what the build said.
 */
export async function build(stop?: AbortSignal): Promise<string> {
  let folder: string | null = null;
  while (!folder) folder = await buildOnce(await takeFingerprint(), stop);
  await removeOldBuilds(resolve(BUILDS));
  return folder;
}

/** Null when a file changed meanwhile: what was built is of no one state of them. */
async function buildOnce(fingerprint: string, stop?: AbortSignal): Promise<string | null> {
  await readSiteFolder(settings().siteDir);
  const folder = resolve(BUILDS, `${fingerprint}-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(folder, { recursive: true });
    await runAstroBuild(folder, stop);
    if ((await takeFingerprint()) === fingerprint) {
      await writeFile(join(folder, COMPLETE), '');
      return folder;
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
    throw describeWriteFailure(error) ?? error;
  } finally {
    await rm(cacheFolderOf(folder), { recursive: true, force: true }).catch(() => {});
  }
  await rm(folder, { recursive: true, force: true });
  return null;
}

/** Leaves the last builds, those that a site runs on, and what is being built. */
export async function removeOldBuilds(builds: string): Promise<void> {
  const old = (await listBuilds(builds, () => true)).slice(KEPT_BUILDS);
  for (const build of old) if (!(await isUsed(build))) await rm(build, { recursive: true, force: true });
}

/** The newest complete build of other sources or settings than this one; null if there is none. */
export async function findPreviousBuild(build: string): Promise<string | null> {
  const [fingerprint = ''] = basename(build).split('-');
  const [previous = null] = await listBuilds(dirname(build), (name) => !name.startsWith(fingerprint));
  return previous;
}

/** What a file is called by which a process says that it runs on a build; its number follows. */
const USED_BY = 'used-by-';

/** Keeps a build for this process, which loads some of its files when they are asked for; answers how to let it go. */
export async function useBuild(build: string): Promise<() => Promise<void>> {
  const file = join(build, `${USED_BY}${process.pid}`);
  // A folder that cannot be written to is one that nobody builds in.
  await writeFile(file, '').catch(() => {});
  return () => rm(file, { force: true }).catch(() => {});
}

async function isUsed(build: string): Promise<boolean> {
  const names = await readdir(build).catch(() => []);
  return names.some((name) => name.startsWith(USED_BY) && isRunning(Number(name.slice(USED_BY.length))));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's.
    return codeOf(error) === 'EPERM';
  }
}

/** A folder that cannot be written to, told as such: by the system, or among what a build said. */
function describeWriteFailure(error: unknown): Failure | null {
  const text = error instanceof Error ? `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}` : '';
  if (/\b(?:EACCES|EPERM|EROFS)\b/.test(text)) {
    const path = /'([^']+)'/.exec(text)?.[1] ?? resolve(BUILDS);
    return new Failure(
      `Cannot build the site: permission denied for ${path}. Run "npm run build" as the owner of ${resolve('.')}, or give this user write permission.`,
    );
  }
  if (/\bENOSPC\b/.test(text))
    return new Failure(`Cannot build the site: no space left on the disk of ${resolve(BUILDS)}.`);
  return null;
}

/** Complete builds, the newest first. */
async function listBuilds(folderOfBuilds: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const names = (await readdir(folderOfBuilds).catch(() => [])).filter(isWanted);
  const builds = await Promise.all(
    names.map(async (name) => {
      const folder = join(folderOfBuilds, name);
      const isComplete = await access(join(folder, COMPLETE)).then(
        () => true,
        () => false,
      );
      return isComplete ? [{ folder, madeAt: (await stat(join(folder, COMPLETE))).mtimeMs }] : [];
    }),
  );
  return builds
    .flat()
    .sort((a, b) => b.madeAt - a.madeAt)
    .map(({ folder }) => folder);
}

/** What a build is made with, beside its files. */
interface BuildSettings {
  defaultLocale: Locale;
  siteDir: string;
}

/** What tells the build of one state of the sources, the lock and the folder of the site from all others. */
export async function takeFingerprint(root = '.', settingsOfBuild: BuildSettings = settings()): Promise<string> {
  const { defaultLocale, siteDir } = settingsOfBuild;
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ root: resolve(root), defaultLocale, siteDir }));
  const sources = await Promise.all(INPUTS.map((input) => listFiles(join(root, input))));
  // Its folders once more by themselves: they may be links.
  const parts = [siteDir, join(siteDir, PAGES_FOLDER), join(siteDir, FILES_FOLDER)];
  const ofSite = (await Promise.all(parts.map(listFiles))).flat().filter((file) => !isHidden(relative(siteDir, file)));
  // The folder of the site may be among the sources.
  for (const file of new Set([...sources.flat(), ...ofSite])) {
    // What is missing, the build tells; whoever reads a pipe waits for somebody to write to it.
    const isFile = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    hash.update(`\0${relative(root, file)}\0`).update(isFile ? await readFile(file).catch(() => '') : '');
  }
  return hash.digest('hex').slice(0, 16);
}

/** What tools keep beside the files of a person. */
const isHidden = (path: string) => path.split(sep).some((part) => part.startsWith('.') || part === 'node_modules');

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  return (
    entries
      // A link counts as what it leads to.
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  );
}

/** In a process of its own: what a build needs of memory goes with it. */
async function runAstroBuild(folder: string, stop?: AbortSignal): Promise<void> {
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');
  const child = spawn(process.execPath, [astro, 'build', '--silent', '--outDir', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // It would write to the home of the user, who may have none.
    env: environmentWith({ SITE_URL: ANY_SITE_URL, ASTRO_TELEMETRY_DISABLED: '1' }),
    ...(stop ? { signal: stop } : {}),
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  // An abort is an error at once; the files are the build's until it has ended.
  let failure = null as Error | null;
  child.once('error', (error) => (failure = error));
  const code = await new Promise((done) => child.once('close', done));
  stop?.throwIfAborted();
  if (failure) throw failure;
  if (code !== 0) throw new Failure(`The build failed.\n${Buffer.concat(output).toString()}`);
}
