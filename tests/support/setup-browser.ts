import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { inflate } from '@sparticuz/chromium';
import { chromium, type LaunchOptions } from 'playwright-core';
import type { TestProject } from 'vitest/node';

/** How to start the browser on this machine. */
export interface BrowserLaunch {
  executablePath: string;
  env: Record<string, string>;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the browser of this run. */
    browser: string;
  }
}

/** Unpacks the browser from npm, and starts it once for all tests. */
export default async function setUpBrowser(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(launchOptions(await findBrowser()));
  project.provide('browser', server.wsEndpoint());
  return () => server.close();
}

export const findBrowser = async (): Promise<BrowserLaunch> => await findLaunch(await unpack());

/** Unpacks the package once, because that takes seconds and 200 MB. */
async function unpack(): Promise<string> {
  const archives = resolve(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');
  const { version } = JSON.parse(await readFile(join(archives, '../package.json'), 'utf8')) as { version: string };
  const folder = resolve('node_modules/.cache/club-directory', `chromium-${version}`);
  if (existsSync(folder)) return folder;

  await mkdir(dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  // The package always unpacks into the temporary folder, which other users share.
  const { TMPDIR } = process.env;
  process.env.TMPDIR = unfinished;
  try {
    const names = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(names.map((name) => inflate(join(archives, name))));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  await chmod(join(unfinished, 'chromium'), 0o755);
  await chmod(unfinished, 0o755);
  await writeFile(join(unfinished, 'fonts/fonts.conf'), FONTS_CONF);
  try {
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another run was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Replaces the file of the package, which names other folders. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;

/** Prefers the libraries of the system; those of the package are for machines without them. */
async function findLaunch(folder: string): Promise<BrowserLaunch> {
  const fonts: Record<string, string> = (await hasFonts()) ? {} : { FONTCONFIG_FILE: join(folder, 'fonts/fonts.conf') };
  const libraries: Record<string, string>[] = [{}, { LD_LIBRARY_PATH: join(folder, 'al2023/lib') }];
  const failures: string[] = [];
  for (const extra of libraries) {
    const launch = { executablePath: join(folder, 'chromium'), env: { ...environment(), ...fonts, ...extra } };
    try {
      const browser = await chromium.launch(launchOptions(launch));
      const page = await browser.newPage();
      await page.goto('data:text/html,<title>ready</title>');
      await browser.close();
      return launch;
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    `The browser cannot start, and the tests need it. With the libraries of the system:\n${failures.join(
      '\n\nWith those of the package:\n',
    )}`,
  );
}

function environment(): Record<string, string> {
  const { PATH = '', HOME = homedir(), TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}) };
}

async function hasFonts(): Promise<boolean> {
  if (!existsSync('/etc/fonts/fonts.conf')) return false;
  const folders = [
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    join(homedir(), '.fonts'),
    join(homedir(), '.local/share/fonts'),
  ];
  const files = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true }).catch(() => [])));
  return files.flat().some((file) => /\.(ttf|otf|ttc|pfb)$/i.test(file));
}

export const launchOptions = ({ executablePath, env }: BrowserLaunch): LaunchOptions => ({
  executablePath,
  env,
  headless: true,
  args: ['--font-render-hinting=none'],
});
