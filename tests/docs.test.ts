import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FIELD_NAMES, PROFILE_COLUMNS, REQUIRED_FIELDS } from '../src/clubs/record/fields.ts';
import { API_PAGE_SIZE, MAX_API_PAGE_SIZE, readClubApiSearch } from '../src/clubs/search.ts';
import { SETTINGS } from '../src/settings.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const readme = read('README.md');
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md')].map((file) =>
  file.replaceAll('\\', '/'),
);

/** The anchors of a document's headings, as GitHub builds them. */
function anchorsOf(document: string): string[] {
  return Array.from(read(document).matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(DOCUMENTS)('%s has no dead links', (document) => {
  const links = read(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)]*))?\)/g);
  const dead = [...links].filter(([, file = '', anchor]) => {
    const target = file === '' ? document : join(dirname(document), file);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
  expect(dead.map(([link]) => link)).toEqual([]);
});

test.each(DOCUMENTS)('%s names only files that exist', (document) => {
  const named = Array.from(
    read(document).matchAll(/`((?:src|db|tests|perf)\/[\w./-]+\.\w+)`/g),
    ([, file = '']) => file,
  );
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

test('docs/csv.md lists every field, the required ones, and those of the API', () => {
  const rows = Array.from(read('docs/csv.md').matchAll(/^\| `(\w+)` +\| (yes|no) +\| (?:`(\w+)`)? +\|/gm));
  expect(rows.map(([, name]) => name)).toEqual(FIELD_NAMES);
  expect(rows.filter(([, , required]) => required === 'yes').map(([, name]) => name)).toEqual(REQUIRED_FIELDS);
  const inApi = rows.flatMap(([, , , name]) => name ?? []);
  expect(inApi.sort()).toEqual(PROFILE_COLUMNS.map(([, column]) => column).sort());
});

describe('The README', () => {
  test('lists every setting with its default', () => {
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\|/gm)];
    expect(rows.map(([, name, unset = '']) => [name, unset.replaceAll('`', '')])).toEqual(
      SETTINGS.map(({ name, unset }) => [name, unset]),
    );
  });

  test('has the same settings and defaults as .env.example', () => {
    const examples: Record<string, string> = { SITE_URL: 'https://clubs.example.org', CLUB_LIST_PAGE_SIZE: '24' };
    const lines = Array.from(read('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm), ([, name, value]) => [name, value]);
    expect(lines).toEqual(SETTINGS.map(({ name, unset }) => [name, examples[name] ?? (unset === 'none' ? '' : unset)]));
  });

  test('lists every address of the API', () => {
    const listed = Array.from(readme.matchAll(/^\| `GET (\/api\/.*?)`/gm), ([, address]) => address);
    const routes = globSync('src/pages/api/**/*.ts')
      .map((file) =>
        file
          .replaceAll('\\', '/')
          .replace(/^src\/pages|\.ts$/g, '')
          .replace('[club_id]', '<id>'),
      )
      .filter((address) => !address.includes('[...'));
    expect(new Set(listed)).toEqual(new Set(routes));
  });

  test('lists the parameters of a search that the API reads', () => {
    const [, sentence = ''] = /^Search parameters: (.*)$/m.exec(readme) ?? [];
    const listed = Array.from(sentence.matchAll(/`(\w+)`/g), ([, name = '']) => name);
    const values: Record<string, string> = { is_active: 'true' };
    const isRead = (name: string) =>
      JSON.stringify(readClubApiSearch(new URLSearchParams([[name, values[name] ?? '7']]))) !==
      JSON.stringify(readClubApiSearch(new URLSearchParams()));
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.filter((name) => !isRead(name))).toEqual([]);
    expect(sentence).toContain(`\`page_size\` (default ${API_PAGE_SIZE}, maximum ${MAX_API_PAGE_SIZE})`);
  });

  test('names npm scripts that exist', () => {
    const scriptsOf = (file: string) => (JSON.parse(read(file)) as { scripts: Record<string, string> }).scripts;
    const scripts = { ...scriptsOf('package.json'), ...scriptsOf('perf/package.json') };
    const named = Array.from(readme.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g), ([, name = '']) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
