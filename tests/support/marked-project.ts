import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { LOCALES } from '../../src/messages/locales.ts';

/** What stands around each message of a marked project; messages may stand within each other. */
export const MARKS = { begin: '⟦', end: '⟧' };

/** Makes the catalogue of a language one that marks each of its messages. */
const MARK = `
export function mark(value: unknown): unknown {
  if (typeof value === 'string') return '${MARKS.begin}' + value + '${MARKS.end}';
  if (typeof value === 'function') return (...values: unknown[]) => mark(value(...values));
  if (Array.isArray(value)) return ['${MARKS.begin}', ...value, '${MARKS.end}'];
  return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, mark(one)]));
}
`;

/** All that people write of a page, in letters that no message has. */
const PAGE = `---
title: 'Σελίδα'
description: 'Μια σελίδα.'
---

Κείμενο με [σύνδεσμο](/club/).
`;

const SITE = JSON.stringify({
  name: 'Σύλλογοι',
  association: 'Ένωση',
  tagline: 'Σύλλογοι της ένωσης.',
  description: 'Οι σύλλογοι.',
  accent: '#1a5680',
  accent_dark: '#8cc4ee',
  contact: 'https://example.org/',
  links: { menu: [{ label: 'Αίθουσες', href: 'https://example.org/' }], footer: [{ label: 'Ένωση', page: 'ae' }] },
});

/**
 * A copy of the project, to be built and started, where each message of the interface is marked, in every language. Its
 * pages from Markdown are Greek, and are there in the first language only.
 */
export async function makeMarkedProject(): Promise<string> {
  const folder = await copyProject();
  const messages = join(folder, 'src/messages');
  await writeFile(join(messages, 'mark.ts'), MARK);
  for (const locale of LOCALES) {
    await rename(join(messages, `${locale}.ts`), join(messages, `unmarked-${locale}.ts`));
    await writeFile(
      join(messages, `${locale}.ts`),
      `import { mark } from './mark.ts';
       import { ${locale} as unmarked } from './unmarked-${locale}.ts';
       export type Messages = typeof unmarked;
       export const ${locale} = mark(unmarked) as Messages;`,
    );
  }

  await writeFile(join(folder, 'src/content/site.json'), SITE);
  const pages = join(folder, 'src/content/pages');
  const [first, ...others] = LOCALES;
  for (const file of await readdir(pages)) {
    if (others.some((locale) => file.endsWith(`.${locale}.md`))) await rm(join(pages, file));
    else if (file.endsWith(`.${first}.md`)) await writeFile(join(pages, file), PAGE);
  }
  return folder;
}

/** A copy of the project, to be built and started. */
export async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-copy-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['astro.config.mjs', 'db', 'package.json', 'package-lock.json', 'public', 'src', 'tsconfig.json'])
    await cp(name, join(folder, name), { recursive: true });
  await linkPackages(folder);
  return folder;
}

/** One by one, so that what a build keeps beside them is its own. */
async function linkPackages(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules');
  await mkdir(packages);
  const names = (await readdir('node_modules')).filter((name) => name === '.bin' || !name.startsWith('.'));
  for (const name of names) await symlink(resolve('node_modules', name), join(packages, name));
}
