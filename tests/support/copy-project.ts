import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A copy of the project, to be built and started. */
export async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-copy-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['astro.config.mjs', 'db', 'package.json', 'package-lock.json', 'public', 'src', 'tsconfig.json'])
    await cp(name, join(folder, name), { recursive: true });
  await linkPackages(folder);
  return folder;
}

/** Links each package, so that the cache of a build is not shared. */
async function linkPackages(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules');
  await mkdir(packages);
  const names = (await readdir('node_modules')).filter((name) => name === '.bin' || !name.startsWith('.'));
  for (const name of names) await symlink(resolve('node_modules', name), join(packages, name));
}
