import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { AstroApp } from '../http/render.ts';
import { environment } from '../settings.ts';
import { LOCALES } from '../messages/locales.ts';
import { withUnfinished } from '../lib/atomic-write.ts';
import { codeOf, ExpectedError, reasonOf, SYSTEM_REASONS } from '../lib/errors.ts';

/** The files that a build depends on. */
const SOURCES = ['astro.config.mjs', 'package-lock.json', 'public', 'src', 'tsconfig.json'];
/** Has a folder for each build, named by its fingerprint. */
const BUILDS_FOLDER = resolve('dist');
/** For incomplete builds. */
const TEMPORARY_PREFIX = '.build-';
const MAX_BUILDS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The placeholder for SITE_URL in a build, so that sites with different addresses can use it (static-files.ts). */
export const ANY_SITE_URL = 'https://site-url.club-directory.invalid';

/** The language of the pages of a build without a prefix. */
export const BUILD_LOCALE = LOCALES[0];

/** The folder of the build of the current sources and lock file; builds if there is none. */
export async function ensureBuild(report: (line: string) => void, stop?: AbortSignal): Promise<string> {
  const folder = join(BUILDS_FOLDER, await takeFingerprint());
  // A running site may use it and load more of its files.
  if (await stat(folder).catch(() => null)) return folder;
  report('Building the site …');
  try {
    await mkdir(BUILDS_FOLDER, { recursive: true });
    await withUnfinished([folder, `${folder}.cache`], TEMPORARY_PREFIX, async (temporary, cache = '') => {
      await runAstroBuild(temporary, cache, stop);
      await rename(temporary, folder);
    });
  } catch (error) {
    if (SYSTEM_REASONS[codeOf(error)] === undefined) throw error;
    throw new ExpectedError(`Cannot build the site in ${BUILDS_FOLDER}: ${reasonOf(error)}.`, { cause: error });
  }
  await removeOldBuilds(BUILDS_FOLDER);
  return folder;
}

/** Loads Astro's application, and marks the build as used now and daily: some of its modules are loaded when needed. */
export async function loadApp(build: string): Promise<{ app: AstroApp; loadSharp: () => Promise<unknown> }> {
  const touch = () => utimes(build, new Date(), new Date()).catch(() => {});
  await touch();
  setInterval(() => void touch(), DAY_MS).unref();
  return (await import(pathToFileURL(join(build, 'server', 'entry.mjs')).href)) as Awaited<ReturnType<typeof loadApp>>;
}

/** Keeps the newest builds, and those that a site may use. */
export async function removeOldBuilds(buildsFolder: string): Promise<void> {
  for (const { folder, usedAt } of (await listBuilds(buildsFolder)).slice(MAX_BUILDS))
    if (Date.now() - usedAt > 2 * DAY_MS) await rm(folder, { recursive: true, force: true });
}

/** The newest build of other sources; null if there is none. */
export async function findPreviousBuild(build: string): Promise<string | null> {
  const isOther = (folder: string) => folder !== build && !basename(folder).startsWith(TEMPORARY_PREFIX);
  return (await listBuilds(dirname(build))).find(({ folder }) => isOther(folder))?.folder ?? null;
}

/** Builds, including incomplete ones of killed processes, by last use. `usedAt` is in ms since 1970. */
async function listBuilds(buildsFolder: string): Promise<{ folder: string; usedAt: number }[]> {
  const names = await readdir(buildsFolder).catch(() => []);
  const builds = await Promise.all(
    names.map(async (name) => {
      const folder = join(buildsFolder, name);
      return { folder, usedAt: (await stat(folder).catch(() => null))?.mtimeMs ?? 0 };
    }),
  );
  return builds.sort((a, b) => b.usedAt - a.usedAt);
}

/** A hash of the sources and the lock file. */
export async function takeFingerprint(root = '.'): Promise<string> {
  const hash = createHash('sha256').update(resolve(root));
  const files = await Promise.all(SOURCES.map((name) => listFiles(join(root, name))));
  for (const file of files.flat()) {
    hash.update(`\0${relative(root, file)}\0`);
    // Links may lead to folders or nowhere.
    hash.update(await readFile(file).catch(() => ''));
  }
  return hash.digest('hex').slice(0, 16);
}

/** The files and links below a folder in order; a file is itself. */
async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  return entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** As fast, with two thirds of the memory. */
const SMALL_HEAP = ['--max-semi-space-size=4', '--heap-growing-percent=30'];

/** Builds in a separate process, whose memory returns to the system. */
async function runAstroBuild(folder: string, cacheFolder: string, stop?: AbortSignal): Promise<void> {
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');
  const env = {
    ...environment(),
    BUILD_FOLDER: folder,
    BUILD_CACHE: cacheFolder,
    SITE_URL: ANY_SITE_URL,
    DEFAULT_LOCALE: BUILD_LOCALE,
    // It would write to the home folder, which a service user may not have.
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  stop?.throwIfAborted();
  const command = [...SMALL_HEAP, astro, 'build', '--silent'];
  const building = promisify(execFile)(process.execPath, command, { env, maxBuffer: Infinity });
  stop?.addEventListener('abort', () => building.child.kill());
  await building.catch((error: unknown) => {
    stop?.throwIfAborted();
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new ExpectedError(`The build failed.\n${stdout}${stderr}`);
  });
  stop?.throwIfAborted();
}
