import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

const LockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      resolved: v.optional(v.string()),
      integrity: v.optional(v.string()),
      dev: v.optional(v.boolean(), false),
      optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
});
type Packages = v.InferOutput<typeof LockSchema>['packages'];

const { packages } = v.parse(LockSchema, JSON.parse(await readFile('package-lock.json', 'utf8')));

describe('The lock', () => {
  test.each([[[]], [['--omit=dev']]])(
    'is all that npm ci %j needs: nothing is missing, nothing differs',
    async (options) => {
      const folder = await mkdtemp(join(tmpdir(), 'club-directory-lock-'));
      try {
        for (const file of ['package.json', 'package-lock.json', '.npmrc']) await copyFile(file, join(folder, file));
        // Whatever npm would have to ask for is an error here: it has no registry, and a cache of its own.
        const alone = ['--offline', '--registry=http://127.0.0.1:1/', `--cache=${join(folder, 'cache')}`];
        const arguments_ = ['ci', '--dry-run', '--loglevel=warn', ...alone, ...options];
        expect(execFileSync('npm', arguments_, { cwd: folder, encoding: 'utf8' })).toContain('added');
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );

  test('has the build for every platform of every package that is made for several', () => {
    const wanted = Object.entries(packages).flatMap(([from, { dev, optionalDependencies }]) =>
      Object.entries(optionalDependencies).map(([name, range]) => ({ from, dev, name, range })),
    );
    // Of these packages the site cannot do without the build for its platform.
    for (const name of ['@astrojs/compiler-binding', 'rolldown', 'lightningcss', 'sharp', 'esbuild', '']) {
      expect(wanted.map(({ from }) => from)).toContain(name && `node_modules/${name}`);
    }
    const wrong = wanted.flatMap(({ from, dev, name, range }) => {
      const found = findPackage(packages, from, name);
      const what = `${from || 'package.json'} names ${name} ${range}`;
      if (!found) return [`${what}, the lock has none`];
      if (/^\d/.test(range) && found.version !== range) return [`${what}, the lock has ${found.version}`];
      return !dev && found.dev ? [`${what}, the lock has it for development alone`] : [];
    });
    expect(wrong).toEqual([]);
  });

  test('has one compiler of Astro, for the site, the linter and the formatter', () => {
    const compilers = Object.keys(packages).filter((path) => path.endsWith('/@astrojs/compiler-rs'));
    expect(compilers).toEqual(['node_modules/@astrojs/compiler-rs']);
  });

  test('has a checksum for every package, and names no registry', () => {
    const others = Object.entries(packages).filter(([path]) => path !== '');
    expect(others.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
    expect(others.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
  });
});

/** The package that `name` means to the one at `from`: the nearest, as Node.js looks for it. */
function findPackage(all: Packages, from: string, name: string): Packages[string] | undefined {
  const found = all[join(from, 'node_modules', name)];
  if (found || from === '') return found;
  const end = from.lastIndexOf('/node_modules/');
  return findPackage(all, end === -1 ? '' : from.slice(0, end), name);
}
