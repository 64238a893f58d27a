import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../docs/generate.ts';
import { siteFields, REQUIRED_FIELDS } from '../src/clubs/record/fields.ts';
import { ClubApiSearchSchema } from '../src/clubs/search.ts';

const read = (file: string) => readFileSync(file, 'utf8');
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

test('the tables of settings and of the API, and .env.example, fit the code', async () => {
  for (const [file, text] of Object.entries(await generate()))
    expect(read(file), `${file} is out of date: run npm run docs`).toBe(text);
});

test('the documentation of the API has every parameter', () => {
  const names = Object.keys(ClubApiSearchSchema.entries);
  expect(names.filter((name) => !read('docs/api.md').includes(`\`${name}\``))).toEqual([]);
});

test.each(DOCUMENTS)('%s has no dead links', (document) => {
  const links = read(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)]*))?\)/g);
  const dead = [...links].filter(([, file = '', anchor]) => {
    const target = file === '' ? document : join(dirname(document), file);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
  expect(dead.map(([link]) => link)).toEqual([]);
});

test.each(DOCUMENTS)('%s names only files and npm scripts that exist', (document) => {
  const namesOf = (pattern: RegExp) => Array.from(read(document).matchAll(pattern), ([, name = '']) => name);
  const files = namesOf(/`((?:src|db|docs|tests|perf)\/[\w./-]+\.\w+)`/g);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);

  const scriptsOf = (file: string) => (JSON.parse(read(file)) as { scripts: Record<string, string> }).scripts;
  const scripts = { ...scriptsOf('package.json'), ...scriptsOf('perf/package.json') };
  expect(namesOf(/\bnpm run (?:-s )?(\w[\w:-]*)/g).filter((name) => !(name in scripts))).toEqual([]);
});

test('docs/csv.md lists every field, and the required ones', () => {
  const rows = Array.from(read('docs/csv.md').matchAll(/^\| `(\w+)` +\| (yes|no) +\|/gm));
  expect(rows.map(([, name]) => name)).toEqual(siteFields());
  expect(rows.filter(([, , required]) => required === 'yes').map(([, name]) => name)).toEqual(REQUIRED_FIELDS);
});
