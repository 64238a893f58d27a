/*
 * npm run docs
 *
 * Writes .env.example, and the tables of settings.md and api.md between `<!-- NAME -->` and `<!-- end -->`, from the code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { describeFields, describeParameters, OPERATIONS, SEARCH_PARAMETERS } from '../src/clubs/list/openapi.ts';
import { SHARED_ROUTES } from '../src/routes.ts';
import { SETTINGS } from '../src/settings.ts';

/** The first setting of each group. */
const GROUPS: Record<string, string> = {
  SITE_URL: 'Server',
  DATABASE_URL: 'Database',
  CLUB_LIST_PAGE_SIZE: 'Content',
  OIDC_ISSUER: 'Sign-in',
  SMTP_URL: 'E-mail',
  PAGE_CACHE: 'Caching, limits and monitoring',
};

/** .env.example shows these values, for production, instead of the defaults. */
const EXAMPLES: Record<string, string> = { SITE_URL: 'https://clubs.example.org', CLUB_LIST_PAGE_SIZE: '24' };

const code = (text: string) => `\`${text}\``;
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
const header = (...titles: string[]) => `${row(...titles)}\n${row(...titles.map(() => '---'))}`;

const settings = () =>
  SETTINGS.map(({ name, unset, meaning }) => {
    const title = GROUPS[name];
    const start = title === undefined ? '' : `\n## ${title}\n\n${header('Setting', 'Default', 'Description')}\n`;
    const linked = meaning.replace(/docs\/([\w-]+\.md)/, '[$1]($1)');
    return start + row(code(name), unset === 'none' ? unset : code(unset), linked);
  });

const endpoints = () => [
  header('Endpoint', 'Response'),
  ...Object.entries(OPERATIONS).map(([name, { summary }]) => {
    const { pattern } = SHARED_ROUTES[name as keyof typeof OPERATIONS];
    return row(code(`GET ${pattern.replace(/\[(\w+)\]/, '<$1>')}`), summary);
  }),
];

const table = (rows: Record<string, string>[]) => [
  header(...Object.keys(rows[0] ?? {})),
  ...rows.map((cells) => row(...Object.values(cells))),
];
const parameters = () => table(describeParameters(SEARCH_PARAMETERS));
const fields = () => table(describeFields());

const environmentFile = () =>
  [
    '# Settings. Copy this file to .env and uncomment the settings that you change.',
    '# Commented-out settings show their default. SITE_URL and CLUB_LIST_PAGE_SIZE show values for production.',
    ...SETTINGS.map(({ name, unset, meaning }) => {
      const value = EXAMPLES[name] ?? (unset === 'none' ? '' : unset);
      return `\n# ${meaning.replaceAll('`', '')}.\n#${name}=${value}`;
    }),
    '',
  ].join('\n');

/** Replaces the generated parts of a Markdown file. */
async function fill(file: string, parts: Record<string, () => string[]>): Promise<string> {
  const text = readFileSync(file, 'utf8').replace(
    /(?<=<!-- (?!end )(\w+) -->\n)[^]*?(?=<!-- end -->)/g,
    (whole, name: string) => (parts[name] ? `\n${parts[name]().join('\n')}\n\n` : whole),
  );
  return await format(text, { ...(await resolveConfig(file)), plugins: [], filepath: file });
}

/** The generated files with their contents. */
export const generate = async (): Promise<Record<string, string>> => ({
  '.env.example': environmentFile(),
  'docs/settings.md': await fill('docs/settings.md', { settings }),
  'docs/api.md': await fill('docs/api.md', { endpoints, parameters, fields }),
});

if (process.argv[1] === import.meta.filename)
  for (const [file, text] of Object.entries(await generate())) writeFileSync(file, text);
