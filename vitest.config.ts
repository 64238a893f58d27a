import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const databases = './tests/support/setup-databases.ts';
const site = './tests/support/setup-site.ts';
const browser = './tests/support/setup-browser.ts';
const properties = './tests/support/setup-properties.ts';

/** Suites that need more than their own process, by what they need. */
const DATABASE = [
  'tests/{accounts,db,commands}/**/*.test.ts',
  'tests/clubs/{csv/*,imports/*,inbox/queries,missed/recorder,names/fold,desk,fetch-logos,follow,history,history-removal,plans,queries,render,round,samples,save,steps,undo/*}.test.ts',
  'tests/images/{queries,sweep}.test.ts',
];
const SITE = [
  'tests/full/**/*.test.ts',
  'tests/{access,attacks}.test.ts',
  'tests/{api,pages}/**/*.test.ts',
  'tests/server/{database-away,database-use,entrypoint,freshness,image-answer,index-after-changes,limits,main,personal-answers,site,standby}.test.ts',
];
const BROWSER = ['tests/browser/**/*.test.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    // Days and times are those of where a site runs: the tests and their sites are in one place.
    env: { TZ: 'UTC' },
    setupFiles: [properties],
    // Much of a test is waiting for another process. More than four take memory and are hardly faster.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    // A machine that does many things at once is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // Otherwise a forgotten `.only` would pass as a whole run.
    allowOnly: false,
    passWithNoTests: false,
    silent: 'passed-only',
    slowTestThreshold: 5_000,
    reporters: ['default', './tests/support/closing-line.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/**/*.test.ts'], exclude: [...DATABASE, ...SITE, ...BROWSER] },
      },
      { extends: true, test: { name: 'database', include: DATABASE, globalSetup: [databases] } },
      { extends: true, test: { name: 'site', include: SITE, globalSetup: [databases, site] } },
      { extends: true, test: { name: 'browser', include: BROWSER, globalSetup: [databases, site, browser] } },
    ],
  },
});
